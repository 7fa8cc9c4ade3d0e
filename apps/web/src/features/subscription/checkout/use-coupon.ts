import { couponEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { showToast } from '../../../stores/toast.ts';

/**
 * Returns the state of the coupon of a checkout. Another plan begins without one. `first`: the coupon of an unfinished
 * payment.
 */
export function useCoupon(planId: number, first: string | null) {
  const [typed, setTyped] = useState('');
  const [applied, setApplied] = useState(first);
  const [error, setError] = useState<string>();
  const checking = useMutation({
    mutationFn: (code: string) => call(couponEndpoints.validate, { body: { code, planId } }, { quiet: true }),
    onSuccess: ({ valid, message, code }) => {
      if (!valid) return refuse(message);
      setApplied(code);
      setTyped('');
    },
    onError: (problem) => refuse(getMessage(problem, 'Failed to validate coupon')),
  });
  const refuse = (reason: string) => {
    setApplied(null);
    setError(reason);
    showToast({ tone: 'bad', title: 'Coupon not applied', description: reason });
  };
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      setError(undefined);
    },
    applied,
    error,
    isChecking: checking.isPending,
    apply: () => {
      if (typed.trim() && !checking.isPending) checking.mutate(typed.trim());
    },
    remove: () => setApplied(null),
    /** Called when the server refuses a coupon that it accepted before. */
    refuse,
  };
}
