import { completePaypalState } from '../paypal/complete-state.ts';
import { createPaypalState, type PaypalState } from '../paypal/paypal.model.ts';
import { createRazorpayState, type RazorpayState, readRazorpayState } from '../razorpay/razorpay.model.ts';
import type { Delivery } from './delivery.model.ts';

/** Everything that was sold and paid, and the events that told of it. Plain data, oldest first, so it can be saved. */
export type PaymentState = { paypal: PaypalState; razorpay: RazorpayState; deliveries: Delivery[] };

/** Returns what was saved, with what earlier versions did not save yet. */
export function readPaymentState(saved: Partial<PaymentState> | undefined): PaymentState {
  return {
    paypal: completePaypalState(saved?.paypal),
    razorpay: readRazorpayState(saved?.razorpay),
    deliveries: saved?.deliveries ?? [],
  };
}

export function createPaymentState(): PaymentState {
  return { paypal: createPaypalState(), razorpay: createRazorpayState(), deliveries: [] };
}
