import type { endpoints, Parsed, Reply } from '@picksync/contracts';
import { amountOf } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { pageOf, positionOf } from '../../base/cursor.ts';
import type { PaymentPages } from '../../base/payments/payment-pages.ts';
import { findPaymentsToSettle, type PaymentRow } from './payments-to-settle.store.ts';
import { mostRefunded, settlementWays } from './settlement-ways.ts';
import { whyUnsettled } from './why-unsettled.ts';

type Call = typeof endpoints.adminPayments.list;

/** Returns one page of the payments that somebody has to look at, newest first. */
export async function listPaymentsToSettle(context: Context, { cursor, limit }: Parsed<Call>['query']) {
  const rows = await findPaymentsToSettle(context.db, {
    below: positionOf(cursor),
    limit,
    at: context.now(),
  });
  const page = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, items: page.items.map((row) => viewOf(row, context.payments.pageOf)) };
}

function kindOf({ isUnmatched, isRefused, isUnlisted }: PaymentRow): Reply<Call>[number]['kind'] {
  if (isUnlisted) return 'unlisted';
  if (isRefused) return 'refund_refused';
  return isUnmatched ? 'unmatched' : 'partly_refunded';
}

function viewOf(row: PaymentRow, paymentPages: PaymentPages): Reply<Call>[number] {
  const { id, email, planName, provider, reference, paymentId, currency, paidAt } = row;
  return {
    id,
    kind: kindOf(row),
    why: whyUnsettled(row),
    ways: settlementWays(row),
    email,
    planName,
    provider,
    reference,
    paymentId,
    providerPage: paymentPages({ provider, paymentId }),
    amount: amountOf(row.cents),
    currency,
    paidAt: paidAt?.toISOString() ?? null,
    refunded: amountOf(row.refundedCents),
    mostRefunded: amountOf(mostRefunded(row)),
    refundDue: amountOf(Math.max(0, row.dueCents - row.refundedCents)),
  };
}
