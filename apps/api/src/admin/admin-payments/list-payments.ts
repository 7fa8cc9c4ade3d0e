import type { endpoints, Parsed, Reply } from '@picksync/contracts';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import type { PaymentPages } from '../../base/payments/payment-pages.ts';
import { explainUnsettled } from './explain-unsettled.ts';
import { getMaxRefund, listSettlements } from './list-settlements.ts';
import { findPaymentsToSettle, type PaymentRow } from './payments-to-settle.store.ts';

type Call = typeof endpoints.adminPayments.list;

/** Returns one page of the payments that somebody has to look at, newest first. */
export async function listPaymentsToSettle(context: Context, { cursor, limit }: Parsed<Call>['query']) {
  const rows = await findPaymentsToSettle(context.db, {
    below: parseCursor(cursor),
    limit,
    at: context.now(),
  });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, items: page.items.map((row) => toView(row, context.payments.getPaymentPage)) };
}

function getKind({ isUnmatched, isRefused, isUnlisted }: PaymentRow): Reply<Call>[number]['kind'] {
  if (isUnlisted) return 'unlisted';
  if (isRefused) return 'refund_refused';
  return isUnmatched ? 'unmatched' : 'partly_refunded';
}

function toView(row: PaymentRow, paymentPages: PaymentPages): Reply<Call>[number] {
  const { id, email, planName, provider, reference, paymentId, currency, paidAt } = row;
  return {
    id,
    kind: getKind(row),
    why: explainUnsettled(row),
    ways: listSettlements(row),
    email,
    planName,
    provider,
    reference,
    paymentId,
    providerPage: paymentPages({ provider, paymentId }),
    amount: toAmount(row.cents),
    currency,
    paidAt: paidAt?.toISOString() ?? null,
    refunded: toAmount(row.refundedCents),
    mostRefunded: toAmount(getMaxRefund(row)),
    refundDue: toAmount(Math.max(0, row.dueCents - row.refundedCents)),
  };
}
