import * as z from 'zod';
import { brokenRule, invalidRequest } from './paypal.errors.ts';
import type { BillingCycle, Plan, Preferences, Taxes, Terms } from './paypal.model.ts';
import { preferenceFields } from './plan.input.ts';
import { getScheme, listCurrencies, pricingSchema, quantitySchema, taxesSchema } from './pricing.ts';
import { moneySchema } from './wire.ts';

/** What a subscription, or a change of one, says about its prices. */
export const termsFields = {
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

/** Returns the terms of a subscription: those of the plan, with what the call changes. Throws PayPal's error where it does not fit. */
export function toTerms(
  plan: Plan,
  { quantity, shipping_amount: shipping, plan: override }: TermsInput,
  { call, at }: { call: OverridingCall; at: number },
): Terms {
  if (quantity !== undefined && !plan.hasQuantity)
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
    preferences: overriddenPreferences(plan.preferences, override?.payment_preferences),
    taxes: overriddenTaxes(plan.taxes, override?.taxes),
    isOverridden: Object.values(override ?? {}).some((part) => part !== undefined),
    quantity: quantity ?? '1',
    shipping: shipping ?? null,
  };
}

function overriddenCycles(
  { cycles, currency }: Plan,
  changes: NonNullable<NonNullable<TermsInput['plan']>['billing_cycles']>,
  { call, at }: { call: OverridingCall; at: number },
): BillingCycle[] {
  const changed = new Map(changes.map((change) => [change.sequence, change]));
  if (changed.size !== changes.length || changes.some(({ sequence }) => !cycles[sequence - 1]))
    throw brokenRule<OverridingCall>(call, 'INVALID_BILLING_CYCLE_SEQUENCE');
  return cycles.map((cycle) => {
    const change = changed.get(cycle.sequence);
    const totalCycles = change?.total_cycles ?? cycle.totalCycles;
    const input = change?.pricing_scheme;
    if (cycle.tenure === 'TRIAL' && totalCycles === 0)
      throw invalidRequest('INVALID_PARAMETER_VALUE', {
        field: '/plan/billing_cycles/total_cycles',
        value: '0',
      });
    if (!input) return { ...structuredClone(cycle), totalCycles };
    if (listCurrencies(input).some((one) => one !== currency))
      throw brokenRule<OverridingCall>(call, 'CURRENCY_MISMATCH');
    if (Boolean(input.tiers) !== Boolean(cycle.scheme?.tiers))
      throw brokenRule<OverridingCall>(call, 'INVALID_PRICING_SCHEME');
    const scheme = getScheme(input, { call, tenure: cycle.tenure, at });
    // The regular cycle is never free.
    if (!scheme && cycle.tenure === 'REGULAR')
      throw brokenRule<OverridingCall>(call, 'INVALID_PRICING_SCHEME');
    return { ...cycle, totalCycles, scheme };
  });
}

function overriddenPreferences(
  before: Preferences,
  change: NonNullable<TermsInput['plan']>['payment_preferences'] = {},
): Preferences {
  return {
    autoBill: change.auto_bill_outstanding ?? before.autoBill,
    setupFee: change.setup_fee ?? before.setupFee,
    setupFeeFailureAction: change.setup_fee_failure_action ?? before.setupFeeFailureAction,
    failureThreshold: change.payment_failure_threshold ?? before.failureThreshold,
  };
}

function overriddenTaxes(
  before: Taxes | null,
  change: NonNullable<TermsInput['plan']>['taxes'],
): Taxes | null {
  const percentage = change?.percentage ?? before?.percentage;
  if (percentage === undefined) return null;
  return { percentage, inclusive: change?.inclusive ?? before?.inclusive ?? true };
}
