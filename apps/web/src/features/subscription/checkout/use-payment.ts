import { paymentProviderLabels } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useRefreshPlan } from '../../../api/subscription.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { paymentFailure } from './payment-failure.ts';
import { type Purchase, startPayment } from './start-payment.ts';

/** `isLater`: the plan begins on a later day, and nothing is charged before. */
type Wanted = { purchase: Purchase; isLater: boolean };

/**
 * Starts the payment: opens the provider's page, or the result at once when nothing is to be paid. It stays pending
 * until the page is left; closing the dialog before that cancels it.
 */
export function usePayment() {
  const navigate = useNavigate();
  const refresh = useRefreshPlan();
  const given = useRef<AbortController>(null);
  const paying = useMutation({
    mutationFn: async ({ purchase, isLater }: Wanted) => {
      const leaving = new AbortController();
      given.current = leaving;
      const { signal } = leaving;
      const { address, message } = await startPayment(purchase, signal);
      signal.throwIfAborted();
      if (address === null) {
        await refresh();
        showToast(
          isLater
            ? { title: 'Plan booked', description: message }
            : { title: 'Subscription Active', description: 'There was nothing to pay.' },
        );
        await navigate({ to: '/subscription/success', search: { plan_id: purchase.planId } });
        return;
      }
      const provider = paymentProviderLabels[purchase.method];
      const when = isLater ? 'agreed' : 'paid';
      showToast({ title: `Opening ${provider}`, description: `You come back here when you have ${when}.` });
      window.location.assign(address);
    },
  });
  const { reset } = paying;
  useEffect(() => {
    // A user who comes back with the browser's Back button may press the button again.
    const wake = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', wake);
    return () => {
      window.removeEventListener('pageshow', wake);
      given.current?.abort();
    };
  }, [reset]);
  const failedWith = paying.variables?.purchase.method ?? 'paypal';
  return {
    pay: paying.mutate,
    forget: reset,
    /** Also while the browser is leaving the page. */
    isPending: paying.isPending || paying.isSuccess,
    failure: paying.isError ? paymentFailure(paying.error, failedWith) : null,
  };
}
