import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { upperText } from '../payments/random-text.ts';
import { definedFields } from '../smartsheet/attributes.ts';
import { syntaxNotes } from './error-catalogue.ts';
import { brokenRule, invalidRequest } from './paypal.errors.ts';
import type { BillingCycle, Plan, Revision, Subscriber, Subscription, Taxes, Terms } from './paypal.model.ts';
import { getPlan } from './paypal.store.ts';
import { preferenceFields } from './plan.input.ts';
import { listCurrencies, pricingSchema, quantitySchema, readScheme, taxesSchema } from './pricing.ts';
import { contextSchema, shippingAddressSchema, subscriberSchema } from './subscriber.input.ts';
import { moneySchema, planIdSchema, textSchema, timeSchema } from './wire.ts';

/** What a subscription, or a change of one, says about its prices. */
const termsFields = {
  quantity: quantitySchema.optional(),
  shipping_amount: moneySchema.optional(),
  plan: z
    .object({
      billing_cycles: z
        .array(
          z.object({
            sequence: z.number().int().min(1).max(99),
            total_cycles: z.number().int().min(0).max(999).optional(),
            pricing_scheme: pricingSchema.optional(),
          }),
        )
        .min(1)
        .max(12)
        .optional(),
      payment_preferences: z.object(preferenceFields).partial().optional(),
      taxes: taxesSchema.partial().optional(),
    })
    .optional(),
};
type TermsInput = z.output<z.ZodObject<typeof termsFields>>;
type OverridingCall = 'subscriptions.create' | 'subscriptions.revise';

export const subscriptionSchema = z.object({
  ...termsFields,
  plan_id: planIdSchema,
  custom_id: textSchema(1, 127, /^[\x20-\x7E]+$/).optional(),
  start_time: timeSchema.optional(),
  subscriber: subscriberSchema.optional(),
  auto_renewal: z.boolean().optional(),
  application_context: contextSchema.optional(),
});
export const revisionSchema = z.object({
  ...termsFields,
  plan_id: planIdSchema.optional(),
  shipping_address: shippingAddressSchema.optional(),
  application_context: contextSchema.optional(),
});

/** How late a start may come that was meant to be now. */
const toleranceMs = 60_000;

/** Creates a subscription that waits for its payer. Throws PayPal's error where the plan or the override does not fit. */
export function createSubscription(
  deps: SandboxDeps,
  input: z.output<typeof subscriptionSchema>,
): Subscription {
  const { state, now, random, config } = deps;
  const plan = getPlan(deps, input.plan_id);
  if (plan.status !== 'ACTIVE') throw brokenRule('subscriptions.create', 'PLAN_STATUS_INVALID');
  const at = now().getTime();
  const startAt = input.start_time === undefined ? at : Date.parse(input.start_time);
  if (startAt < at - toleranceMs)
    throw invalidRequest('INVALID_PARAMETER_VALUE', {
      field: '/start_time',
      value: input.start_time ?? '',
      description: syntaxNotes.startInPast,
    });
  const context = input.application_context;
  const subscription: Subscription = {
    ...toTerms(plan, input, { call: 'subscriptions.create', at }),
    id: `I-${upperText(random, 12)}`,
    approvalToken: `BA-${upperText(random, 17)}`,
    customId: input.custom_id ?? null,
    status: 'APPROVAL_PENDING',
    subscriber: withoutCardNumber(input.subscriber ?? {}),
    payer: null,
    brand: context?.brand_name ?? config.CLIENT_NAME,
    applicationContext: context ?? null,
    returnUrl: context?.return_url ?? null,
    cancelUrl: context?.cancel_url ?? null,
    isActivatedOnApproval: (context?.user_action ?? 'SUBSCRIBE_NOW') === 'SUBSCRIBE_NOW',
    startAt,
    activatedAt: null,
    calendarFrom: startAt,
    statusNote: '',
    statusAt: at,
    createdAt: at,
    updatedAt: at,
    completedPeriods: 0,
    calendarPeriods: 0,
    nextBillingAt: null,
    revision: null,
    aheadMs: 0,
    failedPayments: 0,
    lastFailure: null,
    outstanding: 0,
  };
  state.payments.paypal.subscriptions.push(subscription);
  return subscription;
}

/** A card is told again by its last digits only. */
function withoutCardNumber({
  payment_source: source,
  ...rest
}: z.output<typeof subscriberSchema>): Subscriber {
  if (!source?.card) return { ...rest, ...(source && { payment_source: source }) };
  const { number, security_code: _, ...card } = source.card;
  const shown = { ...card, last_digits: number.slice(-4), brand: getBrand(number), type: 'CREDIT' };
  return { ...rest, payment_source: { card: shown } };
}

function getBrand(number: string): string {
  const brands = { '3': 'AMEX', '4': 'VISA', '5': 'MASTERCARD', '6': 'DISCOVER' };
  return brands[number.charAt(0) as keyof typeof brands] ?? 'VISA';
}

/**
 * Notes what is to change of a subscription: its plan, its quantity or its prices. Nothing changes before its payer has
 * agreed on the page that the link `approve` leads to. Throws PayPal's error where the change does not fit.
 */
