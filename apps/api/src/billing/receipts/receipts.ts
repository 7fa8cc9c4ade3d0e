import {
  AppError,
  type endpoints,
  type Parsed,
  type ReceiptSummary,
  type Receipt as ReceiptView,
  receiptContent,
} from '@picksync/contracts';
import type { Receipt } from '@picksync/db';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import type { Page } from '../../http/serve.ts';
import { findReceipt, findReceipts } from './receipts.store.ts';

type Query = Parsed<typeof endpoints.receipts.list>['query'];

/** Returns one page of a user's receipts, newest first. */
export async function listReceipts(
  context: Context,
  userId: string,
  { cursor, limit }: Query,
): Promise<Page<ReceiptSummary[]>> {
  const rows = await findReceipts(context.db, { userId, below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ issuedAt, transactionId }) => ({ at: issuedAt, id: transactionId }));
  return { ...page, items: page.items.map(toView) };
}

/** Returns a receipt of a user's as it was issued. Throws `not_found`. */
export async function readReceipt(
  context: Context,
  which: { userId: string; number: string },
): Promise<ReceiptView> {
  const row = await findReceipt(context.db, which);
  if (!row) throw new AppError('not_found');
  return toView(row);
}

function toView({ number, issuedAt, currency, totalCents, content: stored }: Receipt): ReceiptView {
  const content = receiptContent.parse(stored);
  return {
    number,
    kind: content.refundsNumber !== null || totalCents < 0 ? 'refund' : 'payment',
    issuedAt: issuedAt.toISOString(),
    planName: content.planName,
    periodStart: content.periodStart,
    periodEnd: content.periodEnd,
    paidWith: content.payment.provider,
    total: toAmount(totalCents),
    currency,
    content,
  };
}
