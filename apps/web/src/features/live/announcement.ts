import { type Automation, isolated, type LastRun } from '@picksync/contracts';

const maxNamed = 3;

type Changes = Pick<LastRun, 'added' | 'removed' | 'renamed'>;

function changes({ added, removed, renamed = 0 }: Changes): string {
  const parts = [
    renamed > 0 && `${renamed} renamed`,
    added > 0 && `${added} added`,
    removed > 0 && `${removed} removed`,
  ];
  return parts.filter((part) => part !== false).join(', ') || 'put in order';
}

/** Returns what an automation has just done, for screen readers; null when that is nothing. */
function describeNews({ name, lastRun, lastError }: Automation): string | null {
  if (!lastRun) return null;
  const { outcome } = lastRun;
  if (outcome === 'failed') return `${isolated(name)}: ${lastError ?? 'the sync failed'}`;
  if (outcome === 'waiting_review') return `${isolated(name)}: needs your review`;
  if (outcome === 'unchanged') return null;
  return `${isolated(name)}: ${changes(lastRun)}`;
}

/** Returns whether a run without changes ends a problem that was announced. */
function isRelief(before: Automation, { lastRun }: Automation): boolean {
  return lastRun?.outcome === 'unchanged' && (before.waiting !== null || before.lastError !== null);
}

/** Returns what has happened to an automation: a run, or that it waits for Smartsheet or was paused by the system. */
function describeChange(before: Automation | undefined, after: Automation): string | null {
  if (!before) return null;
  const { name, lastRun, waiting, pausedBy } = after;
  if (before.lastRun?.at !== lastRun?.at)
    return isRelief(before, after) ? `${isolated(name)}: in sync again` : describeNews(after);
  if (waiting && !before.waiting) return `${isolated(name)}: ${waiting.message}`;
  const isPaused = pausedBy !== null && pausedBy !== 'user' && before.pausedBy === null;
  return isPaused ? `${isolated(name)}: paused` : null;
}

/** Returns the state of an automation to remember: it keeps waiting until a run shows how that ended. */
export function remembered(before: Automation | undefined, now: Automation): Automation {
  const isSameRun = before !== undefined && before.lastRun?.at === now.lastRun?.at;
  return isSameRun ? { ...now, waiting: now.waiting ?? before.waiting } : now;
}

type Known = ReadonlyMap<string, Automation>;

/** Returns what has happened to automations since their known state; nothing for those that were not known. */
export function newsSince(known: Known, now: readonly Automation[]): string[] {
  return now
    .map((automation) => describeChange(known.get(automation.id), automation))
    .filter((text) => text !== null);
}

/** Returns how many runs there were between two states of an automation, as far as their outcomes tell. */
function runsBetween({ recentRuns: before }: Automation, { recentRuns: after }: Automation): number {
  for (let count = Math.max(1, after.length - before.length); count < after.length; count += 1) {
    const kept = after.slice(0, after.length - count);
    if (kept.every((outcome, place) => outcome === before[before.length - kept.length + place])) return count;
  }
  return after.length;
}

/**
 * Returns the automations with a change in a run that was never seen as the last one, because another followed, with
 * the time of the last run that was seen.
 */
export function missedChanges(known: Known, now: readonly Automation[]) {
  return now.flatMap((automation) => {
    const before = known.get(automation.id);
    const { lastRun, recentRuns } = automation;
    if (!before || !lastRun || before.lastRun?.at === lastRun.at) return [];
    const missed = recentRuns.slice(-runsBetween(before, automation)).slice(0, -1);
    if (!missed.includes('changed')) return [];
    return [{ automation, after: before.lastRun?.at ?? '', before: lastRun.at }];
  });
}

/** Returns the news of a run that was never seen as the last one. */
export function describeMissedRuns({ name }: Automation, run: Changes) {
  return `${isolated(name)}: ${changes(run)}`;
}

/** Returns the text to announce; empty when there is no news. */
export function describeAnnouncement(news: readonly string[]): string {
  const texts = news.slice(0, maxNamed).map((text) => text.replace(/\.$/, ''));
  const more = news.length - maxNamed;
  if (more > 0) texts.push(`${more} more ${more === 1 ? 'has' : 'have'} changed`);
  // A single text stays as it is.
  return texts.length === 1 ? (news[0] ?? '') : texts.join('. ');
}
