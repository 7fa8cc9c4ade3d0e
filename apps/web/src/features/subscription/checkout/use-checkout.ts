import { couponEndpoints, subscriptionEndpoints } from '@picksync/contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { dismissToast, showToast } from '../../../stores/toast.ts';
import { type Beginning, type PaymentMethod, toWirePurchase } from './checkout-kind.ts';
import type { Purchase } from './start-payment.ts';

/**
 * Returns the state of the coupon of a checkout. Another plan begins without one. `first`: the coupon of an unfinished
 * payment.
 */
export function useCoupon(planId: number, first: string | null) {
  const [typed, setTyped] = useState('');
  const [applied, setApplied] = useState(first);
  const [error, setError] = useState<string>();
  const refusal = useRef<number>(null);
  const checking = useMutation({
    mutationFn: (code: string) => call(couponEndpoints.validate, { body: { code, planId } }),
    onSuccess: ({ valid, message, code }) => {
      if (!valid) return refuse(message);
      setApplied(code);
      setTyped('');
    },
    onError: (problem) => refuse(getMessage(problem, 'Failed to validate coupon')),
  });
  /** A message that stays until it is dismissed, and would deny the coupon that is applied next. */
  const withdrawRefusal = () => {
    if (refusal.current !== null) dismissToast(refusal.current);
    refusal.current = null;
  };
  const refuse = (reason: string) => {
    withdrawRefusal();
    setApplied(null);
    setError(reason);
    refusal.current = showToast({ tone: 'bad', title: 'Coupon not applied', description: reason });
  };
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      setError(undefined);
      withdrawRefusal();
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

/** Returns the quote of a purchase. It is never cached, because the credit changes with time. */
function useQuote(purchase: Purchase) {
  const body = { ...toWirePurchase(purchase), payment_method: purchase.method };
  return useQuery({
    queryKey: [subscriptionEndpoints.quote.path, body],
    queryFn: ({ signal }) => call(subscriptionEndpoints.quote, { body }, { signal }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Returns the chosen payment method, as long as it is offered. */
function useMethod(first: PaymentMethod) {
  const [wanted, setWanted] = useState(first);
  const [offered, setOffered] = useState<readonly PaymentMethod[]>();
  const method = offered && !offered.includes(wanted) ? (offered[0] ?? wanted) : wanted;
  return { method, choose: setWanted, setOffered };
}

/**
 * Returns the state of a checkout: the purchase, the payment method and the quote. A coupon that the quote refuses is
 * removed.
 */
export function useCheckout(planId: number, first: Beginning) {
  const coupon = useCoupon(planId, first.coupon);
  const { method, choose, setOffered } = useMethod(first.method);
  const [wantedStart, chooseStart] = useState(first.start);
  // A link pays at once.
  const start = method === 'razorpay' ? 'now' : wantedStart;
  const purchase: Purchase = { planId, coupon: coupon.applied, method, start };
  const { data: quote, error, isFetching, isPlaceholderData, refetch } = useQuote(purchase);
  const { refuse } = coupon;
  const isCouponRefused = error instanceof ApiError && error.code === 'coupon_invalid';
  useEffect(() => {
    if (isCouponRefused) refuse(error.message);
  }, [isCouponRefused, error, refuse]);
  useEffect(() => {
    if (quote) setOffered(quote.paymentMethods);
  }, [quote, setOffered]);
  return {
    coupon,
    purchase,
    chooseMethod: choose,
    chooseStart,
    quote,
    quoting: {
      problem: isCouponRefused ? null : error,
      retrying: isFetching,
      onRetry: () => void refetch(),
      /** Whether the quote is for the present choice. */
      isSettled: !isPlaceholderData && !isFetching,
    },
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
