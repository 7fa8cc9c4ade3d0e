import * as z from 'zod';

const paymentMethods = ['razorpay', 'paypal'] as const;

const address = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .optional();

export const planIdField = z
  .int('Subscription plan is required')
  .min(1, 'Please select a valid subscription plan')
  .max(1_000_000, 'Please select a valid subscription plan');

export const couponCodeField = z.string().trim().toUpperCase().min(1).max(64);

/** What is being bought. */
export const purchase = { plan_id: planIdField, coupon_code: couponCodeField.optional() };

/** Where the browser goes after paying or giving up. The server accepts addresses of its own origin only. */
export const returnAddresses = { return_url: address, cancel_url: address };

export const checkoutBody = z.strictObject({
  ...purchase,
  ...returnAddresses,
  payment_method: z.enum(paymentMethods).default('razorpay'),
  customer_name: z.string().trim().max(200).optional(),
});

/** An id that a payment provider gave. */
export const providerIdField = z.string().trim().min(1).max(128);

/** What the server found when it asked the provider. */
export const verificationReply = z.object({
  success: z.boolean(),
  status: z.string(),
  message: z.string(),
});
