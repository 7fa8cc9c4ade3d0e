import type { endpoints, Parsed, Reply } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { pageOf, positionOf } from '../../cursor.ts';
import { findPaymentsToSettle, type PaymentRow } from './payments-to-settle.store.ts';

type Call = typeof endpoints.adminBilling.paymentsToSettle;

/** Returns one page of the payments that somebody has to look at, newest first. */
export async function listPaymentsToSettle({ cursor, limit }: Parsed<Call>['query'], { db }: { db: Db }) {
  const rows = await findPaymentsToSettle(db, { below: positionOf(cursor), limit });
  const page = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, items: page.items.map(viewOf) };
}

function viewOf({
  isUnmatched,
  cents,
  refundedCents,
  dueCents,
  paidAt,
  createdAt,
  ...row
}: PaymentRow): Reply<Call>[number] {
  return {
    ...row,
    kind: isUnmatched ? 'unmatched' : 'partly_refunded',
    amount: cents / 100,
    paidAt: paidAt?.toISOString() ?? null,
    refunded: refundedCents / 100,
    refundDue: Math.max(0, dueCents - refundedCents) / 100,
  };
}
