import { AppError, type quote, type TaxOnTotal } from '@picksync/contracts';
import type * as z from 'zod';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import type { PaymentProviders } from '../../base/payments/payment-provider.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { getChargedReference } from '../subscriptions/align-charges.ts';
import { getKeptCredit } from '../subscriptions/money/kept-credit.ts';
import { getNextPeriodEnd } from '../subscriptions/periods.ts';
import { getTax, toShownLines } from '../taxes/tax-amounts.ts';
import {
  findRefusal,
  type PaymentMethod,
  type Priced,
  priceCheckout,
  type Wanted,
} from './price-checkout.ts';

type QuoteInput = Omit<Wanted, 'method'> & { method: PaymentMethod | undefined };

/**
 * Returns what a plan would cost this user today: exactly what a checkout charges. Throws what `priceCheckout` throws.
 */
export async function quotePlan(
  context: Context,
  { method: wantedMethod, ...wanted }: QuoteInput,
): Promise<z.output<typeof quote>> {
  const now = context.now();
  const offered = listMethods(context.payments.providers);
  const method = wantedMethod ?? offered[0] ?? 'razorpay';
  const asked = { ...wanted, method, now };
  const priced = await priceCheckout(context, context.db, asked);
  const { kind, plan, current, startsAt, trialEndsAt, priceCents, totalCents } = priced;
  const { active } = await readEntitlements(context.db, { userId: wanted.userId, now });
  const from = getFirstPeriodEnd(priced, now);
  const refusedMethods = await findRefusals(context, asked, priced);
  const tax = getTax(totalCents, priced.tax);
  return {
    kind,
    planId: plan.id,
    lines: toLines(priced, tax),
    total: toAmount(totalCents),
    keptCredit: toAmount(priced.keptCents),
    startsAt: startsAt?.toISOString() ?? null,
    trialEndsAt: kind === 'first' ? (trialEndsAt?.toISOString() ?? null) : null,
    currency: plan.currency,
    afterwards: {
      amount: toAmount(priceCents),
      from: from.toISOString(),
      isAutomatic: method === 'paypal' && totalCents > 0,
    },
    tax,
    // Without the country, the note of all other countries may be untrue.
    taxNote: priced.missing === 'country' ? null : (priced.tax?.note ?? null),
    missing: priced.missing ?? null,
    replaces:
      current && (kind !== 'renewal' || getChargedReference(current))
        ? { planName: current.plan.name, payment_provider: current.paymentProvider }
        : null,
    willPause: Math.max(0, active - plan.configsLimit),
    paymentMethods: offered.filter((one) => refusedMethods.every((refused) => refused.method !== one)),
    refusedMethods,
  };
}

type Refusal = z.output<typeof quote>['refusedMethods'][number];

type Asked = Wanted & { now: Date };

/** Returns the payment methods that refuse this purchase, each at its own price. */
async function findRefusals(context: Context, asked: Asked, priced: Priced): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const method of priced.totalCents > 0 ? listMethods(context.payments.providers) : []) {
    const known = method === asked.method ? priced : null;
    const reason = await findReasonAgainst(context, { ...asked, method }, known);
    if (reason !== null) refusals.push({ method, reason });
  }
  return refusals;
}

async function findReasonAgainst(
  context: Context,
  asked: Asked,
  known: Priced | null,
): Promise<string | null> {
  const provider = context.payments.providers[asked.method];
  if (!provider) return null;
  try {
    return findRefusal(provider, known ?? (await priceCheckout(context, context.db, asked)));
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Returns the payment methods that are set up here, in the order in which they are offered. */
function listMethods(paymentProviders: PaymentProviders): PaymentMethod[] {
  return (['razorpay', 'paypal'] as const).filter((name) => paymentProviders[name]);
}

function getFirstPeriodEnd({ kind, current, startsAt }: Priced, now: Date): Date {
  if (startsAt) return getNextPeriodEnd(startsAt, startsAt);
  return kind === 'renewal' && current?.currentPeriodEnd
    ? getNextPeriodEnd(current.currentPeriodEnd, current.startDate)
    : getNextPeriodEnd(now, now);
}

function toLines(priced: Priced, added: TaxOnTotal | null) {
  const { plan, priceCents, discount, creditCents, current, tax } = priced;
  const isUnused = current !== null && getKeptCredit(current) === 0;
  const credit = isUnused ? `Unused days of ${current.plan.name}` : 'Your credit';
  const lines = [
    { kind: 'plan' as const, label: plan.name, cents: priceCents },
    ...(discount
      ? [{ kind: 'coupon' as const, label: `Coupon ${discount.code}`, cents: -discount.discountCents }]
      : []),
    ...(creditCents > 0 ? [{ kind: 'credit' as const, label: credit, cents: -creditCents }] : []),
  ];
  return [...toShownLines(lines, tax), ...toTaxLines(added)];
}

function toTaxLines(tax: TaxOnTotal | null) {
  if (!tax?.isAdded || tax.percent === 0) return [];
  const parts = tax.parts.length > 0 ? tax.parts : [tax];
  return parts.map(({ name, percent, amount }) => {
    return { kind: 'tax' as const, label: `${name} ${percent}%`, amount };
  });
}
