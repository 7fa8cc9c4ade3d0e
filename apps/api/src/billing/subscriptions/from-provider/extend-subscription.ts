import type { Tx } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import type { ProviderState } from '../../../base/payments/payment-provider.ts';
import { lookAtCharges } from '../align-charges.ts';
import { dropScheduled, markPaid } from '../begin-subscription.ts';
import { type Change, changeSubscription } from '../change-subscription.ts';
import { getKeptCredit, withKeptCredit } from '../money/kept-credit.ts';
import { type PaidCase, recordPaid, recordUnmatchedPayment } from '../money/record-payment.ts';
import { findPayments, updateTransaction } from '../money/transactions.ts';
import { getNextPeriodEnd, isMonthAfter } from '../periods.ts';
import {
  findScheduled,
  findSubscription,
  type SubscriptionWithPlan,
  updateSubscription,
  writeBillingStatus,
} from '../subscriptions.store.ts';

/**
 * Returns when a period ends that begins at `start`: when the provider charges next, if it reports a plausible date for
 * this payment, else one calendar month later.
 */
export function getPeriodEnd(
  start: Date,
  anchor: Date,
  { state, payment }: Pick<PaidCase, 'state' | 'payment'>,
): Date {
  return findNextChargeAfter(state, { paymentId: payment.id, start }) ?? getNextPeriodEnd(start, anchor);
}

/**
 * Adds the period of a renewal's link to the subscription it was opened for. If it is paid early, it counts from the
 * period's end. A job ends the charges of the provider that was paid before.
 */
export async function extendSubscription(
  context: Context,
  tx: Tx,
  { current, ...paid }: PaidCase & { current: SubscriptionWithPlan },
): Promise<string> {
  const { checkout, now } = paid;
  let subscription = current;
  // A payment for the current plan also cancels the plan booked to replace it.
  await dropScheduled(context, tx, { userId: checkout.userId, at: now });
  if (subscription.status === 'cancelled') {
    // A user who pays for another period no longer wants to end with this one.
    const resumed = await changeSubscription(context, tx, { subscription, cause: 'resumed', at: now });
    subscription = { ...subscription, ...resumed };
  }
  const { reference } = paid.state;
  const provider = { paymentProvider: checkout.provider, paymentProviderSubscriptionId: reference };
  const takesOver = subscription.paymentProvider !== checkout.provider;
  const { priceCents, creditCents } = checkout;
  const kept = getKeptCredit(subscription) - creditCents;
  const metadata = creditCents > 0 && { metadata: withKeptCredit(subscription, kept) };
  const data = { priceCents, ...(takesOver && provider), ...metadata };
  await addPeriod(context, tx, { ...paid, subscription, data });
  if (takesOver) await lookAtCharges(context, tx, subscription);
  await markPaid(tx, { checkoutId: checkout.id, subscriptionId: subscription.id, now });
  return subscription.id;
}

/**
 * Applies a later payment of a PayPal subscription. Returns whether it bought something: not when the subscription is
 * over, nor when the amount was not agreed; that payment is recorded for administrators to look at.
 */
export async function renewSubscription(
  context: Context,
  tx: Tx,
  { subscriptionId, ...paid }: PaidCase & { subscriptionId: string },
): Promise<boolean> {
  const { checkout, payment } = paid;
  const subscription = await findSubscription(tx, { id: subscriptionId, userId: checkout.userId });
  if (!subscription || subscription.status === 'expired') return false;
  // Another provider charges for the plan now.
  if (subscription.paymentProviderSubscriptionId !== paid.state.reference) return false;
  const next = await findScheduled(tx, checkout.userId);
  // This pays for the first period of the booked plan.
  if (next && next.id !== subscription.id) return false;
  const isFirst = subscription.paymentStatus === 'pending';
  const agreedCents = isFirst ? checkout.amountCents : subscription.priceCents;
  if (payment.amountCents !== agreedCents || payment.currency !== subscription.currency) {
    await recordUnmatchedPayment(context, tx, paid);
    return true;
  }
  if (subscription.status === 'scheduled') await payBookedPlan(context, tx, { ...paid, next: subscription });
  else await addPeriod(context, tx, { ...paid, subscription, data: {}, isFirst });
  return true;
}

/**
 * Applies a payment for a plan that is booked, before its day: a link that was paid early, or PayPal's charge in the hours
 * before. Its first period is paid from then on.
 */
export async function payBookedPlan(
  context: Context,
  tx: Tx,
  { next, ...paid }: PaidCase & { next: SubscriptionWithPlan },
): Promise<void> {
  const { checkout, payment, provider, state, now } = paid;
  const start =
    next.currentPeriodEnd && next.paymentStatus === 'paid' ? next.currentPeriodEnd : next.startDate;
  const end = getPeriodEnd(start, next.startDate, paid);
  const isFirst = next.paymentStatus === 'pending';
  const link = { paymentProvider: provider, paymentProviderSubscriptionId: state.reference };
  await updateSubscription(tx, next, {
    currentPeriodEnd: end,
    periodValueCents: next.periodValueCents + payment.amountCents,
    paymentStatus: 'paid',
    ...(provider === 'razorpay' && link),
  });
  await writeBillingStatus(tx, { userId: checkout.userId, now });
  const bought = { subscriptionId: next.id, period: { start, end }, hasDiscount: isFirst };
  const { id } = await recordPaid(context, tx, { ...paid, ...bought, plan: next.plan });
  if (provider !== 'razorpay') return;
  await context.sendMailLater(tx, { mail: 'plan_renewed', transactionId: id, key: id });
  await markPaid(tx, { checkoutId: checkout.id, subscriptionId: next.id, now });
}

