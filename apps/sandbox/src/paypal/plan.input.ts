import * as z from 'zod';
import { intervalUnits } from '../payments/billing-date.ts';
import { unprocessable } from './paypal.errors.ts';
import type { BillingCycle } from './paypal.model.ts';
import { amountOf, identifier, moneySchema } from './wire.ts';

const pricingScheme = z.object({ fixed_price: moneySchema.optional() });

export const productSchema = z.object({
  id: z.string().min(6).max(50).optional(),
  name: z.string().min(1).max(127),
  type: z.enum(['PHYSICAL', 'DIGITAL', 'SERVICE']).default('PHYSICAL'),
  description: z.string().max(256).default(''),
});

export const planSchema = z.object({
  product_id: identifier,
  name: z.string().min(1).max(127),
  description: z.string().max(127).default(''),
  status: z.enum(['CREATED', 'ACTIVE', 'INACTIVE']).default('ACTIVE'),
  billing_cycles: z
    .array(
      z.object({
        tenure_type: z.enum(['TRIAL', 'REGULAR']),
        sequence: z.number().int().min(1).max(99),
        total_cycles: z.number().int().min(0).max(999).default(1),
        frequency: z.object({
          interval_unit: z.enum(intervalUnits),
          interval_count: z.number().int().min(1).max(365).default(1),
        }),
        pricing_scheme: pricingScheme.optional(),
      }),
    )
    .min(1)
    .max(12),
  payment_preferences: z.object({
    payment_failure_threshold: z.number().int().min(0).max(999).default(0),
  }),
});

export const overrideSchema = z.object({
  billing_cycles: z
    .array(
      z.object({
        sequence: z.number().int().min(1).max(99),
        total_cycles: z.number().int().min(0).max(999).optional(),
        pricing_scheme: pricingScheme.optional(),
      }),
    )
    .max(12)
    .optional(),
});

/** Returns the cycles of a new plan with their one currency. Throws where PayPal refuses their combination. */
export function cyclesOf({ billing_cycles: given }: z.infer<typeof planSchema>): {
  cycles: BillingCycle[];
  currency: string;
} {
  const ordered = given.toSorted((a, b) => a.sequence - b.sequence);
  if (ordered.some(({ sequence }, n) => sequence !== n + 1))
    throw unprocessable('INVALID_BILLING_CYCLE_SEQUENCE', 'Sequences count from 1 without gaps.');
  const regular = ordered.filter(({ tenure_type: tenure }) => tenure === 'REGULAR');
  if (regular.length !== 1 || ordered.at(-1)?.tenure_type !== 'REGULAR')
    throw unprocessable('INVALID_BILLING_CYCLE', 'There is one regular cycle, after at most two trials.');
  if (ordered.length > 3) throw unprocessable('TRIAL_COUNT_LIMIT_EXCEEDED', 'A plan has at most two trials.');
  const prices = ordered.flatMap(({ pricing_scheme: scheme }) => scheme?.fixed_price ?? []);
  const currency = prices[0]?.currency_code;
  if (!currency || !regular[0]?.pricing_scheme?.fixed_price)
    throw unprocessable('MISSING_PRICING_SCHEME', 'The regular cycle needs a price.');
  if (prices.some(({ currency_code }) => currency_code !== currency))
    throw unprocessable('CURRENCY_MISMATCH', 'All prices of a plan have one currency.');
  const cycles = ordered.map((cycle, n): BillingCycle => {
    if (cycle.tenure_type === 'TRIAL' && cycle.total_cycles === 0)
      throw unprocessable('INVALID_TRIAL_CYCLES', 'A trial ends after some cycles.');
    const price = cycle.pricing_scheme?.fixed_price;
    return {
      tenure: cycle.tenure_type,
      sequence: cycle.sequence,
      totalCycles: cycle.total_cycles,
      interval: { unit: cycle.frequency.interval_unit, count: cycle.frequency.interval_count },
      price: price ? amountOf(price, `/billing_cycles/${n}/pricing_scheme`) : 0,
    };
  });
  return { cycles, currency };
}

/** Returns the plan's cycles with what one subscription changes. Throws where the change does not fit the plan. */
export function overriddenCycles(
  { cycles, currency }: { cycles: BillingCycle[]; currency: string },
  changes: NonNullable<z.infer<typeof overrideSchema>['billing_cycles']>,
): BillingCycle[] {
  const changed = new Map(changes.map((change) => [change.sequence, change]));
  if (changed.size !== changes.length || changes.some(({ sequence }) => !cycles[sequence - 1]))
    throw unprocessable('INVALID_BILLING_CYCLE_SEQUENCE', 'The plan has no cycle of this sequence.');
  return cycles.map((cycle) => {
    const change = changed.get(cycle.sequence);
    if (!change) return { ...cycle };
    const price = change.pricing_scheme?.fixed_price;
    if (change.pricing_scheme && !price)
      throw unprocessable('INVALID_PRICING_SCHEME', 'The price is of another type than the plan’s.');
    if (price && price.currency_code !== currency)
      throw unprocessable('CURRENCY_MISMATCH', 'The currency is another than the plan’s.');
    const total = change.total_cycles ?? cycle.totalCycles;
    if (cycle.tenure === 'TRIAL' && total === 0)
      throw unprocessable('INVALID_TRIAL_CYCLES', 'A trial ends after some cycles.');
    const amount = price ? amountOf(price, '/plan/billing_cycles/pricing_scheme') : cycle.price;
    if (cycle.tenure === 'REGULAR' && amount === 0)
      throw unprocessable('INVALID_PRICING_SCHEME', 'The regular cycle is not free.');
    return { ...cycle, totalCycles: total, price: amount };
  });
}
