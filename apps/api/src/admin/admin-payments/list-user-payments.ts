import type { endpoints, Parsed, Reply } from '@picksync/contracts';
import { amountOf } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { pageOf, positionOf } from '../../base/cursor.ts';
import type { PaymentPages } from '../../base/payments/payment-pages.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { findUserPayments, type UserPayment } from './user-payments.store.ts';

type Call = typeof endpoints.adminPayments.ofUser;

/** Returns one page of what a user has paid, newest first. */
export async function listUserPayments(
  { db, payments }: Context,
  { userId, cursor, limit }: Parsed<Call>['query'] & { userId: string },
) {
  const rows = await findUserPayments(db, { userId, below: positionOf(cursor), limit });
  const page = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, items: page.items.map((row) => viewOf(row, payments.pageOf)) };
}

/** Returns how many cents of a payment can be refunded here: 0 while another refund of it is pending. */
export function refundableCents(row: UserPayment): number {
  const { provider, reference, paymentId, cents, refundedCents, dueCents, isUnsettled } = row;
  if (!isPaymentProvider(provider) || reference === null || paymentId === null || isUnsettled) return 0;
  return dueCents > refundedCents ? 0 : Math.max(0, cents - refundedCents);
}

function viewOf(row: UserPayment, paymentPages: PaymentPages): Reply<Call>[number] {
  const { id, planName, provider, paymentId, currency, paidAt } = row;
  return {
    id,
    planName,
    provider,
    paymentId,
    providerPage: paymentPages({ provider, paymentId }),
    amount: amountOf(row.cents),
    currency,
    paidAt: paidAt?.toISOString() ?? null,
    refunded: amountOf(row.refundedCents),
    refundable: amountOf(refundableCents(row)),
  };
}
