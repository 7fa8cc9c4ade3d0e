import { paymentProviderLabels, receiptContent } from '@picksync/contracts';
import type { Db, PaymentTransaction, Plan, Prisma, Receipt, Tx } from '@picksync/db';
import type * as z from 'zod';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import type { Seller } from '../../base/seller.settings.ts';
import { findBillingDetails } from '../billing-details/billing-details.store.ts';
import { formatAddressLines } from '../billing-details/format-address-lines.ts';
import { readTaxRules } from '../taxes/read-tax-rules.ts';
import { getTax, getTaxInRefund, taxTerms, toShownLines } from '../taxes/tax-amounts.ts';
import { findUserEmail } from './receipts.ts';

type Content = z.output<typeof receiptContent>;

/** What a receipt is about. `totalCents` is negative for a refund. */
export type Issue = {
  /** Null if the account is deleted, which happens only for refunds. */
  userId: string | null;
  transaction: PaymentTransaction;
  /** A refund is for the plan of its payment, whose receipt has the id. */
  plan: Pick<Plan, 'name'> & Partial<Pick<Plan, 'id'>>;
  totalCents: number;
  /** They add up to the total, with tax. */
  lines: { label: string; detail: string | null; cents: number }[];
  /** The terms of the tax that the checkout was priced with; the rates of the day are used where there are none. */
  agreedTax?: Prisma.JsonValue;
  /** The payer's name at the provider, for buyers who gave neither a name nor a company. */
  payerName: string | null;
  refundOf?: PaymentTransaction;
  at: Date;
};

const payeeLabels = { ...paymentProviderLabels, manual: 'By hand', none: 'No payment' };

/**
 * Issues the receipt of a payment or a refund, in the transaction that records it: with the seller, the buyer and the tax of its day. A
 * refund has the buyer of its payment, and a share of its tax. A refund of a payment without a receipt gets none.
 */
export async function issueReceipt(context: Context, tx: Tx, issue: Issue): Promise<void> {
  const { userId, transaction, totalCents, plan, refundOf, at } = issue;
  const refunded = refundOf && (await tx.receipt.findUnique({ where: { transactionId: refundOf.id } }));
  if (refundOf && !refunded) return;
  const paid = refundOf ?? transaction;
  const { name, address, email: sellerEmail, taxNumber } = context.settings.seller;
  const content: Content = {
    planName: plan.name,
    planId: plan.id,
    periodStart: paid.periodStart?.toISOString() ?? null,
    periodEnd: paid.periodStart && (paid.nextBillingDate?.toISOString() ?? null),
    ...(refunded
      ? await getRefundContent(tx, issue, refunded)
      : await getPaymentContent(tx, issue, context.settings.seller)),
    seller: { name, company: null, address, email: sellerEmail, taxNumber },
    payment: {
      provider: payeeLabels[transaction.provider],
      paidAt: (transaction.paymentDate ?? at).toISOString(),
      transactionId: getProviderId(transaction),
      subscriptionId: transaction.providerSubscriptionId,
    },
    refundsNumber: refunded?.number ?? null,
  };
  const data = {
    number: await takeReceiptNumber(tx, at.getUTCFullYear()),
    userId,
    transactionId: transaction.id,
    refundsNumber: refunded?.number ?? null,
    issuedAt: at,
    currency: transaction.currency,
    totalCents,
    content,
  };
  await tx.receipt.create({ data });
}

/**
 * Returns the provider's id of a payment or refund; empty where it has not named one. Of a refund that PayPal does not name, our
 * own id has more behind the payment's.
 */
function getProviderId({ providerTransactionId }: Pick<PaymentTransaction, 'providerTransactionId'>): string {
  return providerTransactionId?.split(':')[0] ?? '';
}

type BuyerAndTax = Pick<Content, 'buyer' | 'lines' | 'tax' | 'taxNote' | 'planId'>;

async function getRefundContent(tx: Tx, issue: Issue, refunded: Receipt): Promise<BuyerAndTax> {
  const { buyer, tax: paidTax, taxNote, planId } = receiptContent.parse(refunded.content);
  const cents = -issue.totalCents;
  const beforeCents = await findRefundedCents(tx, refunded.number);
  const tax = getTaxInRefund(paidTax, { totalCents: refunded.totalCents, beforeCents, cents });
  const taxCents = tax?.isAdded ? Math.round(tax.amount * 100) : 0;
  const lines = issue.lines.map(({ label, detail }) => {
    return { label, detail, amount: toAmount(issue.totalCents - taxCents) };
  });
  return { buyer, lines, tax, taxNote, planId };
}

async function getPaymentContent(tx: Tx, issue: Issue, seller: Seller): Promise<BuyerAndTax> {
  const { userId, totalCents, agreedTax, payerName } = issue;
  if (userId === null) throw new Error('only a refund can be for an account that is gone');
  const details = await findBillingDetails(tx, userId);
  const terms = agreedTax
    ? taxTerms.parse(agreedTax)
    : (await readTaxRules(tx, issue.at, seller)).terms(details);
  const { name, company, taxId } = details;
  return {
    buyer: {
      name: name || (company ? null : payerName),
      company: company || null,
      address: formatAddressLines(details),
      email: (await findUserEmail(tx, userId)).email,
      taxNumber: taxId || null,
    },
    lines: toShownLines(issue.lines, terms),
    tax: getTax(totalCents, terms),
    taxNote: terms?.note ?? null,
  };
}

/**
 * Takes the next number of a year: `2026-000123`. The counter is locked until the transaction ends, and a transaction
 * that is rolled back takes no number, so there are no gaps. It must be the last lock of a transaction.
 */
async function takeReceiptNumber(tx: Tx, year: number): Promise<string> {
  const [row] = await tx.$queryRaw<{ last: number }[]>`
    INSERT INTO receipt_counters (year, last) VALUES (${year}, 1)
    ON CONFLICT (year) DO UPDATE SET last = receipt_counters.last + 1 RETURNING last`;
  if (!row) throw new Error('the counter of receipts gave no number');
  return `${year}-${String(row.last).padStart(6, '0')}`;
}

/** Returns how many cents of a receipt were refunded, by the receipts of the refunds. */
async function findRefundedCents(db: Db, number: string): Promise<number> {
  const { _sum: sum } = await db.receipt.aggregate({
    where: { refundsNumber: number },
    _sum: { totalCents: true },
  });
  return -(sum.totalCents ?? 0);
}
