import { type MatchedColumn, type PreviewedMatch, pluralize, toListNoun } from '@picksync/contracts';
import type { Place } from '../../../api/rules.queries.ts';
import { compareNames } from '../../../ui/compare-names.ts';

/** A workspace or folder that was chosen, and the workspace in which a folder lies, whose id is known while it is chosen. */
export type ChosenPlace = Place & { workspaceName: string | null; workspaceId?: string | undefined };

/** What is entered of a rule beside its source and its settings. */
export type RuleEntries = {
  place: ChosenPlace | null;
  includesSubfolders: boolean;
  columnTitle: string;
  newSheets: 'take_up' | 'ask';
  /** Sheets that are left out by hand. */
  excluded: readonly string[];
  /** Columns that were chosen where several have the title, by sheet. */
  chosenColumns: Readonly<Record<string, MatchedColumn>>;
  /** Sheets whose automation the rule takes over. */
  takenOver: readonly string[];
};

export const emptyRule: RuleEntries = {
  place: null,
  includesSubfolders: true,
  columnTitle: '',
  newSheets: 'take_up',
  excluded: [],
  chosenColumns: {},
  takenOver: [],
};

/** Where a sheet of the preview stands with what was entered: it would follow, or is left out and why. */
export type ShownMatch = {
  match: PreviewedMatch;
  isIn: boolean;
  /** Whether a tick can take it in or leave it out. */
  canTick: boolean;
  note: string;
};

/** Returns how the sheets of a preview stand with what was entered, those that would follow first, each by name. */
export function showMatches(sheets: readonly PreviewedMatch[], entries: RuleEntries): ShownMatch[] {
  return sheets
    .map((match) => showMatch(match, entries))
    .toSorted(
      (one, other) =>
        Number(other.isIn) - Number(one.isIn) || compareNames(one.match.sheetName, other.match.sheetName),
    );
}

function showMatch(match: PreviewedMatch, { excluded, chosenColumns, takenOver }: RuleEntries): ShownMatch {
  const { sheetId, state } = match;
  if (excluded.includes(sheetId)) return { match, isIn: false, canTick: true, note: 'Left out by you' };
  const column = chosenColumns[sheetId];
  if (state === 'choose' && column)
    return { match, isIn: true, canTick: true, note: `Column ${column.columnName}, chosen by you` };
  if (state === 'taken' && takenOver.includes(sheetId))
    return { match, isIn: true, canTick: true, note: `Taken over from ${match.takeOver?.name ?? 'another'}` };
  if (state === 'follows' || state === 'asks' || state === 'waits')
    return { match, isIn: true, canTick: true, note: followNote(match) };
  return { match, isIn: false, canTick: false, note: match.message ?? 'It does not follow' };
}

function followNote({ firstSync, optionCount, isOfContacts }: PreviewedMatch): string {
  const noun = toListNoun({ fillsContacts: isOfContacts });
  if (firstSync?.needsReview)
    return `Would remove ${firstSync.removed} of ${optionCount ?? 0}, so it asks for your review`;
  if (optionCount === null || optionCount === 0) return `No ${noun}s yet`;
  return `${pluralize(optionCount, noun)} now`;
}

/** Returns the titles that most sheets have a column of, with how many. */
export function findTitles(sheets: readonly PreviewedMatch[]): { title: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { dropdowns } of sheets)
    for (const title of new Set(dropdowns)) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts]
    .map(([title, count]) => ({ title, count }))
    .toSorted((one, other) => other.count - one.count);
}

/** Returns how many automations there would be, as far as the plan is concerned. */
export function countAfter(shown: readonly ShownMatch[], configurationCount: number): number {
  const joining = shown.filter(({ match, isIn }) => isIn && !match.isFollowing && match.state !== 'taken');
  const leaving = shown.filter(({ match, isIn }) => !isIn && match.isFollowing);
  return configurationCount + joining.length - leaving.length;
}
