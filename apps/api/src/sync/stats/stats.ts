import { AppError, type ConnectionState, type Stats } from '@picksync/contracts';
import type { ConnectionStatus, Db } from '@picksync/db';
import { getPauseReason, statusSentence } from '@picksync/smartsheet-account';
import type { Context } from '../../base/context.ts';
import { type BillingStatusRow, getAllowances, selectBillingStatus } from '../../base/read-entitlements.ts';
import { listStartsOfDays } from './list-starts-of-days.ts';

const dayCount = 7;
const weekMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns the figures of a user's dashboard, every one of them counted. Days are those of the user's time zone. Throws
 * `unauthenticated` for a user who was deleted a moment ago.
 */
export async function readStats(
  context: Context,
  { id: userId, timeZone }: { id: string; timeZone: string | null },
): Promise<Stats> {
  const at = context.now();
  const [lastWeekStart = at, ...days] = listWeekStarts(at, timeZone ?? 'UTC');
  const sevenDaysAgo = new Date(at.getTime() - weekMs);
  const figures = await countForStats(context.db, { userId, lastWeekStart, days, sevenDaysAgo });
  if (!figures) throw new AppError('unauthenticated');
  const { updatesByDay, lastSweepAt, nextSweepAt, connectedSince } = figures;
  const allowed = getAllowances(figures, at);
  const updatesPerDay = Array.from({ length: dayCount }, (_, day) => updatesByDay[day] ?? 0);
  return {
    updates: figures.updates,
    errors: figures.errors,
    errorsLast7Days: figures.errorsLast7Days,
    needsReview: figures.needsReview,
    updatesLastWeek: figures.updatesLastWeek,
    activeAutomations: allowed.active,
    updatesPerDay,
    updatesThisWeek: updatesPerDay.reduce((sum, written) => sum + written, 0),
    configsUsed: allowed.total,
    configurationCount: allowed.total,
    configsAvailable: allowed.limit,
    configurationLimit: allowed.limit,
    trialEndsIn: allowed.trialEndsInDays,
    subscriptionStatus: allowed.status,
    connection: toConnectionState(figures, at),
    connectedSince: connectedSince?.toISOString() ?? null,
    lastSweepAt: lastSweepAt?.toISOString() ?? null,
    nextSweepAt: nextSweepAt?.toISOString() ?? null,
  };
}

/** Returns the first moment of the week before the last seven days, and then of each of them. */
function listWeekStarts(at: Date, timeZone: string): Date[] {
  const starts = listStartsOfDays({ at, count: 2 * dayCount, timeZone });
  return [...starts.slice(0, 1), ...starts.slice(dayCount)];
}

/**
 * Returns the state of a connection at a moment, the worst first: whether its owner has to act, then whether it waits.
 */
function toConnectionState(row: ConnectionRow, at: Date): ConnectionState {
  const { status, statusReason } = row;
  if (status === 'needs_reconnect')
    return { state: status, message: statusSentence(statusReason), waiting: null };
  if (status !== 'connected') return { state: 'not_connected', message: null, waiting: null };
  return { state: status, message: null, waiting: getWaiting(row, at) };
}

/**
 * Returns why a connection waits. Pauses between tries may end before the outage: until a try succeeds, Smartsheet
 * counts as out of reach.
 */
function getWaiting(
  { parkedUntil, limitedUntil, retryingSince, slowSince }: ConnectionRow,
  at: Date,
): ConnectionState['waiting'] {
  const nextTryAt = parkedUntil !== null && parkedUntil > at ? parkedUntil.toISOString() : null;
  if (retryingSince !== null)
    return { reason: 'provider_outage', nextTryAt, since: retryingSince.toISOString() };
  if (slowSince !== null) return { reason: 'provider_slow', nextTryAt: null, since: slowSince.toISOString() };
  if (nextTryAt === null) return null;
  return { reason: getPauseReason({ retryingSince, limitedUntil }, at), nextTryAt, since: null };
}

type StatsRow = {
  errors: number;
  needsReview: number;
  errorsLast7Days: number;
  updates: number;
  updatesLastWeek: number;
  /** Days of the last seven on which a dropdown was written, by their distance from the first, 0 to 6. */
  updatesByDay: Record<string, number>;
  lastSweepAt: Date | null;
  nextSweepAt: Date | null;
  connectedSince: Date | null;
} & ConnectionRow &
  BillingStatusRow;

/** All fields are null for a user without a connection. */
type ConnectionRow = {
  status: ConnectionStatus | null;
  statusReason: string | null;
  parkedUntil: Date | null;
  limitedUntil: Date | null;
  retryingSince: Date | null;
  /** Since when a call of the sync that is under way has had no answer. */
  slowSince: Date | null;
};

/**
 * Counts a user's figures, and reads their billing status with them. `days` are the first moments of the seven days, oldest
 * first. Returns null when the user is gone.
 */
async function countForStats(
  db: Db,
  input: { userId: string; lastWeekStart: Date; days: Date[]; sevenDaysAgo: Date },
): Promise<StatsRow | null> {
  const { userId, lastWeekStart, days, sevenDaysAgo } = input;
  const [row] = await db.$queryRaw<StatsRow[]>`
    WITH billing_status AS (${selectBillingStatus(userId)}),
    written AS (
      SELECT width_bucket(l.timestamp, ${days}::timestamptz[]) - 1 AS day
      FROM activity_logs l
      WHERE l.user_id = ${userId}::uuid AND l.timestamp >= ${lastWeekStart}
        AND coalesce(l.outcome = 'changed', l.action = 'update_dropdown' AND l.status = 'success')
    )
    SELECT billing_status.*,
      (SELECT u.dropdown_updates FROM users u WHERE u.id = ${userId}::uuid) AS updates,
      (SELECT count(*)::int FROM written w WHERE w.day < 0) AS "updatesLastWeek",
      (SELECT coalesce(jsonb_object_agg(d.day, d.written), '{}')
        FROM (SELECT w.day, count(*)::int AS written FROM written w WHERE w.day BETWEEN 0 AND 6 GROUP BY w.day) d
      ) AS "updatesByDay",
      (SELECT count(*)::int FROM activity_logs l
        WHERE l.user_id = ${userId}::uuid AND l.status = 'error' AND l.timestamp >= ${sevenDaysAgo}
      ) AS "errorsLast7Days",
      mine.errors, mine."needsReview",
      CASE WHEN c.status = 'connected' THEN c.last_swept_at END AS "lastSweepAt",
      CASE WHEN c.status = 'connected' THEN c.next_sweep_at END AS "nextSweepAt",
      CASE WHEN c.status = 'connected' THEN c.status_changed_at END AS "connectedSince",
      c.status::text AS status, c.status_reason AS "statusReason",
      c.parked_until AS "parkedUntil", c.limited_until AS "limitedUntil", c.retrying_since AS "retryingSince",
      CASE WHEN c.sync_state = 'running' THEN c.slow_since END AS "slowSince"
    FROM billing_status CROSS JOIN (
      SELECT count(*) FILTER (WHERE a.waits)::int AS "needsReview",
        count(*) FILTER (WHERE a.last_error IS NOT NULL AND NOT a.waits)::int AS errors
      FROM (
        SELECT last_error, is_active AND coalesce(last_run_outcome = 'waiting_review', false) AS waits
        FROM automations WHERE user_id = ${userId}::uuid AND left_rule_at IS NULL
      ) a
    ) mine
    LEFT JOIN smartsheet_connections c ON c.user_id = ${userId}::uuid`;
  return row ?? null;
}
