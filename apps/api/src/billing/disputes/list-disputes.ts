import { capitalize, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import type { DisputePages } from '../../base/payments/payment-pages.ts';
import { type DisputeRow, findDisputes } from './disputes.store.ts';

type Call = typeof endpoints.adminDisputes.list;

/** Returns one page of the disputes, the soonest deadline first. */
export async function listDisputes(context: Context, { cursor, limit }: Parsed<Call>['query']) {
  const rows = await findDisputes(context.db, { below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ place, id }) => ({ at: place, id }));
  return { ...page, items: page.items.map((row) => toView(row, context.payments.getDisputePage)) };
}

function toView(row: DisputeRow, disputePages: DisputePages): Reply<Call>[number] {
  const { provider, providerDisputeId: disputeId, amountCents, isRefunded: _, ...shown } = row;
  return {
    ...shown,
    provider,
    disputeId,
    reason: reasonText(row.reason),
    amount: amountCents === null ? null : toAmount(amountCents),
    respondBy: row.respondBy?.toISOString() ?? null,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    providerPage: disputePages({ provider, disputeId }),
  };
}

/** Returns a provider's code as words: `CANCELED_RECURRING_BILLING` becomes `Canceled recurring billing`. */
export function reasonText(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase().trim();
  return text === '' ? 'Other' : capitalize(text);
}
