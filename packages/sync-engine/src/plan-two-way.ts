import { type FailureFigures, type FailureReason, isSheetWritable } from '@picksync/contracts/sync';
import type { AccessLevel, Column, Row } from '@picksync/smartsheet-client';
import { saidTexts } from './cell-texts.ts';
import { isFormulaError } from './formula-errors.ts';
import { type Merge, mergeTwoWay } from './merge-two-way.ts';
import { type Plan, plan, withKnownState } from './plan.ts';
import type { PlanInput } from './plan-input.ts';
import type { Replacement } from './review-fingerprint.ts';
import type { RunState } from './run-state.ts';
import { createSpelling } from './spelling.ts';
import { missingIn } from './target.ts';
import type { RowsDone, RowToAdd } from './two-way-rows.ts';

/** What a two-way run would change in its source. It holds cell texts: never store or log them. */
export type SourceRowChanges = {
  toAdd: RowToAdd[];
  /** Only after a person has approved exactly these. */
  toDelete: (RowToDelete & { hash: string })[];
  /** Returns whether the source has the value that a hash stands for. */
  hasValue: (hash: string) => boolean;
  /** Returns whether the source has a row, whatever it says. */
  hasRow: (rowId: string) => boolean;
};

type TwoWayPlan = { plan: Plan; rows: SourceRowChanges };

export type TwoWayInput = PlanInput & {
  /** All rows of the source. */
  sourceRows: readonly Row[];
  sourceColumn: Pick<Column, 'id' | 'type' | 'options'>;
  /** The user's rights on the source. */
  sourceAccess: AccessLevel;
  /** Whether another automation, one that is not two-way, fills the list of the source column. */
  isSourceListFilled?: (() => Promise<boolean>) | undefined;
  /** Reads rows with all their cells, and all columns of the sheet. */
  wholeRows: (rowIds: readonly string[]) => Promise<{ rows: readonly Row[]; columns: readonly Column[] }>;
  rowsDone?: RowsDone | undefined;
  /** Its columns are new to each other: rows are added only when a person has approved them. */
  asksBeforeRows?: boolean | undefined;
};

/**
 * Returns what has to happen for a dropdown and its source to become equal. Rows are deleted only when a person has
 * approved the list and exactly these rows with everything in them, and rows that must stay keep their option.
 */
export async function planTwoWay(given: TwoWayInput): Promise<TwoWayPlan> {
  const input = withKnownState(given);
  const planned = await planBothSides(input);
  const refusal = await listRefusal(input, planned.rows);
  if (refusal === null || planned.plan.verdict === 'refused') return planned;
  return { ...planned, plan: { ...planned.plan, state: input.state, verdict: 'refused', ...refusal } };
}

/** Returns why the texts of new rows cannot be added to the list of a source that is a dropdown; null when they can. */
async function listRefusal(
  { sourceColumn, sourceAccess, isSourceListFilled, limits }: TwoWayInput,
  { toAdd }: SourceRowChanges,
): Promise<{ reason: FailureReason; figures: FailureFigures } | null> {
  const texts = toAdd.map(({ text }) => text);
  const missing = missingIn(sourceColumn, texts);
  if (missing.length === 0) return null;
  if (!isSheetWritable(sourceAccess)) return { reason: 'source_list_no_right', figures: {} };
  const found = (sourceColumn.options?.length ?? 0) + missing.length;
  if (found > limits.maxOptions)
    return { reason: 'source_list_full', figures: { found, allowed: limits.maxOptions } };
  // Such an automation would take them away again. In a two-way one they are options like any that a person adds.
  return (await isSourceListFilled?.()) ? { reason: 'source_list_claimed', figures: {} } : null;
}

async function planBothSides(input: TwoWayInput): Promise<TwoWayPlan> {
  const rows = toSourceRows({ rows: input.sourceRows, columnId: input.sourceColumn.id });
  const { toKey } = createSpelling([], input.settings);
  const byKey = Map.groupBy(rows, ({ value }) => toKey(value));
  const findRows = (value: string) => byKey.get(toKey(value)) ?? [];
  const mustStay = (value: string) => findRows(value).some((row) => row.mustStay);
  const merged = merge(input, mustStay);
  const going = merged.toDelete.flatMap(findRows);
  if (going.length === 0) return askBeforeRows(input, withRows(input, { ...merged, rows, toDelete: [] }));

  const toDelete = await readWhole(going, input);
  const contents = toDelete.map(({ content }) => content);
  const changes = { ...merged, rows, toDelete };
  const wanted = withRows({ ...input, isApproved: () => true }, changes);
  const { options } = wanted.plan;
  if (wanted.plan.verdict === 'refused') return wanted;
  const replacement: Replacement = { current: input.currentOptions, next: options, rows: contents };
  if (input.isApproved?.(replacement, 'rows_would_go')) return wanted;
  if (input.isKept?.(replacement)) {
    return withRows(input, { ...merge(input, () => true), rows, toDelete: [], putBack: [] });
  }
  return waitingFor('rows_would_go', { ...wanted, found: toDelete.length, state: input.state });
}

/**
 * Lets a plan wait that would add rows to a source which is new to this dropdown, or the other way round: what stands in
 * the dropdown may be the values of the column before.
 */
function askBeforeRows(input: TwoWayInput, wanted: TwoWayPlan): TwoWayPlan {
  const { plan: planned, rows } = wanted;
  const newRows = rows.toAdd.map(({ text }) => text);
  if (!input.asksBeforeRows || newRows.length === 0 || planned.verdict !== 'write') return wanted;
  const replacement = { current: input.currentOptions, next: planned.options, newRows };
  if (input.isApproved?.(replacement, 'rows_would_come')) return wanted;
  return waitingFor('rows_would_come', { ...wanted, found: newRows.length, state: input.state });
}

