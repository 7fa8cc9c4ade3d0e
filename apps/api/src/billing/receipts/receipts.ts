import {
  AppError,
  type endpoints,
  type Parsed,
  type ReceiptSummary,
  type Receipt as ReceiptView,
  receiptContent,
} from '@picksync/contracts';
import type { Db, Receipt, Tx } from '@picksync/db';
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

/**
 * Takes the next number of a year: `2026-000123`. The counter is locked until the transaction ends, and a transaction
 * that is rolled back takes no number, so there are no gaps. It must be the last lock of a transaction.
 */
export async function takeReceiptNumber(tx: Tx, year: number): Promise<string> {
  const [row] = await tx.$queryRaw<{ last: number }[]>`
    INSERT INTO receipt_counters (year, last) VALUES (${year}, 1)
    ON CONFLICT (year) DO UPDATE SET last = receipt_counters.last + 1 RETURNING last`;
  if (!row) throw new Error('the counter of receipts gave no number');
  return `${year}-${String(row.last).padStart(6, '0')}`;
}

export function findUserEmail(db: Db, userId: string): Promise<{ email: string }> {
  return db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
}

/** Returns how many cents of a receipt were refunded, by the receipts of the refunds. */
export async function findRefundedCents(db: Db, number: string): Promise<number> {
  const { _sum: sum } = await db.receipt.aggregate({
    where: { refundsNumber: number },
    _sum: { totalCents: true },
  });
  return -(sum.totalCents ?? 0);
}
