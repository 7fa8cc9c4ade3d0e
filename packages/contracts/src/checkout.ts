import * as z from 'zod';
import { oneLine } from './fields.ts';

export const paymentMethods = ['razorpay', 'paypal'] as const;

/** The names of the payment providers, as everybody reads them. */
export const paymentProviderLabels = { paypal: 'PayPal', razorpay: 'Razorpay' } as const;

/** Anything but an address of our own site is ignored for the default. */
const address = z.string().trim().max(2048).optional();

export const planIdField = z
  .int('Subscription plan is required')
  .min(1, 'Please select a valid subscription plan')
  .max(1_000_000, 'Please select a valid subscription plan');

export const couponCodeField = z.string().trim().toUpperCase().min(1).max(64);

/** What is being bought. */
export const purchase = { plan_id: planIdField, coupon_code: couponCodeField.optional() };

/**
 * For a plan bought in a trial: whether it begins now or after the free days. By default it begins after them when PayPal
 * charges, and now when it is paid by link.
 */
export const startField = z.enum(['now', 'later']).optional();

/** Where the browser goes after paying or giving up: paths of our own site, or addresses of its origin. */
export const returnAddresses = { return_url: address, cancel_url: address };

export const checkoutBody = z.strictObject({
  ...purchase,
  ...returnAddresses,
  start: startField,
  payment_method: z.enum(paymentMethods).default('razorpay'),
  customer_name: z.string().trim().max(200).optional(),
});

/** An id that a payment provider gave. */
export const providerIdField = z.string().trim().min(1).max(128).regex(oneLine, 'Please give an id');

/** What the server found when it asked the provider. */
export const verificationReply = z.object({
  /** Whether the plan is active, or booked for a later day. */
  success: z.boolean(),
  /** `active`, `scheduled`, `pending`, or the provider's own word for why it is not. */
  status: z.string(),
  message: z.string(),
});
