import type { BillingStatus } from '@picksync/contracts';
import { billingColumns, boughtLimits, type Db, limitColumns, Prisma, type Tx } from '@picksync/db';

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
export type BillingStatusRow = Omit<BillingStatus, 'now'> & { total: number; active: number };

/** Reads the billing status of a user in one statement; null when the user is gone. */
export async function findBillingStatus(db: Db, userId: string): Promise<BillingStatusRow | null> {
  const [row] = await db.$queryRaw<BillingStatusRow[]>(billingStatusSql(userId));
  return row ?? null;
}

/** Returns the statement that reads a user's `BillingStatusRow`, alone or as a part of another. */
export function billingStatusSql(userId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT ${billingColumns}, ${limitColumns}, counted.total, counted.active
    FROM users u
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS total, count(*) FILTER (WHERE a.is_active)::int AS active
      FROM automations a WHERE a.user_id = u.id
    ) counted
    ${boughtLimits}
    WHERE u.id = ${userId}::uuid`;
}
