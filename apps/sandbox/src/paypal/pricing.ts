import * as z from 'zod';
import { brokenRule } from './paypal.errors.ts';
import type { BillingCycle, PricingScheme, PricingTier, Taxes, Terms } from './paypal.model.ts';
import { amountOf, moneySchema } from './wire.ts';

export const quantitySchema = z
  .string()
  .min(1)
  .max(32)
  .regex(/^(\d+|\d*\.\d+)$/);

export const pricingSchema = z.object({
  fixed_price: moneySchema.optional(),
  pricing_model: z.enum(['VOLUME', 'TIERED']).optional(),
  tiers: z
    .array(
      z.object({
        starting_quantity: quantitySchema,
        ending_quantity: quantitySchema.optional(),
        amount: moneySchema,
      }),
    )
    .min(1)
    .max(32)
    .optional(),
});
export type PricingInput = z.output<typeof pricingSchema>;

export const taxesSchema = z.object({
  percentage: z.string().regex(/^(\d+|\d*\.\d+)$/),
  inclusive: z.boolean().default(true),
});

/** The calls that set prices. They have the same rules about tiers. */
type PricingCall =
  | 'plans.create'
  | 'plans.pricing'
  | 'subscriptions.create'
  | 'subscriptions.revise'
  | 'subscriptions.patch';

/** Returns the currencies of a price. */
export function currenciesOf({ fixed_price: fixed, tiers = [] }: PricingInput): string[] {
  return [fixed, ...tiers.map(({ amount }) => amount)].flatMap((money) => money?.currency_code ?? []);
}

/** Returns a price to keep, or null for one that is free. Throws PayPal's error where its tiers do not fit. */
export function schemeOf(
  input: PricingInput | undefined,
  {
    call,
    tenure,
    at,
    version = 1,
  }: { call: PricingCall; tenure: BillingCycle['tenure']; at: number; version?: number },
): PricingScheme | null {
  if (!input) return null;
  const { fixed_price: fixed, pricing_model: model, tiers } = input;
  const times = { version, createdAt: at, updatedAt: at };
  if (!model && !tiers) {
    const isFree = !fixed || amountOf(fixed) === 0;
    return isFree ? null : { ...times, fixedPrice: fixed, tiers: null };
  }
  if (tenure === 'TRIAL') throw brokenRule<PricingCall>(call, 'INVALID_PRICING_MODEL');
  if (fixed) throw brokenRule<PricingCall>(call, 'FIXED_PRICE_NOT_SUPPORTED');
  assertTiers(call, tiers ?? []);
  return { ...times, fixedPrice: null, tiers: { model: model ?? 'VOLUME', list: tiers ?? [] } };
}

function assertTiers(call: PricingCall, tiers: PricingTier[]): void {
  let next = 1;
  for (const tier of tiers) {
    const from = Number(tier.starting_quantity);
    const to = endOf(tier);
    if (from >= to) throw brokenRule<PricingCall>(call, 'INVALID_PRICING_TIER_QUANTITY');
    if (amountOf(tier.amount) === 0) throw brokenRule<PricingCall>(call, 'INVALID_PRICING_TIER_AMOUNT');
    if (from < next) throw brokenRule<PricingCall>(call, 'OVERLAPPING_PRICING_SCHEME_TIERS');
    if (from > next) throw brokenRule<PricingCall>(call, 'MISSING_PRICING_SCHEME_TIERS');
    next = to + 1;
  }
  if (Number.isFinite(next)) throw brokenRule<PricingCall>(call, 'MISSING_PRICING_SCHEME_TIERS');
}

function endOf({ ending_quantity: end }: PricingTier): number {
  return end === undefined ? Number.POSITIVE_INFINITY : Number(end);
}

/** Returns what a quantity costs for one period, in the smallest unit. */
export function priceOf(scheme: PricingScheme | null, quantity: number): number {
  if (!scheme) return 0;
  if (scheme.fixedPrice) return Math.round(amountOf(scheme.fixedPrice) * quantity);
  const { model, list } = scheme.tiers ?? { model: 'VOLUME', list: [] };
  if (model === 'VOLUME') {
    const tier = list.find((one) => quantity <= endOf(one));
    return tier ? Math.round(amountOf(tier.amount) * quantity) : 0;
  }
  const parts = list.map((tier) => {
    const count = Math.min(quantity, endOf(tier)) - Number(tier.starting_quantity) + 1;
    return Math.max(0, count) * amountOf(tier.amount);
  });
  return Math.round(parts.reduce((sum, part) => sum + part, 0));
}

/** What is charged, in the smallest unit. */
export type Charge = { amount: number; tax: number; shipping: number };

/** Returns what one period of a cycle costs with taxes and shipping. A free one has neither. */
export function chargeOf(
  { quantity, taxes, shipping }: Pick<Terms, 'quantity' | 'taxes' | 'shipping'>,
  { scheme }: BillingCycle,
): Charge {
  const price = priceOf(scheme, Number(quantity));
  if (price === 0) return { amount: 0, tax: 0, shipping: 0 };
  const tax = taxOf(price, taxes);
  const added = shipping ? amountOf(shipping) : 0;
  return { amount: price + (taxes?.inclusive ? 0 : tax) + added, tax, shipping: added };
}

function taxOf(price: number, taxes: Taxes | null): number {
  if (!taxes) return 0;
  const share = Number(taxes.percentage) / 100;
  return Math.round(taxes.inclusive ? price - price / (1 + share) : price * share);
}
