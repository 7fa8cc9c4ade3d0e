import { failingHours, isOwnFailure } from '../automation-notices/pause-failing.ts';
import type { Progress } from './automation-view.ts';
import type { ShownRow } from './shown-automations.store.ts';

const hourMs = 60 * 60_000;

/**
 * Returns since when an automation fails for a reason of its own, and when it will be paused for that. Time without a
 * connection does not count, because nothing could be tried.
 */
export function failingOf(row: ShownRow, { connectionStatus, connectedAt }: Progress) {
  const { failingSince, isActive, lastRunOutcome, lastErrorReason } = row;
  const isFailing = isActive && lastRunOutcome === 'failed' && isOwnFailure(lastErrorReason);
  if (failingSince === null || !isFailing) return { failingSince: null, pausesAt: null };
  const countedFrom = Math.max(failingSince.getTime(), connectedAt.getTime());
  const pausesAt =
    connectionStatus === 'connected' ? new Date(countedFrom + failingHours * hourMs).toISOString() : null;
  return { failingSince: failingSince.toISOString(), pausesAt };
}
