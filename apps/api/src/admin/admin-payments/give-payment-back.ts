import type { Tx } from '@picksync/db';
import { moneyOf } from '../../base/amounts.ts';
import { isPaymentProvider } from '../../billing/payments/payment-provider.ts';
import { type GiveBackDeps, giveBackOf } from '../../billing/subscriptions/give-back.ts';
import { updateTransaction } from '../../billing/subscriptions/transactions.store.ts';
import type { PaymentRow } from './payments-to-settle.store.ts';

/**
 * Requests the refund of a whole payment, or again what the provider refused. Returns the message for the
 * administrator.
 */
export async function givePaymentBack(tx: Tx, row: PaymentRow, deps: GiveBackDeps): Promise<string> {
  const payment = await tx.paymentTransaction.findUniqueOrThrow({ where: { id: row.id } });
  const cents = row.isRefused
    ? await retryRefund(tx, row, deps)
    : await giveBackOf(tx, { payment, cents: row.cents }, deps);
  return `${moneyOf(cents, row.currency)} goes back. Until the provider has done it, the payment stays in the list.`;
}

/** Requests again a refund that the provider refused. The payer has been told of it already. */
async function retryRefund(tx: Tx, row: PaymentRow, { queue }: GiveBackDeps): Promise<number> {
  const { id, provider, reference, dueCents, refundedCents } = row;
  if (reference === null || !isPaymentProvider(provider)) return 0;
  await updateTransaction(tx, id, { refundRefusedAt: null });
  await queue.send(tx, 'refresh-subscription', { provider, reference });
  return dueCents - refundedCents;
}
