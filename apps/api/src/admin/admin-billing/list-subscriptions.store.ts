import type { SubscriptionStatus } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { belowPosition, type Position } from '../../base/cursor.ts';

export type SubscriptionRow = Awaited<ReturnType<typeof findSubscriptions>>[number];

/** Returns subscriptions below a position, newest first, one more than `limit` where there are more. */
export function findSubscriptions(
  db: Db,
  {
    status,
    below,
    limit,
  }: { status?: SubscriptionStatus | undefined; below: Position | null; limit: number },
) {
  return db.subscription.findMany({
    where: { ...(status && { status }), ...belowPosition(below, (createdAt) => ({ createdAt })) },
    select: {
      id: true,
      userId: true,
      status: true,
      paymentProvider: true,
      paymentProviderSubscriptionId: true,
      priceCents: true,
      currency: true,
      startDate: true,
      currentPeriodEnd: true,
      createdAt: true,
      user: { select: { email: true } },
      plan: { select: { name: true } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}
