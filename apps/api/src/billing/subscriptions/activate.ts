import type { Subscription, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { type CheckoutWithPlan, updateCheckout } from '../checkouts/checkouts.store.ts';
import { useCoupon } from '../coupons/coupons.store.ts';
import { beginSubscription } from './begin-subscription.ts';
import { findEndedWithCredit, keptCredit } from './ledger/kept-credit.ts';
import { getCreditToward, nextPeriodEnd } from './periods.ts';
import { scheduleSubscription } from './schedule-subscription.ts';
import { type SubscriptionWithPlan, updateSubscription } from './subscriptions.store.ts';

type Booked = {
  checkout: CheckoutWithPlan;
  reference: string;
  startsAt: Date;
  endsAt: Date;
  isPaid: boolean;
  now: Date;
};

type Bought = {
  checkout: CheckoutWithPlan;
  current: SubscriptionWithPlan | null;
  reference: string;
  start: Date;
  end: Date;
  now: Date;
};

/** Begins what a checkout was for, makes its coupon's use final and the checkout paid. Call it under `lockUser`. */
export async function activate(
  context: Context,
  tx: Tx,
  { checkout, current, reference, start, end, now }: Bought,
): Promise<Subscription> {
  const { id, userId, planId, couponId, provider, priceCents, currency, amountCents, creditCents } = checkout;
  const what = { userId, planId, couponId, provider, priceCents, currency, checkoutId: id };
  const valueCents = amountCents + creditCents;
  const ended = current ? null : await findEndedWithCredit(tx, userId);
  const keptCents = getCreditLeft(checkout, current ?? ended, now);
  const begin = { ...what, reference, start, end, current, valueCents, keptCents, now };
  const subscription = await beginSubscription(context, tx, begin);
  if (ended) {
    await updateSubscription(tx, ended, { replacedById: subscription.id });
    await updateCheckout(tx, id, { replacesId: ended.id });
  }
  await markPaid(tx, { checkoutId: id, subscriptionId: subscription.id, now });
  return subscription;
}

/** Returns the credit that is left after a purchase. A paid purchase keeps no unused days: they are refunded. */
function getCreditLeft(
  { planId, amountCents, creditCents }: CheckoutWithPlan,
  credited: SubscriptionWithPlan | null,
  now: Date,
): number {
  if (!credited) return 0;
  const unused = amountCents === 0 ? getCreditToward(planId, credited, now) : 0;
  return Math.max(0, unused + keptCredit(credited) - creditCents);
}

/** Begins a period for which nothing is to be paid. */
export function activateFree(
  context: Context,
  tx: Tx,
  { checkout, current, now }: Pick<Bought, 'checkout' | 'current' | 'now'>,
): Promise<Subscription> {
  const period = { start: now, end: nextPeriodEnd(now, now) };
  return activate(context, tx, { checkout, current, reference: `free_${checkout.id}`, ...period, now });
}

/**
 * Books the plan of a checkout for a later day. Its coupon stays reserved until the plan begins or is paid. Call it under
 * `lockUser`.
 */
export async function book(
  context: Context,
  tx: Tx,
  { checkout, reference, startsAt, endsAt, isPaid, now }: Booked,
): Promise<Subscription> {
  const { id, userId, planId, couponId, priceCents, currency, amountCents } = checkout;
  const provider = amountCents > 0 ? checkout.provider : 'none';
  const what = { userId, planId, couponId, provider, reference, priceCents, currency };
  const booking = { ...what, startsAt, endsAt, isPaid, now };
  const subscription = await scheduleSubscription(context, tx, booking);
  const paid = { status: 'paid', subscriptionId: subscription.id, settledAt: now, failure: null } as const;
  await updateCheckout(tx, id, paid);
  return subscription;
}

/** Marks a checkout as paid, even one that was closed. */
export async function markPaid(
  tx: Tx,
  { checkoutId, subscriptionId, now }: { checkoutId: string; subscriptionId: string; now: Date },
): Promise<void> {
  await updateCheckout(tx, checkoutId, { status: 'paid', subscriptionId, settledAt: now, failure: null });
  await useCoupon(tx, { checkoutId, at: now });
}
