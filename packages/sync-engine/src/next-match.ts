import { goneDays, type MatchState } from '@picksync/contracts/sync';
import type { ColumnMatch } from './match-column.ts';

/** What is known of a sheet of a rule before a look. */
export type KnownMatch = {
  state: MatchState;
  isExcluded: boolean;
  /** A person said that it shall be taken up. */
  isWanted: boolean;
  missedLooks: number;
  goneAt: Date | null;
  hasAutomation: boolean;
};

/** What is known of a sheet that no look has seen. */
export const unknownMatch: KnownMatch = {
  state: 'unread',
  isExcluded: false,
  isWanted: false,
  missedLooks: 0,
  goneAt: null,
  hasAutomation: false,
};

/**
 * What a look saw of a sheet. `unknown`: where it lies could not be read. `missing`: it lies there no more. `unchanged`: it lies
 * there and was not read again. Otherwise what its columns say.
 */
export type SeenMatch = { kind: 'unknown' } | { kind: 'missing' } | { kind: 'unchanged' } | ColumnMatch;

/**
 * What follows from it. `take_up`: an automation may be created. `pause`: its automation is paused. `resume`: it goes on.
 * `drop`: it was gone for so long that its automation is deleted. `forget`: nothing is kept of the sheet.
 */
export type MatchStep = {
  act: 'none' | 'take_up' | 'pause' | 'resume' | 'drop' | 'forget';
  state: MatchState;
  missedLooks: number;
};

/** How many looks in a row have to agree before a sheet counts as gone. */
const looksUntilGone = 2;

const goneMs = goneDays * 24 * 60 * 60_000;

type Setting = {
  now: Date;
  /** Whether sheets that the rule has not known before are taken up without asking. */
  takesUpNew: boolean;
};

/**
 * Returns what a look changes for one sheet of a rule. Nothing here depends on the plan or on other automations: a sheet that
 * may be taken up can still be held back by them.
 */
export function nextMatch(known: KnownMatch, seen: SeenMatch, setting: Setting): MatchStep {
  const { state, missedLooks } = known;
  if (seen.kind === 'unknown') return { act: 'none', state, missedLooks };
  if (known.isExcluded) return { act: 'none', state: 'excluded', missedLooks: 0 };
  if (known.hasAutomation) return nextOfFollower(known, seen, setting);
  switch (seen.kind) {
    case 'missing': {
      // A folder may have been moved in the middle of the look, and what a person chose goes with the sheet.
      const missed = missedLooks + 1;
      return { act: missed < looksUntilGone ? 'none' : 'forget', state, missedLooks: missed };
    }
    case 'unchanged':
      return heldBack.includes(state) ? takeUp(known, setting) : { act: 'none', state, missedLooks: 0 };
    case 'fits':
      return takeUp(known, setting);
    default:
      return { act: 'none', state: seen.kind, missedLooks: 0 };
  }
}

/** Sheets that a look has let in already, and that something else holds back. */
const letIn: readonly MatchState[] = ['waits', 'taken', 'loop'];

/** States that end without a change of the sheet. */
const heldBack: readonly MatchState[] = ['unread', 'asks', ...letIn];

function takeUp({ isWanted, state }: KnownMatch, { takesUpNew }: Setting): MatchStep {
  if (takesUpNew || isWanted || letIn.includes(state))
    return { act: 'take_up', state: 'follows', missedLooks: 0 };
  return { act: 'none', state: 'asks', missedLooks: 0 };
}

function nextOfFollower(known: KnownMatch, seen: SeenMatch, { now }: Setting): MatchStep {
  const { goneAt, missedLooks, state } = known;
  if (goneAt !== null) {
    // It may have been back for long: no look is made while its rule is paused, or the plan has none.
    if (seen.kind === 'fits') return { act: 'resume', state: 'follows', missedLooks: 0 };
    if (now.getTime() - goneAt.getTime() >= goneMs) return { act: 'drop', state, missedLooks: 0 };
    return { act: 'none', state: 'gone', missedLooks };
  }
  if (seen.kind === 'fits' || seen.kind === 'unchanged')
    return { act: 'none', state: 'follows', missedLooks: 0 };
  const missed = missedLooks + 1;
  if (missed < looksUntilGone) return { act: 'none', state: 'follows', missedLooks: missed };
  return { act: 'pause', state: 'gone', missedLooks: missed };
}

/** Editing a column may not change what Smartsheet says of its sheet, so every sheet is read this often. */
const readAtLeastEveryMs = 6 * 60 * 60_000;

type Read = KnownMatch & { readAt: Date | null; sheetModifiedAt: Date | null };

/**
 * Returns whether the columns of a listed sheet have to be read. A sheet that follows is read by the syncs of its automation;
 * `isDoubtful` says that these have seen its column renamed, retyped or gone.
 */
export function needsRead(
  known: Read | null,
  { modifiedAt, isDoubtful, now }: { modifiedAt: Date | null; isDoubtful: boolean; now: Date },
): boolean {
  if (known === null || known.readAt === null) return true;
  if (known.isExcluded) return false;
  if (known.missedLooks > 0 && known.goneAt === null) return true;
  // It lies there again.
  if (known.goneAt !== null && known.state === 'gone' && known.sheetModifiedAt === null) return true;
  const isOld = now.getTime() - known.readAt.getTime() >= readAtLeastEveryMs;
  if (known.hasAutomation && known.goneAt === null) return isDoubtful || isOld;
  return isOld || modifiedAt?.getTime() !== known.sheetModifiedAt?.getTime();
}

/** Sorts sheets by when they were made: the oldest come first where the plan has no room for all. */
export function oldestFirst(
  one: { sheetId: string; sheetCreatedAt: Date | null },
  other: { sheetId: string; sheetCreatedAt: Date | null },
): number {
  const [at, otherAt] = [one, other].map(({ sheetCreatedAt }) => sheetCreatedAt?.getTime() ?? Infinity);
  if (at !== otherAt) return (at ?? 0) < (otherAt ?? 0) ? -1 : 1;
  return one.sheetId.length - other.sheetId.length || (one.sheetId < other.sheetId ? -1 : 1);
}
