import type { PaymentTransaction, Tx } from '@picksync/db';
import { toCents } from '../../../base/amounts.ts';
import type { Context } from '../../../base/context.ts';
import { isPaymentProvider } from '../../../base/payments/payment-provider.ts';
import { findPayments, sumRefunds, updateTransaction } from './transactions.store.ts';

/**
 * Records that up to `cents` of a payment have to be refunded, if they are not back yet, and tells the payer. A job
 * makes the refund. Returns how many cents that is.
 */
export async function scheduleRefund(
  context: Context,
  tx: Tx,
  { payment, cents }: { payment: PaymentTransaction; cents: number },
): Promise<number> {
  const { id, provider, providerSubscriptionId: reference, amount } = payment;
  if (!reference || !isPaymentProvider(provider)) return 0;
  const before = Math.max(await sumRefunds(tx, id), payment.refundDueCents);
  const taken = Math.min(cents, toCents(amount) - before);
  if (taken <= 0) return 0;
  await updateTransaction(tx, id, { refundDueCents: before + taken, refundRefusedAt: null });
  await context.queue.send(tx, 'refresh-subscription', { provider, reference });
  const mail = taken === toCents(amount) ? 'unused_payment_refunded' : 'unused_payment_part_refunded';
  await context.sendMailLater(tx, { mail, transactionId: id, key: id });
  return taken;
}

/** Requests the refund of paid periods that follow one which is no longer paid, because they cannot be used. */
export async function scheduleRefundsAfter(
  context: Context,
  tx: Tx,
  { subscriptionId, after }: { subscriptionId: string; after: Date },
): Promise<void> {
  for (const payment of await findPayments(tx, subscriptionId)) {
    if (payment.periodStart && payment.periodStart > after) {
      await scheduleRefund(context, tx, { payment, cents: toCents(payment.amount) });
    }
  }
}
