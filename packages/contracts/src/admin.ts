import * as z from 'zod';
import { providerIdField } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { adminAct } from './endpoint-kinds.ts';
import { requiredText } from './fields.ts';

const noEmail = 'Please enter a user email address';
const noPlan = 'Please select a subscription plan';

/** Why an administrator did something: kept in the audit log with their name. */
export const reasonField = requiredText({ message: 'Please say why', max: 300 });

export const activateSubscriptionBody = z.strictObject({
  userEmail: z.string(noEmail).trim().toLowerCase().min(1, noEmail).max(254, noEmail).check(z.email(noEmail)),
  planId: z.int(noPlan).min(1, noPlan).max(1_000_000, noPlan),
  customPaymentId: providerIdField.optional(),
  reason: reasonField.optional(),
});

export const adminEndpoints = {
  /** Gives a user a plan for a month without charging anything; the free plan ends the one they have. */
  activateSubscription: endpoint('POST', '/api/admin/subscription/activate', {
    ...adminAct,
    body: activateSubscriptionBody,
  }),
};
