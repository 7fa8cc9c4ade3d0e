import type { Automation } from '@picksync/contracts';
import { formatAgo, formatMoment, formatTime } from '../../../ui/dates.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Returns a time of the last hours as `10:42 AM`, an older one with its day. */
export function formatRecent(iso: string, now: Date): string {
  return now.getTime() - new Date(iso).getTime() < day / 2 ? formatTime(iso) : formatMoment(iso);
}

/** Returns how long until then, as in `in 12 min`. */
function untilThen(iso: string, now: Date): string {
  const minutes = Math.round((new Date(iso).getTime() - now.getTime()) / minute);
  return minutes > 0 ? `in ${minutes} min` : 'in a moment';
}

type Moment = { now: Date; isReadOnly: boolean; offlineAsOf: Date | null };

/**
 * Returns since when the dropdown is known to be in sync, when that was last checked, and when it is checked next.
 * `offlineAsOf`: the time of the data while it cannot be kept up to date.
 */
export function freshness(
  { verifiedAt, checkedAt, nextCheckAt, isActive, lastError }: Automation,
  { now, isReadOnly, offlineAsOf }: Moment,
): string {
  if (offlineAsOf) {
    const last = verifiedAt === null ? '' : ` Last in sync as of ${formatRecent(verifiedAt, now)}.`;
    return `Offline, as of ${formatRecent(offlineAsOf.toISOString(), now)}.${last}`;
  }
  if (verifiedAt === null) return isActive ? 'Not in sync yet.' : 'Paused before its first sync.';
  const since = formatRecent(verifiedAt, now);
  if (!isActive) return `Paused. Last in sync as of ${since}.`;
  if (isReadOnly) return `Not checked. Last in sync as of ${since}.`;
  const next = nextCheckAt ? ` Next check ${untilThen(nextCheckAt, now)}.` : '';
  if (lastError !== null) return `Last in sync as of ${since}.${next}`;
  const checked = checkedAt ? `, checked ${formatAgo(checkedAt, now).toLowerCase()}` : '';
  return `In sync as of ${since}${checked}.${next}`;
}
