import * as z from 'zod';
import { providerIdField, purchase, returnAddresses, startField, verificationReply } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { messageReply, rawReply } from './fields.ts';

export const paypalEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/subscription/paypal/create',
    body: z.strictObject({ ...purchase, ...returnAddresses, start: startField }),
    /** Without an `approvalUrl` nothing is to be paid, and the plan is active or booked already. */
    reply: z.object({
      approvalUrl: z.string().nullable(),
      subscriptionId: z.string().nullable(),
      message: z.string(),
    }),
    access: 'user',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/subscription/paypal/cancel',
    body: z.strictObject({ subscription_id: providerIdField, reason: z.string().trim().max(127).optional() }),
    reply: messageReply,
    access: 'user',
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/subscription/paypal/verify',
    body: z.strictObject({ ...purchase, subscription_id: providerIdField }),
    reply: verificationReply,
    access: 'user',
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/subscription/paypal/status/:subscriptionId',
    params: z.strictObject({ subscriptionId: providerIdField }),
    query: z.strictObject({ checkRealTime: z.enum(['true', 'false']).optional() }),
    reply: z.object({ success: z.boolean(), subscription: z.object({ status: z.string() }) }),
    access: 'user',
  }),
  /** PayPal posts its events here. */
  events: endpoint({
    method: 'POST',
    path: '/api/subscription/paypal/webhook',
    reply: rawReply,
    access: 'public',
    raw: 'bytes',
  }),
};
