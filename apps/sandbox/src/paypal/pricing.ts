import * as z from 'zod';
import { brokenRule } from './paypal.errors.ts';
import type { BillingCycle, PricingScheme, PricingTier, Taxes, Terms } from './paypal.model.ts';
import { moneySchema, textSchema, toAmount, wireTime } from './wire.ts';

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

export function listCurrencies({ fixed_price: fixed, tiers = [] }: PricingInput): string[] {
  return [fixed, ...tiers.map(({ amount }) => amount)].flatMap((money) => money?.currency_code ?? []);
}

/** Returns a price to keep, or undefined for one that is free. Throws PayPal's error where its tiers do not fit. */
export function readScheme(
  input: PricingInput | undefined,
  {
    call,
    tenure,
    at,
    version = 1,
  }: { call: PricingCall; tenure: BillingCycle['tenure_type']; at: number; version?: number },
): PricingScheme | undefined {
  if (!input) return undefined;
  const { fixed_price: fixed, pricing_model: model, tiers } = input;
  const scheme = { version, create_time: wireTime(at), update_time: wireTime(at) };
  if (!model && !tiers) {
    const isFree = !fixed || toAmount(fixed) === 0;
    return isFree ? undefined : { ...scheme, fixed_price: fixed };
  }
  if (tenure === 'TRIAL') throw brokenRule<PricingCall>(call, 'INVALID_PRICING_MODEL');
  if (fixed) throw brokenRule<PricingCall>(call, 'FIXED_PRICE_NOT_SUPPORTED');
  assertTiers(call, tiers ?? []);
  return { ...scheme, pricing_model: model ?? 'VOLUME', tiers: tiers ?? [] };
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
function computePrice(scheme: PricingScheme | undefined, quantity: number): number {
  const { fixed_price: fixed, pricing_model: model, tiers = [] } = scheme ?? {};
  if (fixed) return Math.round(toAmount(fixed) * quantity);
  if (model === 'VOLUME') {
    const tier = tiers.find((one) => quantity <= getEnd(one));
    return tier ? Math.round(toAmount(tier.amount) * quantity) : 0;
  }
  const parts = tiers.map((tier) => {
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
  { pricing_scheme: scheme }: BillingCycle,
): Charge {
  const price = computePrice(scheme, Number(quantity));
  if (price === 0) return { amount: 0, tax: 0, shipping: 0 };
  const tax = computeTax(price, taxes);
  const added = shipping ? toAmount(shipping) : 0;
  return { amount: price + (taxes?.inclusive ? 0 : tax) + added, tax, shipping: added };
}

function computeTax(price: number, taxes: Taxes | undefined): number {
  if (!taxes) return 0;
  const share = Number(taxes.percentage) / 100;
  return Math.round(taxes.inclusive ? price - price / (1 + share) : price * share);
}
