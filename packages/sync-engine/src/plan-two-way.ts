import type { Column, Row } from '@picksync/smartsheet-client';
import { type Merge, mergeTwoWay } from './merge.ts';
import { type Plan, type PlanInput, plan, withKnownState } from './plan.ts';
import type { Replacement } from './review-fingerprint.ts';
import { createSpelling } from './spelling.ts';
import type { RowsDone, RowToAdd } from './two-way-rows.ts';
import { type RowToDelete, rowToDelete, type SourceRow, sourceRowsOf } from './two-way-source.ts';

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

export type TwoWayPlan = { plan: Plan; rows: SourceRowChanges };

export type TwoWayInput = PlanInput & {
  /** All rows of the source. */
  sourceRows: readonly Row[];
  sourceColumn: Pick<Column, 'id'>;
  /** Reads rows with all their cells, and all columns of the sheet. */
  wholeRows: (rowIds: readonly string[]) => Promise<{ rows: readonly Row[]; columns: readonly Column[] }>;
  rowsDone?: RowsDone | undefined;
};

/**
 * Returns what has to happen for a dropdown and its source to become equal. Rows are deleted only when a person has
 * approved the list and exactly these rows with everything in them, and rows that must stay keep their option.
 */
export async function planTwoWay(given: TwoWayInput): Promise<TwoWayPlan> {
  const input = withKnownState(given);
  const rows = sourceRowsOf({ rows: input.sourceRows, columnId: input.sourceColumn.id });
  const { keyOf } = createSpelling([], input.settings);
  const byKey = Map.groupBy(rows, ({ value }) => keyOf(value));
  const rowsOf = (value: string) => byKey.get(keyOf(value)) ?? [];
  const mustStay = (value: string) => rowsOf(value).some((row) => row.mustStay);
  const merged = merge(input, mustStay);
  const going = merged.toDelete.flatMap(rowsOf);
  if (going.length === 0) return withRows(input, { ...merged, rows, toDelete: [] });

  const toDelete = await readWhole(going, input);
  const contents = toDelete.map(({ content }) => content);
  const changes = { ...merged, rows, toDelete };
  const wanted = withRows({ ...input, isApproved: () => true }, changes);
  const { options } = wanted.plan;
  if (wanted.plan.verdict === 'refused') return wanted;
  const replacement: Replacement = { current: input.currentOptions, next: options, rows: contents };
  if (input.isApproved?.(replacement)) return wanted;
  if (input.isKept?.(replacement)) {
    return withRows(input, { ...merge(input, () => true), rows, toDelete: [], putBack: [] });
  }
  const { warnings, ...difference } = wanted.plan;
  const figures = { found: toDelete.length };
  const waiting = { verdict: 'waiting_review', reason: 'rows_would_go', figures } as const;
  return { ...wanted, plan: { ...difference, warnings, state: input.state, ...waiting } };
}

function merge(
  { source, rowsDone, state, ...input }: TwoWayInput,
  mustStay: (value: string) => boolean,
): Merge {
  return mergeTwoWay({
    ...input,
    ...rowsDone,
    base: state.baseHashes,
    sourceValues: source.values,
    mustStay,
  });
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
