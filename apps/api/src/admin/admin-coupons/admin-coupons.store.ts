import type { Coupon, Db } from '@picksync/db';
import { belowPosition, type Position } from '../../base/cursor.ts';

/** Returns coupons below a position, newest first, one more than `limit` where there are more. */
export function findCoupons(
  db: Db,
  { below, limit }: { below: Position | null; limit: number },
): Promise<Coupon[]> {
  return db.coupon.findMany({
    where: belowPosition(below, (createdAt) => ({ createdAt })),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}

/** Locks a coupon until the transaction ends, so that nobody uses it meanwhile; returns null when there is none. */
export async function lockCoupon(tx: Db, id: string): Promise<Coupon | null> {
  await tx.$executeRaw`SELECT 1 FROM coupons WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.coupon.findUnique({ where: { id } });
}

/** Returns those of the given plans that can be bought. */
export async function findPaidPlanIds(db: Db, ids: number[]): Promise<number[]> {
  const rows = await db.plan.findMany({
    where: { id: { in: ids }, tier: { not: 'free' } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
