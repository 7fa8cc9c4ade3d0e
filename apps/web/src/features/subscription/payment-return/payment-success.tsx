import { Button } from '@picksync/ui/button.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { currentQuery } from '../../../api/subscription.queries.ts';
import { toSubscriptionState } from '../subscription-state.ts';
import { BoughtPlan } from './bought-plan.tsx';
import { ProviderReturn } from './provider-return.tsx';
import { ResultCard, ResultLink, unchanged } from './result-card.tsx';
import type { Returned } from './returned-from.ts';

/** The page after paying. */
export function PaymentSuccess({ returned }: { returned: Returned }) {
  if (returned.from === 'unknown') return <NothingToLookUp text={returned.missing} />;
  if (returned.from === 'nobody') return <BoughtForNothing planId={returned.planId} />;
  return <ProviderReturn payment={returned} />;
}

/** Shown when the address lacks the parameters of the provider. */
function NothingToLookUp({ text }: { text: string }) {
  const { data: current, isPending } = useQuery(currentQuery.afterPaying);
  return (
    <ResultCard
      tone="bad"
      icon={<TriangleAlert />}
      title="Verification Error"
      text={text}
      details={unchanged(current, !isPending)}
      actions={
        <>
          <ResultLink label="Contact Us" />
          <ResultLink label="View Subscription" primary />
        </>
      }
    />
  );
}

/** Shown after a purchase without a payment. The plan in the address is checked: only a user who has it is thanked. */
function BoughtForNothing({ planId }: { planId: number }) {
  const { data: current, isPending, isFetching, refetch } = useQuery(currentQuery.afterPaying);
  if (isPending)
    return (
      <ResultCard
        tone="accent"
        icon={<Spinner className="size-5!" />}
        title="Verifying your payment"
        text="We look up your plan."
        isBusy
        progress={{ step: 0 }}
        details={unchanged(undefined, false)}
        actions={<ResultLink label="Go to Dashboard" />}
      />
    );
  if (!current)
    return (
      <ResultCard
        tone="warn"
        icon={<TriangleAlert />}
        title="Your plan could not be loaded"
        text="Nothing about it has changed by that. Please try again."
        details={[]}
        actions={
          <>
            <ResultLink label="Go to Dashboard" />
            <Button variant="primary" pending={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          </>
        }
      />
    );
  const isActive = toSubscriptionState(current).is === 'active' && current.plan?.id === planId;
  if (isActive || current.next?.planId === planId) return <BoughtPlan current={current} planId={planId} />;
  return <NothingToLookUp text="Missing payment information. Please contact support" />;
}

/** The page after coming back from the provider without paying. */
export function PaymentCancelled() {
  const { data: current, isPending } = useQuery(currentQuery.afterPaying);
  return (
    <ResultCard
      tone="neutral"
      icon={<X />}
      title="Payment Cancelled"
      text="You were not charged. Everything is as it was."
      details={unchanged(current, !isPending)}
      actions={
        <>
          <ResultLink label="Go to Dashboard" />
          <ResultLink label="View Plans" primary />
        </>
      }
    />
  );
}
