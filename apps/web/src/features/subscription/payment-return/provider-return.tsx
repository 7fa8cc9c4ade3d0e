import { paymentProviderLabels } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { currentQuery, type Plan, plansQuery, useRefreshPlan } from '../../../api/subscription.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { listPrice } from '../money.ts';
import { BoughtPlan } from './bought-plan.tsx';
import { FailedPayment } from './failed-payment.tsx';
import { followPayment, type Phase } from './follow-payment.ts';
import type { Payment } from './payment-status.ts';
import { phaseLook } from './phase-look.tsx';
import { ToDashboard, ToSubscription } from './result-actions.tsx';
import { ResultCard } from './result-card.tsx';

/** Follows one payment while its page is open. `retry` starts over. */
function usePaymentReturn(payment: Payment, planName: string): { phase: Phase; retry: () => void } {
  const refresh = useRefreshPlan();
  const [phase, setPhase] = useState<Phase>({ is: 'verifying' });
  const [round, setRound] = useState(0);
  // The data of the plan may change meanwhile; the payment stays the same.
  const latest = useRef({ payment, planName, refresh });
  useEffect(() => {
    latest.current = { payment, planName, refresh };
  });
  useEffect(() => {
    const leaving = new AbortController();
    void followPayment(latest.current.payment, {
      signal: leaving.signal,
      onPhase: setPhase,
      onActive: async ({ isBooked }) => {
        await latest.current.refresh();
        if (leaving.signal.aborted) return;
        const { planName } = latest.current;
        showToast(
          isBooked
            ? { title: 'Plan booked', description: `${planName} starts later.` }
            : { title: 'Subscription Active', description: `You are on ${planName}.` },
        );
      },
    });
    return () => leaving.abort();
  }, [round]);
  return { phase, retry: () => setRound((before) => before + 1) };
}

function describeBilling(plan: Plan | undefined, provider: string): string | null {
  return plan ? `${listPrice(plan)} by ${provider}` : null;
}

/** The page after coming back from a provider: verifies the payment and follows it until the plan is active. */
export function ProviderReturn({ payment }: { payment: Payment }) {
  const { data: plans } = useQuery(plansQuery);
  const { data: current, isPending } = useQuery(currentQuery.afterPaying);
  const plan = plans?.find(({ id }) => id === payment.planId);
  const { phase, retry } = usePaymentReturn(payment, plan?.name ?? 'your plan');
  if (phase.is === 'done') return current ? <BoughtPlan current={current} planId={payment.planId} /> : null;
  const provider = paymentProviderLabels[payment.from];
  const { badge, ...look } = phaseLook(phase, { provider, plan: plan?.name ?? 'Your plan' });
  const status = { term: 'Status', value: <Badge tone={badge.tone}>{badge.word}</Badge> };
  if (phase.is === 'not_paid' || phase.is === 'failed')
    return (
      <FailedPayment
        {...{ payment, look, status }}
        current={isPending ? null : current}
        retry={phase.is === 'failed' ? retry : null}
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
        { term: 'Billing', value: describeBilling(plan, provider) },
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
