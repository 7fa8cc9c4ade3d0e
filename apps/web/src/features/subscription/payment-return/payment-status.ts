import { paypalEndpoints, razorpayEndpoints } from '@picksync/contracts';
import { call } from '../../../api/call.ts';
import type { Returned } from './returned-from.ts';

/** A return that names a payment. */
export type Payment = Extract<Returned, { from: 'paypal' | 'razorpay' }>;

/** `status`: `active`, `pending`, or the provider's own word for why it is not. */
export type PaymentStatus = { isActive: boolean; status: string; message: string };

function toPurchase({ planId, coupon }: Payment) {
  return { plan_id: planId, ...(coupon !== null && { coupon_code: coupon }) };
}

/**
 * Lets the server read the payment at the provider and apply it. It may be called several times: the payment is applied
 * once.
 */
export async function verifyPayment(payment: Payment, signal: AbortSignal): Promise<PaymentStatus> {
  const options = { signal, quiet: true };
  const purchase = toPurchase(payment);
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

const bought = ['active', 'scheduled'];

/** Reads whether the plan is active, or booked for a later day, by now. */
export async function readPaymentStatus(payment: Payment, signal: AbortSignal): Promise<PaymentStatus> {
  if (payment.from === 'razorpay') return verifyPayment(payment, signal);
  const { success, subscription } = await call(
    paypalEndpoints.status,
    { params: { subscriptionId: payment.subscriptionId }, query: { checkRealTime: 'true' } },
    { signal, quiet: true },
  );
  return {
    isActive: success && bought.includes(subscription.status.toLowerCase()),
    status: subscription.status,
    message: '',
  };
}