function waitingFor(
  reason: 'rows_would_go' | 'rows_would_come',
  { plan: planned, rows, found, state }: TwoWayPlan & { found: number; state: RunState },
): TwoWayPlan {
  const waiting = { verdict: 'waiting_review', reason, figures: { found } } as const;
  return { rows, plan: { ...planned, state, ...waiting } };
}

function merge(
  { source, rowsDone, state, ...input }: TwoWayInput,
  mustStay: (value: string) => boolean,
): Merge {
  const { baseHashes: base } = state;
  return mergeTwoWay({ ...input, ...rowsDone, base, sourceValues: source.values, mustStay });
}

type Changes = Omit<Merge, 'gone' | 'toDelete'> & {
  rows: readonly SourceRow[];
  toDelete: SourceRowChanges['toDelete'];
};

/** Plans the dropdown: its list is the merged one, and options that are not in it have left the source. */
function withRows(input: TwoWayInput, { values, toAdd, putBack, rows, toDelete }: Changes): TwoWayPlan {
  const { settings, hash } = input;
  const planned = plan({
    ...input,
    source: { ...input.source, values },
    // What was kept or excluded in another mode does not count: here the rows decide.
    state: { ...input.state, keptHashes: [], excludedHashes: [] },
  });
  const newRows = toAdd.map((text) => ({ text, hash: hash.of(text, settings) }));
  const changes = newRows.length + toDelete.length;
  const isWrite = planned.verdict === 'unchanged' && changes > 0;
  // An option that is no row yet must not be in the base, or it would seem to have left the source.
  const notYet = new Set(newRows.map((row) => row.hash));
  const baseHashes = planned.state.baseHashes.filter((one) => !notYet.has(one));
  const warnings = putBack.length > 0 ? [...planned.warnings, 'rows_stay' as const] : planned.warnings;
  const state = { ...planned.state, baseHashes };
  return {
    plan: { ...planned, state, warnings, ...(isWrite && { verdict: 'write' as const }) },
    rows: {
      toAdd: newRows,
      toDelete,
      hasValue: createHasValue(rows, input),
      hasRow: (rowId) => input.sourceRows.some(({ id }) => id === rowId),
    },
  };
}

/** Hashes the values at the first call: only a run that follows one that died needs them. */
function createHasValue(
  rows: readonly SourceRow[],
  { hash, settings }: Pick<TwoWayInput, 'hash' | 'settings'>,
): SourceRowChanges['hasValue'] {
  let present: ReadonlySet<string> | undefined;
  return (wanted) => {
    present ??= new Set(rows.map(({ value }) => hash.of(value, settings)));
    return present.has(wanted);
  };
}

async function readWhole(
  going: readonly SourceRow[],
  { wholeRows, settings, hash }: TwoWayInput,
): Promise<SourceRowChanges['toDelete']> {
  const read = await wholeRows(going.map(({ id }) => id));
  const columns = new Map(read.columns.map((column) => [column.id, column]));
  const byId = new Map(read.rows.map((row) => [row.id, row]));
  return going.flatMap(({ id, value }) => {
    const row = byId.get(id);
    return row ? { ...rowToDelete({ row, text: value, columns }), hash: hash.of(value, settings) } : [];
  });
}

/** A row of a two-way source with a value. `value` is a cell text: never store or log it. */
type SourceRow = {
  id: string;
  rowNumber: number;
  value: string;
  /** It must not be deleted: it has child rows, it is locked, or its cell is computed or linked. */
  mustStay: boolean;
};

/** A row that would be deleted. `text` and `content` hold cell texts: never store or log them. */
type RowToDelete = {
  id: string;
  rowNumber: number;
  text: string;
  /** Cells with something in them, its value's own among them. */
  filledCells: number;
  /** Everything that was typed into it. */
  content: string;
};

/** Returns the rows that are not blank in a column. */
function toSourceRows({ rows, columnId }: { rows: readonly Row[]; columnId: string }): SourceRow[] {
  const parents = new Set(rows.map(({ parentId }) => parentId));
  return rows.flatMap((row) => {
    const cell = row.cells.find((candidate) => candidate.columnId === columnId);
    if (!cell) return [];
    const mustStay = row.locked || cell.hasFormula || cell.isLinked || parents.has(row.id);
    return saidTexts(cell)
      .filter((text) => !isFormulaError(text))
      .map((value) => ({ id: row.id, rowNumber: row.rowNumber, value, mustStay }));
  });
}

/** Returns what would be deleted with a row, read with all columns of its sheet. */
function rowToDelete(input: { row: Row; text: string; columns: ReadonlyMap<string, Column> }): RowToDelete {
  const { row, text, columns } = input;
  const filled = row.cells.filter(({ columnId, value, objectValue }) => {
    const column = columns.get(columnId);
    if (!column || column.systemColumnType !== null || column.hasColumnFormula) return false;
    return objectValue !== null || (value !== null && value !== '' && value !== false);
  });
  // The result of a formula changes by itself, and follows from the cells it is computed from.
  const content = filled.map(({ columnId, value, objectValue, hasFormula }) =>
    hasFormula ? [columnId] : [columnId, objectValue ?? value],
  );
  const { id, rowNumber } = row;
  return { id, rowNumber, text, filledCells: filled.length, content: JSON.stringify([id, content]) };
}
