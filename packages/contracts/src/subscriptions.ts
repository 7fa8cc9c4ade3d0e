import * as z from 'zod';
import { checkoutBody, couponCodeField, paymentMethods, planIdField, startField } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { count, idField, isoTime, messageReply } from './fields.ts';
import { taxOnTotal } from './taxes.ts';
import { subscriptionStatuses, subscriptionTiers } from './users.ts';

/** An amount in its currency, with two decimals. On the way it is computed in whole cents. */
const amount = z.number();

export const plan = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  tier: z.enum(subscriptionTiers),
  price: amount.nonnegative(),
  currency: z.string(),
  billingCycle: z.string(),
  /** The same, as the admin page reads it. */
  billing_cycle: z.string(),
  /** The tax that is added to the price: `plus 19% VAT`; null if none is added. */
  priceNote: z.string().nullable(),
  maxConfigurations: count,
  features: z.array(z.string()),
  isPopular: z.boolean(),
  isSubscribed: z.boolean(),
});

/** Who took the payment: a provider, an administrator who gave the plan, or a coupon that covered everything. */
export const paymentProviders = ['paypal', 'razorpay', 'manual', 'none'] as const;

const subscription = z.object({
  id: idField,
  status: z.enum(subscriptionStatuses),
  /** Of a regular period: of today, or as it was agreed where PayPal charges it. */
  price: amount.nonnegative(),
  currency: z.string(),
  current_period_start: isoTime.nullable(),
  current_period_end: isoTime.nullable(),
  cancel_at_period_end: z.boolean(),
  payment_provider: z.enum(paymentProviders).nullable(),
  /** What `paypal/cancel` takes; an id of ours where no provider is involved. */
  payment_provider_subscription_id: z.string().nullable(),
  /** Of a plan that was given: the payment that an administrator granted it for; null where nothing was paid. */
  grantedFor: z.object({ amount, currency: z.string(), at: isoTime }).nullable(),
  /** With `past_due`: until when the plan goes on unpaid. */
  graceEndsAt: isoTime.nullable(),
  /** Whether `resume` would undo the cancellation. */
  canResume: z.boolean(),
  /** Whether the plan can still be bought. One that cannot is not renewed by link; PayPal goes on charging for it. */
  isOffered: z.boolean(),
  /** Whether the next period can be paid now: of a plan that is paid period by period, near its end. */
  canRenew: z.boolean(),
  /** With `canRenew`: what the next period costs, with tax and less the credit that it uses. */
  renewalAmount: amount.nonnegative().nullable(),
  /** The other provider, if it can take over the payments of the running plan now; null otherwise. */
  movableTo: z.enum(paymentMethods).nullable(),
});

/** A plan that is booked and begins on a later day: a lower one, or one that was bought in a trial. */
const nextPlan = z.object({
  planId: z.int(),
  planName: z.string(),
  startsAt: isoTime,
  /** The price of a regular period; `firstAmount` is that of the first one. */
  price: amount.nonnegative(),
  firstAmount: amount.nonnegative(),
  currency: z.string(),
  payment_provider: z.enum(paymentProviders).nullable(),
  /** The id with which `paypal/cancel` cancels this plan alone. */
  payment_provider_subscription_id: z.string().nullable(),
  /** Whether its first period is paid already, or costs nothing. */
  isPaid: z.boolean(),
  /** Whether the plan can still be bought. */
  isOffered: z.boolean(),
  /** Whether it can be paid now: a plan that is paid by link, near its first day. */
  canRenew: z.boolean(),
  /** `limit`: the automations it allows. `willPause`: those beyond it. `willWait`: others with settings that it lacks. */
  limit: count,
  willPause: count,
  willWait: count,
});

/** What a plan would mean for the automations that a user has now. */
const planEffects = z.object({
  /** Automations that it allows. */
  limit: count,
  /** Active automations, and those that are too many and would be paused: the newest. */
  active: count,
  willPause: count,
  /** Automations within the limit that would wait, because they use settings that the plan lacks. */
  willWait: count,
  /** Some of these, by name: first those that are paused. */
  automations: z.array(z.object({ id: idField, name: z.string(), effect: z.enum(['paused', 'waits']) })),
  /** API keys and outgoing webhooks that would stop working. */
  apiKeys: count,
  outgoingWebhooks: count,
  /** Whether only the 15-minute check would find changes. */
  losesRealTime: z.boolean(),
});

/** A payment page that was opened and may still be paid, or was paid and is not active yet. */
const pendingCheckout = z.object({
  planId: z.int(),
  planName: z.string(),
  payment_provider: z.enum(paymentMethods),
  /** The provider's id. */
  reference: z.string(),
  /** The coupon that the price was worked out with. */
  couponCode: z.string().nullable(),
  /** Whether the provider has said that the user agreed to pay. */
  isApproved: z.boolean(),
  since: isoTime,
});

