import { isolated, type Rule } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import { formatAgoWithin } from '../../../ui/dates.ts';
import { pluralize } from '../../../ui/pluralize.ts';
import { formatRecent } from '../page/freshness.ts';
import { modeWords, orderWords } from '../setting-words.ts';

/** Returns how a rule stands, in a word or two. */
export function ruleStatus({ isActive, unreadableSince, counts }: Rule): { tone: Tone; word: string } {
  if (!isActive) return { tone: 'neutral', word: 'Paused' };
  if (unreadableSince) return { tone: 'bad', word: 'Folder not found' };
  const asking = counts.needReview + counts.asks + counts.choose;
  if (counts.failing > 0) return { tone: 'bad', word: pluralize(counts.failing, 'error') };
  if (asking > 0) return { tone: 'warn', word: `${asking} ${asking === 1 ? 'needs' : 'need'} you` };
  return { tone: 'good', word: 'Active' };
}

/** Returns how many lists are in sync, and when the folder was and is looked at. */
export function ruleFreshness(rule: Rule, now: Date): string {
  const { counts, lookedAt, nextLookAt, isLooking, isActive } = rule;
  const inSync = `${counts.inSync} of ${pluralize(counts.follows, 'list')} ${counts.inSync === 1 ? 'is' : 'are'} in sync.`;
  if (isLooking && lookedAt === null) return 'Its folder is looked into for the first time.';
  if (!isActive) return `Paused. ${inSync}`;
  const looked = lookedAt ? ` Folder looked at ${formatAgoWithin(lookedAt, now)}` : '';
  const minutes = nextLookAt ? Math.round((new Date(nextLookAt).getTime() - now.getTime()) / 60_000) : 0;
  const next = minutes > 0 ? `, next look in ${minutes} min` : '';
  return `${inSync}${looked}${next}${looked ? '.' : ''}`;
}

/** Returns what a rule comes to, as its counts. */
export function ruleCounts({ counts }: Rule): string {
  const parts = [
    counts.needReview > 0 && pluralize(counts.needReview, 'review'),
    counts.failing > 0 && pluralize(counts.failing, 'error'),
    counts.asks + counts.choose > 0 && `${counts.asks + counts.choose} to decide`,
    `${counts.inSync} in sync`,
    counts.isNew > 0 && `${counts.isNew} new`,
    counts.waits > 0 && `${counts.waits} over the limit`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns the settings of a rule in words. */
export function ruleSentences(rule: Rule): string[] {
  const { place, includesSubfolders, columnTitle, mode, order, newSheets, maxRemovalPercent } = rule;
  const where = `${isolated(place.name)}${includesSubfolders ? ' and its subfolders' : ''}`;
  const limit =
    maxRemovalPercent === 100
      ? 'Each sheet asks only before it would lose all of its options.'
      : `Each sheet asks before it loses more than ${maxRemovalPercent === 0 ? '5 options' : `${maxRemovalPercent} %`}.`;
  return [
    `Every dropdown called ${isolated(columnTitle)} in ${where}.`,
    `Each is ${modeWords[mode]}, ${orderWords[order]}.`,
    newSheets === 'take_up' ? 'New sheets are taken up.' : 'New sheets ask you first.',
    limit,
  ];
}

/** Returns since when the place of a rule cannot be read, and what that means. */
export function unreadableText(
  { place, unreadableSince, unreadableMessage, counts }: Rule,
  now: Date,
): string {
  const since = unreadableSince ? ` since ${formatRecent(unreadableSince, now)}` : '';
  return `${unreadableMessage ?? `${isolated(place.name)} cannot be read${since}.`} Its ${pluralize(counts.follows, 'sheet goes', 'sheets go')} on as before, new ones are not seen.`;
}

/** Returns how much of the plan is used. */
export function countConfigurationsText(count: number, limit: number): string {
  return `${count} of ${limit} configurations`;
}
