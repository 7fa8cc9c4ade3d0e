import type { Tx } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import type { ProviderTruth } from '../../../base/payments/payment-provider.ts';
import { changeSubscription } from '../change-subscription.ts';
import { findPayments, updateTransaction } from '../money/transactions.store.ts';
import { isMonthAfter, nextPeriodEnd } from '../periods.ts';
import {
  findSubscription,
  type SubscriptionWithPlan,
  updateSubscription,
  writeBillingStatus,
} from '../subscriptions.store.ts';

type Told = Pick<ProviderTruth, 'payments' | 'nextBillingAt'>;

/**
 * Returns when the provider charges again after a payment whose period begins at `start`; null if it does not say, or the
 * date is implausible. For some minutes after the start PayPal may report the same day, and sends no event once it is
 * right. While its list of payments lags behind, its next charge follows a payment that we do not know.
 */
export function nextChargeAfter(
  { payments, nextBillingAt }: Told,
  { paymentId, start }: { paymentId: string | null; start: Date },
): Date | null {
  const newest = payments.findLast(({ kind, status }) => kind === 'payment' && status === 'paid');
  if (newest?.id !== paymentId || nextBillingAt === null) return null;
  return isMonthAfter(start, nextBillingAt) ? nextBillingAt : null;
}

type Case = { userId: string; subscriptionId: string; truth: Told; at: Date };

/**
 * Corrects the end of the current period of a PayPal subscription, earlier or later, once PayPal reports a plausible next
 * charge. A period is never cut below the calendar month that was paid, and one that is far too short gets that month. Call
 * it under `lockUser`. Returns the number of changes.
 */
export async function correctPeriod(context: Context, tx: Tx, told: Case): Promise<number> {
  const { userId, subscriptionId, truth, at } = told;
  const subscription = await findSubscription(tx, { id: subscriptionId, userId });
  if (!subscription?.currentPeriodEnd || subscription.status === 'expired') return 0;
  const recorded = subscription.currentPeriodEnd;
  const payments = await findPayments(tx, subscriptionId);
  // A period that ends at another moment than its payment says was shortened on purpose.
  const payment = payments.find(({ nextBillingDate }) => nextBillingDate?.getTime() === recorded.getTime());
  if (!payment?.periodStart || !payment.providerTransactionId) return 0;
  const start = payment.periodStart;
  const next = nextChargeAfter(truth, { paymentId: payment.providerTransactionId, start });
  const end = correctedEnd({ recorded, start, next, anchor: subscription.startDate });
  if (end.getTime() === recorded.getTime()) return 0;
  await updateTransaction(tx, payment.id, { nextBillingDate: end });
  await moveEnd(context, tx, { subscription, end, at });
  return 1;
}

type Period = { recorded: Date; start: Date; next: Date | null; anchor: Date };

function correctedEnd({ recorded, start, next, anchor }: Period): Date {
  const month = nextPeriodEnd(start, anchor);
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
    await changeSubscription(context, tx, { subscription, fact: 'paid', at, data });
    return;
  }
  await updateSubscription(tx, subscription, data);
  await writeBillingStatus(tx, { userId: subscription.userId, now: at });
}
