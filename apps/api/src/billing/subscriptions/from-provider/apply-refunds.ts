import type { PaymentTransaction, Plan, Subscription, Tx } from '@picksync/db';
import { toCents } from '../../../base/amounts.ts';
import type { Context } from '../../../base/context.ts';
import type { ProviderPayment, ProviderState } from '../../../base/payments/payment-provider.ts';
import { issueReceipt } from '../../receipts/issue-receipt.ts';
import { dropScheduled } from '../begin-subscription.ts';
import { changeSubscription } from '../change-subscription.ts';
import type { PaymentCase } from '../money/record-payment.ts';
import { removeCredit } from '../money/remove-credit.ts';
import {
  findRefunds,
  findTransaction,
  insertTransaction,
  noteRefusedRefund,
  scheduleRefundsAfter,
  sumPaidRefunds,
  sumRefunds,
  toRefundRow,
  updateTransaction,
} from '../money/transactions.ts';
import { findSubscription, updateSubscription, writeBillingStatus } from '../subscriptions.store.ts';

type Case = Pick<PaymentCase, 'provider' | 'now'> & {
  state: Pick<ProviderState, 'reference'> & { payer: { name: string | null } };
  /** What was paid for; no user where the account is gone. */
  checkout: { userId: string | null; plan: Pick<Plan, 'name'> };
};
type Report = Case & { state: ProviderState };
type Refund = Pick<ProviderPayment, 'id' | 'amountCents' | 'status' | 'at'>;

/**
 * Records what was refunded or reversed, by us, by the provider or by the payer's bank, and ends a plan that is no
 * longer paid.
 */
export async function applyRefunds(context: Context, tx: Tx, report: Report): Promise<number> {
  const { provider, state } = report;
  let changes = 0;
  for (const payment of state.payments.filter(({ kind }) => kind === 'payment')) {
    const row = await findTransaction(tx, { provider, id: payment.id });
    if (!row) continue;
    const listed = state.payments.filter((refund) => isForPayment(refund, payment, state.payments));
    changes += await notePart(tx, { payment, row, listed, now: report.now });
    for (const refund of listed) {
      changes += await applyRefund(context, tx, { ...report, row, refund, listed });
    }
  }
  return changes;
}

/**
 * Returns whether a refund belongs to a payment. One that names no payment belongs to the payment that is partly
 * refunded.
 */
function isForPayment(refund: ProviderPayment, payment: ProviderPayment, all: ProviderPayment[]): boolean {
  if (refund.kind !== 'refund') return false;
  if (refund.of !== null) return refund.of === payment.id;
  const partly = all.filter(({ refunded }) => refunded === 'part');
  return partly.length === 1 && partly[0]?.id === payment.id;
}

type Back = { payment: ProviderPayment; row: PaymentTransaction; listed: ProviderPayment[]; now: Date };

/**
 * Marks a payment with a partial refund whose amount the provider does not tell, for administrators to look at, and unmarks it when the
 * amount is known after all.
 */
async function notePart(tx: Tx, { payment, row, listed, now }: Back): Promise<number> {
  // What we owe is refunded first: then the provider tells how much is back in all.
  if (payment.refunded !== 'part' || row.refundDueCents > 0) return 0;
  if (listed.length === 0) {
    if (row.partlyRefundedAt !== null || (await findRefunds(tx, row.id)).length > 0) return 0;
    await updateTransaction(tx, row.id, { partlyRefundedAt: now });
    return 1;
  }
  // One that bought nothing still waits for somebody.
  if (row.partlyRefundedAt === null || row.settledAt || row.transactionType === 'unmatched') return 0;
  await updateTransaction(tx, row.id, { settledAt: now });
  return 1;
}

/** Records a partial refund whose amount an administrator has read on the provider's pages. */
export async function applyPart(
  context: Context,
  tx: Tx,
  { row, cents, ...report }: Case & { row: PaymentTransaction; cents: number },
): Promise<void> {
  const refund = { id: getPartId(row), amountCents: cents, status: 'paid' as const, at: null };
  await applyRefund(context, tx, { ...report, row, refund, listed: [] });
}

/** Returns our id for what was refunded of a payment in all, where the provider's list does not name each refund. */
function getPartId({ id, providerTransactionId }: PaymentTransaction): string {
  return `${providerTransactionId ?? id}:refund`;
}