export const currentSubscription = z.object({
  hasSubscription: z.boolean(),
  subscription: subscription.nullable(),
  /** What the user has now: the paid plan, Basic's features as a trial (null), or Free. */
  plan: z.object({ id: z.int(), name: z.string() }).nullable(),
  configsUsed: count,
  configsAvailable: count,
  trial: z.object({ isActive: z.boolean(), daysRemaining: count, endsAt: isoTime.nullable() }),
  pending: pendingCheckout.nullable(),
  next: nextPlan.nullable(),
  /** What happens at the end of a trial or of a cancelled period: how many automations are paused then. */
  afterEnd: z.object({ limit: count, willPause: count }).nullable(),
  /** Automations that a smaller plan has paused. */
  pausedByPlan: count,
  lastPayment: z
    .object({
      amount,
      /** How much of it was refunded or charged back. */
      refunded: amount.nonnegative(),
      currency: z.string(),
      at: isoTime,
      receiptNumber: z.string().nullable(),
    })
    .nullable(),
});

/** `first`: a first paid plan. `upgrade`: a higher one. `renewal`: one more period of the same. `change`: everything else. */
export const checkoutKinds = ['first', 'upgrade', 'change', 'renewal'] as const;

/** What the checkout shows before anything is charged: exactly what will be. */
export const quote = z.object({
  kind: z.enum(checkoutKinds),
  planId: z.int(),
  /** The plan first; then what is taken off, as negative amounts; then a tax that is added. They add up to `total`. */
  lines: z.array(z.object({ kind: z.enum(['plan', 'coupon', 'credit', 'tax']), label: z.string(), amount })),
  /** Of the first period. 0: no provider is asked. */
  total: amount.nonnegative(),
  /** The credit of unused days that this purchase leaves for the next one. */
  keptCredit: amount.nonnegative(),
  /** When the first period begins and is charged: at the end of the period or of the trial before it. Null for today. */
  startsAt: isoTime.nullable(),
  /** The end of a running trial: a plan bought in it begins then or today. */
  trialEndsAt: isoTime.nullable(),
  currency: z.string(),
  /** What comes after the first period. `isAutomatic`: charged without asking again. */
  afterwards: z.object({ amount: amount.nonnegative(), from: isoTime, isAutomatic: z.boolean() }),
  /** The tax in the total; null where no rate is set. */
  tax: taxOnTotal.nullable(),
  /** The note about the tax on the receipt. */
  taxNote: z.string().nullable(),
  /** The part of the billing details that is needed before this can be paid. */
  missing: z.enum(['country', 'region']).nullable(),
  /** The plan that ends when this one begins; of a renewal, the one whose charges by another provider end. */
  replaces: z
    .object({ planName: z.string(), payment_provider: z.enum(paymentProviders).nullable() })
    .nullable(),
  /** Automations that are too many for the plan and would be paused. */
  willPause: count,
  /** Methods that take this payment. */
  paymentMethods: z.array(z.enum(paymentMethods)),
  /** Configured methods that do not take it, with the reason for the user. */
  refusedMethods: z.array(z.object({ method: z.enum(paymentMethods), reason: z.string() })),
});

export const subscriptionEndpoints = {
  plans: endpoint('GET', '/api/subscription/plans', { reply: z.array(plan), access: 'public' }),
  current: endpoint('GET', '/api/subscription/current', { reply: currentSubscription, access: 'user' }),
  /** Says what a plan would cost this user today. A coupon that does not count is refused as `coupon_invalid`. */
  quote: endpoint('POST', '/api/subscription/quote', {
    body: z.strictObject({
      plan_id: planIdField,
      coupon_code: couponCodeField.optional(),
      payment_method: z.enum(paymentMethods).optional(),
      start: startField,
    }),
    reply: quote,
    access: 'user',
  }),
  /** Returns how another plan would affect the user's automations, API keys and webhooks. */
  effects: endpoint('GET', '/api/subscription/effects', {
    query: z.strictObject({ plan_id: z.coerce.number<string>().pipe(planIdField) }),
    reply: planEffects,
    access: 'user',
  }),
  /** Starts a checkout with the payment method named in the body. */
  subscribe: endpoint('POST', '/api/subscription/subscribe', {
    body: checkoutBody,
    /** Without a `checkoutUrl` nothing is to be paid now, and the plan is active or booked already. */
    reply: z.object({ checkoutUrl: z.string().nullable(), message: z.string() }),
    access: 'user',
  }),
  /** Reverses a cancellation, or cancels the booked plan, while the current period runs. */
  resume: endpoint('POST', '/api/subscription/resume', { reply: messageReply, access: 'user' }),
};

export type Plan = z.output<typeof plan>;
export type CurrentSubscription = z.output<typeof currentSubscription>;
export type PlanEffects = z.output<typeof planEffects>;
