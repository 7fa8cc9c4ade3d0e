import { formatNumber, pluralize, type Stats, type User } from '@picksync/contracts';
import { countDaysUntil, formatCalendarDay, toCalendarDay } from '../../ui/dates.ts';

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 100);
}

/** Returns this week's updates compared with last week's, from measured figures only. */
export function weeklyChange(stats: Pick<Stats, 'updatesThisWeek' | 'updatesLastWeek'>): string {
  const { updatesThisWeek: now, updatesLastWeek: before } = stats;
  if (now === before) return 'No change this week';
  // From little to much a share says nothing.
  if (now > 3 * before) return `${formatNumber(now - before)} more than last week`;
  const change = percent(now - before, before);
  return `${change > 0 ? '+' : '−'}${Math.abs(change)}% this week`;
}

/** Returns the note beside the number of active automations. */
export function attention(stats: Stats): string {
  const { needsReview, errors, configurationCount, activeAutomations, connection } = stats;
  if (activeAutomations > 0 && connection.state !== 'connected') return 'stopped until you reconnect';
  if (errors > 0) return pluralize(errors + needsReview, 'needs attention', 'need attention');
  if (needsReview > 0) return pluralize(needsReview, 'needs your review', 'need your review');
  const paused = configurationCount - activeAutomations;
  if (paused > 0) return `${paused} paused`;
  return configurationCount === 0 ? 'none yet' : 'none paused';
}

/** Returns on which day the trial ends, counted from today; null when there is none. */
export function trialText(
  { trialEndsIn }: Pick<Stats, 'trialEndsIn'>,
  { trialEndDate }: Pick<User, 'trialEndDate'>,
  now: Date,
): string | null {
  if (trialEndsIn === null || trialEndDate === null) return null;
  const days = countDaysUntil(trialEndDate, now);
  return days === 0 ? 'Trial ends today' : `Trial ends in ${pluralize(days, 'day', 'days')}`;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns a bar per day, oldest first; the last is today, in the time zone in which the server counts. */
export function dayBars(perDay: readonly number[], now: Date, timeZone = 'UTC') {
  const today = toCalendarDay(now, timeZone);
  return perDay.map((value, index) => {
    const at = today - (perDay.length - 1 - index) * dayMs;
    return { label: formatCalendarDay(at), value };
  });
}
