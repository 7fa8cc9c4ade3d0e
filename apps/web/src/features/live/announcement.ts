import type { Automation } from '@picksync/contracts';

const maxNamed = 3;

/** What an automation has just done, for somebody who does not see its row change; null when that is nothing. */
function newsOf({ name, lastRun, lastError }: Automation): string | null {
  if (!lastRun) return null;
  const { outcome, added, removed } = lastRun;
  if (outcome === 'failed') return `${name}: ${lastError ?? 'the sync failed'}`;
  if (outcome === 'waiting_review') return `${name}: needs your review`;
  if (outcome === 'unchanged') return null;
  const changes = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`].filter(
    (part) => part !== false,
  );
  return `${name}: ${changes.length > 0 ? changes.join(', ') : 'put in order'}`;
}

/** What has come over an automation: a run, else that it waits for Smartsheet or was paused for its owner. */
function changeOf(before: Automation | undefined, after: Automation): string | null {
  if (!before) return null;
  const { name, lastRun, waiting, pausedBy } = after;
  if (before.lastRun?.at !== lastRun?.at) return newsOf(after);
  if (waiting && !before.waiting) return `${name}: ${waiting.message}`;
  return pausedBy === 'system' && before.pausedBy === null ? `${name}: paused` : null;
}

/** Returns what is to be announced when a list of automations has become another; an empty text when nothing is. */
export function announcementOf(before: readonly Automation[], after: readonly Automation[]): string {
  const known = new Map(before.map((automation) => [automation.id, automation]));
  const news = after
    .map((automation) => changeOf(known.get(automation.id), automation))
    .filter((text) => text !== null);
  if (news.length <= maxNamed) return news.join('. ');
  return `${news.slice(0, maxNamed).join('. ')}. ${news.length - maxNamed} more have changed`;
}
