import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { brokenRule } from './paypal.errors.ts';
import type { BillingCycle, Plan } from './paypal.model.ts';
import { getScheme, listCurrencies, pricingSchema } from './pricing.ts';

export const pricingUpdateSchema = z.object({
  pricing_schemes: z
    .array(
      z.object({
        billing_cycle_sequence: z.number().int().min(1).max(99),
        pricing_scheme: pricingSchema,
      }),
    )
    .min(1)
    .max(99),
});

/**
 * Sets new prices of a plan, and of its subscriptions that have none of their own: they are charged from their next date
 * on. PayPal waits ten days with those. Throws PayPal's error where a price does not fit the plan.
 */
export function updatePricing(
  { state, now }: Pick<SandboxDeps, 'state' | 'now'>,
  plan: Plan,
  { pricing_schemes: given }: z.output<typeof pricingUpdateSchema>,
): void {
  const at = now().getTime();
  const cycles = plan.cycles.map((cycle): BillingCycle => {
    const input = given.find((one) => one.billing_cycle_sequence === cycle.sequence)?.pricing_scheme;
    if (!input) return cycle;
    if (listCurrencies(input).some((currency) => currency !== plan.currency))
      throw brokenRule('plans.pricing', 'CURRENCY_MISMATCH');
    const version = (cycle.scheme?.version ?? 0) + 1;
    const scheme = getScheme(input, { call: 'plans.pricing', tenure: cycle.tenure, at, version });
    if (Boolean(scheme?.tiers) !== Boolean(cycle.scheme?.tiers))
      throw brokenRule('plans.pricing', 'INVALID_PRICING_SCHEME');
    return { ...cycle, scheme };
  });
  if (given.some((one) => !cycles.some(({ sequence }) => sequence === one.billing_cycle_sequence)))
    throw brokenRule('plans.pricing', 'INVALID_BILLING_CYCLE_SEQUENCE');
  plan.cycles = cycles;
  for (const subscription of state.payments.paypal.subscriptions)
    if (subscription.planId === plan.id && !subscription.isOverridden)
      subscription.cycles = structuredClone(cycles);
}
