import * as z from 'zod';
import { brokenRule } from './paypal.errors.ts';
import type { BillingCycle, PricingScheme, PricingTier, Taxes, Terms } from './paypal.model.ts';
import { moneySchema, textSchema, toAmount } from './wire.ts';

const decimal = /^(\d+|\d*\.\d+)$/;
export const quantitySchema = textSchema(1, 32, decimal);

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
  percentage: z.string().regex(decimal),
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
export function listCurrencies({ fixed_price: fixed, tiers = [] }: PricingInput): string[] {
  return [fixed, ...tiers.map(({ amount }) => amount)].flatMap((money) => money?.currency_code ?? []);
}

/** Returns a price to keep, or null for one that is free. Throws PayPal's error where its tiers do not fit. */
export function readScheme(
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
    const isFree = !fixed || toAmount(fixed) === 0;
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
    const to = getEnd(tier);
    if (from >= to) throw brokenRule<PricingCall>(call, 'INVALID_PRICING_TIER_QUANTITY');
    if (toAmount(tier.amount) === 0) throw brokenRule<PricingCall>(call, 'INVALID_PRICING_TIER_AMOUNT');
    if (from < next) throw brokenRule<PricingCall>(call, 'OVERLAPPING_PRICING_SCHEME_TIERS');
    if (from > next) throw brokenRule<PricingCall>(call, 'MISSING_PRICING_SCHEME_TIERS');
    next = to + 1;
  }
  if (Number.isFinite(next)) throw brokenRule<PricingCall>(call, 'MISSING_PRICING_SCHEME_TIERS');
}

function getEnd({ ending_quantity: end }: PricingTier): number {
  return end === undefined ? Number.POSITIVE_INFINITY : Number(end);
}

/** Returns what a quantity costs for one period, in the smallest unit. */
export function computePrice(scheme: PricingScheme | null, quantity: number): number {
  if (!scheme) return 0;
  if (scheme.fixedPrice) return Math.round(toAmount(scheme.fixedPrice) * quantity);
  const { model, list } = scheme.tiers ?? { model: 'VOLUME', list: [] };
  if (model === 'VOLUME') {
    const tier = list.find((one) => quantity <= getEnd(one));
    return tier ? Math.round(toAmount(tier.amount) * quantity) : 0;
  }
  const parts = list.map((tier) => {
    const count = Math.min(quantity, getEnd(tier)) - Number(tier.starting_quantity) + 1;
    return Math.max(0, count) * toAmount(tier.amount);
  });
  return Math.round(parts.reduce((sum, part) => sum + part, 0));
}

/** What is charged, in the smallest unit. */
export type Charge = { amount: number; tax: number; shipping: number };

/** Returns what one period of a cycle costs with taxes and shipping. A free one has neither. */
export function computeCharge(
  { quantity, taxes, shipping }: Pick<Terms, 'quantity' | 'taxes' | 'shipping'>,
  { scheme }: BillingCycle,
): Charge {
  const price = computePrice(scheme, Number(quantity));
  if (price === 0) return { amount: 0, tax: 0, shipping: 0 };
  const tax = computeTax(price, taxes);
  const added = shipping ? toAmount(shipping) : 0;
  return { amount: price + (taxes?.inclusive ? 0 : tax) + added, tax, shipping: added };
}

function computeTax(price: number, taxes: Taxes | null): number {
  if (!taxes) return 0;
  const share = Number(taxes.percentage) / 100;
  return Math.round(taxes.inclusive ? price - price / (1 + share) : price * share);
}
