import type { quote } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type * as z from 'zod';
import type { Seller } from '../../seller.settings.ts';
import { readEntitlements } from '../entitlements/entitlements.ts';
import { amountOf } from '../payments/amounts.ts';
import type { PaymentProviders } from '../payments/payment-provider.ts';
import { taxIn } from '../receipts/tax-in.ts';
import { nextPeriodEnd } from '../subscriptions/periods.ts';
import { type PaymentMethod, type Priced, priceCheckout } from './price-checkout.ts';

export type QuoteDeps = { db: Db; now: () => Date; paymentProviders: PaymentProviders; seller: Seller };

type QuoteInput = {
  userId: string;
  planId: number;
  couponCode: string | undefined;
  method: PaymentMethod | undefined;
};

/**
 * Returns what a plan would cost this user today: exactly what a checkout charges. Throws what `priceCheckout` throws.
 */
export async function quotePlan(
  { method: wantedMethod, ...wanted }: QuoteInput,
  { db, now: clock, paymentProviders, seller }: QuoteDeps,
): Promise<z.output<typeof quote>> {
  const now = clock();
  const offered = methodsOf(paymentProviders);
  const method = wantedMethod ?? offered[0] ?? 'razorpay';
  const priced = await priceCheckout(db, { ...wanted, method }, now);
  const { kind, plan, current, priceCents, totalCents } = priced;
  const { active } = await readEntitlements(db, { userId: wanted.userId, now });
  const from = firstPeriodEnd(priced, now);
  return {
    kind,
    planId: plan.id,
    lines: linesOf(priced),
    total: amountOf(totalCents),
    currency: plan.currency,
    afterwards: {
      amount: amountOf(priceCents),
      from: from.toISOString(),
      isAutomatic: method === 'paypal' && totalCents > 0,
    },
    tax: taxIn(totalCents, seller),
    replaces:
      current && kind !== 'renewal'
        ? { planName: current.plan.name, payment_provider: current.paymentProvider }
        : null,
    willPause: Math.max(0, active - plan.configsLimit),
    paymentMethods: offered,
  };
}

/** Returns the payment methods that are set up here, in the order in which they are offered. */
export function methodsOf(paymentProviders: PaymentProviders): PaymentMethod[] {
  return (['razorpay', 'paypal'] as const).filter((name) => paymentProviders[name]);
}

function firstPeriodEnd({ kind, current }: Priced, now: Date): Date {
  return kind === 'renewal' && current?.currentPeriodEnd
    ? nextPeriodEnd(current.currentPeriodEnd, current.startDate)
    : nextPeriodEnd(now, now);
}

function linesOf({ plan, priceCents, discount, creditCents, current }: Priced) {
  return [
    { kind: 'plan' as const, label: plan.name, amount: amountOf(priceCents) },
    ...(discount
      ? [
          {
            kind: 'coupon' as const,
            label: `Coupon ${discount.code}`,
            amount: -amountOf(discount.discountCents),
          },
        ]
      : []),
    ...(creditCents > 0
      ? [
          {
            kind: 'credit' as const,
            label: `Unused days of ${current?.plan.name ?? 'your plan'}`,
            amount: -amountOf(creditCents),
          },
        ]
      : []),
  ];
}
