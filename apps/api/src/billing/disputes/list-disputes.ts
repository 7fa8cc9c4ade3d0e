import type { endpoints, Parsed, Reply } from '@picksync/contracts';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import type { DisputePages } from '../../base/payments/payment-pages.ts';
import { type DisputeRow, findDisputes } from './disputes.store.ts';
import { reasonText } from './reason-text.ts';

type Call = typeof endpoints.adminDisputes.list;

/** Returns one page of the disputes, the soonest deadline first. */
export async function listDisputes(context: Context, { cursor, limit }: Parsed<Call>['query']) {
  const rows = await findDisputes(context.db, { below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ place, id }) => ({ at: place, id }));
  return { ...page, items: page.items.map((row) => toView(row, context.payments.getDisputePage)) };
}

function toView(row: DisputeRow, disputePages: DisputePages): Reply<Call>[number] {
  const { id, provider, providerDisputeId: disputeId, paymentId, isOurs, email, planName } = row;
  const { status, outcome, amountCents, currency, respondBy, openedAt, closedAt } = row;
  return {
    id,
    provider,
    disputeId,
    paymentId,
    isOurs,
    email,
    planName,
    reason: reasonText(row.reason),
    status,
    outcome,
    amount: amountCents === null ? null : toAmount(amountCents),
    currency,
    respondBy: respondBy?.toISOString() ?? null,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    providerPage: disputePages({ provider, disputeId }),
  };
}
