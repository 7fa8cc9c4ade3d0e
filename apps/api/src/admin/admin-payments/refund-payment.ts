import { createHash } from 'node:crypto';
import { AppError, type endpoints, type Parsed, paymentProviderLabels } from '@picksync/contracts';
import { type Tx, transact } from '@picksync/db';
import { formatMoney } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import {
  isPaymentProvider,
  type PaymentProvider,
  type PaymentProviderName,
  type ProviderReference,
  type Refunded,
} from '../../base/payments/payment-provider.ts';
import { ProviderError } from '../../billing/payments/provider-error.ts';
import { applyPart } from '../../billing/subscriptions/from-provider/apply-refunds.ts';
import { refreshSubscription } from '../../billing/subscriptions/from-provider/refresh-subscription.ts';
import { findRefunds, recordPendingRefund } from '../../billing/subscriptions/money/transactions.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';
import { findUserPayment, lockPayment, type PaidRow, type UserPayment } from './admin-payments.store.ts';
import { getRefundableCents } from './list-payments.ts';

type Refund = Parsed<typeof endpoints.adminPayments.refund>['body'] & { id: string };

/**
 * Refunds a payment, or a part of it, at its provider, issues a receipt and mails the payer, once the refund is complete. A repeated request, also after
 * one without an answer, does not refund again. Throws `not_found`, `validation_failed` for an amount that cannot be
 * refunded or that the provider refuses, and `unavailable` while the provider cannot be reached.
 */
export async function refundPayment(
  context: Context,
  by: Admin,
  refund: Refund,
): Promise<{ message: string }> {
  const cents = Math.round(refund.amount * 100);
  const seenCents = Math.round(refund.refunded * 100);
  const { row, provider } = await findRefundable(context, { id: refund.id, cents, seenCents });
  const { id, refundedCents, currency, paymentId, reference, failedRefunds } = row;
  const key = getKey({ id, refundedCents, cents, failedRefunds });
  const request = { paymentId, amountCents: cents, currency, key };
  const details = { name: `${formatMoney(cents, currency)}, ${paymentId}`, reason: refund.reason };
  // Before the provider is asked: who asked is known also where the answer, or this process, is lost.
  const entry = { by, action: 'payment_refund_requested', userId: row.userId, ...details } as const;
  const entryId = await recordAdminAction(context, context.db, entry);
  const { totalCents, wasWhole, pendingId } = await refundAt(provider, request);
  // Razorpay lists its refunds; PayPal lists only that all is refunded, so the amount of a part is recorded below.
  if (!provider.readRefund || wasWhole) await readAgain(context, { provider: provider.name, reference });
  if (wasWhole) throw new AppError('validation_failed', { message: nothingLeft });
  return transact(context.db, async (tx) => {
    if (row.userId) await lockUser(tx, row.userId);
    await lockPayment(tx, id);
    if (pendingId) await recordPendingRefund(tx, { id: pendingId, of: id, cents, at: context.now() });
    else if (provider.readRefund) await recordTotal(context, tx, { row, provider, cents, totalCents });
    // With its details: they are gone where the account was deleted meanwhile.
    await tx.auditEvent.update({ where: { id: entryId }, data: { action: 'payment_refunded', details } });
    return { message: await getRefundMessage(tx, { row, provider, cents }) };
  });
}

async function getRefundMessage(
  tx: Tx,
  { row: { id, currency }, provider, cents }: { row: Refundable; provider: PaymentProvider; cents: number },
): Promise<string> {
  const money = formatMoney(cents, currency);
  if (!(await findRefunds(tx, id)).some(({ status }) => status === 'pending'))
    return `${money} is refunded. The payer is told by mail.`;
  const label = paymentProviderLabels[provider.name];
  return `${money} is on its way. The payer gets a receipt and a mail once ${label} has completed the refund.`;
}

const nothingLeft = 'All of this payment is refunded by now, so nothing was refunded.';

type Refundable = UserPayment & { paymentId: string; reference: string };

