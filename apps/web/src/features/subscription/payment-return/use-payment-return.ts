import { useEffect, useRef, useState } from 'react';
import { useRefreshPlan } from '../../../api/subscription.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { followPayment, type Phase } from './follow-payment.ts';
import type { Payment } from './payment-status.ts';

/** Follows one payment while its page is open. `retry` starts over. */
export function usePaymentReturn(payment: Payment, planName: string): { phase: Phase; retry: () => void } {
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
