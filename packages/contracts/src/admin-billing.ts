import * as z from 'zod';
import { reasonField } from './admin.ts';
import { planIdField } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { adminAct, adminPages } from './endpoint-kinds.ts';
import { count, idField, idParams, isoTime, oneLine, requiredText } from './fields.ts';
import { paymentProviders, plan } from './subscriptions.ts';
import { subscriptionStatuses } from './users.ts';

const adminSubscription = z.object({
  id: idField,
  userId: idField,
  email: z.string(),
  planName: z.string(),
  status: z.enum(subscriptionStatuses),
  payment_provider: z.enum(paymentProviders).nullable(),
  payment_provider_subscription_id: z.string().nullable(),
  price: z.number(),
  currency: z.string(),
  startDate: isoTime,
  /** False for one that was booked and dropped before its first day. */
  hasBegun: z.boolean(),
  current_period_end: isoTime.nullable(),
});

/** The result of processing a provider's event; null before that. `unassigned`: it is about money, and nobody knows whose. */
const eventOutcomes = ['applied', 'nothing', 'refused', 'failed', 'unassigned'] as const;

const providerEvent = z.object({
  id: idField,
  provider: z.enum(['paypal', 'razorpay']),
  type: z.string(),
  reference: z.string().nullable(),
  /** Whose payment it is, where that is known. */
  email: z.string().nullable(),
  receivedAt: isoTime,
  processedAt: isoTime.nullable(),
  outcome: z.enum(eventOutcomes).nullable(),
  detail: z.string().nullable(),
  attempts: count,
  /** Whether an administrator should look at it: refused, failed or unassigned, and neither acknowledged nor dealt with since. */
  isWaiting: z.boolean(),
});

const month = z.object({
  /** Its first day, `2026-11-01`. */
  month: z.iso.date(),
  /** Paid in the month less what was refunded, per plan id. */
  revenue: z.array(z.object({ planId: z.int(), amount: z.number() })),
  trialsBegun: count,
  /** Trials that began in the month and became a paid plan. */
  trialsConverted: count,
  /** Paid plans at the end of the month, or now. */
  active: count,
  begun: count,
  ended: count,
  /** Ended of those that were active at the month's beginning, 0 to 1; null when there were none. */
  churn: z.number().min(0).max(1).nullable(),
});

const planFields = z
  .strictObject({
    name: requiredText({ message: 'Please give a name', max: 40 }).regex(
      oneLine,
      'Please write it on one line',
    ),
    description: z.string().trim().max(200, 'At most 200 characters'),
    price: z
      .number('Please give a price')
      .min(0, 'Please give a price')
      .max(99_999_999, 'At most 99,999,999')
      .multipleOf(0.01, 'Please give whole cents'),
    maxConfigurations: z
      .int('Please give a whole number')
      .min(1, 'Please allow at least one')
      .max(10_000, 'At most 10,000'),
    features: z
      .array(z.string().trim().min(1).max(100, 'At most 100 characters each'))
      .max(20, 'At most 20 features'),
    isPopular: z.boolean(),
    isActive: z.boolean(),
  })
  .partial();

export const editPlanBody = planFields.extend({
  /** The changed fields as they were when the form was opened. Where they are others now, the edit is refused, so that none is overwritten unseen. */
  seen: planFields.optional(),
});

export const adminBillingEndpoints = {
  subscriptions: endpoint('GET', '/api/admin/subscriptions', {
    ...adminPages,
    query: adminPages.query.extend({ status: z.enum(subscriptionStatuses).optional() }),
    reply: z.array(adminSubscription),
  }),
  /** Newest first. */
  events: endpoint('GET', '/api/admin/provider-events', {
    ...adminPages,
    query: adminPages.query.extend({
      outcome: z.enum(eventOutcomes).optional(),
      /** `true`: only those that an administrator should look at. */
      waiting: z.literal('true').optional(),
    }),
    reply: z.array(providerEvent),
  }),
  /** Asks the provider again what is true, and applies it once. */
  replay: endpoint('POST', '/api/admin/provider-events/:id/replay', { ...adminAct, params: idParams }),
  /** Takes an event out of what waits for an administrator. A later try that is refused brings it back. */
  acknowledge: endpoint('POST', '/api/admin/provider-events/:id/acknowledge', {
    ...adminAct,
    params: idParams,
    body: z.strictObject({ reason: reasonField }),
  }),
  /** Every plan, the cheapest first, also those that are off. */
  plans: endpoint('GET', '/api/admin/plans', {
    reply: z.array(plan.extend({ isActive: z.boolean(), canBeOff: z.boolean() })),
    access: 'admin',
  }),
  /** A new price or limit is for users who subscribe or renew by link from now on. */
  editPlan: endpoint('PATCH', '/api/admin/plans/:id', {
    ...adminAct,
    params: z.strictObject({ id: z.coerce.number<string>().pipe(planIdField) }),
    body: editPlanBody,
  }),
  /** The last twelve months in UTC, oldest first, computed from the billing ledger and the payments. */
  figures: endpoint('GET', '/api/admin/figures', {
    reply: z.object({
      currency: z.string(),
      plans: z.array(z.object({ id: z.int(), name: z.string() })),
      months: z.array(month).length(12),
      activeNow: z.array(z.object({ planId: z.int(), count })),
      trialsRunning: count,
      /** What the running subscriptions bring in a month. */
      monthlyRevenue: z.number(),
      at: isoTime,
    }),
    access: 'admin',
  }),
};
