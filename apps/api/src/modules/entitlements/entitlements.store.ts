import { plans, type Standing } from '@picksync/contracts';
import { type Db, Prisma, standingColumns, type Tx } from '@picksync/db';

/**
 * Locks a user's row: one transaction at a time may change how many automations the user has. Statements after this one
 * see what the transaction before has done; the same statement would not, because it keeps its snapshot. Returns
 * whether an administrator has disabled the account.
 */
export async function lockUser(tx: Tx, userId: string): Promise<{ isDisabled: boolean }> {
  const [row] = await tx.$queryRaw<{ isDisabled: boolean }[]>`
    SELECT disabled_at IS NOT NULL AS "isDisabled" FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return row ?? { isDisabled: false };
}

/** What decides a user's entitlements, and how many automations there are. */
export type StandingRow = Omit<Standing, 'now'> & { total: number; active: number };

/** Reads the standing of a user in one statement; null when the user is gone. */
export async function findStanding(db: Db, userId: string): Promise<StandingRow | null> {
  const [row] = await db.$queryRaw<StandingRow[]>(standingSql(userId));
  return row ?? null;
}

/** The limits of the plan rows that a user (`u`) has bought: of the present plan, and of the one that is booked. */
export const boughtLimits = Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT max(p.configs_limit) FILTER (WHERE s.status <> 'scheduled' AND p.tier = u.subscription_tier) AS configs_limit,
      max(p.configs_limit) FILTER (WHERE s.status = 'scheduled') AS next_limit
    FROM subscriptions s JOIN plans p ON p.id = s.plan_id
    WHERE s.user_id = u.id AND s.status IN ('active', 'cancelled', 'past_due', 'scheduled')
  ) bought ON true`;

/** Returns the statement that reads a user's `StandingRow`, alone or as a part of another. */
export function standingSql(userId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT ${standingColumns}, bought.configs_limit AS "configsLimit", bought.next_limit AS "nextConfigsLimit",
      (SELECT p.configs_limit FROM plans p WHERE p.id = ${plans.free.id}) AS "freeLimit",
      counted.total, counted.active
    FROM users u
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS total, count(*) FILTER (WHERE a.is_active)::int AS active
      FROM automations a WHERE a.user_id = u.id
    ) counted
    ${boughtLimits}
    WHERE u.id = ${userId}::uuid`;
}
