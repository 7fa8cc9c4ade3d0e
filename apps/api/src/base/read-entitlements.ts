import { AppError, type BillingStatus, type Entitlements, entitlements, plans } from '@picksync/contracts';
import { billingColumns, boughtLimits, type Db, limitColumns, Prisma } from '@picksync/db';

export type Allowed = Entitlements & {
  /** Automations there are, without those whose rule does not find their sheet, and those that are active. */
  total: number;
  active: number;
  /** Automations that Free allows. */
  freeLimit: number;
  trialEndsAt: Date | null;
};

/**
 * Reads what a user may do at `now`, and how many automations they have. Throws
 * `unauthenticated` for a user who was deleted a moment ago.
 */
export async function readEntitlements(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<Allowed> {
  const [row] = await db.$queryRaw<BillingStatusRow[]>(selectBillingStatus(userId));
  if (!row) throw new AppError('unauthenticated');
  return getAllowances(row, now);
}

/** Returns what a user with this billing status may do at `now`. */
export function getAllowances({ total, active, ...billingStatus }: BillingStatusRow, now: Date): Allowed {
  const allowed = entitlements({ ...billingStatus, now });
  return {
    ...allowed,
    total,
    active,
    freeLimit: billingStatus.freeLimit ?? plans.free.limit,
    trialEndsAt: allowed.plan === 'trial' ? billingStatus.trialEndDate : null,
  };
}

/** What decides a user's entitlements, and how many automations there are. */
export type BillingStatusRow = Omit<BillingStatus, 'now'> & { total: number; active: number };

/** Returns the statement that reads a user's `BillingStatusRow`, alone or as a part of another. */
export function selectBillingStatus(userId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT ${billingColumns}, ${limitColumns}, counted.total, counted.active
    FROM users u
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a.left_rule_at IS NULL)::int AS total, count(*) FILTER (WHERE a.is_active)::int AS active
      FROM automations a WHERE a.user_id = u.id
    ) counted
    ${boughtLimits}
    WHERE u.id = ${userId}::uuid`;
}
