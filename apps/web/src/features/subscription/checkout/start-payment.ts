import { paypalEndpoints, razorpayEndpoints } from '@picksync/contracts';
import { call } from '../../../api/call.ts';
import { showToast } from '../../../stores/toast.ts';
import type { PaymentMethod, Start } from './checkout-kind.ts';
import { sendRetrying } from './retrying.ts';

export type Purchase = { planId: number; coupon: string | null; method: PaymentMethod; start: Start };

/** The address of the provider's page; null where nothing is to be paid now, and what happened instead. */
export type Started = { address: string | null; message: string };

function toPurchase({ planId, coupon, start }: Purchase) {
  return {
    plan_id: planId,
    ...(start === 'now' && { start }),
    ...(coupon !== null && { coupon_code: coupon }),
  };
}

/** Returns the query that tells the page after paying what was bought. */
function returnQuery({ planId, coupon }: Purchase): string {
  const query = new URLSearchParams({ plan_id: String(planId) });
  if (coupon !== null) query.set('coupon_code', coupon);
  return query.toString();
}

async function startWithPaypal(purchase: Purchase, signal: AbortSignal): Promise<Started> {
  const body = {
    ...toPurchase(purchase),
    return_url: `/subscription?status=success&${returnQuery(purchase)}`,
    cancel_url: '/subscription?status=cancelled',
  };
  const { approvalUrl: address, message } = await call(
    paypalEndpoints.create,
    { body },
    { quiet: true, signal },
  );
  return { address, message };
}

async function startWithRazorpay(purchase: Purchase, signal: AbortSignal): Promise<Started> {
  const body = {
    ...toPurchase(purchase),
    return_url: `/subscription/success?${returnQuery(purchase)}`,
    cancel_url: '/subscription/cancel',
    customer_name: 'Picksync customer',
  };
  const { checkoutUrl: address, message } = await sendRetrying({
    send: (timeoutMs) => call(razorpayEndpoints.create, { body }, { quiet: true, signal, timeoutMs }),
    onRetry: (attempt, of) =>
      showToast({
        tone: 'neutral',
        title: 'Retrying Payment',
        description: `Razorpay did not answer. Attempt ${attempt} of ${of}.`,
      }),
    signal,
  });
  return { address, message };
}

/** Starts a payment. Where nothing is to be paid now, the plan is active or booked already. */
export function startPayment(purchase: Purchase, signal: AbortSignal): Promise<Started> {
  return purchase.method === 'paypal'
    ? startWithPaypal(purchase, signal)
    : startWithRazorpay(purchase, signal);
}
