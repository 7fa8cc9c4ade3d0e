import type { Db, Receipt } from '@picksync/db';
import type { Position } from '../../base/cursor.ts';

/** Returns a user's receipts below a position, newest first, one more than `limit` where there are more. */
export function findReceipts(
  db: Db,
  { userId, below, limit }: { userId: string; below: Position | null; limit: number },
): Promise<Receipt[]> {
  return db.receipt.findMany({
    where: {
      userId,
      ...(below && {
        OR: [{ issuedAt: { lt: below.at } }, { issuedAt: below.at, transactionId: { lt: below.id } }],
      }),
    },
    orderBy: [{ issuedAt: 'desc' }, { transactionId: 'desc' }],
    take: limit + 1,
  });
}

export function findReceipt(
  db: Db,
  { userId, number }: { userId: string; number: string },
): Promise<Receipt | null> {
  return db.receipt.findFirst({ where: { userId, number } });
}
