import { paymentProviderLabels, receiptContent } from '@picksync/contracts';
import type { PaymentTransaction, Plan, Tx } from '@picksync/db';
import type * as z from 'zod';
import type { Seller } from '../../seller.settings.ts';
import { findReceiptOf, findUserEmail, insertReceipt, takeReceiptNumber } from './receipt-numbers.store.ts';
import { taxIn } from './tax-in.ts';

export type IssueDeps = { seller: Seller };

type Content = z.output<typeof receiptContent>;

/** What a receipt is about. `totalCents` is negative for a refund. */
export type Issue = {
  /** Null when the account is gone: a refund then has the name on the receipt of the payment. */
  userId: string | null;
  transaction: PaymentTransaction;
  plan: Pick<Plan, 'name'>;
  totalCents: number;
  lines: Content['lines'];
  buyerName: string | null;
  /** Of a refund: the transaction that it takes back. */
  refundOf?: PaymentTransaction;
  at: Date;
};

const payeeLabels = { ...paymentProviderLabels, manual: 'By hand', none: 'No payment' };

/**
 * Issues the receipt of a payment or a refund, in the transaction that records it. Returns its number. A refund of a payment without a
 * receipt gets none.
 */
export async function issueReceipt(tx: Tx, issue: Issue, { seller }: IssueDeps): Promise<string | null> {
  const { userId, transaction, totalCents, lines, plan, buyerName, refundOf, at } = issue;
  const refunded = refundOf ? await findReceiptOf(tx, refundOf.id) : null;
  if (refundOf && !refunded) return null;
  const buyer =
    userId === null
      ? receiptContent.parse(refunded?.content).buyer
      : { name: buyerName, address: [], email: (await findUserEmail(tx, userId)).email, taxNumber: null };
  const paid = refundOf ?? transaction;
  const { name, address, email: sellerEmail, taxNumber } = seller;
  const content: Content = {
    planName: plan.name,
    periodStart: paid.periodStart?.toISOString() ?? null,
    periodEnd: paid.periodStart && (paid.nextBillingDate?.toISOString() ?? null),
    lines,
    tax: taxIn(totalCents, seller),
    seller: { name, address, email: sellerEmail, taxNumber },
    buyer,
    payment: {
      provider: payeeLabels[transaction.provider],
      paidAt: (transaction.paymentDate ?? at).toISOString(),
      transactionId: transaction.providerTransactionId ?? '',
      subscriptionId: transaction.providerSubscriptionId,
    },
    refundsNumber: refunded?.number ?? null,
  };
  const number = await takeReceiptNumber(tx, at.getUTCFullYear());
  await insertReceipt(tx, {
    number,
    userId,
    transactionId: transaction.id,
    refundsNumber: refunded?.number ?? null,
    issuedAt: at,
    currency: transaction.currency,
    totalCents,
    content,
  });
  return number;
}
