import type { endpoints, Parsed, Reply } from '@picksync/contracts';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import type { PaymentPages } from '../../base/payments/payment-pages.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { findUserPayments, type UserPayment } from './user-payments.store.ts';

type Call = typeof endpoints.adminPayments.ofUser;

/** Returns one page of what a user has paid, newest first. */
export async function listUserPayments(
  { db, payments }: Context,
  { userId, cursor, limit }: Parsed<Call>['query'] & { userId: string },
) {
  const rows = await findUserPayments(db, { userId, below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, items: page.items.map((row) => toView(row, payments.getPaymentPage)) };
}

/** Returns how many cents of a payment can be refunded here: 0 while another refund of it is pending. */
export function refundableCents(row: UserPayment): number {
  const { provider, reference, paymentId, cents, refundedCents, dueCents, isUnsettled } = row;
  if (!isPaymentProvider(provider) || reference === null || paymentId === null || isUnsettled) return 0;
  return dueCents > refundedCents ? 0 : Math.max(0, cents - refundedCents);
}

function toView(row: UserPayment, paymentPages: PaymentPages): Reply<Call>[number] {
  const { id, planName, provider, paymentId, currency, paidAt } = row;
  return {
    id,
    planName,
    provider,
    paymentId,
    providerPage: paymentPages({ provider, paymentId }),
    amount: toAmount(row.cents),
    currency,
    paidAt: paidAt?.toISOString() ?? null,
    refunded: toAmount(row.refundedCents),
    refundable: toAmount(refundableCents(row)),
  };
}
