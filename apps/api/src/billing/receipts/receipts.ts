import {
  AppError,
  type endpoints,
  type Parsed,
  type ReceiptSummary,
  type Receipt as ReceiptView,
  receiptContent,
} from '@picksync/contracts';
import type { Db, Receipt } from '@picksync/db';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import type { Page } from '../../http/serve.ts';

type Query = Parsed<typeof endpoints.receipts.list>['query'];

/** Returns one page of a user's receipts, newest first. */
export async function listReceipts(
  context: Context,
  userId: string,
  { cursor, limit }: Query,
): Promise<Page<ReceiptSummary[]>> {
  const below = parseCursor(cursor);
  const rows = await context.db.receipt.findMany({
    where: {
      userId,
      ...(below && {
        OR: [{ issuedAt: { lt: below.at } }, { issuedAt: below.at, transactionId: { lt: below.id } }],
      }),
    },
    orderBy: [{ issuedAt: 'desc' }, { transactionId: 'desc' }],
    take: limit + 1,
  });
  const page = toPage(rows, limit, ({ issuedAt, transactionId }) => ({ at: issuedAt, id: transactionId }));
  return { ...page, items: page.items.map(toView) };
}

/** Returns a receipt of a user's as it was issued. Throws `not_found`. */
export async function readReceipt(
  context: Context,
  { userId, number }: { userId: string; number: string },
): Promise<ReceiptView> {
  const row = await context.db.receipt.findFirst({ where: { userId, number } });
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

export function findUserEmail(db: Db, userId: string): Promise<{ email: string }> {
  return db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
}