export function reviseSubscription(
  deps: SandboxDeps,
  subscription: Subscription,
  input: z.output<typeof revisionSchema>,
): Revision {
  if (!['ACTIVE', 'SUSPENDED'].includes(subscription.status))
    throw brokenRule('subscriptions.revise', 'SUBSCRIPTION_STATUS_INVALID');
  const before = getPlan(deps, subscription.planId);
  const plan = input.plan_id === undefined ? before : getPlan(deps, input.plan_id);
  if (plan.product_id !== before.product_id)
    throw brokenRule('subscriptions.revise', 'PLAN_PRODUCT_NOT_COMPATIBLE', { field: '/plan_id' });
  const terms = toTerms(plan, input, { call: 'subscriptions.revise', at: deps.now().getTime() });
  const context = input.application_context;
  const revision: Revision = {
    ...(plan.id === before.id ? keptTerms(subscription, input, terms) : terms),
    approvalToken: `BA-${upperText(deps.random, 17)}`,
    shippingAddress: input.shipping_address,
    returnUrl: context?.return_url ?? subscription.returnUrl,
    cancelUrl: context?.cancel_url ?? subscription.cancelUrl,
  };
  subscription.revision = revision;
  return revision;
}

/** Returns the terms of a subscription that keeps its plan: what the call does not name stays as it was. */
function keptTerms(before: Subscription, input: z.output<typeof revisionSchema>, next: Terms): Terms {
  const { planId, currency, cycles, preferences, taxes, isOverridden, quantity, shipping } = before;
  return {
    planId,
    currency,
    ...(input.plan ? next : { cycles, preferences, taxes, isOverridden }),
    quantity: input.quantity ?? quantity,
    shipping: input.shipping_amount ?? shipping,
  };
}

/**
 * Lets a revision that the payer agreed to take effect: what is charged from the next date on is the new price. A trial of
 * another plan is not given to somebody who subscribes already.
 */
export function applyRevision(subscription: Subscription, revision: Revision, at: number): void {
  const { approvalToken: _token, shippingAddress, returnUrl: _back, cancelUrl: _cancel, ...terms } = revision;
  const isOther = terms.planId !== subscription.planId;
  const { subscriber, nextBillingAt, calendarFrom } = subscription;
  Object.assign(subscription, {
    ...terms,
    ...(isOther && {
      cycles: terms.cycles.filter((cycle) => cycle.tenure_type === 'REGULAR'),
      completedPeriods: 0,
      calendarFrom: nextBillingAt ?? calendarFrom,
      calendarPeriods: 0,
    }),
    ...(shippingAddress !== undefined && {
      subscriber: { ...subscriber, shipping_address: shippingAddress },
    }),
    revision: null,
    updatedAt: at,
  });
}

/** Returns the terms of a subscription: those of the plan, with what the call changes. Throws PayPal's error where it does not fit. */
function toTerms(
  plan: Plan,
  { quantity, shipping_amount: shipping, plan: override }: TermsInput,
  { call, at }: { call: OverridingCall; at: number },
): Terms {
  if (quantity !== undefined && !plan.quantity_supported)
    throw brokenRule<OverridingCall>(call, 'SUBSCRIPTION_CANNOT_HAVE_QUANTITY', {
      field: '/quantity',
      value: quantity,
    });
  const others = [shipping, override?.payment_preferences?.setup_fee];
  if (others.some((money) => money && money.currency_code !== plan.currency))
    throw brokenRule<OverridingCall>(call, 'CURRENCY_MISMATCH');
  const changes = override?.billing_cycles ?? [];
  return {
    planId: plan.id,
    currency: plan.currency,
    cycles: overriddenCycles(plan, changes, { call, at }),
    preferences: { ...plan.payment_preferences, ...definedFields(override?.payment_preferences ?? {}) },
    taxes: overriddenTaxes(plan.taxes, override?.taxes),
    isOverridden: Object.values(override ?? {}).some((part) => part !== undefined),
    quantity: quantity ?? '1',
    shipping: shipping ?? null,
  };
}

function overriddenCycles(
  { billing_cycles: cycles, currency }: Plan,
  changes: NonNullable<NonNullable<TermsInput['plan']>['billing_cycles']>,
  { call, at }: { call: OverridingCall; at: number },
): BillingCycle[] {
  const changed = new Map(changes.map((change) => [change.sequence, change]));
  if (changed.size !== changes.length || changes.some(({ sequence }) => !cycles[sequence - 1]))
    throw brokenRule<OverridingCall>(call, 'INVALID_BILLING_CYCLE_SEQUENCE');
  return cycles.map((cycle) => {
    const change = changed.get(cycle.sequence);
    const total = change?.total_cycles ?? cycle.total_cycles;
    const input = change?.pricing_scheme;
    if (cycle.tenure_type === 'TRIAL' && total === 0)
      throw invalidRequest('INVALID_PARAMETER_VALUE', {
        field: '/plan/billing_cycles/total_cycles',
        value: '0',
      });
    if (!input) return { ...structuredClone(cycle), total_cycles: total };
    if (listCurrencies(input).some((one) => one !== currency))
      throw brokenRule<OverridingCall>(call, 'CURRENCY_MISMATCH');
    if (Boolean(input.tiers) !== Boolean(cycle.pricing_scheme?.tiers))
      throw brokenRule<OverridingCall>(call, 'INVALID_PRICING_SCHEME');
    const scheme = readScheme(input, { call, tenure: cycle.tenure_type, at });
    // The regular cycle is never free.
    if (!scheme && cycle.tenure_type === 'REGULAR')
      throw brokenRule<OverridingCall>(call, 'INVALID_PRICING_SCHEME');
    return { ...cycle, total_cycles: total, pricing_scheme: scheme };
  });
}

function overriddenTaxes(
  before: Taxes | undefined,
  change: NonNullable<TermsInput['plan']>['taxes'],
): Taxes | undefined {
  const percentage = change?.percentage ?? before?.percentage;
  if (percentage === undefined) return undefined;
  return { percentage, inclusive: change?.inclusive ?? before?.inclusive ?? true };
}
