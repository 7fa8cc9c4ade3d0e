import { type PlanEffects, paymentProviderLabels, pluralize } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { type CurrentSubscription, effectsQuery, type Plan } from '../../../api/subscription.queries.ts';
import { formatDay, formatDayOfYear } from '../../../ui/dates.ts';
import { BilledTo } from '../billing-details/billed-to.tsx';
import { listPrice } from '../money.ts';
import { AffectedNames } from '../plans/cancel-dialog.tsx';
import { LoginAgain, PaymentFailed, QuoteFailure } from './checkout-failures.tsx';
import { checkoutTitles } from './checkout-kind.ts';
import { PaymentChoice } from './payment-choice.tsx';
import type { Checkout } from './use-checkout.ts';
import { usePayment } from './use-payment.ts';

/** Returns what a lower plan means for what there is now, in sentences. */
function effectTexts(effects: PlanEffects, planName: string): string[] {
  const { active, limit, willPause, willWait, apiKeys, outgoingWebhooks, losesRealTime } = effects;
  const newest = willPause === 1 ? 'the newest is paused' : `the ${willPause} newest are paused`;
  const [uses, waits] = willWait === 1 ? ['uses', 'waits'] : ['use', 'wait'];
  const texts = [
    willPause > 0 &&
      `You have ${pluralize(active, 'active automation')}, ${planName} has room for ${limit}: ${newest}. Nothing is deleted.`,
    willWait > 0 &&
      `${pluralize(willWait, 'automation')} ${uses} settings that ${planName} does not have, and ${waits} until they are removed.`,
    apiKeys > 0 && `${pluralize(apiKeys, 'API key')} ${apiKeys === 1 ? 'stops' : 'stop'} working.`,
    outgoingWebhooks > 0 &&
      `${pluralize(outgoingWebhooks, 'outgoing webhook')} ${outgoingWebhooks === 1 ? 'is' : 'are'} not called any more.`,
    losesRealTime && 'Changes are found every 15 minutes instead of at once.',
  ].filter((text) => text !== false);
  return texts.length > 0 ? texts : ['All your automations go on as they are.'];
}

type ChangeLaterProps = {
  plan: Plan;
  current: CurrentSubscription;
  checkout: Checkout;
  onClose: () => void;
};

/** Asks before a lower plan is booked for the end of the paid period: on which day it begins, and what it affects. */
export function ChangeLater({ plan, current, checkout, onClose }: ChangeLaterProps) {
  const { quote, quoting, purchase, chooseMethod } = checkout;
  const { pay, forget, isPending, failure } = usePayment();
  const own = current.plan?.name ?? 'your plan';
  const day = quote?.startsAt ?? current.subscription?.current_period_end ?? null;
  const provider = current.subscription?.payment_provider;
  const isAsked = provider !== purchase.method || quote?.missing !== null;
  return (
    <Dialog
      inAddress
      onClose={onClose}
      title={checkoutTitles.change}
      description={`You keep ${own} until ${formatDay(day)}. Then ${plan.name} starts for ${listPrice(plan)}. Nothing is charged today, and nothing that you have paid is lost.`}
      width="md"
      footer={
        <>
          <Button onClick={onClose}>Keep {own}</Button>
          {failure?.wayOut === 'login' ? (
            <LoginAgain />
          ) : (
            <Button
              variant="primary"
              disabled={!quote || quote.missing !== null}
              pending={isPending || (quote !== undefined && !quoting.isSettled)}
              pendingLabel="One moment..."
              onClick={() => pay({ purchase, isLater: true })}
            >
              {failure ? 'Try Again' : `Change on ${day ? formatDayOfYear(day) : 'its day'}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        <Effects plan={plan} day={day} />
        {quoting.problem !== null && <QuoteFailure {...quoting} />}
        {quote && isAsked && quote.total > 0 && (
          <PaymentChoice
            methods={quote.paymentMethods}
            refused={quote.refusedMethods}
            chosen={purchase.method}
            onChoose={(method) => {
              forget();
              chooseMethod(method);
            }}
          />
        )}
        {quote && <BilledTo missing={quote.missing} />}
        <p className="text-pretty text-ink-2">
          {purchase.method === 'paypal'
            ? `You agree on ${paymentProviderLabels.paypal}’s own page and come back here.`
            : `Before ${formatDay(day)} we mail you a link to pay for ${plan.name}.`}{' '}
          Until that day you can take this back.
        </p>
        {failure && <PaymentFailed {...failure} />}
      </div>
    </Dialog>
  );
}

/** What changes on the day for what there is now. */
function Effects({ plan, day }: { plan: Plan; day: string | null }) {
  const { data, isError, isFetching, refetch } = useQuery(effectsQuery(plan.id));
  const titleId = 'what-changes';
  return (
    <section aria-labelledby={titleId} aria-busy={!data && !isError} className="grid gap-1.5">
      <h3 id={titleId} className="font-semi">
        What changes on {day ? formatDayOfYear(day) : 'that day'}
      </h3>
      {data ? (
        <>
          {effectTexts(data, plan.name).map((text) => (
            <p key={text} className="text-pretty">
              {text}
            </p>
          ))}
          <AffectedNames affected={data.automations} count={data.willPause + data.willWait} />
        </>
      ) : isError ? (
        <Alert
          tone="warn"
          title="What it would affect could not be loaded"
          action={
            <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        />
      ) : (
        <>
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-40" />
        </>
      )}
    </section>
  );
}
