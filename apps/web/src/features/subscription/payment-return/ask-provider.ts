import { paypalEndpoints, razorpayEndpoints } from '@picksync/contracts';
import { call } from '../../../api/call.ts';
import type { Returned } from './returned-from.ts';

/** A return with something to ask about. */
export type Payment = Extract<Returned, { from: 'paypal' | 'razorpay' }>;

/** `status`: `active`, `pending`, or the provider's own word for why it is not. */
export type Answer = { isActive: boolean; status: string; message: string };

function purchaseOf({ planId, coupon }: Payment) {
  return { plan_id: planId, ...(coupon !== null && { coupon_code: coupon }) };
}

/** Lets the server ask the provider whether it was paid, and apply it if it was. As often as you like: it is applied once. */
export async function verify(payment: Payment, signal: AbortSignal): Promise<Answer> {
  const options = { signal, quiet: true };
  const purchase = purchaseOf(payment);
  const { success, status, message } =
    payment.from === 'paypal'
      ? await call(
          paypalEndpoints.verify,
          { body: { ...purchase, subscription_id: payment.subscriptionId } },
          options,
        )
      : await call(razorpayEndpoints.verify, { body: { ...purchase, ...payment.link } }, options);
  return { isActive: success, status, message };
}

/** Asks whether it is active by now. */
export async function askAgain(payment: Payment, signal: AbortSignal): Promise<Answer> {
  if (payment.from === 'razorpay') return verify(payment, signal);
  const { success, subscription } = await call(
    paypalEndpoints.status,
    { params: { subscriptionId: payment.subscriptionId }, query: { checkRealTime: 'true' } },
    { signal, quiet: true },
  );
  return {
    isActive: success && subscription.status.toLowerCase() === 'active',
    status: subscription.status,
    message: '',
  };
}
