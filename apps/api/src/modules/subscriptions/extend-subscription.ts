import type { Tx } from '@picksync/db';
import { markPaid } from './activate.ts';
import type { ApplyDeps } from './apply-payment.ts';
import { changeSubscription } from './change-subscription.ts';
import { nextPeriodEnd } from './periods.ts';
import { type PaymentCase, recordPaid, recordUnmatchedPayment } from './record-payment.ts';
import { findSubscription, type SubscriptionWithPlan } from './subscriptions.store.ts';

type Paid = PaymentCase & { row: Parameters<typeof recordPaid>[1]['row'] };

/**
 * Returns when a period ends that begins at `start`: when the provider charges next, if it tells that for this payment,
 * else one calendar month later.
 */
export function periodAfter(
  start: Date,
  anchor: Date,
  { truth, payment }: Pick<Paid, 'truth' | 'payment'>,
): Date {
  const newest = truth.payments.findLast(({ kind, status }) => kind === 'payment' && status === 'paid');
  const { nextBillingAt } = truth;
  if (newest?.id === payment.id && nextBillingAt && nextBillingAt > start) return nextBillingAt;
  return nextPeriodEnd(start, anchor);
}

/**
 * Adds the period of a renewal's link to the subscription it was opened for. If it is paid early, it counts from the
 * period's end.
 */
export async function extendSubscription(
  tx: Tx,
  { current, ...paid }: Paid & { current: SubscriptionWithPlan },
  deps: ApplyDeps,
): Promise<string> {
  const { checkout, now } = paid;
  let subscription = current;
  if (subscription.status === 'cancelled') {
    // A user who pays for another period no longer wants to end with this one.
    const resumed = await changeSubscription(tx, { subscription, fact: 'resumed', at: now }, deps);
    subscription = { ...subscription, ...resumed };
  }
  const provider = {
    paymentProvider: checkout.provider,
    paymentProviderSubscriptionId: paid.truth.reference,
  };
  const takesOver = subscription.paymentProvider !== checkout.provider;
  const data = { priceCents: checkout.priceCents, ...(takesOver && provider) };
  await addPeriod(tx, { ...paid, subscription, data }, deps);
  await markPaid(tx, { checkoutId: checkout.id, subscriptionId: subscription.id, now });
  return subscription.id;
}

/**
 * Applies a later payment of a PayPal subscription. Returns whether it bought something: not when the subscription is
 * over, nor when the amount was not agreed; that payment is recorded for administrators to look at.
 */
export async function renewSubscription(
  tx: Tx,
  { subscriptionId, ...paid }: Paid & { subscriptionId: string },
  deps: ApplyDeps,
): Promise<boolean> {
  const { checkout, payment } = paid;
  const subscription = await findSubscription(tx, { id: subscriptionId, userId: checkout.userId });
  if (!subscription || subscription.status === 'expired') return false;
  if (payment.amountCents !== subscription.priceCents || payment.currency !== subscription.currency) {
    await recordUnmatchedPayment(tx, paid, deps);
    return true;
  }
  await addPeriod(tx, { ...paid, subscription, data: {} }, deps);
  return true;
}

async function addPeriod(
  tx: Tx,
  {
    subscription,
    data,
    ...paid
  }: Paid & { subscription: SubscriptionWithPlan; data: Parameters<typeof changeSubscription>[1]['data'] },
  deps: ApplyDeps,
): Promise<void> {
  const { payment, now } = paid;
  const paidAt = payment.at ?? now;
  const start = subscription.currentPeriodEnd ?? paidAt;
  const end = periodAfter(start, subscription.startDate, paid);
  // A link may be paid days before; PayPal charges when the period is over.
  const isEarly = paid.provider === 'razorpay' && paidAt < start;
  const period = {
    currentPeriodStart: isEarly ? subscription.currentPeriodStart : start,
    currentPeriodEnd: end,
    periodValueCents: payment.amountCents + (isEarly ? subscription.periodValueCents : 0),
    remindedAt: null,
    paymentStatus: 'paid' as const,
  };
  const keep = subscription.cancelledAt ? { cancelledAt: subscription.cancelledAt } : {};
  const change = { subscription, fact: 'paid' as const, at: now, data: { ...keep, ...data, ...period } };
  await changeSubscription(tx, change, deps);
  const bought = { subscriptionId: subscription.id, period: { start, end }, hasDiscount: false };
  const { id } = await recordPaid(tx, { ...paid, ...bought, planName: subscription.plan.name }, deps);
  await deps.sendMailLater(tx, { mail: 'plan_renewed', transactionId: id, key: id });
}
