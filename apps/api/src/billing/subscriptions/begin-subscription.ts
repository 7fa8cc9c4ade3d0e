import type { PaymentProvider, Subscription, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import {
  type CheckoutWithPlan,
  closeCheckout,
  findCheckouts,
  findOpenCheckout,
  updateCheckout,
} from '../checkouts/checkouts.ts';
import { releaseCoupon, useCoupon } from '../coupons/coupons.store.ts';
import { getChargedReference, lookAtCharges } from './align-charges.ts';
import { changeSubscription } from './change-subscription.ts';
import { findCredited, getKeptCredit, withKeptCredit } from './money/kept-credit.ts';
import { scheduleRefundsAfter } from './money/transactions.ts';
import {
  findCurrentSubscription,
  findScheduled,
  insertSubscription,
  isToBegin,
  type SubscriptionWithPlan,
  updateSubscription,
  withPaidAhead,
} from './subscriptions.store.ts';
import { getCreditToward } from './unused-credit.ts';

type Terms = {
  userId: string;
  planId: number;
  couponId: string | null;
  provider: PaymentProvider;
  /** The provider's id, or one of ours: `free_…`, `manual_…`. */
  reference: string;
  /** Of a regular period. */
  priceCents: number;
  currency: string;
  start: Date;
  /** The end of its first period, or of the time in which that may be paid. */
  end: Date;
  now: Date;
};

type Beginning = Terms & {
  /** What the first period was bought for: money and credit. */
  valueCents: number;
  /** The credit that is left for a later purchase; by default that of the current subscription. */
  keptCents?: number;
  /** The user's current subscription, which ends now. */
  current: SubscriptionWithPlan | null;
  /** The checkout that is being paid; every other open one is closed. */
  checkoutId: string | null;
};

/**
 * Begins a subscription in the place of the current one, if any, and tells the user by mail. The only way to a new active row. Call it
 * under `lockUser`.
 */
export async function beginSubscription(context: Context, tx: Tx, begin: Beginning): Promise<Subscription> {
  const { userId, current, now } = begin;
  const id = context.newId();
  await dropScheduled(context, tx, { userId, at: now });
  if (current) await endReplaced(context, tx, { current, replacedById: id, at: now });
  const open = await findOpenCheckout(tx, userId);
  if (open && open.id !== begin.checkoutId)
    await closeCheckout(context, tx, { checkout: open, status: 'cancelled', at: now });
  const keptCents = begin.keptCents ?? (current ? getKeptCredit(current) : 0);
  const subscription = await insertSubscription(tx, {
    ...toRow(id, begin),
    ...(keptCents > 0 && { metadata: { keptCreditCents: keptCents } }),
    paymentStatus: 'paid',
    periodValueCents: begin.valueCents,
  });
  const active = await changeSubscription(context, tx, { subscription, cause: 'paid', at: now });
  await context.sendMailLater(tx, { mail: 'plan_started', subscriptionId: id, key: id });
  return active ?? subscription;
}

function toRow(id: string, { userId, planId, couponId, provider, reference, ...terms }: Terms) {
  const { priceCents, currency, start, end, now } = terms;
  return {
    id,
    userId,
    planId,
    couponId,
    status: 'pending',
    paymentProvider: provider,
    paymentProviderSubscriptionId: reference,
    priceCents,
    currency,
    startDate: start,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    createdAt: now,
  } as const;
}

/** Ends the subscription that is replaced. A job stops its charges. */
async function endReplaced(
  context: Context,
  tx: Tx,
  { current, replacedById, at }: { current: SubscriptionWithPlan; replacedById: string; at: Date },
): Promise<void> {
  const data = { replacedById };
  await changeSubscription(context, tx, { subscription: current, cause: 'replaced', at, data });
  await lookAtCharges(context, tx, current);
}

type Booking = Terms & { isPaid: boolean };

/**
 * Books a plan that begins on a later day, replaces one that was booked before, and mails the user. The current plan runs
 * until then; a job stops its charges. Call it under `lockUser`.
 */
export async function scheduleSubscription(
  context: Context,
  tx: Tx,
  booking: Booking,
): Promise<Subscription> {
  const { userId, isPaid, now } = booking;
  await dropScheduled(context, tx, { userId, at: now });
  const id = context.newId();
  const paymentStatus = isPaid ? 'paid' : 'pending';
  const subscription = await insertSubscription(tx, { ...toRow(id, booking), paymentStatus });
  const scheduled = await changeSubscription(context, tx, { subscription, cause: 'scheduled', at: now });
  await context.sendMailLater(tx, { mail: 'plan_scheduled', subscriptionId: id, key: id });
  const current = await findCurrentSubscription(tx, userId);
  const charged = current && getChargedReference(current);
  if (charged) await context.queue.send(tx, 'align-charges', charged);
  return scheduled ?? subscription;
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
  await changeSubscription(context, tx, { subscription: next, cause: 'dropped', at });
  for (const { id } of await findCheckouts(tx, next.id)) await releaseCoupon(tx, id);
  await scheduleRefundsAfter(context, tx, { subscriptionId: next.id, after: at });
  await lookAtCharges(context, tx, next);
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
  const { id, startDate: at } = next;
  if (!isToBegin(next)) {
    await dropScheduled(context, tx, { userId, at });
    return true;
  }
  const current = await findCurrentSubscription(tx, userId);
  if (current) await endReplaced(context, tx, { current, replacedById: id, at });
  const kept = current ? getKeptCredit(current) : 0;
  const data = kept > 0 ? { metadata: withKeptCredit(next, kept) } : {};
  await changeSubscription(context, tx, { subscription: next, cause: 'begun', at, data });
  for (const { id: checkoutId } of await findCheckouts(tx, id)) await useCoupon(tx, { checkoutId, at });
  if (next.paymentStatus === 'paid')
    await context.sendMailLater(tx, { mail: 'plan_started', subscriptionId: id, key: id });
  return true;
}

type Bought = Pick<Booking, 'reference' | 'start' | 'end' | 'now'> & { checkout: CheckoutWithPlan };

/** Begins what a checkout was for, makes its coupon's use final and the checkout paid. Call it under `lockUser`. */
export async function activate(
  context: Context,
  tx: Tx,
  { checkout, current, ...period }: Bought & { current: SubscriptionWithPlan | null },
): Promise<Subscription> {
  const { id: checkoutId, amountCents, creditCents } = checkout;
  const valueCents = amountCents + creditCents;
  const credited = await findCredited(tx, checkout);
  const keptCents = await getCreditLeft(tx, { checkout, credited, current, now: period.now });
  const begin = { ...checkout, ...period, checkoutId, current, valueCents, keptCents };
  const subscription = await beginSubscription(context, tx, begin);
  if (credited && credited.id !== current?.id) {
    await updateSubscription(tx, credited, { replacedById: subscription.id });
    await updateCheckout(tx, checkoutId, { replacesId: credited.id });
  }
  await markPaid(tx, { checkoutId, subscriptionId: subscription.id, now: period.now });
  return subscription;
}

type Credited = Pick<Bought, 'checkout' | 'now'> &
  Record<'credited' | 'current', SubscriptionWithPlan | null>;

/** Returns the credit that is left after a purchase. A paid purchase keeps no unused days: they are refunded. */
async function getCreditLeft(tx: Tx, { checkout, credited, current, now }: Credited): Promise<number> {
  const { planId, amountCents, creditCents } = checkout;
  const isSame = current?.id === credited?.id;
  const bought = current && isSame && amountCents === 0 ? await withPaidAhead(tx, current) : null;
  const unused = bought ? getCreditToward(planId, bought, now) : 0;
  const left = Math.max(0, unused + (credited ? getKeptCredit(credited) : 0) - creditCents);
  return current && !isSame ? left + getKeptCredit(current) : left;
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
