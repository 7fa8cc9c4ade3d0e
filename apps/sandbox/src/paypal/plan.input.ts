import * as z from 'zod';
import { intervalUnits } from '../payments/billing-date.ts';
import { paypalCurrencies } from './error-catalogue.ts';
import { brokenRule, invalidRequest } from './paypal.errors.ts';
import type { BillingCycle } from './paypal.model.ts';
import { listCurrencies, pricingSchema, readScheme, taxesSchema } from './pricing.ts';
import { moneySchema, productIdSchema } from './wire.ts';

const longestIntervals = { DAY: 365, WEEK: 52, MONTH: 12, YEAR: 1 };

const frequencySchema = z
  .object({
    interval_unit: z.enum(intervalUnits),
    interval_count: z.number().int().min(1).max(365).default(1),
  })
  .refine(({ interval_unit: unit, interval_count: count }) => count <= longestIntervals[unit], {
    path: ['interval_count'],
  });

export const preferenceFields = {
  auto_bill_outstanding: z.boolean(),
  setup_fee: moneySchema,
  setup_fee_failure_action: z.enum(['CONTINUE', 'CANCEL']),
  payment_failure_threshold: z.number().int().min(0).max(999),
};
export const planFields = {
  name: z.string().min(1).max(127),
  description: z.string().min(1).max(127),
};

export const planSchema = z.object({
  product_id: productIdSchema,
  name: planFields.name,
  description: planFields.description.optional(),
  status: z.enum(['CREATED', 'ACTIVE', 'INACTIVE']).default('ACTIVE'),
  billing_cycles: z
    .array(
      z.object({
        tenure_type: z.enum(['TRIAL', 'REGULAR']),
        sequence: z.number().int().min(1).max(99),
        total_cycles: z.number().int().min(0).max(999).default(1),
        frequency: frequencySchema,
        pricing_scheme: pricingSchema.optional(),
      }),
    )
    .min(1)
    .max(12),
  payment_preferences: z.object({
    auto_bill_outstanding: preferenceFields.auto_bill_outstanding.default(true),
    setup_fee: preferenceFields.setup_fee.optional(),
    setup_fee_failure_action: preferenceFields.setup_fee_failure_action.default('CANCEL'),
    payment_failure_threshold: preferenceFields.payment_failure_threshold.default(0),
  }),
  taxes: taxesSchema.optional(),
  quantity_supported: z.boolean().optional(),
});
type PlanInput = z.output<typeof planSchema>;

/** Returns the cycles of a new plan with their one currency. Throws PayPal's error where it refuses their combination. */
export function listCycles(input: PlanInput, at: number): { cycles: BillingCycle[]; currency: string } {
  const ordered = input.billing_cycles.toSorted((a, b) => a.sequence - b.sequence);
  assertOrder(ordered);
  const currency = getCurrency(input);
  const cycles = ordered.map(({ pricing_scheme: scheme, ...cycle }) => ({
    ...cycle,
    pricing_scheme: readScheme(scheme, { call: 'plans.create', tenure: cycle.tenure_type, at }),
  }));
  const free = cycles.filter((cycle) => !cycle.pricing_scheme);
  if (free.filter((cycle) => cycle.tenure_type === 'TRIAL').length > 1)
    throw brokenRule('plans.create', 'MULTIPLE_FREE_TRIAL_BILLING_CYCLES_NOT_SUPPORTED');
  if (free.some((cycle) => cycle.tenure_type === 'REGULAR')) throw missingPrice(input);
  const hasTiers = cycles.some((cycle) => cycle.pricing_scheme?.tiers);
  if (hasTiers && input.quantity_supported === false)
    throw brokenRule('plans.create', 'INVALID_QUANTITY_SUPPORTED');
  return { cycles, currency };
}

function assertOrder(cycles: PlanInput['billing_cycles']): void {
  const trials = cycles.filter(({ tenure_type: tenure }) => tenure === 'TRIAL');
  const regulars = cycles.length - trials.length;
  if (trials.length > 2) throw brokenRule('plans.create', 'MORE_THAN_TWO_TRIAL_BILLING_CYCLE_NOT_SUPPORTED');
  if (regulars === 0) throw brokenRule('plans.create', 'MISSING_REGULAR_BILLING_CYCLE');
  if (regulars > 1) throw brokenRule('plans.create', 'MULTIPLE_REGULAR_BILLING_CYCLES_NOT_SUPPORTED');
  if (cycles.some(({ sequence }, n) => sequence !== n + 1))
    throw brokenRule('plans.create', 'INVALID_BILLING_CYCLE_SEQUENCE');
  if (cycles.at(-1)?.tenure_type !== 'REGULAR')
    throw brokenRule('plans.create.order', 'INVALID_BILLING_CYCLE_SEQUENCE');
  if (trials.some(({ total_cycles: total }) => total === 0))
    throw brokenRule('plans.create', 'INVALID_TRIAL_BILLING_TOTAL_CYCLES');
}

function getCurrency(input: PlanInput): string {
  const { setup_fee: setupFee } = input.payment_preferences;
  const currencies = new Set([
    ...input.billing_cycles.flatMap(({ pricing_scheme: scheme }) => (scheme ? listCurrencies(scheme) : [])),
    ...(setupFee ? [setupFee.currency_code] : []),
  ]);
  if (currencies.size > 1) throw brokenRule('plans.create', 'CURRENCY_MISMATCH');
  const [currency] = currencies;
  if (currency === undefined) throw missingPrice(input);
  if (!paypalCurrencies.has(currency))
    throw brokenRule('plans.create', 'CURRENCY_NOT_SUPPORTED_FOR_RECEIVER', { value: currency });
  return currency;
}

function missingPrice({ billing_cycles: cycles }: PlanInput) {
  const n = cycles.findIndex(({ tenure_type: tenure }) => tenure === 'REGULAR');
  const isSaid = cycles[n]?.pricing_scheme !== undefined;
  return invalidRequest(isSaid ? 'INVALID_PARAMETER_VALUE' : 'MISSING_REQUIRED_PARAMETER', {
    field: `/billing_cycles/${n}/pricing_scheme`,
  });
}
