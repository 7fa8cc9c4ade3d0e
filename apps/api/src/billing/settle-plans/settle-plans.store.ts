import { graceEnd, plans } from '@picksync/contracts';
import type { Db, Subscription, Tx } from '@picksync/db';

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
export function findExpiredCheckouts(db: Db, { at, limit }: { at: Date; limit: number }) {
  return db.checkout.findMany({
    where: { status: 'open', expiresAt: { lte: at } },
    orderBy: { expiresAt: 'asc' },
    take: limit,
  });
}

/**
 * Returns users who may have more active automations than their plan covers, in the order of their ids. It is a first
 * selection by the rows; the entitlements decide.
 */
export async function findUsersWithSurplus(
  db: Db,
  { at, after, limit }: { at: Date; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ userId: string }[]>`
    WITH free AS (SELECT configs_limit FROM plans WHERE id = ${plans.free.id}),
    many AS (
      SELECT user_id, count(*) AS active FROM automations
      WHERE is_active AND (${after}::uuid IS NULL OR user_id > ${after}::uuid)
      GROUP BY user_id HAVING count(*) > (SELECT configs_limit FROM free)
    )
    SELECT u.id AS "userId" FROM many JOIN users u ON u.id = many.user_id
    LEFT JOIN subscriptions s ON s.user_id = u.id AND s.status IN ('active', 'past_due', 'cancelled')
    LEFT JOIN plans p ON p.id = s.plan_id
    LEFT JOIN subscriptions n ON n.user_id = u.id AND n.status = 'scheduled' AND u.next_starts_at <= ${at}
    LEFT JOIN plans booked ON booked.id = n.plan_id
    WHERE many.active > CASE
      WHEN u.next_starts_at <= ${at} AND u.next_ends_at > ${at} THEN booked.configs_limit
      WHEN u.subscription_status IN ('active', 'past_due', 'cancelled')
        AND (u.subscription_end_date IS NULL OR u.subscription_end_date > ${at})
        THEN CASE
          WHEN p.tier = u.subscription_tier THEN p.configs_limit
          WHEN u.subscription_tier = 'premium' THEN ${plans.premium.limit}
          WHEN u.subscription_tier = 'basic' THEN ${plans.basic.limit}
          ELSE (SELECT configs_limit FROM free)
        END
      WHEN u.trial_end_date > ${at} AND u.subscription_status IN ('trial', 'pending') THEN u.max_configurations
      ELSE (SELECT configs_limit FROM free)
    END
    ORDER BY u.id LIMIT ${limit}`;
  return rows.map(({ userId }) => userId);
}

export type Paused = { id: string; name: string; connectionId: string };

/** Pauses a user's newest active automations. Earlier failures are cleared: the plan is why they are paused. */
export function pauseNewest(
  tx: Tx,
  { userId, count, at }: { userId: string; count: number; at: Date },
): Promise<Paused[]> {
  return tx.$queryRaw<Paused[]>`
    UPDATE automations SET is_active = false, paused_by = 'system', dirty_at = NULL, last_error = NULL,
      last_error_reason = 'plan_limit', failing_since = NULL, unseen_since = NULL, updated_at = ${at}
    WHERE id IN (
      SELECT a.id FROM automations a JOIN (
        SELECT id FROM automations WHERE user_id = ${userId}::uuid AND is_active
        ORDER BY created_at DESC, id DESC LIMIT ${count}
      ) newest USING (id)
      WHERE a.is_active
      ORDER BY a.id FOR NO KEY UPDATE OF a)
    RETURNING id, name, connection_id AS "connectionId"`;
}
