import { AppError, type ConnectionStanding, type Stats } from '@picksync/contracts';
import { getPauseReason, statusSentence } from '@picksync/smartsheet-account';
import type { Context } from '../../base/context.ts';
import { getAllowances } from '../../base/entitlements.ts';
import { startsOfDays } from './local-days.ts';
import { type ConnectionRow, countForStats } from './stats.store.ts';

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
  const [lastWeekStart = at, ...days] = weekStarts(at, timeZone ?? 'UTC');
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
    connection: toConnectionStanding(figures, at),
    connectedSince: connectedSince?.toISOString() ?? null,
    lastSweepAt: lastSweepAt?.toISOString() ?? null,
    nextSweepAt: nextSweepAt?.toISOString() ?? null,
  };
}

/** Returns the first moment of the week before the last seven days, and then of each of them. */
function weekStarts(at: Date, timeZone: string): Date[] {
  const starts = startsOfDays({ at, count: 2 * dayCount, timeZone });
  return [...starts.slice(0, 1), ...starts.slice(dayCount)];
}

/**
 * Returns the state of a connection at a moment, the worst first: whether its owner has to act, then whether it waits.
 */
function toConnectionStanding(row: ConnectionRow, at: Date): ConnectionStanding {
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
): ConnectionStanding['waiting'] {
  const nextTryAt = parkedUntil !== null && parkedUntil > at ? parkedUntil.toISOString() : null;
  if (retryingSince !== null)
    return { reason: 'provider_outage', nextTryAt, since: retryingSince.toISOString() };
  if (slowSince !== null) return { reason: 'provider_slow', nextTryAt: null, since: slowSince.toISOString() };
  if (nextTryAt === null) return null;
  return { reason: getPauseReason({ retryingSince, limitedUntil }, at), nextTryAt, since: null };
}
