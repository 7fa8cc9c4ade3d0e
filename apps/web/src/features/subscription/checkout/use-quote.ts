import { subscriptionEndpoints } from '@picksync/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Purchase } from './start-payment.ts';

/** Returns the quote of a purchase. It is never cached, because the credit changes with time. */
export function useQuote({ planId, coupon, method, start }: Purchase) {
  const body = {
    plan_id: planId,
    payment_method: method,
    // Without it each payment method has its own start, and none is refused for that.
    ...(start === 'now' && { start }),
    ...(coupon !== null && { coupon_code: coupon }),
  };
  return useQuery({
    queryKey: [subscriptionEndpoints.quote.path, body],
    queryFn: ({ signal }) => call(subscriptionEndpoints.quote, { body }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}
