import { useQuery } from '@tanstack/react-query';
import { currentQuery, type Plan, plansQuery } from '../../../api/subscription.queries.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatPrice, perCycle, providerNames } from '../money.ts';
import { ActivePlan } from './active-plan.tsx';
import type { Payment } from './ask-provider.ts';
import { phaseLook } from './phase-look.tsx';
import { planNow } from './plan-now.ts';
import { ToCheckout, ToContact, ToDashboard, ToSubscription } from './result-actions.tsx';
import { type Detail, ResultCard } from './result-card.tsx';
import { usePaymentReturn } from './use-payment-return.ts';

function billingOf(plan: Plan | undefined, provider: string): string | null {
  return plan
    ? `${formatPrice(plan.price, plan.currency)} ${perCycle(plan.billingCycle)} by ${provider}`
    : null;
}

function referenceOf(payment: Payment): string {
  return payment.from === 'paypal' ? payment.subscriptionId : payment.link.payment_link_id;
}

/** What is known of a payment that failed: the plan as it was, and what support will ask for. */
function useFailedDetails(payment: Payment): Detail[] {
  const { data: current } = useQuery(currentQuery.afterPaying);
  return [
    ...(current ? [{ term: 'Plan', value: `${planNow(current)}, as before` }] : []),
    { term: 'Reference for support', value: referenceOf(payment) },
    ...(current
      ? [{ term: 'Configurations', value: `${current.configsUsed} of ${current.configsAvailable}` }]
      : []),
  ];
}

/** Back from a provider: it is verified and followed until the plan is active. */
export function ProviderReturn({ payment }: { payment: Payment }) {
  const { data: plans } = useQuery(plansQuery);
  const { data: current } = useQuery(currentQuery.afterPaying);
  const plan = plans?.find(({ id }) => id === payment.planId);
  const { phase, retry } = usePaymentReturn(payment, plan?.name ?? 'your plan');
  const failedDetails = useFailedDetails(payment);
  if (phase.is === 'done') return current ? <ActivePlan current={current} /> : null;
  const provider = providerNames[payment.from];
  const { badge, ...look } = phaseLook(phase, { provider, plan: plan?.name ?? 'Your plan' });
  const status = { term: 'Status', value: <Badge tone={badge.tone}>{badge.word}</Badge> };
  if (phase.is === 'not_paid' || phase.is === 'failed')
    return (
      <ResultCard
        {...look}
        details={[status, ...failedDetails]}
        actions={
          <>
            <ToContact />
            {phase.is === 'not_paid' ? (
              <ToCheckout planId={payment.planId} />
            ) : (
              <Button variant="primary" onClick={retry}>
                Try Again
              </Button>
            )}
          </>
        }
      />
    );
  const isSlow = phase.is === 'slow';
  const quota = current && isSlow ? `${current.configsUsed} of ${current.configsAvailable} until then` : null;
  return (
    <ResultCard
      {...look}
      details={[
        status,
        { term: 'Plan', value: plan?.name ?? null },
        { term: 'Billing', value: billingOf(plan, provider) },
        { term: 'Paid', value: isSlow ? 'N/A' : null },
        { term: 'Next billing date', value: isSlow ? 'N/A' : null },
        { term: 'Configurations', value: quota },
      ]}
      actions={
        isSlow ? (
          <>
            <ToSubscription label="View Subscription" />
            <ToDashboard primary />
          </>
        ) : (
          <ToDashboard />
        )
      }
    />
  );
}
