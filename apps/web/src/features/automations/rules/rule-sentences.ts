import {
  isolated,
  type ListNoun,
  noBreak,
  pluralize,
  type Rule,
  removalLimitText,
} from '@picksync/contracts';
import { formatAgoWithin, formatRecent } from '../../../ui/dates.ts';
import { modeWords, orderWords } from '../setting-words.ts';

/** Returns how many lists are in sync, and when the folder was and is looked at. */
export function ruleFreshness(rule: Rule, now: Date): string {
  const { counts, lookedAt, nextLookAt, isLooking, isActive } = rule;
  const inSync = `${counts.inSync} of ${pluralize(counts.follows, 'list')} ${counts.inSync === 1 ? 'is' : 'are'} in sync.`;
  if (isLooking && lookedAt === null) return 'Its folder is looked into for the first time.';
  if (!isActive) return `Paused. ${inSync}`;
  const looked = lookedAt ? ` Folder looked at ${formatAgoWithin(lookedAt, now)}` : '';
  const minutes = nextLookAt ? Math.round((new Date(nextLookAt).getTime() - now.getTime()) / 60_000) : 0;
  const next = minutes > 0 ? `, next look in ${minutes}${noBreak}min` : '';
  return `${inSync}${looked}${next}${looked ? '.' : ''}`;
}

/** Returns the settings of a rule in words. `noun`: what its lists hold. */
export function ruleSentences(rule: Rule, noun: ListNoun): string[] {
  const { place, includesSubfolders, columnTitle, mode, order, newSheets, maxRemovalPercent } = rule;
  const { addressColumn } = rule;
  const where = `${isolated(place.name)}${includesSubfolders ? ' and its subfolders' : ''}`;
  const removals = removalLimitText(maxRemovalPercent, noun);
  const limit =
    removals === null
      ? `Each sheet asks only before it would lose all of its ${noun}s.`
      : `Each sheet asks before it loses ${removals}.`;
  return [
    `Every column called ${isolated(columnTitle)} in ${where}.`,
    `Each is ${modeWords[mode]}, ${orderWords[order]}.`,
    ...(addressColumn ? [`Addresses of contacts stand in ${isolated(addressColumn.columnName)}.`] : []),
    newSheets === 'take_up' ? 'New sheets are taken up.' : 'New sheets ask you first.',
    limit,
    ...(rule.renames === 'follow'
      ? [
          `A name that changes in the source is renamed with its cells, and each sheet asks above ${pluralize(rule.maxRenamedRows, 'row')}.`,
        ]
      : []),
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
