import * as z from 'zod';
import { providerIdField, purchase, returnAddresses, startField, verificationReply } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { rawReply } from './fields.ts';

export const razorpayEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/subscription/razorpay/create',
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
  verify: endpoint({
    method: 'POST',
    path: '/api/subscription/razorpay/verify',
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
  events: endpoint({
    method: 'POST',
    path: '/api/subscription/razorpay/webhook',
    reply: rawReply,
    access: 'public',
    raw: 'bytes',
  }),
};
