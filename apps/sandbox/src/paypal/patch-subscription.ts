import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { ProviderCall } from '../payments/operation-router.ts';
import { applyPatch, patchRule } from './patch.ts';
import { brokenRule } from './paypal.errors.ts';
import type { BillingCycle, Subscription } from './paypal.model.ts';
import { preferenceFields } from './plan.input.ts';
import { getScheme, pricingSchema, taxesSchema } from './pricing.ts';
import { shippingAddressSchema } from './subscriber.input.ts';
import { completedByCycle } from './subscription.calendar.ts';
import { type Money, moneySchema, timeSchema, toAmount } from './wire.ts';

const replace = ['replace'] as const;
const addOrReplace = ['add', 'replace'] as const;
const call = 'subscriptions.patch';

function assertCurrency({ currency }: Subscription, { currency_code }: Money): void {
  if (currency_code !== currency) throw brokenRule(call, 'CURRENCY_MISMATCH');
}

/** Returns the cycle that a path names. Throws PayPal's error when it is over. */
function cycleAt({ cycles, completedPeriods }: Subscription, match: RegExpExecArray) {
  const sequence = Number(match.groups?.sequence);
  const n = cycles.findIndex((one) => one.sequence === sequence);
  const cycle = cycles[n];
  const done = completedByCycle(cycles, completedPeriods)[n] ?? 0;
  if (!cycle || (cycle.totalCycles > 0 && done >= cycle.totalCycles))
    throw brokenRule(call, 'BILLING_CYCLE_EXECUTION_COMPLETED');
  return { cycle, done };
}

function setScheme(
  subscription: Subscription,
  cycle: BillingCycle,
  input: z.output<typeof pricingSchema>,
  at: number,
): void {
  const version = (cycle.scheme?.version ?? 0) + 1;
  cycle.scheme = getScheme(input, { call, tenure: cycle.tenure, at, version });
  subscription.isOverridden = true;
}

const cyclePath = String.raw`^/plan/billing_cycles/@sequence==(?<sequence>\d+)`;
const tiersSchema = pricingSchema.shape.tiers.unwrap();

/** Patches a subscription. Throws PayPal's error. */
export function patchSubscription(
  { now }: SandboxDeps,
  subscription: Subscription,
  request: ProviderCall,
): void {
  if (!['ACTIVE', 'SUSPENDED'].includes(subscription.status))
    throw brokenRule(call, 'SUBSCRIPTION_STATUS_INVALID');
  const at = now().getTime();
  applyPatch(subscription, request, [...ownRules(), ...planRules(at)], { tellsLengths: true });
  subscription.updatedAt = at;
}

function ownRules() {
  return [
    patchRule(
      /^\/custom_id$/,
      addOrReplace,
      z.string().min(1).max(127),
      (subscription: Subscription, value) => {
        subscription.customId = value;
      },
    ),
    patchRule(/^\/shipping_amount$/, addOrReplace, moneySchema, (subscription: Subscription, value) => {
      assertCurrency(subscription, value);
      subscription.shipping = value;
    }),
    patchRule(/^\/start_time$/, replace, timeSchema, () => {
      throw brokenRule(call, 'INVALID_START_TIME');
    }),
    patchRule(
      /^\/subscriber\/shipping_address$/,
      addOrReplace,
      shippingAddressSchema,
      ({ subscriber }: Subscription, value) => {
        subscriber.shipping_address = value;
      },
    ),
    patchRule(
      /^\/subscriber\/payment_source$/,
      replace,
      z.record(z.string(), z.unknown()),
      ({ subscriber }: Subscription, value) => {
        subscriber.payment_source = value;
      },
    ),
    patchRule(
      /^\/billing_info\/outstanding_balance$/,
      replace,
      moneySchema,
      (subscription: Subscription, value) => {
        assertCurrency(subscription, value);
        if (toAmount(value) > subscription.outstanding)
          throw brokenRule(call, 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE');
        subscription.outstanding = toAmount(value);
      },
    ),
  ];
}

function planRules(at: number) {
  return [
    patchRule(
      new RegExp(`${cyclePath}/pricing_scheme/fixed_price$`),
      addOrReplace,
      moneySchema,
      (subscription: Subscription, price, match) => {
        const { cycle } = cycleAt(subscription, match);
        assertCurrency(subscription, price);
        setScheme(subscription, cycle, { fixed_price: price }, at);
      },
    ),
    patchRule(
      new RegExp(`${cyclePath}/pricing_scheme/tiers$`),
      replace,
      tiersSchema,
      (subscription: Subscription, tiers, match) => {
        const { cycle } = cycleAt(subscription, match);
        for (const { amount } of tiers) assertCurrency(subscription, amount);
        setScheme(subscription, cycle, { tiers, pricing_model: cycle.scheme?.tiers?.model }, at);
      },
    ),
    patchRule(
      new RegExp(`${cyclePath}/total_cycles$`),
      replace,
      z.number().int().min(0).max(999),
      (subscription: Subscription, total, match) => {
        const { cycle, done } = cycleAt(subscription, match);
        if (total > 0 && total < done) throw brokenRule(call, 'INVALID_BILLING_TOTAL_CYCLES');
        cycle.totalCycles = total;
        subscription.isOverridden = true;
      },
    ),
    patchRule(
      /^\/plan\/payment_preferences\/auto_bill_outstanding$/,
      replace,
      preferenceFields.auto_bill_outstanding,
      (subscription: Subscription, value) => {
        subscription.preferences.autoBill = value;
        subscription.isOverridden = true;
      },
    ),
    patchRule(
      /^\/plan\/payment_preferences\/payment_failure_threshold$/,
      replace,
      preferenceFields.payment_failure_threshold,
      (subscription: Subscription, value) => {
        subscription.preferences.failureThreshold = value;
        subscription.isOverridden = true;
      },
    ),
    patchRule(
      /^\/plan\/taxes\/inclusive$/,
      addOrReplace,
      z.boolean(),
      (subscription: Subscription, inclusive) => {
        subscription.taxes = { percentage: subscription.taxes?.percentage ?? '0', inclusive };
        subscription.isOverridden = true;
      },
    ),
    patchRule(
      /^\/plan\/taxes\/percentage$/,
      addOrReplace,
      taxesSchema.shape.percentage,
      (subscription: Subscription, percentage) => {
        subscription.taxes = { percentage, inclusive: subscription.taxes?.inclusive ?? true };
        subscription.isOverridden = true;
      },
    ),
  ];
}
