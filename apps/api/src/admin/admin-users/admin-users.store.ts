import type { BillingStatus, Region } from '@picksync/contracts';
import { billingColumns, boughtLimits, type Db, Prisma, type Tx, type UserRole } from '@picksync/db';
import { belowPositionSql, type Position } from '../../base/cursor.ts';

type BillingStatusColumns = Omit<BillingStatus, 'now'> & { subscriptionEndDate: Date | null };

export type UserRow = BillingStatusColumns & {
  id: string;
  email: string;
  role: UserRole;
  isVerified: boolean;
  createdAt: Date;
  lastSeenAt: Date | null;
  active: number;
  paused: number;
  disabledAt: Date | null;
};

const columns = Prisma.sql`
  u.id, u.email, u.role::text AS role, u.is_verified AS "isVerified", u.created_at AS "createdAt",
  u.disabled_at AS "disabledAt", seen.at AS "lastSeenAt", counted.active, counted.paused,
  ${billingColumns}, bought.configs_limit AS "configsLimit", bought.next_limit AS "nextConfigsLimit"`;

const sources = Prisma.sql`
  users u
  CROSS JOIN LATERAL (SELECT max(s.last_seen_at) AS at FROM sessions s WHERE s.user_id = u.id) seen
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE a.is_active)::int AS active, count(*) FILTER (WHERE NOT a.is_active)::int AS paused
    FROM automations a WHERE a.user_id = u.id
  ) counted
  ${boughtLimits}`;

/** Returns users below a position, newest first, one more than `limit` where there are more. */
export function findUsers(
  db: Db,
  { search, below, limit }: { search: string | undefined; below: Position | null; limit: number },
): Promise<UserRow[]> {
  const found = search ? Prisma.sql`strpos(u.email, ${search}) > 0` : Prisma.sql`true`;
  const older = belowPositionSql(below, Prisma.sql`u.created_at, u.id`);
  return db.$queryRaw<UserRow[]>`
    SELECT ${columns} FROM ${sources} WHERE ${found} AND ${older}
    ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit + 1}`;
}

export type UserDetailRow = UserRow & {
  disabledReason: string | null;
  hasTwoFactor: boolean;
  hasGoogle: boolean;
  hasMicrosoft: boolean;
  region: Region | null;
  connectionStatus: 'connected' | 'needs_reconnect' | 'disconnected' | null;
  needsReview: number;
  failing: number;
};

/** Returns what an administrator sees of one user; null when there is none. */
export async function findUser(db: Db, id: string): Promise<UserDetailRow | null> {
  const [row] = await db.$queryRaw<UserDetailRow[]>`
    SELECT ${columns}, u.disabled_reason AS "disabledReason",
      u.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS "hasTwoFactor",
      u.google_id IS NOT NULL AS "hasGoogle", u.microsoft_id IS NOT NULL AS "hasMicrosoft",
      c.region::text AS region, c.status::text AS "connectionStatus",
      troubled.reviews AS "needsReview", troubled.failing
    FROM ${sources}
    LEFT JOIN smartsheet_connections c ON c.user_id = u.id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a.review IS NOT NULL AND a.is_active)::int AS reviews,
        count(*) FILTER (WHERE a.last_error IS NOT NULL)::int AS failing
      FROM automations a WHERE a.user_id = u.id
    ) troubled
    WHERE u.id = ${id}::uuid`;
  return row ?? null;
}

/** Sets whether a user is disabled. Returns false when there is no such user, or nothing changes. */
export async function setDisabled(
  tx: Tx,
  { id, at, reason }: { id: string; at: Date | null; reason: string | null },
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id, disabledAt: at === null ? { not: null } : null },
    data: { disabledAt: at, disabledReason: reason },
  });
  return count === 1;
}
