import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { oneLine, rawReply } from './fields.ts';

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

export const couponEndpoints = {
  validate: endpoint('POST', '/api/subscription/coupon/validate', {
    body: z.strictObject({ code: couponCodeField, planId: planIdField }),
    reply: z.object({
      valid: z.boolean(),
      message: z.string(),
      code: z.string(),
      /** What the coupon takes off the first period, in the plan's currency. */
      appliedAmount: z.number().nonnegative(),
    }),
    access: 'user',
    rate: 'strict',
  }),
};

export const paypalEndpoints = {
  create: endpoint('POST', '/api/subscription/paypal/create', {
    body: z.strictObject({ ...purchase, ...returnAddresses, start: startField }),
    /** Without an `approvalUrl` nothing is to be paid, and the plan is active or booked already. */
    reply: z.object({
      approvalUrl: z.string().nullable(),
      subscriptionId: z.string().nullable(),
      message: z.string(),
    }),
    access: 'user',
  }),
  cancel: endpoint('POST', '/api/subscription/paypal/cancel', {
    ...userAct,
    body: z.strictObject({ subscription_id: providerIdField, reason: z.string().trim().max(127).optional() }),
  }),
  verify: endpoint('POST', '/api/subscription/paypal/verify', {
    body: z.strictObject({ ...purchase, subscription_id: providerIdField }),
    reply: verificationReply,
    access: 'user',
  }),
  status: endpoint('GET', '/api/subscription/paypal/status/:subscriptionId', {
    params: z.strictObject({ subscriptionId: providerIdField }),
    query: z.strictObject({ checkRealTime: z.enum(['true', 'false']).optional() }),
    reply: z.object({ success: z.boolean(), subscription: z.object({ status: z.string() }) }),
    access: 'user',
  }),
  /** PayPal posts its events here. */
  events: endpoint('POST', '/api/subscription/paypal/webhook', {
    reply: rawReply,
    access: 'public',
    raw: 'bytes',
  }),
};

export const razorpayEndpoints = {
  create: endpoint('POST', '/api/subscription/razorpay/create', {
    body: z.strictObject({
      ...purchase,
      ...returnAddresses,
      start: startField,
      customer_name: z.string().trim().max(200).optional(),
    }),
    /** Without a `checkoutUrl` nothing is to be paid now, and the plan is active or booked already. */
    reply: z.object({
      checkoutUrl: z.string().nullable(),
      paymentPageId: z.string().nullable(),
      message: z.string(),
    }),
    access: 'user',
  }),
  /** The parameters Razorpay adds to the return address; the server asks Razorpay whether they are true. */
  verify: endpoint('POST', '/api/subscription/razorpay/verify', {
    body: z.strictObject({
      ...purchase,
      payment_id: providerIdField.optional(),
      payment_page_id: providerIdField.optional(),
      payment_link_id: providerIdField.optional(),
      payment_link_reference_id: providerIdField.optional(),
      payment_link_status: z.string().max(40).optional(),
      signature: z.string().max(128).optional(),
    }),
    reply: verificationReply,
    access: 'user',
  }),
  /** Razorpay posts its events here. */
  events: endpoint('POST', '/api/subscription/razorpay/webhook', {
    reply: rawReply,
    access: 'public',
    raw: 'bytes',
  }),
};