const dayMs = 24 * 60 * 60_000;

type Added = PaidCase & {
  subscription: SubscriptionWithPlan;
  data: Change['data'];
  /** Whether it is the first payment of a plan that was booked and has begun. */
  isFirst?: boolean;
};

async function addPeriod(context: Context, tx: Tx, { subscription, data, isFirst = false, ...paid }: Added) {
  const { payment, checkout, now } = paid;
  // PayPal's later periods cost their whole price.
  const creditCents = paid.provider === 'razorpay' ? checkout.creditCents : 0;
  const paidAt = payment.at ?? now;
  const start = isFirst ? subscription.startDate : (subscription.currentPeriodEnd ?? paidAt);
  const end = getPeriodEnd(start, subscription.startDate, paid);
  // A link may be paid days before. PayPal charges about when the period is over, unless a month was granted beside its own.
  const early = paid.provider === 'razorpay' ? 0 : dayMs;
  const isEarly = paidAt.getTime() < start.getTime() - early;
  const period = {
    currentPeriodStart: isEarly ? subscription.currentPeriodStart : start,
    currentPeriodEnd: end,
    periodValueCents: payment.amountCents + creditCents + (isEarly ? subscription.periodValueCents : 0),
    remindedAt: null,
    paymentStatus: 'paid' as const,
  };
  const keep = subscription.cancelledAt ? { cancelledAt: subscription.cancelledAt } : {};
  const change = { subscription, cause: 'paid' as const, at: now, data: { ...keep, ...data, ...period } };
  await changeSubscription(context, tx, change);
  const { id: subscriptionId } = subscription;
  const hasDiscount = isFirst || paid.provider === 'razorpay';
  const bought = { subscriptionId, period: { start, end }, hasDiscount };
  const { id } = await recordPaid(context, tx, { ...paid, ...bought, plan: subscription.plan });
  if (isFirst) await context.sendMailLater(tx, { mail: 'plan_started', subscriptionId, key: subscriptionId });
  else await context.sendMailLater(tx, { mail: 'plan_renewed', transactionId: id, key: id });
}

type Told = Pick<ProviderState, 'payments' | 'nextBillingAt'>;

/**
 * Returns when the provider charges again after a payment whose period begins at `start`; null if it does not say, or the
 * date is implausible. For some minutes after the start PayPal may report the same day, and sends no event once it is
 * right. While its list of payments lags behind, its next charge follows a payment that we do not know.
 */
function findNextChargeAfter(
  { payments, nextBillingAt }: Told,
  { paymentId, start }: { paymentId: string | null; start: Date },
): Date | null {
  const newest = payments.findLast(({ kind, status }) => kind === 'payment' && status === 'paid');
  if (newest?.id !== paymentId || nextBillingAt === null) return null;
  return isMonthAfter(start, nextBillingAt) ? nextBillingAt : null;
}

type Case = { userId: string; subscriptionId: string; state: Told; at: Date };

/**
 * Corrects the end of the current period of a PayPal subscription, earlier or later, once PayPal reports a plausible next
 * charge. A period is never cut below the calendar month that was paid, and one that is far too short gets that month. Call
 * it under `lockUser`. Returns the number of changes.
 */
export async function correctPeriod(context: Context, tx: Tx, told: Case): Promise<number> {
  const { userId, subscriptionId, state, at } = told;
  const subscription = await findSubscription(tx, { id: subscriptionId, userId });
  if (!subscription?.currentPeriodEnd || subscription.status === 'expired') return 0;
  const recorded = subscription.currentPeriodEnd;
  const payments = await findPayments(tx, subscriptionId);
  // A period that ends at another moment than its payment says was shortened on purpose.
  const payment = payments.find(({ nextBillingDate }) => nextBillingDate?.getTime() === recorded.getTime());
  if (!payment?.periodStart || !payment.providerTransactionId) return 0;
  const start = payment.periodStart;
  const next = findNextChargeAfter(state, { paymentId: payment.providerTransactionId, start });
  const end = getCorrectedEnd({ recorded, start, next, anchor: subscription.startDate });
  if (end.getTime() === recorded.getTime()) return 0;
  await updateTransaction(tx, payment.id, { nextBillingDate: end });
  await moveEnd(context, tx, { subscription, end, at });
  return 1;
}

type Period = { recorded: Date; start: Date; next: Date | null; anchor: Date };

function getCorrectedEnd({ recorded, start, next, anchor }: Period): Date {
  const month = getNextPeriodEnd(start, anchor);
  if (next === null) return recorded < month && !isMonthAfter(start, recorded) ? month : recorded;
  const least = recorded < month ? recorded : month;
  return next > least ? next : least;
}

async function moveEnd(
  context: Context,
  tx: Tx,
  { subscription, end, at }: { subscription: SubscriptionWithPlan; end: Date; at: Date },
): Promise<void> {
  const data = { currentPeriodEnd: end, remindedAt: null };
  if (subscription.status === 'past_due' && end > at) {
    await changeSubscription(context, tx, { subscription, cause: 'paid', at, data });
    return;
  }
  await updateSubscription(tx, subscription, data);
  await writeBillingStatus(tx, { userId: subscription.userId, now: at });
}
