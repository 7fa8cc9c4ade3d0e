import { paymentProviderLabels } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type CurrentSubscription,
  currentQuery,
  type Plan,
  plansQuery,
  useRefreshPlan,
} from '../../../api/subscription.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { listPrice } from '../money.ts';
import { BoughtPlan } from './bought-plan.tsx';
import type { Payment } from './follow-payment.ts';
import { followPayment, type Phase } from './follow-payment.ts';
import {
  BoughtLinks,
  type Progress,
  planNow,
  ResultCard,
  ResultLink,
  type ResultTone,
} from './result-card.tsx';

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
  if (phase.is === 'done' && current) return <BoughtPlan current={current} planId={payment.planId} />;
  const provider = paymentProviderLabels[payment.from];
  const { badge, ...look } = phaseLook(phase, { provider, plan: plan?.name ?? 'Your plan' });
  const status = { term: 'Status', value: <Badge tone={badge.tone}>{badge.word}</Badge> };
  if (phase.is === 'not_paid' || phase.is === 'failed' || phase.is === 'mismatch')
    return (
      <FailedPayment
        {...{ payment, look, status }}
        current={isPending ? null : current}
        actions={<FailedActions is={phase.is} planId={payment.planId} retry={retry} />}
      />
    );
  if (phase.is === 'done')
    return (
      <ResultCard
        {...look}
        details={[
          status,
          { term: 'Plan', value: plan?.name ?? 'N/A' },
          { term: 'Reference for support', value: getReference(payment) },
        ]}
        actions={<BoughtLinks />}
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
      actions={isSlow ? <BoughtLinks /> : <ResultLink label="Go to Dashboard" />}
    />
  );
}

type FailedPaymentProps = {
  payment: Payment;
  look: Omit<ReturnType<typeof phaseLook>, 'badge'>;
  status: { term: string; value: ReactNode };
  /** The unchanged subscription; null while it is loading, undefined where it could not be loaded. */
  current: CurrentSubscription | null | undefined;
  actions: ReactNode;
};

function getReference(payment: Payment): string {
  return payment.from === 'paypal' ? payment.subscriptionId : payment.link.payment_link_id;
}

/** The result of a failed payment, with the unchanged plan and the id for support. */
function FailedPayment({ payment, look, status, current, actions }: FailedPaymentProps) {
  const isKnown = current !== undefined;
  const plan = current && `${planNow(current)}, as before`;
  const quota = current && `${current.configsUsed} of ${current.configsAvailable}`;
  return (
    <ResultCard
      {...look}
      details={[
        status,
        ...(isKnown ? [{ term: 'Plan', value: plan }] : []),
        { term: 'Reference for support', value: getReference(payment) },
        ...(isKnown ? [{ term: 'Configurations', value: quota }] : []),
      ]}
      actions={actions}
    />
  );
}

type FailedActionsProps = { is: 'not_paid' | 'failed' | 'mismatch'; planId: number; retry: () => void };

/** What helps: another payment where nothing was paid, another look where it is unknown, support where the payment does not fit. */
function FailedActions({ is, planId, retry }: FailedActionsProps) {
  if (is === 'mismatch')
    return (
      <>
        <ResultLink label="View Subscription" />
        <ResultLink label="Contact Us" primary />
      </>
    );
  return (
    <>
      <ResultLink label="Contact Us" />
      {is === 'failed' ? (
        <Button variant="primary" onClick={retry}>
          Try Again
        </Button>
      ) : (
        <Link
          to="/subscription"
          search={{ checkout: planId }}
          activeOptions={{ exact: true }}
          className={buttonClass({ variant: 'primary' })}
        >
          Try Again
        </Link>
      )}
    </>
  );
}

type PhaseLook = {
  tone: ResultTone;
  icon: ReactNode;
  title: string;
  text: string;
  badge: { tone: Tone; word: string };
  progress: Progress;
  isBusy: boolean;
};

const busy = { tone: 'accent', icon: <Spinner className="size-5!" />, isBusy: true } as const;
const failed = { tone: 'bad', icon: <TriangleAlert />, title: 'Verification Error', isBusy: false } as const;

/** Returns the texts and the look of the card: while a payment is under way, when it failed, or where its plan could not be loaded. */
function phaseLook(phase: Phase, { provider, plan }: { provider: string; plan: string }): PhaseLook {
  switch (phase.is) {
    case 'verifying':
      return {
        ...busy,
        title: 'Verifying your payment',
        text: `We ask ${provider} whether it is paid.`,
        badge: { tone: 'neutral', word: 'Verifying' },
        progress: { step: 0 },
      };
    case 'activating':
      return {
        ...busy,
        title: 'Activating your subscription',
        text: `${provider} has your approval. You may leave this page; it goes on without you.`,
        badge: { tone: 'accent', word: 'Activating' },
        progress: { step: 1 },
      };
    case 'activated':
      return {
        tone: 'good',
        icon: <Check />,
        title: 'Subscription Active',
        text: `${plan} is active. The details come in a moment.`,
        badge: { tone: 'good', word: 'Active' },
        progress: { step: 2 },
        isBusy: true,
      };
    case 'done':
      return {
        tone: 'good',
        icon: <Check />,
        title: 'Thank you',
        text: `${provider} has confirmed it. Your plan could not be loaded just now.`,
        badge: { tone: 'good', word: 'Confirmed' },
        progress: { step: 3 },
        isBusy: false,
      };
    case 'slow':
      return {
        tone: 'warn',
        icon: <Clock />,
        title: 'Still activating',
        text: 'Activation is taking longer than expected. Processing continues in the background.',
        badge: { tone: 'warn', word: 'Pending' },
        progress: { step: 1 },
        isBusy: false,
      };
    case 'mismatch':
      return {
        ...failed,
        title: 'A payment does not fit your order',
        text: phase.message,
        badge: { tone: 'bad', word: 'Needs support' },
        progress: { step: 0, isFailed: true },
      };
    default:
      return {
        ...failed,
        text: phase.message,
        badge: { tone: 'bad', word: phase.is === 'failed' ? 'Not verified' : 'Not paid' },
        progress: { step: 0, isFailed: true },
      };
  }
}
