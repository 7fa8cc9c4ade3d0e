import { type ConnectionState, noBreak, pluralize, type Stats } from '@picksync/contracts';
import { formatRecent, formatTime } from '../../ui/dates.ts';
import type { SyncCounts } from './use-stats.ts';

type Moment = SyncCounts & {
  now: Date;
  /** When the figures were loaded, in ms since 1970. */
  loadedAt: number;
  /** The time of the shown data while the page is offline; else null. */
  offlineAsOf: Date | null;
  /** Whether workers rest during an update. */
  isInMaintenance: boolean;
};

/**
 * Returns the state of everything in one line, the worst first: what stops all syncs, then what needs the user. A limit of
 * Smartsheet's passes by itself within minutes, and what needs the user does not: it comes second, in the same line.
 */
export function statusLine(
  stats: Stats,
  { now, loadedAt, offlineAsOf, isInMaintenance, ...counts }: Moment,
): string {
  const { connection, configurationCount } = stats;
  if (connection.state === 'needs_reconnect') return connection.message ?? resting;
  if (offlineAsOf) return `Offline, as of ${formatRecent(offlineAsOf.toISOString(), now)}`;
  if (configurationCount === 0) return 'Create your first automation, and its list follows from then on.';
  if (connection.state === 'not_connected') return resting;
  if (isInMaintenance) return 'Lists rest during the update and go on by themselves.';
  const outage = describeOutage(connection, now);
  if (outage) return outage;

  const errors = Math.max(stats.errors, counts.errors);
  const needsReview = Math.max(stats.needsReview, counts.needsReview);
  const limit = describeLimit(connection, now);
  const checked = checkText(stats, now);
  if (errors + needsReview > 0)
    return `${needsYouText(errors, needsReview)}.${limit === null ? checked : ` ${limit}.`}`;
  if (limit) return limit;
  if (stats.activeAutomations === 0) return 'All automations are paused.';
  if (counts.waiting > 0) return `${waitingText(counts, now)}.${checked}`;
  const { syncing, queued, queuedSince } = counts;
  if (syncing > 0) return `${pluralize(syncing, 'list is', 'lists are')} being synced.${checked}`;
  if (queued > 0) return `${queuedText(queued, queuedSince, now)}.${checked}`;
  if (isLate(stats, loadedAt)) return `The check for changes is late.${checked}`;
  return `${inSyncText(stats)}.${checked}`;
}

/** Nobody looks at the list of a paused automation, so that nothing is said of it. */
function inSyncText({ activeAutomations, configurationCount }: Stats): string {
  const paused = configurationCount - activeAutomations;
  if (paused <= 0) return 'All lists are in sync';
  return `${pluralize(activeAutomations, 'list is', 'lists are')} in sync, ${pluralize(paused, 'is', 'are')} paused`;
}

/** Both figures: the list below has so many that need the user. */
function needsYouText(errors: number, needsReview: number): string {
  if (errors === 0)
    return `${pluralize(needsReview, 'automation waits', 'automations wait')} for your review`;
  const attention = `${pluralize(errors, 'automation needs', 'automations need')} your attention`;
  return needsReview === 0
    ? attention
    : `${attention}, ${pluralize(needsReview, 'waits', 'wait')} for your review`;
}

/** How late a sweep may be: with many connections it takes a while. */
const lateAfterMs = 5 * 60_000;

/** Returns whether the sweep is overdue. Figures that were loaded before it was due cannot tell. */
function isLate({ nextSweepAt }: Stats, loadedAt: number): boolean {
  return nextSweepAt !== null && loadedAt - new Date(nextSweepAt).getTime() > lateAfterMs;
}

/** Said while Smartsheet is not connected. */
const resting = 'Your automations rest until Smartsheet is connected again.';

/** Returns why Smartsheet cannot be reached, which stops every sync, also what the user mends; null where it can. */
function describeOutage({ waiting }: ConnectionState, now: Date): string | null {
  if (waiting?.reason === 'provider_slow') return slowText(waiting.since, now);
  if (waiting?.reason !== 'provider_outage') return null;
  const next = nextTryText(waiting.nextTryAt, now);
  return waiting.since === null
    ? `Smartsheet answers with errors or not at all${next}`
    : `Smartsheet has answered with errors or not at all since ${formatRecent(waiting.since, now)}${next}`;
}

/** Returns that calls are limited and when that is over; null when nothing has to wait for it. */
function describeLimit({ waiting }: ConnectionState, now: Date): string | null {
  if (waiting?.reason !== 'rate_limited' && waiting?.reason !== 'paced') return null;
  const next = nextTryText(waiting.nextTryAt, now);
  if (next === '') return null;
  return waiting.reason === 'paced'
    ? `Picksync is spacing out its calls to Smartsheet${next}`
    : `Smartsheet is limiting requests${next}`;
}

function waitingText({ waiting, nextTryAt }: SyncCounts, now: Date): string {
  return `${pluralize(waiting, 'list waits', 'lists wait')} for Smartsheet${nextTryText(nextTryAt, now)}`;
}

function nextTryText(nextTryAt: string | null, now: Date): string {
  return nextTryAt === null || new Date(nextTryAt) <= now ? '' : `, next try at ${formatTime(nextTryAt)}`;
}

/** A turn comes within seconds; only where it does not, the time says something. */
const turnMs = 60_000;

/** Returns when a sync has waited for so long that the line tells since when; null where none waits. */
export function longTurnAt({ queuedSince }: SyncCounts): string | null {
  return queuedSince === null ? null : new Date(Date.parse(queuedSince) + turnMs + 1).toISOString();
}

function queuedText(queued: number, since: string | null, now: Date): string {
  return since !== null && now.getTime() - Date.parse(since) > turnMs
    ? `${pluralize(queued, 'list has', 'lists have')} been waiting to be synced since ${formatRecent(since, now)}`
    : `${pluralize(queued, 'list waits', 'lists wait')} to be synced`;
}

function slowText(since: string | null, now: Date): string {
  return since === null
    ? 'Smartsheet is slow to answer'
    : `Smartsheet has been slow to answer since ${formatRecent(since, now)}`;
}

function checkText({ lastSweepAt, nextSweepAt }: Stats, now: Date): string {
  const next = nextSweepAt === null ? 0 : new Date(nextSweepAt).getTime() - now.getTime();
  const upcoming = next > 0 ? minutes(next) : null;
  if (lastSweepAt === null) return upcoming === null ? '' : ` Next check in ${upcoming}.`;
  const past = minutes(now.getTime() - new Date(lastSweepAt).getTime());
  return upcoming === null ? ` Checked ${past} ago.` : ` Checked ${past} ago, next check in ${upcoming}.`;
}

function minutes(ms: number): string {
  return `${Math.max(1, Math.round(Math.abs(ms) / 60_000))}${noBreak}min`;
}
