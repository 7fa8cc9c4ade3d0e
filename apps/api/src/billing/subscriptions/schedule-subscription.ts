import type { PaymentProvider, Subscription, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { findCheckouts } from '../checkouts/checkouts.store.ts';
import { releaseCoupon, useCoupon } from '../coupons/coupons.store.ts';
import { getChargedReference } from './align-charges.ts';
import { changeSubscription } from './change-subscription.ts';
import { keptCredit, withKeptCredit } from './ledger/kept-credit.ts';
import { scheduleRefundsAfter } from './ledger/schedule-refund.ts';
import {
  findCurrentSubscription,
  findScheduled,
  insertSubscription,
  isToBegin,
  type SubscriptionWithPlan,
} from './subscriptions.store.ts';

export type Booking = {
  userId: string;
  planId: number;
  couponId: string | null;
  provider: PaymentProvider;
  /** The provider's id, or one of ours. */
  reference: string;
  /** Of a regular period. */
  priceCents: number;
  currency: string;
  startsAt: Date;
  /** The end of its first period, or of the time in which that may be paid. */
  endsAt: Date;
  isPaid: boolean;
  now: Date;
};

/**
 * Books a plan that begins on a later day, replaces one that was booked before, and mails the user. The current plan runs
 * until then; a job stops its charges. Call it under `lockUser`.
 */
export async function scheduleSubscription(
  context: Context,
  tx: Tx,
  booking: Booking,
): Promise<Subscription> {
  const { userId, planId, couponId, provider, reference, priceCents, currency, startsAt, endsAt, now } =
    booking;
  await dropScheduled(context, tx, { userId, at: now });
  const id = context.newId();
  const pending = await insertSubscription(tx, {
    id,
    userId,
    planId,
    couponId,
    status: 'pending',
    paymentStatus: booking.isPaid ? 'paid' : 'pending',
    paymentProvider: provider,
    paymentProviderSubscriptionId: reference,
    priceCents,
    currency,
    startDate: startsAt,
    currentPeriodStart: startsAt,
    currentPeriodEnd: endsAt,
    createdAt: now,
  });
  const scheduled = await changeSubscription(context, tx, {
    subscription: pending,
    fact: 'scheduled',
    at: now,
  });
  await context.sendMailLater(tx, { mail: 'plan_scheduled', subscriptionId: id, key: id });
  const current = await findCurrentSubscription(tx, userId);
  const charged = current && getChargedReference(current);
  if (charged) await context.queue.send(tx, 'align-charges', charged);
  return scheduled ?? pending;
}

/**
 * Cancels the booked plan, if there is one: its provider is told to charge nothing, its coupon is released, and payments in
 * advance are refunded. Returns the plan as it was. Call it under `lockUser`.
 */
export async function dropScheduled(
  context: Context,
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
): Promise<SubscriptionWithPlan | null> {
  const next = await findScheduled(tx, userId);
  if (!next) return null;
  await changeSubscription(context, tx, { subscription: next, fact: 'dropped', at });
  for (const { id } of await findCheckouts(tx, next.id)) await releaseCoupon(tx, id);
  await scheduleRefundsAfter(context, tx, { subscriptionId: next.id, after: at });
  const charged = getChargedReference(next);
  if (charged) await context.queue.send(tx, 'refresh-subscription', charged);
  return next;
}

/**
 * Begins the booked plan of a user on its first day and ends the one before; does nothing until then. Every transaction
 * that depends on a user's plan calls it first, under `lockUser`, so that the plan begins exactly once.
 */
export async function beginScheduled(
  context: Context,
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const next = await findScheduled(tx, userId);
  if (!next || next.startDate > now) return false;
  const at = next.startDate;
  if (!isToBegin(next)) {
    await dropScheduled(context, tx, { userId, at });
    return true;
  }
  const current = await findCurrentSubscription(tx, userId);
  if (current) {
    const data = { replacedById: next.id };
    await changeSubscription(context, tx, { subscription: current, fact: 'replaced', at, data });
    const charged = getChargedReference(current);
    if (charged) await context.queue.send(tx, 'refresh-subscription', charged);
  }
  const kept = current ? keptCredit(current) : 0;
  const data = kept > 0 ? { metadata: withKeptCredit(next, kept) } : {};
  await changeSubscription(context, tx, { subscription: next, fact: 'begun', at, data });
  for (const { id } of await findCheckouts(tx, next.id)) await useCoupon(tx, { checkoutId: id, at });
  if (next.paymentStatus === 'paid')
    await context.sendMailLater(tx, { mail: 'plan_started', subscriptionId: next.id, key: next.id });
  return true;
}
