import type { RuleMatch } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import { formatAgoWithin, formatDayOfYear } from '../../../ui/dates.ts';
import { toStatus } from '../automation-status.tsx';

/** How a sheet of a rule stands, in a word and a sentence. */
type MatchText = { tone: Tone; word: string; note: string | null };

const waiting: Partial<Record<RuleMatch['state'], { tone: Tone; word: string }>> = {
  asks: { tone: 'warn', word: 'Asks you' },
  waits: { tone: 'neutral', word: 'Over the limit' },
  excluded: { tone: 'neutral', word: 'Left out by you' },
  choose: { tone: 'warn', word: 'Choose a column' },
  refused: { tone: 'neutral', word: 'Cannot be written' },
  taken: { tone: 'neutral', word: 'Filled by another' },
  loop: { tone: 'neutral', word: 'Its own source' },
  no_column: { tone: 'neutral', word: 'No such column' },
  unread: { tone: 'neutral', word: 'Not read yet' },
};

/** States whose message would only repeat their word. */
const saysItAll: ReadonlySet<RuleMatch['state']> = new Set(['excluded', 'unread']);

/** Returns how a sheet of a rule stands, while its folder is looked into or afterwards. */
export function describeMatch(match: RuleMatch, now: Date, isLooking: boolean): MatchText {
  if (match.state === 'unread' && isLooking) return { tone: 'accent', word: 'Looking', note: null };
  const known = waiting[match.state];
  if (match.state === 'gone') return { tone: 'neutral', word: 'Gone', note: goneNote(match) };
  if (known) return { ...known, note: saysItAll.has(match.state) ? null : match.message };
  const { configuration } = match;
  if (!configuration) return { tone: 'neutral', word: 'Being taken up', note: null };
  if (configuration.lastRun === null && configuration.isActive && configuration.lastError === null)
    return { tone: 'accent', word: 'First sync', note: null };
  const { tone, word } = toStatus(configuration);
  if (word !== 'Active') return { tone, word, note: configuration.lastError };
  return { tone: 'good', word: 'In sync', note: newNote(match, now) };
}

function goneNote({ message, goneUntil, choices }: RuleMatch): string | null {
  // A column to choose is the way on.
  if (!message || !goneUntil || choices.length > 0) return message;
  return `${message} If it comes back before ${formatDayOfYear(goneUntil)}, it goes on by itself.`;
}

const week = 7 * 24 * 3600_000;

/** Returns whether a sheet was taken up within the last seven days. */
export function isNew({ state, takenUpAt }: RuleMatch, now: Date): boolean {
  return state === 'follows' && takenUpAt !== null && now.getTime() - new Date(takenUpAt).getTime() < week;
}

function newNote(match: RuleMatch, now: Date): string | null {
  if (!isNew(match, now)) return null;
  return `New, taken up ${formatAgoWithin(match.takenUpAt, now)}`;
}

/** Returns whether somebody has to do something about a sheet. */
export function needsSomebody({ state, configuration }: RuleMatch): boolean {
  if (state === 'asks' || state === 'choose') return true;
  if (state !== 'follows' || !configuration) return false;
  return configuration.isActive && (configuration.review !== null || configuration.lastError !== null);
}

/** From how many sheets on a sentence is said once, above them. */
const sharedFrom = 3;

/** What is said of several sheets alike: how they stand, and why. */
export type SharedNote = Pick<MatchText, 'tone' | 'word'> & { note: string; count: number };

/** Returns what stopped several sheets alike, the most first, such as a source that has no values any more. */
export function findSharedNotes(matches: readonly RuleMatch[], now: Date): SharedNote[] {
  const notes = new Map<string, SharedNote>();
  for (const match of matches.filter(needsSomebody)) {
    const { tone, word, note } = describeMatch(match, now, false);
    if (note === null || note !== match.configuration?.lastError) continue;
    const shared = notes.get(note) ?? { tone, word, note, count: 0 };
    notes.set(note, { ...shared, count: shared.count + 1 });
  }
  return [...notes.values()]
    .filter(({ count }) => count >= sharedFrom)
    .toSorted((one, other) => other.count - one.count);
}

/** Returns whether a sheet does not follow, and nobody has to do anything about it. */
export function isLeftOut({ state }: RuleMatch, isLooking: boolean): boolean {
  if (state === 'unread' && isLooking) return false;
  return !['follows', 'asks', 'choose'].includes(state);
}

/** Returns what happened to sheets this week: those that were taken up, and those that are gone. */
export function listNews(matches: readonly RuleMatch[], now: Date) {
  return {
    takenUp: matches.filter((match) => isNew(match, now)),
    gone: matches.filter(
      ({ state, goneSince }) =>
        state === 'gone' && goneSince !== null && now.getTime() - new Date(goneSince).getTime() < week,
    ),
  };
}

/** Returns when a sheet has left. */
export function goneText({ sheetName, goneSince }: RuleMatch): string {
  const since = goneSince ? ` left on ${formatDayOfYear(goneSince)}` : ' has left';
  return `${sheetName}${since}. Its column keeps its list.`;
}
