import { createPaypalState, type PaypalState } from '../paypal/paypal.model.ts';
import { createRazorpayState, type RazorpayState } from '../razorpay/razorpay.model.ts';
import type { Delivery } from './delivery.model.ts';

/** Everything that was sold and paid, and the events that told of it. Plain data, oldest first, so it can be saved. */
export type PaymentState = { paypal: PaypalState; razorpay: RazorpayState; deliveries: Delivery[] };

export function createPaymentState(): PaymentState {
  return { paypal: createPaypalState(), razorpay: createRazorpayState(), deliveries: [] };
}
