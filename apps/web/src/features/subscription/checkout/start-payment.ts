import { paypalEndpoints, razorpayEndpoints } from '@picksync/contracts';
import { call } from '../../../api/call.ts';
import { showToast } from '../../../stores/toast.ts';
import type { PaymentMethod } from './checkout-kind.ts';
import { sendRetrying } from './retrying.ts';

export type Purchase = { planId: number; coupon: string | null; method: PaymentMethod };

function purchaseOf({ planId, coupon }: Purchase) {
  return { plan_id: planId, start: 'now' as const, ...(coupon !== null && { coupon_code: coupon }) };
}

/** Returns the query that tells the page after paying what was bought. */
function returnQuery({ planId, coupon }: Purchase): string {
  const query = new URLSearchParams({ plan_id: String(planId) });
  if (coupon !== null) query.set('coupon_code', coupon);
  return query.toString();
}

async function startWithPaypal(purchase: Purchase, signal: AbortSignal): Promise<string | null> {
  const body = {
    ...purchaseOf(purchase),
    return_url: `/subscription?status=success&${returnQuery(purchase)}`,
    cancel_url: '/subscription?status=cancelled',
  };
  return (await call(paypalEndpoints.create, { body }, { quiet: true, signal })).approvalUrl;
}

async function startWithRazorpay(purchase: Purchase, signal: AbortSignal): Promise<string | null> {
  const body = {
    ...purchaseOf(purchase),
    return_url: `/subscription/success?${returnQuery(purchase)}`,
    cancel_url: '/subscription/cancel',
    customer_name: 'Picksync customer',
  };
  const { checkoutUrl } = await sendRetrying({
    send: (timeoutMs) => call(razorpayEndpoints.create, { body }, { quiet: true, signal, timeoutMs }),
    onRetry: (attempt, of) =>
      showToast({
        tone: 'neutral',
        title: 'Retrying Payment',
        description: `Razorpay did not answer. Attempt ${attempt} of ${of}.`,
      }),
    signal,
  });
  return checkoutUrl;
}

/** Starts a payment. Returns the address of the provider's page, or null where nothing is to be paid and the plan is active. */
export function startPayment(purchase: Purchase, signal: AbortSignal): Promise<string | null> {
  return purchase.method === 'paypal'
    ? startWithPaypal(purchase, signal)
    : startWithRazorpay(purchase, signal);
}