type RefundCase = Case & {
  row: PaymentTransaction;
  refund: Refund;
  /** All that the provider's list has of the payment. */
  listed: readonly Refund[];
};

async function applyRefund(context: Context, tx: Tx, refundCase: RefundCase): Promise<number> {
  const { provider, refund } = refundCase;
  const known = await findTransaction(tx, { provider, id: refund.id });
  if (refund.status === 'failed')
    return known?.status === 'pending' ? applyFailure(tx, { ...refundCase, known }) : 0;
  if (known && known.status !== 'paid' && refund.status === 'paid') {
    const transaction = await updateTransaction(tx, known.id, { status: 'paid' });
    await applyPaidRefund(context, tx, { ...refundCase, transaction });
    return 1;
  }
  const isInAll = refund.id === getPartId(refundCase.row);
  if (known && !isInAll) return 0;
  if (!isInAll && (await nameEntry(tx, refundCase))) return 1;
  const missing = isInAll ? await findMissing(tx, refundCase) : await findUncounted(tx, refundCase);
  if (!missing) return 0;
  const transaction = await insertRefund(tx, { ...refundCase, refund: missing });
  if (transaction.status === 'paid') await applyPaidRefund(context, tx, { ...refundCase, transaction });
  return 1;
}

/**
 * Records a refund that was on its way and did not arrive. An administrator has to look at it: the next try would fail in the
 * same way. Where we owed a part of the payment, what did not arrive is owed with it.
 */
async function applyFailure(
  tx: Tx,
  { row, known, now }: RefundCase & { known: PaymentTransaction },
): Promise<number> {
  await updateTransaction(tx, known.id, { status: 'failed' });
  const given = await sumRefunds(tx, row.id);
  if (row.refundDueCents > 0 && given >= row.refundDueCents)
    await updateTransaction(tx, row.id, { refundDueCents: given + toCents(known.amount) });
  await noteRefusedRefund(tx, { id: row.id, refusal: 'failed', at: now });
  return 1;
}

/**
 * Gives a refund that is on the books without the provider's id of it, as an administrator or an event without a list told of it, the
 * id by which the provider lists it afterwards. Returns whether there is one of this amount.
 */
async function nameEntry(tx: Tx, { row, refund }: RefundCase): Promise<boolean> {
  const entered = await findInAll(tx, row);
  const same = entered.find(({ amount }) => toCents(amount) === refund.amountCents);
  if (!same) return false;
  await updateTransaction(tx, same.id, { providerTransactionId: refund.id });
  return true;
}

/** Returns the refunds of a payment that the books have by our own ids. */
async function findInAll(tx: Tx, row: PaymentTransaction): Promise<PaymentTransaction[]> {
  const id = getPartId(row);
  return (await findRefunds(tx, row.id)).filter(({ providerTransactionId }) =>
    providerTransactionId?.startsWith(id),
  );
}

/**
 * Returns what the books lack of a refund that the provider lists; null where they have it. It may be part of one that is there in
 * other parts, by our own id: then only what the list has in all beyond the books is new.
 */
async function findUncounted(tx: Tx, { row, refund, listed }: RefundCase): Promise<Refund | null> {
  if ((await findInAll(tx, row)).length === 0) return refund;
  const id = getPartId(row);
  const counted = listed.filter((one) => one.id !== id && one.status !== 'failed');
  const amountCents = counted.reduce((sum, one) => sum + one.amountCents, 0);
  return findMissing(tx, { row, refund: { ...refund, id, amountCents } });
}

/** Returns what the books lack of all that is back of a payment; null where they have it. */
async function findMissing(
  tx: Tx,
  { row, refund }: Pick<RefundCase, 'row' | 'refund'>,
): Promise<Refund | null> {
  const given = await sumRefunds(tx, row.id);
  if (refund.amountCents <= given) return null;
  const id = given === 0 ? refund.id : `${refund.id}:${given}`;
  return { ...refund, id, amountCents: refund.amountCents - given };
}

