import { countConfigurations, paymentProviderLabels } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import type { CurrentSubscription, Plan, Quote } from '../../../api/subscription.queries.ts';
import { BilledTo } from '../billing-details/billed-to.tsx';
import { LoginAgain, PaymentFailed } from './checkout-failures.tsx';
import type { PaymentMethod, Start } from './checkout-kind.ts';
import { buyLabel, listPaymentDays, summaryText, termsText } from './checkout-texts.ts';
import { PaymentChoice, StartChoice } from './payment-choice.tsx';
import type { Purchase } from './start-payment.ts';
import { usePayment } from './use-payment.ts';

type BuyPanelProps = {
  plan: Plan;
  current: CurrentSubscription;
  quote: Quote | undefined;
  /** Whether the purchase is told day by day, as far as it is known before the quote. */
  isByDays: boolean;
  /** Whether the quote is for the present choice. */
  isSettled: boolean;
  purchase: Purchase;
  onMethod: (method: PaymentMethod) => void;
  onStart: (start: Start) => void;
};

function SurplusWarning({ plan, surplus }: { plan: Plan; surplus: number }) {
  const title = surplus === 1 ? '1 automation will be paused' : `${surplus} automations will be paused`;
  const newest = surplus === 1 ? 'The newest is paused' : 'The newest are paused';
  return (
    <Alert tone="warn" title={title}>
      {plan.name} has room for {countConfigurations(plan.maxConfigurations)}. {newest}, nothing is deleted.
    </Alert>
  );
}

/** The payment method, the terms, and the button. */
export function BuyPanel({ quote, isByDays, ...props }: BuyPanelProps) {
  const payment = usePayment();
  return (
    <>
      {quote ? (
        <Choices {...props} quote={quote} forget={payment.forget} />
      ) : (
        <ChoicesSkeleton isByDays={isByDays} />
      )}
      {/* It stays when the quote arrives: its window may be open. */}
      <BilledTo missing={quote?.missing ?? null} />
      {quote ? <Terms {...props} quote={quote} payment={payment} /> : <TermsSkeleton isByDays={isByDays} />}
    </>
  );
}

type QuotedProps = Omit<BuyPanelProps, 'isByDays'> & { quote: Quote };

/** When the plan begins, and by whom it is paid. */
function Choices(props: QuotedProps & { forget: () => void }) {
  const { plan, current, quote, purchase, forget, onMethod, onStart } = props;
  const { method, start } = purchase;
  return (
    <>
      {quote.willPause > 0 && <SurplusWarning plan={plan} surplus={quote.willPause} />}
      <StartChoice
        {...{ plan, quote, current, method, start }}
        onStart={(next) => {
          forget();
          onStart(next);
        }}
      />
      {quote.total > 0 && (
        <PaymentChoice
          methods={quote.paymentMethods}
          refused={quote.refusedMethods}
          chosen={method}
          onChoose={(next) => {
            forget();
            onMethod(next);
          }}
        />
      )}
    </>
  );
}

/** What is agreed to, and the button. */
function Terms(props: QuotedProps & { payment: ReturnType<typeof usePayment> }) {
  const { plan, quote, isSettled, purchase, payment } = props;
  const { pay, isPending, failure } = payment;
  const { method } = purchase;
  const isFree = quote.total === 0;
  const isTaken = isFree || quote.paymentMethods.includes(method);
  return (
    <>
      <section aria-labelledby="subscription-summary">
        <h3 id="subscription-summary" className="text-sm font-semi">
          Subscription Summary
        </h3>
        <Agreement quote={quote} plan={plan} method={method} />
      </section>
      {failure && <PaymentFailed {...failure} />}
      <div className="mt-auto grid gap-2">
        {failure?.wayOut === 'login' ? (
          <LoginAgain />
        ) : (
          <Button
            variant="primary"
            size="lg"
            className="h-10!"
            disabled={isSettled && (!isTaken || quote.missing !== null)}
            pending={isPending || !isSettled}
            pendingLabel={isPending ? 'One moment...' : 'Working it out...'}
            onClick={() => pay({ purchase, isLater: quote.startsAt !== null && quote.kind !== 'renewal' })}
          >
            {failure ? 'Try Again' : buyLabel({ quote, plan, method })}
          </Button>
        )}
        <p className="min-h-[18px] text-center text-xs text-ink-2">
          {!isTaken && 'No payment method here takes this amount.'}
          {!isFree &&
            isTaken &&
            `You ${method === 'paypal' ? 'approve' : 'pay'} on ${paymentProviderLabels[method]}’s own page and come back here.`}
        </p>
      </div>
    </>
  );
}

type AgreementProps = { quote: Quote; plan: Plan; method: PaymentMethod };

/** What is paid when: day by day for a plan that is bought in a trial, else in a few sentences. */
function Agreement(quoted: AgreementProps) {
  const days = listPaymentDays(quoted);
  const text = days ? termsText(quoted) : summaryText(quoted);
  return (
    <>
      {days && (
        <ol aria-labelledby="subscription-summary" className="mt-1 mb-2 text-sm">
          {days.map(({ day, text, amount }) => (
            <li
              key={day}
              className="grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-x-3 border-line py-1.5 not-first:border-t"
            >
              <span className="font-semi">{day}</span>
              <span className="text-pretty text-ink-2">{text}</span>
              <span className="tabular">{amount}</span>
            </li>
          ))}
        </ol>
      )}
      <p className="text-sm text-pretty text-ink-2">{text}</p>
    </>
  );
}

/** The places of the choices, so that nothing moves when the quote arrives. */
function ChoicesSkeleton({ isByDays }: { isByDays: boolean }) {
  return (
    <>
      {isByDays && (
        <div className="grid gap-1.5">
          <p className="text-sm font-semi">Your plan starts</p>
          <Skeleton className="h-32 rounded-md max-sm:h-[164px]" />
        </div>
      )}
      <div className="grid gap-1.5">
        <p className="text-sm font-semi">Payment method</p>
        <Skeleton className="h-[119px] rounded-md max-sm:h-[137px]" />
      </div>
    </>
  );
}

/** The places of the terms and of the button. */
function TermsSkeleton({ isByDays }: { isByDays: boolean }) {
  return (
    <>
      <div>
        <p className="text-sm font-semi">Subscription Summary</p>
        <Skeleton className={isByDays ? 'mt-1 h-[126px] max-sm:h-[166px]' : 'h-15 max-sm:h-20'} />
      </div>
      <div className="mt-auto grid gap-2">
        <Skeleton className="h-10 rounded-md" />
        <span className="min-h-[18px]" />
      </div>
    </>
  );
}
