import * as z from 'zod';
import { providerIdField } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { messageReply } from './fields.ts';

const noEmail = 'Please enter a user email address';
const noPlan = 'Please select a subscription plan';

export const activateSubscriptionBody = z.strictObject({
  userEmail: z.string(noEmail).trim().toLowerCase().min(1, noEmail).max(254, noEmail).check(z.email(noEmail)),
  planId: z.int(noPlan).min(1, noPlan).max(1_000_000, noPlan),
  customPaymentId: providerIdField.optional(),
});

export const adminEndpoints = {
  activateSubscription: endpoint({
    method: 'POST',
    path: '/api/admin/subscription/activate',
    body: activateSubscriptionBody,
    reply: messageReply,
    access: 'admin',
    notImplemented: true,
  }),
};
