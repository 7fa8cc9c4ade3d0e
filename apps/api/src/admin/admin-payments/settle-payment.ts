import { AppError, type endpoints, type Parsed, type SecurityAction } from '@picksync/contracts';
import { type Tx, transact } from '@picksync/db';
import { formatMoney } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { scheduleRefund, updateTransaction } from '../../billing/subscriptions/money/transactions.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';
import { findPaymentToSettle, lockPayment, markSettled, type PaymentRow } from './admin-payments.store.ts';
import { grantPayment } from './grant-payment.ts';
import { getMaxRefund, listSettlements, type Settlement } from './list-payments.ts';
import { recordRefunded } from './refund-payment.ts';

type Settle = Parsed<typeof endpoints.adminPayments.settle>['body'] & { id: string };

/** A payment, and how much of it is back according to an administrator. */
type RowWithEntry = PaymentRow & { entered: number | undefined };

const actions: Record<Settlement, SecurityAction> = {
  grant: 'payment_granted',
  give_back: 'payment_given_back',
  record_refund: 'payment_refund_recorded',
  settled: 'payment_settled',
};

/**
 * Settles a payment: its payer gets the plan, or it is refunded, or its refund is recorded, or there is nothing left to
 * do. Throws `not_found` for a payment that is settled already, and `validation_failed` for a way that it does not
 * have.
 */
export function settlePayment(
  context: Context,
  by: Admin,
  { id, how, reason, refunded }: Settle,
): Promise<{ message: string }> {
  return transact(context.db, async (tx) => {
    const at = context.now();
    const seen = await findPaymentToSettle(tx, { id, at });
    if (seen?.userId) await lockUser(tx, seen.userId);
    // Of a deleted account there is no user to lock.
    await lockPayment(tx, id);
    // Read again under the lock: another administrator may have settled it.
    const row = seen && (await findPaymentToSettle(tx, { id, at }));
    if (!row) throw new AppError('not_found', { message: 'There is nothing to settle for this payment.' });
    if (!listSettlements(row).includes(how)) {
      const message = 'This payment cannot be settled in this way any more. Please look at it again.';
      throw new AppError('validation_failed', { message });
    }
    const message = await settleBy[how](context, tx, { ...row, entered: refunded });
    const name = `${formatMoney(row.cents, row.currency)}, ${row.paymentId ?? row.id}`;
    await recordAdminAction(context, tx, { by, userId: row.userId, action: actions[how], name, reason });
    return { message };
  });
}

const settleBy: Record<Settlement, (context: Context, tx: Tx, row: RowWithEntry) => Promise<string>> = {
  grant: grantPayment,
  give_back: requestRefund,
  record_refund: recordRefund,
  settled: async ({ now }, tx, { id }) => {
    await markSettled(tx, { id, at: now() });
    return 'The payment is marked as settled.';
  },
};

/**
 * Records a refund that was made elsewhere, with a receipt, as if the provider had reported it. Throws
 * `validation_failed` for an amount that cannot be back.
 */
async function recordRefund(context: Context, tx: Tx, row: RowWithEntry): Promise<string> {
  const { id, provider, currency, entered = 0 } = row;
  const [cents, most] = [Math.round(entered * 100), getMaxRefund(row)];
  if (cents < 1 || cents > most || !isPaymentProvider(provider)) {
    const message = `Please enter what is back, at most ${formatMoney(most, currency)}`;
    throw new AppError('validation_failed', { errors: { refunded: message } });
  }
  await recordRefunded(context, tx, { row, provider, cents });
  await markSettled(tx, { id, at: context.now() });
  return `${formatMoney(cents, currency)} is on the books as given back.`;
}

/**
 * Requests the refund of a whole payment, or again what the provider refused. Returns the message for the
 * administrator.
 */
async function requestRefund(context: Context, tx: Tx, row: PaymentRow): Promise<string> {
  const payment = await tx.paymentTransaction.findUniqueOrThrow({ where: { id: row.id } });
  const cents = row.isRefused
    ? await retryRefund(context, tx, row)
    : await scheduleRefund(context, tx, { payment, cents: row.cents });
  return `${formatMoney(cents, row.currency)} goes back. Until the provider has done it, the payment stays in the list.`;
}

/** Requests again a refund that the provider refused. The payer has been told of it already. */
async function retryRefund(context: Context, tx: Tx, row: PaymentRow): Promise<number> {
  const { id, provider, reference, dueCents, refundedCents } = row;
  if (reference === null || !isPaymentProvider(provider)) return 0;
  await updateTransaction(tx, id, { refundRefusedAt: null });
  await context.queue.send(tx, 'refresh-subscription', { provider, reference });
  return dueCents - refundedCents;
}
