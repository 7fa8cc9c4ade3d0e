import type { ConnectionStanding, Stats } from '@picksync/contracts';
import { formatTime } from '../../ui/dates.ts';
import { count } from './overview.phrases.ts';
import type { SyncCounts } from './use-sync-counts.ts';

type Moment = SyncCounts & {
  now: Date;
  /** While nothing new can be learned: of when what is shown is; else null. */
  offlineAsOf: Date | null;
};

/** Returns how everything stands in one line, the worst first: what keeps all of it from working, then what needs the user. */
export function statusLine(stats: Stats, { now, offlineAsOf, ...counts }: Moment): string {
  const { connection, configurationCount, errors, needsReview } = stats;
  if (connection.state === 'needs_reconnect') return connection.message ?? resting;
  if (offlineAsOf) return `Offline, as of ${formatTime(offlineAsOf.toISOString())}`;
  if (configurationCount === 0) return 'Create your first automation, and its dropdown follows from then on.';
  if (connection.state === 'not_connected') return resting;
  const obstacle = obstacleOf(connection, now);
  if (obstacle) return obstacle;

  const checked = sweepText(stats, now);
  if (errors > 0) return `${count(errors, 'automation needs', 'automations need')} your attention.${checked}`;
  if (needsReview > 0)
    return `${count(needsReview, 'automation waits', 'automations wait')} for your review.${checked}`;
  if (stats.activeAutomations === 0) return 'All automations are paused.';
  if (counts.waiting > 0) return `${waitingText(counts, now)}.${checked}`;
  const { syncing } = counts;
  if (syncing > 0) return `${count(syncing, 'list is', 'lists are')} being synced.${checked}`;
  return `All lists are in sync.${checked}`;
}

/** Said while Smartsheet is not connected. */
export const resting = 'Your automations rest until Smartsheet is connected again.';

/** What keeps every sync from going on and passes by itself; null when nothing does. */
function obstacleOf({ waiting }: ConnectionStanding, now: Date): string | null {
  if (!waiting) return null;
  const { reason, nextTryAt, since } = waiting;
  const next = nextTryText(nextTryAt, now);
  if (reason === 'provider_outage') {
    return `Smartsheet cannot be reached${since === null ? '' : ` since ${formatTime(since)}`}${next}`;
  }
  if (reason === 'provider_slow') return slowText(since);
  return next === '' ? null : `Smartsheet is limiting requests${next}`;
}

function waitingText({ waiting, nextTryAt }: SyncCounts, now: Date): string {
  return `${count(waiting, 'list waits', 'lists wait')} for Smartsheet${nextTryText(nextTryAt, now)}`;
}

function nextTryText(nextTryAt: string | null, now: Date): string {
  return nextTryAt === null || new Date(nextTryAt) <= now ? '' : `, next try at ${formatTime(nextTryAt)}`;
}

function slowText(since: string | null): string {
  return `Smartsheet is slow to answer${since === null ? '' : ` since ${formatTime(since)}`}`;
}

function sweepText({ lastSweepAt, nextSweepAt }: Stats, now: Date): string {
  const next = nextSweepAt === null ? null : new Date(nextSweepAt).getTime() - now.getTime();
  const parts = [
    lastSweepAt && `Checked ${minutes(now.getTime() - new Date(lastSweepAt).getTime())} ago`,
    next !== null && next > 0 && `next sweep in ${minutes(next)}`,
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return '';
  const sentence = parts.join(', ');
  return ` ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function minutes(ms: number): string {
  return `${Math.max(1, Math.round(Math.abs(ms) / 60_000))} min`;
}
