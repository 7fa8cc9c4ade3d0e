import type { Subscription, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { type CheckoutWithPlan, updateCheckout } from '../checkouts/checkouts.store.ts';
import { useCoupon } from '../coupons/coupons.store.ts';
import { type Booking, beginSubscription, scheduleSubscription } from './begin-subscription.ts';
import { findEndedWithCredit, keptCredit } from './ledger/kept-credit.ts';
import { getCreditToward } from './periods.ts';
import { type SubscriptionWithPlan, updateSubscription } from './subscriptions.store.ts';

type Bought = Pick<Booking, 'reference' | 'start' | 'end' | 'now'> & { checkout: CheckoutWithPlan };

/** Begins what a checkout was for, makes its coupon's use final and the checkout paid. Call it under `lockUser`. */
export async function activate(
  context: Context,
  tx: Tx,
  { checkout, current, ...period }: Bought & { current: SubscriptionWithPlan | null },
): Promise<Subscription> {
  const { id: checkoutId, userId, amountCents, creditCents } = checkout;
  const valueCents = amountCents + creditCents;
  const ended = current ? null : await findEndedWithCredit(tx, userId);
  const keptCents = getCreditLeft(checkout, current ?? ended, period.now);
  const begin = { ...checkout, ...period, checkoutId, current, valueCents, keptCents };
  const subscription = await beginSubscription(context, tx, begin);
  if (ended) {
    await updateSubscription(tx, ended, { replacedById: subscription.id });
    await updateCheckout(tx, checkoutId, { replacesId: ended.id });
  }
  await markPaid(tx, { checkoutId, subscriptionId: subscription.id, now: period.now });
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

/**
 * Books the plan of a checkout for a later day. Its coupon stays reserved until the plan begins or is paid. Call it under
 * `lockUser`.
 */
export async function book(
  context: Context,
  tx: Tx,
  { checkout, ...booking }: Bought & { isPaid: boolean },
): Promise<Subscription> {
  const provider = checkout.amountCents > 0 ? checkout.provider : 'none';
  const subscription = await scheduleSubscription(context, tx, { ...checkout, provider, ...booking });
  await updateCheckout(tx, checkout.id, toPaid(subscription.id, booking.now));
  return subscription;
}

/** Marks a checkout as paid, even one that was closed. */
export async function markPaid(
  tx: Tx,
  { checkoutId, subscriptionId, now }: { checkoutId: string; subscriptionId: string; now: Date },
): Promise<void> {
  await updateCheckout(tx, checkoutId, toPaid(subscriptionId, now));
  await useCoupon(tx, { checkoutId, at: now });
}

function toPaid(subscriptionId: string, now: Date) {
  return { status: 'paid', subscriptionId, settledAt: now, failure: null } as const;
}
