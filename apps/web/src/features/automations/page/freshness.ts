import { type Automation, isolated, noBreak } from '@picksync/contracts';
import { formatAgoWithin, formatRecent } from '../../../ui/dates.ts';

const minute = 60_000;

/** Returns how long until then, as in `in 12 min`. */
function untilThen(iso: string, now: Date): string {
  const minutes = Math.round((new Date(iso).getTime() - now.getTime()) / minute);
  return minutes > 0 ? `in ${minutes}${noBreak}min` : 'in a moment';
}

type Moment = { now: Date; isReadOnly: boolean; offlineAsOf: Date | null };

/**
 * Returns since when the dropdown is known to be in sync, when that was last checked, and when it is checked next.
 * `offlineAsOf`: the time of the data while it cannot be kept up to date.
 */
export function freshness(automation: Automation, { now, isReadOnly, offlineAsOf }: Moment): string {
  const { verifiedAt, checkedAt, nextCheckAt, isActive, lastError } = automation;
  if (offlineAsOf) {
    const last = verifiedAt === null ? '' : ` Last in sync as of ${formatRecent(verifiedAt, now)}.`;
    return `Offline, as of ${formatRecent(offlineAsOf.toISOString(), now)}.${last}`;
  }
  const resting = restingText(automation, now);
  if (resting) return resting;
  if (verifiedAt === null) return isActive ? 'Not in sync yet.' : 'Paused before its first sync.';
  const since = formatRecent(verifiedAt, now);
  if (!isActive) return `Paused. Last in sync as of ${since}.`;
  if (isReadOnly) return `Not checked. Last in sync as of ${since}.`;
  const next = nextCheckAt ? ` Next check ${untilThen(nextCheckAt, now)}.` : '';
  if (lastError !== null) return `Last in sync as of ${since}.${next}`;
  const checked = checkedAt ? `, checked ${formatAgoWithin(checkedAt, now)}` : '';
  return `In sync as of ${since}${checked}.${next}`;
}

/** Returns that an automation rests, because an earlier list was restored; null where it does not. */
function restingText({ pausedBy, restore, sourceSheetName }: Automation, now: Date): string | null {
  if (pausedBy !== 'restore') return null;
  const source = isolated(sourceSheetName ?? 'its source');
  if (restore?.state !== 'done' || !restore.endedAt)
    return `An earlier list was restored. It does not follow ${source} now.`;
  const [before, at] = [formatRecent(restore.listBefore, now), formatRecent(restore.endedAt, now)];
  return `The list before ${before} was restored by you at ${at}. It does not follow ${source} now.`;
}
