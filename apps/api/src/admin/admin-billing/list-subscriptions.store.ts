import type { SubscriptionStatus } from '@picksync/contracts';
import type { Db, Prisma } from '@picksync/db';
import { belowPosition, type Position } from '../../base/cursor.ts';

const shown = {
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
} as const satisfies Prisma.SubscriptionSelect;

export type SubscriptionRow = Prisma.SubscriptionGetPayload<{ select: typeof shown }>;

/** Returns subscriptions below a position, newest first, one more than `limit` where there are more. */
export function findSubscriptions(
  db: Db,
  input: { status: SubscriptionStatus | undefined; below: Position | null; limit: number },
): Promise<SubscriptionRow[]> {
  const { status, below, limit } = input;
  return db.subscription.findMany({
    where: {
      ...(status && { status }),
      ...belowPosition(below, (createdAt) => ({ createdAt })),
    },
    select: shown,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}
