import { graceEnd } from '@picksync/contracts';
import type { Checkout, Db, Subscription } from '@picksync/db';

/** Sets those to Free whose trial has ended. Returns how many; fewer than `limit` when there are no more. */
export function endTrials(db: Db, { at, limit }: { at: Date; limit: number }): Promise<number> {
  return db.$executeRaw`
    UPDATE users SET subscription_status = 'free', updated_at = ${at}
    WHERE id IN (
      SELECT id FROM users WHERE subscription_status = 'trial' AND trial_end_date <= ${at}
      ORDER BY trial_end_date LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)`;
}

/**
 * Returns subscriptions whose period, or whose days of grace, are over, in the order of their ids: cancelled ones, those that nobody
 * renews, and those whose payment is missing. Also those that are booked and whose day has come.
 */
export function findOverdue(
  db: Db,
  { at, after, limit }: { at: Date; after: string | null; limit: number },
): Promise<Subscription[]> {
  const graceBegan = new Date(2 * at.getTime() - graceEnd(at).getTime());
  return db.subscription.findMany({
    where: {
      ...(after && { id: { gt: after } }),
      OR: [
        { status: { in: ['active', 'cancelled'] }, currentPeriodEnd: { lte: at } },
        { status: 'scheduled', startDate: { lte: at } },
        { status: 'past_due', pastDueSince: { lte: graceBegan } },
      ],
    },
    orderBy: { id: 'asc' },
    take: limit,
  });
}

/** Returns payment pages that can no longer be paid, the oldest first. */
export function findExpiredCheckouts(
  db: Db,
  { at, limit }: { at: Date; limit: number },
): Promise<Checkout[]> {
  return db.checkout.findMany({
    where: { status: 'open', expiresAt: { lte: at } },
    orderBy: { expiresAt: 'asc' },
    take: limit,
  });
}
