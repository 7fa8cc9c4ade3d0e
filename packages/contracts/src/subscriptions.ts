import * as z from 'zod';
import { checkoutBody } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { count, isoTime, messageReply } from './fields.ts';
import { subscriptionTiers } from './users.ts';

export const plan = z.object({
  id: z.int(),
  name: z.string(),
  tier: z.enum(subscriptionTiers),
  /** In `currency`, with two decimals. */
  price: z.number().nonnegative(),
  currency: z.string(),
  billingCycle: z.string(),
  maxConfigurations: count,
  features: z.array(z.string()),
  isPopular: z.boolean(),
  isSubscribed: z.boolean(),
});

const currentSubscription = z.object({
  hasSubscription: z.boolean(),
  subscription: z
    .object({
      status: z.string(),
      current_period_end: isoTime.nullable(),
      cancel_at_period_end: z.boolean(),
      payment_provider: z.string().nullable(),
      payment_provider_subscription_id: z.string().nullable(),
    })
    .nullable(),
  plan: z.object({ id: z.int(), name: z.string() }).nullable(),
  configsUsed: count,
  configsAvailable: count,
  trial: z.object({ isActive: z.boolean(), daysRemaining: count }),
});

export const subscriptionEndpoints = {
  plans: endpoint({
    method: 'GET',
    path: '/api/subscription/plans',
    reply: z.array(plan),
    access: 'public',
    notImplemented: true,
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/subscription/current',
    reply: currentSubscription,
    access: 'user',
    notImplemented: true,
  }),
  /** Starts a checkout with the payment method named in the body. */
  subscribe: endpoint({
    method: 'POST',
    path: '/api/subscription/subscribe',
    body: checkoutBody,
    /** Without a `checkoutUrl` nothing is to be paid and the plan is active already. */
    reply: z.object({ checkoutUrl: z.string().nullable(), message: z.string() }),
    access: 'user',
    notImplemented: true,
  }),
  /** Takes back a cancellation while the period still runs. */
  resume: endpoint({
    method: 'POST',
    path: '/api/subscription/resume',
    reply: messageReply,
    access: 'user',
    notImplemented: true,
  }),
};
