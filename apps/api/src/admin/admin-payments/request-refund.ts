import type { Tx } from '@picksync/db';
import { formatMoney } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { scheduleRefund } from '../../billing/subscriptions/schedule-refund.ts';
import { updateTransaction } from '../../billing/subscriptions/transactions.store.ts';
import type { PaymentRow } from './payments-to-settle.store.ts';

/**
 * Requests the refund of a whole payment, or again what the provider refused. Returns the message for the
 * administrator.
 */
export async function requestRefund(context: Context, tx: Tx, row: PaymentRow): Promise<string> {
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