function insertRefund(tx: Tx, refundCase: RefundCase): Promise<PaymentTransaction> {
  const { state, checkout, row, refund, now } = refundCase;
  const { id, amountCents: cents, status, at } = refund;
  return insertTransaction(tx, {
    ...toRefundRow(row, { id, cents, status, paymentDate: at ?? now }),
    userId: checkout.userId,
    providerSubscriptionId: state.reference,
    createdAt: now,
  });
}

async function applyPaidRefund(
  context: Context,
  tx: Tx,
  refundCase: RefundCase & { transaction: PaymentTransaction },
): Promise<void> {
  const { row, checkout, state, transaction, now } = refundCase;
  const cents = toCents(transaction.amount);
  const given = await sumPaidRefunds(tx, row.id);
  const isWhole = given >= toCents(row.amount);
  if (isWhole) await updateTransaction(tx, row.id, { status: 'refunded' });
  const hasEnded = await endBoughtPeriod(context, tx, { ...refundCase, cents, isWhole });
  // Refunds that we owed were never credited.
  const beforeCents = getExcess(row.refundDueCents, given - cents);
  const taken = getExcess(row.refundDueCents, given) - beforeCents;
  const { subscriptionId, nextBillingDate: paidUntil } = row;
  const { userId } = checkout;
  if (userId !== null && subscriptionId !== null && paidUntil !== null && taken > 0) {
    const back = { userId, subscriptionId, paidUntil, cents: taken, beforeCents, at: now };
    await removeCredit(context, tx, back);
  }
  const lines = [{ label: checkout.plan.name, detail: 'Refund', cents: -cents }];
  const about = { userId: checkout.userId, transaction, refundOf: row, plan: checkout.plan, at: now };
  await issueReceipt(context, tx, { ...about, totalCents: -cents, lines, payerName: state.payer.name });
  // A refund of ours was announced when it became due, and the end of a plan has its own mail.
  if (userId === null || hasEnded || taken <= 0) return;
  const { id: transactionId } = transaction;
  await context.sendMailLater(tx, { mail: 'payment_refunded', transactionId, key: transactionId });
}

function getExcess(due: number, cents: number): number {
  return Math.max(0, cents - due);
}

/**
 * Ends or shortens what a payment bought: a full refund ends its period, a partial one makes it worth less. Returns whether its
 * plan has ended.
 */
async function endBoughtPeriod(
  context: Context,
  tx: Tx,
  { row, checkout, cents, isWhole, now }: RefundCase & { cents: number; isWhole: boolean },
): Promise<boolean> {
  const { subscriptionId, periodStart, nextBillingDate } = row;
  const { userId } = checkout;
  if (!userId || !subscriptionId || !periodStart || !nextBillingDate || nextBillingDate <= now) return false;
  const subscription = await findSubscription(tx, { id: subscriptionId, userId });
  if (!subscription || subscription.status === 'expired') return false;
  const periodValueCents = Math.max(0, subscription.periodValueCents - cents);
  if (isWhole && periodStart <= now) {
    const data = { periodValueCents, paymentStatus: 'refunded' as const };
    await changeSubscription(context, tx, { subscription, cause: 'refunded', at: now, data });
    await dropScheduled(context, tx, { userId, at: now });
    await context.sendMailLater(tx, { mail: 'plan_refunded', subscriptionId, key: subscriptionId });
    await scheduleRefundsAfter(context, tx, { subscriptionId, after: periodStart });
    return true;
  }
  const removed = isWhole ? withoutPeriod(subscription, periodStart) : {};
  await updateSubscription(tx, subscription, { periodValueCents, ...removed });
  await writeBillingStatus(tx, { userId, now });
  if (isWhole) await scheduleRefundsAfter(context, tx, { subscriptionId, after: periodStart });
  return false;
}

/** Returns what changes when a period that has not begun is removed. The first one of a plan that is booked can be paid again. */
function withoutPeriod(subscription: Subscription, periodStart: Date) {
  const { status, startDate, paymentProvider, currentPeriodEnd: end } = subscription;
  const isToBePaid = status === 'scheduled' && paymentProvider === 'razorpay' && periodStart <= startDate;
  return {
    // It may end before, where a period before this one was removed first.
    currentPeriodEnd: end && end < periodStart ? end : periodStart,
    ...(isToBePaid && { paymentStatus: 'pending' as const }),
  };
}
