import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { ProviderCall } from '../payments/operation-router.ts';
import { applyPatch, patchRules } from './patch.ts';
import { brokenRule } from './paypal.errors.ts';
import type { BillingCycle, Subscription } from './paypal.model.ts';
import { preferenceFields } from './plan.input.ts';
import { pricingSchema, readScheme, taxesSchema } from './pricing.ts';
import { shippingAddressSchema } from './subscriber.input.ts';
import { completedByCycle } from './subscription.calendar.ts';
import { type Money, moneySchema, timeSchema, toAmount } from './wire.ts';

const call = 'subscriptions.patch';
const cyclePath = String.raw`/plan/billing_cycles/@sequence==(?<sequence>\d+)`;
const tiersSchema = pricingSchema.shape.tiers.unwrap();
const replacing = patchRules<Subscription>('replace');
const setting = patchRules<Subscription>('add', 'replace');

/** Patches a subscription. Throws PayPal's error. */
export function patchSubscription(
  { now }: SandboxDeps,
  subscription: Subscription,
  request: ProviderCall,
): void {
  if (!['ACTIVE', 'SUSPENDED'].includes(subscription.status))
    throw brokenRule(call, 'SUBSCRIPTION_STATUS_INVALID');
  const at = now().getTime();
  applyPatch(subscription, request, [...ownRules, ...planRules(at)], { tellsLengths: true });
  subscription.updatedAt = at;
}

function assertCurrency({ currency }: Subscription, { currency_code }: Money): void {
  if (currency_code !== currency) throw brokenRule(call, 'CURRENCY_MISMATCH');
}

const ownRules = [
  setting('/custom_id', z.string().min(1).max(127), (customId) => ({ customId })),
  setting('/shipping_amount', moneySchema, (shipping, subscription) => {
    assertCurrency(subscription, shipping);
    return { shipping };
  }),
  replacing('/start_time', timeSchema, () => {
    throw brokenRule(call, 'INVALID_START_TIME');
  }),
  setting('/subscriber/shipping_address', shippingAddressSchema, (address, { subscriber }) => ({
    subscriber: { ...subscriber, shipping_address: address },
  })),
  replacing('/subscriber/payment_source', z.record(z.string(), z.unknown()), (source, { subscriber }) => ({
    subscriber: { ...subscriber, payment_source: source },
  })),
  replacing('/billing_info/outstanding_balance', moneySchema, (balance, subscription) => {
    assertCurrency(subscription, balance);
    const outstanding = toAmount(balance);
    if (outstanding > subscription.outstanding)
      throw brokenRule(call, 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE');
    return { outstanding };
  }),
];

/** Changes the cycle that a path names. Throws PayPal's error when it is over. */
function changeCycle(
  { cycles, completedPeriods }: Subscription,
  groups: Record<string, string>,
  change: (cycle: BillingCycle, done: number) => Partial<BillingCycle>,
): Partial<Subscription> {
  const n = cycles.findIndex(({ sequence }) => sequence === Number(groups.sequence));
  const cycle = cycles[n];
  const done = completedByCycle(cycles, completedPeriods)[n] ?? 0;
  if (!cycle || (cycle.total_cycles > 0 && done >= cycle.total_cycles))
    throw brokenRule(call, 'BILLING_CYCLE_EXECUTION_COMPLETED');
  return { cycles: cycles.with(n, { ...cycle, ...change(cycle, done) }), isOverridden: true };
}

function planRules(at: number) {
  const toScheme = (
    { pricing_scheme: before, tenure_type: tenure }: BillingCycle,
    input: z.output<typeof pricingSchema>,
  ) => ({ pricing_scheme: readScheme(input, { call, tenure, at, version: (before?.version ?? 0) + 1 }) });
  return [
    setting(`${cyclePath}/pricing_scheme/fixed_price`, moneySchema, (price, subscription, groups) =>
      changeCycle(subscription, groups, (cycle) => {
        assertCurrency(subscription, price);
        return toScheme(cycle, { fixed_price: price });
      }),
    ),
    replacing(`${cyclePath}/pricing_scheme/tiers`, tiersSchema, (tiers, subscription, groups) =>
      changeCycle(subscription, groups, (cycle) => {
        for (const { amount } of tiers) assertCurrency(subscription, amount);
        return toScheme(cycle, { tiers, pricing_model: cycle.pricing_scheme?.pricing_model });
      }),
    ),
    replacing(`${cyclePath}/total_cycles`, z.number().int().min(0).max(999), (total, subscription, groups) =>
      changeCycle(subscription, groups, (_cycle, done) => {
        if (total > 0 && total < done) throw brokenRule(call, 'INVALID_BILLING_TOTAL_CYCLES');
        return { total_cycles: total };
      }),
    ),
    ...(['auto_bill_outstanding', 'payment_failure_threshold'] as const).map((name) =>
      replacing(
        `/plan/payment_preferences/${name}`,
        preferenceFields[name],
        (value: unknown, { preferences }) => ({
          preferences: { ...preferences, [name]: value },
          isOverridden: true,
        }),
      ),
    ),
    setting('/plan/taxes/inclusive', z.boolean(), (inclusive, { taxes }) => ({
      taxes: { percentage: taxes?.percentage ?? '0', inclusive },
      isOverridden: true,
    })),
    setting('/plan/taxes/percentage', taxesSchema.shape.percentage, (percentage, { taxes }) => ({
      taxes: { percentage, inclusive: taxes?.inclusive ?? true },
      isOverridden: true,
    })),
  ];
}
