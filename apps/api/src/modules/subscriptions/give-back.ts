import type { PaymentTransaction, Queue, Tx } from '@picksync/db';
import type { SendMailLater } from '../../mail/send-mail-later.ts';
import { centsOf } from '../payments/amounts.ts';
import { isPaymentProvider } from '../payments/payment-provider.ts';
import { findPaymentsOf, findRefundsOf, updateTransaction } from './transactions.store.ts';

type GiveBackDeps = { queue: Pick<Queue, 'send'>; sendMailLater: SendMailLater };

/**
 * Has up to `cents` of a payment given back, as far as it is not back yet, and tells the payer. A job does it. Returns how much that
 * is, in cents.
 */
export async function giveBackOf(
  tx: Tx,
  { payment, cents }: { payment: PaymentTransaction; cents: number },
  { queue, sendMailLater }: GiveBackDeps,
): Promise<number> {
  const { id, provider, providerSubscriptionId: reference, amount } = payment;
  if (!reference || !isPaymentProvider(provider)) return 0;
  const refunds = await findRefundsOf(tx, id);
  const refunded = refunds.reduce((sum, refund) => sum + centsOf(refund.amount), 0);
  const before = Math.max(refunded, payment.refundDueCents);
  const taken = Math.min(cents, centsOf(amount) - before);
  if (taken <= 0) return 0;
  await updateTransaction(tx, id, { refundDueCents: before + taken });
  await queue.send(tx, 'refresh-subscription', { provider, reference });
  const mail = taken === centsOf(amount) ? 'payment_given_back' : 'payment_part_given_back';
  await sendMailLater(tx, { mail, transactionId: id, key: id });
  return taken;
}

/** Has the periods given back that are paid and follow one that is no longer paid: nobody can use them. */
export async function giveBackLater(
  tx: Tx,
  { subscriptionId, after }: { subscriptionId: string; after: Date },
  deps: GiveBackDeps,
): Promise<void> {
  for (const payment of await findPaymentsOf(tx, subscriptionId)) {
    if (payment.periodStart && payment.periodStart > after) {
      await giveBackOf(tx, { payment, cents: centsOf(payment.amount) }, deps);
    }
  }
}
