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
 * renews, and those whose payment is missing.
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

/**
 * Returns what a provider is asked about once a day although it said nothing: everything that it may charge or take back, each in an
 * hour of its own, so that the load is flat. `hour` is 0 to 23.
 */
export function findUnheard(
  db: Db,
  { hour, after, limit }: { hour: number; after: string | null; limit: number },
): Promise<{ id: string; provider: 'paypal' | 'razorpay'; reference: string }[]> {
  return db.$queryRaw`
    SELECT id, payment_provider::text AS provider, payment_provider_subscription_id AS reference FROM subscriptions
    WHERE status IN ('active', 'past_due', 'cancelled') AND payment_provider IN ('paypal', 'razorpay')
      AND payment_provider_subscription_id IS NOT NULL AND abs(hashtext(id::text) % 24) = ${hour}
      AND (${after}::uuid IS NULL OR id > ${after}::uuid)
    ORDER BY id LIMIT ${limit}`;
}