async function findRefundable(
  context: Context,
  { id, cents, seenCents }: { id: string; cents: number; seenCents: number },
): Promise<{ row: Refundable; provider: PaymentProvider }> {
  const row = await findUserPayment(context.db, id);
  if (!row) throw new AppError('not_found', { message: 'There is no such payment.' });
  const provider = isPaymentProvider(row.provider) ? context.payments.providers[row.provider] : undefined;
  const { paymentId, reference, currency } = row;
  const most = getRefundableCents(row);
  if (!provider || paymentId === null || reference === null || most === 0)
    throw new AppError('validation_failed', { message: 'Nothing of this payment can be refunded here.' });
  if (row.refundedCents !== seenCents) {
    const message = `${formatMoney(row.refundedCents, currency)} of this payment is refunded by now. Please look at it again.`;
    throw new AppError('validation_failed', { message });
  }
  if (cents < 1 || cents > most)
    throw new AppError('validation_failed', {
      errors: { amount: `Please enter at most ${formatMoney(most, currency)}` },
    });
  return { row: { ...row, paymentId, reference }, provider };
}

/**
 * Returns the idempotency key of a refund: its payment, what was refunded before, its amount, and how many have failed. A
 * request that is repeated because no answer came refunds once.
 */
function getKey(
  refund: Pick<UserPayment, 'id' | 'refundedCents' | 'failedRefunds'> & { cents: number },
): string {
  const text = [refund.id, refund.refundedCents, refund.cents, refund.failedRefunds].join(' ');
  // Razorpay accepts 40 characters.
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

async function refundAt(
  provider: PaymentProvider,
  request: Parameters<PaymentProvider['refund']>[0],
): Promise<Refunded> {
  try {
    return await provider.refund(request);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const label = paymentProviderLabels[provider.name];
    if (error.kind !== 'refused' && error.kind !== 'gone')
      throw new AppError('unavailable', {
        message: `${label} cannot be reached. Please try again: it is refunded once.`,
        cause: error,
      });
    const code = error.code === null ? '' : ` (${error.code})`;
    throw new AppError('validation_failed', {
      message: `${label} refuses to refund it${code}.`,
      cause: error,
    });
  }
}

/** Reads the refund from the provider. If the provider cannot be reached any more, enqueues a job for it. */
async function readAgain(context: Context, lookup: ProviderReference): Promise<void> {
  try {
    await refreshSubscription(context, lookup);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error }, 'a refund could not be read after it was made');
    await context.queue.send(context.db, 'refresh-subscription', lookup);
  }
}

type Part = { row: Refundable; provider: PaymentProvider; cents: number; totalCents: number | null };

/**
 * Records what is refunded in all: another refund may be on its way, or was made without an answer. Where the provider does
 * not tell, and the books have changed meanwhile, it is recorded already, or an event tells of it.
 */
async function recordTotal(
  context: Context,
  tx: Tx,
  { row, provider, cents, totalCents }: Part,
): Promise<void> {
  const isChanged = (await findUserPayment(tx, row.id))?.refundedCents !== row.refundedCents;
  if (totalCents === null && isChanged) return;
  const inAll = Math.max(totalCents ?? 0, row.refundedCents + cents);
  await recordRefunded(context, tx, { row, provider: provider.name, cents: inAll });
}

/** Records how much of a payment is back in all, with a receipt, as if the provider had reported it. */
export async function recordRefunded(
  context: Context,
  tx: Tx,
  { row, provider, cents }: { row: PaidRow; provider: PaymentProviderName; cents: number },
): Promise<void> {
  const payment = await tx.paymentTransaction.findUniqueOrThrow({ where: { id: row.id } });
  const state = { reference: row.reference ?? '', payer: { name: payment.payerName } };
  const checkout = { userId: payment.userId, plan: { name: row.planName ?? 'Payment' } };
  await applyPart(context, tx, { provider, state, checkout, row: payment, cents, now: context.now() });
}
