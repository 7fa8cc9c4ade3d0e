import { isSheetWritable, type MatchedColumn } from '@picksync/contracts';
import type { Rule } from '@picksync/db';
import type { ListedSheet, Sheet } from '@picksync/smartsheet-client';
import {
  type KnownMatch,
  type MatchStep,
  matchColumn,
  needsRead,
  nextMatch,
  type SeenMatch,
  toTitleKey,
  unknownMatch,
} from '@picksync/sync-engine';
import type { PlaceTree } from './browse-place.ts';
import { isLeftOut, type MatchRow, toMatchState } from './rules.store.ts';

/** Failures that say that a sheet or its column may not be what the rule looks for any more. */
const doubtful: readonly string[] = [
  'target_sheet_gone',
  'target_column_gone',
  'target_column_retyped',
  'target_no_right',
];

/** Returns what the decisions about a sheet need of its row. */
function toKnown(row: MatchRow): KnownMatch {
  return {
    state: toMatchState(row.state),
    isExcluded: isLeftOut(row),
    isWanted: row.isWanted || row.isTakenOver,
    missedLooks: row.missedLooks,
    goneAt: row.goneAt,
    hasAutomation: row.automation !== null,
  };
}

/** Returns the sheets of a place of which the columns have to be read. */
export function listUnread(
  tree: PlaceTree,
  { rule, rows, now }: { rule: Rule; rows: ReadonlyMap<string, MatchRow>; now: Date },
): ListedSheet[] {
  return tree.sheets.filter(({ id, modifiedAt }) => {
    const row = rows.get(id);
    if (!row) return true;
    const { readAt, sheetModifiedAt } = row;
    const known = { ...toKnown(row), readAt, sheetModifiedAt };
    return needsRead(known, { modifiedAt, isDoubtful: isDoubtful(row, rule), now });
  });
}

/** Returns whether the syncs of an automation have found its column renamed, or something else amiss. */
function isDoubtful({ automation, chosenColumnId }: MatchRow, { columnTitle }: Rule): boolean {
  if (automation === null) return false;
  if (doubtful.includes(automation.lastErrorReason ?? '')) return true;
  const isNamedSo = toTitleKey(automation.targetColumnName) === toTitleKey(columnTitle);
  return !isNamedSo && automation.targetColumnId !== chosenColumnId;
}

/** Returns what a look saw of a sheet that the rule knows or that lies in its place. */
export function toSeen(
  row: MatchRow | undefined,
  input: { rule: Rule; tree: PlaceTree; listed: ListedSheet | undefined; read: Sheet | undefined },
): SeenMatch {
  const { rule, tree, listed, read } = input;
  if (!listed) return tree.isWhole ? { kind: 'missing' } : { kind: 'unknown' };
  if (!read) return row?.readAt ? { kind: 'unchanged' } : { kind: 'unknown' };
  const found = matchColumn(read, { ...rule, chosenColumnId: row?.chosenColumnId ?? null });
  // What its own syncs say of the column is told there, and passes when it is unlocked.
  const isPassing =
    isSheetWritable(read.accessLevel) &&
    found.kind === 'refused' &&
    ['locked', 'symbol', 'system'].includes(found.reason);
  return row?.automation && isPassing ? { kind: 'unchanged' } : found;
}

/** What a look changes for one sheet. */
export type SheetStep = {
  sheetId: string;
  sheetName: string;
  row: MatchRow | undefined;
  step: MatchStep;
  seen: SeenMatch;
  /** What is written of the sheet beside its state. */
  facts: {
    sheetName: string;
    sheetPermalink: string | null;
    sheetCreatedAt: Date | null;
    readAt?: Date;
    sheetModifiedAt?: Date | null;
    columnId?: string | null;
    columnName?: string | null;
    choices?: MatchedColumn[];
    reason?: string | null;
  };
};

type StepInput = {
  rule: Rule;
  tree: PlaceTree;
  rows: ReadonlyMap<string, MatchRow>;
  reads: ReadonlyMap<string, Sheet>;
  now: Date;
};

/** Returns what a look changes, for each sheet that the rule knows or that lies in its place. */
export function listSteps({ rule, tree, rows, reads, now }: StepInput): SheetStep[] {
  const listed = new Map(tree.sheets.map((sheet) => [sheet.id, sheet]));
  const ids = [...listed.keys(), ...[...rows.keys()].filter((id) => !listed.has(id))];
  // What the first look finds was shown when the rule was made.
  const takesUpNew = rule.newSheets === 'take_up' || rule.lookedAt === null;
  return ids.flatMap((sheetId): SheetStep[] => {
    const row = rows.get(sheetId);
    const sheet = listed.get(sheetId);
    const read = reads.get(sheetId);
    const seen = toSeen(row, { rule, tree, listed: sheet, read });
    const known = row ? toKnown(row) : unknownMatch;
    const step = nextMatch(known, seen, { now, takesUpNew });
    const sheetName = sheet?.name ?? row?.sheetName ?? '';
    const facts = {
      sheetName,
      sheetPermalink: sheet?.permalink ?? row?.sheetPermalink ?? null,
      sheetCreatedAt: sheet?.createdAt ?? row?.sheetCreatedAt ?? null,
      ...(read && { readAt: now, sheetModifiedAt: sheet?.modifiedAt ?? null, ...toFacts(seen, read, row) }),
    };
    return [{ sheetId, sheetName, row, step, seen, facts }];
  });
}

function toMatched({ id, title }: { id: string; title: string }): MatchedColumn {
  return { columnId: id, columnName: title.slice(0, 200).toWellFormed() };
}

/** Returns what is kept of the columns of a sheet: ids and titles. */
function toFacts(seen: SeenMatch, read: Sheet, row: MatchRow | undefined) {
  const column = 'column' in seen ? seen.column : undefined;
  // Where it was renamed, the column that was filled can be chosen.
  const before = read.columns.find(({ id }) => id === row?.automation?.targetColumnId);
  const choices = seen.kind === 'choose' ? seen.columns : seen.kind === 'no_column' && before ? [before] : [];
  return {
    ...(column ? toMatched(column) : { columnId: null, columnName: null }),
    choices: choices.map(toMatched),
    reason: toReason(seen, before !== undefined),
  };
}

function toReason(seen: SeenMatch, isRenamed: boolean): string | null {
  if (seen.kind === 'refused') return seen.reason;
  if (seen.kind === 'no_column') return isRenamed ? 'renamed' : 'no_column';
  return seen.kind === 'choose' ? 'choose' : null;
}
