import type { Automation, LastRun } from '@picksync/contracts';

const maxNamed = 3;

function changes(added: number, removed: number): string {
  const parts = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`];
  return parts.filter((part) => part !== false).join(', ') || 'put in order';
}

/** What an automation has just done, for somebody who does not see its row change; null when that is nothing. */
function newsOf({ name, lastRun, lastError }: Automation): string | null {
  if (!lastRun) return null;
  const { outcome, added, removed } = lastRun;
  if (outcome === 'failed') return `${name}: ${lastError ?? 'the sync failed'}`;
  if (outcome === 'waiting_review') return `${name}: needs your review`;
  if (outcome === 'unchanged') return null;
  return `${name}: ${changes(added, removed)}`;
}

/** What has come over an automation: a run, else that it waits for Smartsheet or was paused for its owner. */
function changeOf(before: Automation | undefined, after: Automation): string | null {
  if (!before) return null;
  const { name, lastRun, waiting, pausedBy } = after;
  if (before.lastRun?.at !== lastRun?.at) return newsOf(after);
  if (waiting && !before.waiting) return `${name}: ${waiting.message}`;
  return pausedBy === 'system' && before.pausedBy === null ? `${name}: paused` : null;
}

type Known = ReadonlyMap<string, Automation>;

/** Returns what has come over automations since they were known as they were; nothing of those that were not known. */
export function newsSince(known: Known, now: readonly Automation[]): string[] {
  return now
    .map((automation) => changeOf(known.get(automation.id), automation))
    .filter((text) => text !== null);
}

/** How many runs there were between two looks at an automation, as far as their outcomes tell. */
function runsBetween({ recentRuns: before }: Automation, { recentRuns: after }: Automation): number {
  for (let count = Math.max(1, after.length - before.length); count < after.length; count += 1) {
    const kept = after.slice(0, after.length - count);
    if (kept.every((outcome, place) => outcome === before[before.length - kept.length + place])) return count;
  }
  return after.length;
}

/**
 * Returns the automations that have changed their dropdown in a run before their last one which was never seen as the last
 * one, with the moment of the run that was.
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

/** What a run has changed that was never seen as the last one. */
export function newsOfMissed({ name }: Automation, { added, removed }: Pick<LastRun, 'added' | 'removed'>) {
  return `${name}: ${changes(added, removed)}`;
}

/** Returns what is announced of all that is news; an empty text when nothing is. */
export function announcementOf(news: readonly string[]): string {
  if (news.length <= maxNamed) return news.join('. ');
  return `${news.slice(0, maxNamed).join('. ')}. ${news.length - maxNamed} more have changed`;
}
