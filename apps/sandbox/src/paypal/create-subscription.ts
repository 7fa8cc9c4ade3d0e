import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { upperText } from '../payments/random-text.ts';
import { unknownResource, unprocessable } from './paypal.errors.ts';
import type { Subscription } from './paypal.model.ts';
import { overriddenCycles, overrideSchema } from './plan.input.ts';
import { identifier } from './wire.ts';

const url = z.url({ protocol: /^https?$/ });

const subscriptionSchema = z.object({
  plan_id: identifier,
  custom_id: z.string().min(1).max(127).optional(),
  start_time: z.iso.datetime().optional(),
  subscriber: z.object({ email_address: z.email().optional() }).optional(),
  application_context: z.object({
    brand_name: z.string().max(127).optional(),
    user_action: z.enum(['CONTINUE', 'SUBSCRIBE_NOW']).default('SUBSCRIBE_NOW'),
    return_url: url,
    cancel_url: url,
  }),
  plan: overrideSchema.optional(),
});

/** Creates a subscription that waits for its payer. Throws PayPal's error where the plan or the override does not fit. */
export function createSubscription(
  { state, now, random, config }: Pick<SandboxDeps, 'state' | 'now' | 'random' | 'config'>,
  body: unknown,
): Subscription {
  const input = subscriptionSchema.parse(body);
  const plan = state.payments.paypal.plans.find(({ id }) => id === input.plan_id);
  if (!plan) throw unknownResource();
  if (plan.status !== 'ACTIVE') throw unprocessable('PLAN_STATUS_INVALID', 'The plan is not active.');
  const at = now().getTime();
  const startAt = input.start_time === undefined ? at : Date.parse(input.start_time);
  if (startAt < at - 60_000) throw unprocessable('INVALID_START_TIME', 'The start is in the past.');
  const changes = input.plan?.billing_cycles ?? [];
  const context = input.application_context;
  const subscription: Subscription = {
    id: `I-${upperText(random, 12)}`,
    approvalToken: `BA-${upperText(random, 17)}`,
    planId: plan.id,
    customId: input.custom_id ?? null,
    status: 'APPROVAL_PENDING',
    statusNote: '',
    statusAt: at,
    currency: plan.currency,
    cycles: overriddenCycles(plan, changes),
    isOverridden: changes.length > 0,
    subscriberEmail: input.subscriber?.email_address ?? null,
    payer: null,
    brand: context.brand_name ?? config.CLIENT_NAME,
    returnUrl: context.return_url,
    cancelUrl: context.cancel_url,
    isActivatedOnApproval: context.user_action === 'SUBSCRIBE_NOW',
    startAt,
    createdAt: at,
    updatedAt: at,
    completedPeriods: 0,
    calendarPeriods: 0,
    nextBillingAt: null,
    aheadMs: 0,
    failedPayments: 0,
    lastFailure: null,
  };
  state.payments.paypal.subscriptions.push(subscription);
  return subscription;
}
