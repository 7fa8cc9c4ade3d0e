import {
  AppError,
  type BillingStatus,
  type endpoints,
  entitlements,
  graceEnd,
  type Parsed,
  type Region,
  type Reply,
  shownSubscription,
} from '@picksync/contracts';
import { billingColumns, boughtLimits, type Db, Prisma, type Tx, type UserRole } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { belowPositionSql, type Position, parseCursor, toPage } from '../../base/cursor.ts';
import { readCurrentSubscription } from '../../billing/plans/current-subscription.ts';

type List = typeof endpoints.adminUsers.list;
type Detail = Reply<typeof endpoints.adminUsers.read>;
type Listed = Reply<List>[number];

/** Returns one page of the users, newest first. */
export async function listUsers(context: Context, { search, cursor, limit }: Parsed<List>['query']) {
  const rows = await findUsers(context.db, { search, below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const at = context.now();
  return { ...page, items: page.items.map((row) => toView(row, at)) };
}

/** Returns one user, with the same facts as on their own screens. Throws `not_found`. */
export async function readUser(context: Context, id: string): Promise<Detail> {
  const { db, now } = context;
  const row = await findUser(db, id);
  if (!row) throw new AppError('not_found', { message: 'There is no such user.' });
  const { needsReview, failing, hasTwoFactor, disabledReason } = row;
  return {
    ...toView(row, now()),
    smartsheet: toConnection(row),
    needsReview,
    failing,
    hasTwoFactor,
    disabledReason,
    signInProviders: listProviders(row),
    current: await readCurrentSubscription(context, id),
  };
}

function toView(row: UserRow, now: Date): Listed {
  const { id, email, role, isVerified, createdAt, lastSeenAt, disabledAt, active, paused } = row;
  const billingStatus = { ...row, now };
  return {
    id,
    email,
    role,
    isVerified,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    ...shownSubscription(billingStatus),
    accessUntil: getAccessEnd(row, now),
    automations: { active, paused, limit: entitlements(billingStatus).limit },
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

/** A period that renews by itself has no end to show. */
function getAccessEnd({ subscriptionStatus, subscriptionEndDate }: UserRow, now: Date): string | null {
  if (subscriptionEndDate === null) return null;
  const end = subscriptionStatus === 'past_due' ? graceEnd(subscriptionEndDate) : subscriptionEndDate;
  const ends = subscriptionStatus === 'past_due' || subscriptionStatus === 'cancelled';
  return ends && end > now ? end.toISOString() : null;
}

function toConnection({ connectionStatus, region }: UserDetailRow): Detail['smartsheet'] {
  const isThere = connectionStatus === 'connected' || connectionStatus === 'needs_reconnect';
  return isThere ? { state: connectionStatus, region } : { state: 'not_connected', region: null };
}

function listProviders({ hasGoogle, hasMicrosoft }: UserDetailRow): Detail['signInProviders'] {
  return [...(hasGoogle ? (['google'] as const) : []), ...(hasMicrosoft ? (['microsoft'] as const) : [])];
}

type BillingStatusColumns = Omit<BillingStatus, 'now'> & { subscriptionEndDate: Date | null };

type UserRow = BillingStatusColumns & {
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

/** Of a user who was not here since it is recorded, their sessions and the audit trail tell. */
const seen = Prisma.sql`
  SELECT coalesce(u.last_seen_at, greatest(
    (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id AND NOT s.awaits_second_factor),
    (SELECT max(e.at) FROM audit_events e WHERE e.user_id = u.id AND e.action = 'login'))) AS at`;

const sources = Prisma.sql`
  users u
  CROSS JOIN LATERAL (${seen}) seen
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE a.is_active)::int AS active, count(*) FILTER (WHERE NOT a.is_active)::int AS paused
    FROM automations a WHERE a.user_id = u.id
  ) counted
  ${boughtLimits}`;

/** Returns users below a position, newest first, one more than `limit` where there are more. */
function findUsers(
  db: Db,
  { search, below, limit }: { search: string | undefined; below: Position | null; limit: number },
): Promise<UserRow[]> {
  const found = search ? Prisma.sql`strpos(u.email, ${search}) > 0` : Prisma.sql`true`;
  const older = belowPositionSql(below, Prisma.sql`u.created_at, u.id`);
  return db.$queryRaw<UserRow[]>`
    SELECT ${columns} FROM ${sources} WHERE ${found} AND ${older}
    ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit + 1}`;
}

type UserDetailRow = UserRow & {
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
async function findUser(db: Db, id: string): Promise<UserDetailRow | null> {
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
