import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AutomationSettings, FailureReason } from '@picksync/contracts';
import { type Column, type Row, SmartsheetError } from '@picksync/smartsheet-client';
import { saidTexts } from './cell-texts.ts';
import { type SheetRole, toFailureReason } from './failure-reason.ts';
import type { Naming, Rename } from './find-renames.ts';
import { rememberHashes } from './option-hash.ts';
import { type Plan, plan, toListReplacement } from './plan.ts';
import type { PlanInput } from './plan-input.ts';
import { planTwoWay, type SourceRowChanges } from './plan-two-way.ts';
import { type PreparedPlan, preparePlan } from './prepare-plan.ts';
import type { SheetRead } from './read.ts';
import { findRenamedCells } from './renamed-cells.ts';
import type { Replacement } from './review-fingerprint.ts';
import type { AutomationColumns } from './sheet-needs.ts';
import type { SheetReads } from './sheet-reads.ts';
import { rowNames } from './source-values.ts';
import type { RowsDone } from './two-way-rows.ts';

type Planned = Pick<PreparedPlan, 'failure' | 'column' | 'values'> & {
  plan: Plan;
  /** What a two-way run would change in its source; null in other modes. */
  rows: SourceRowChanges | null;
};

/** A plan and the sheets it was made from; of a failure those that could be read. */
export type Look =
  | (Planned & { source: SheetRead; target: SheetRead })
  | { failure: FailureReason; source?: SheetRead; target?: SheetRead };

/** What a plan depends on beside the sheets and the settings. */
export type PlanContext = Pick<
  PlanInput,
  'state' | 'unrecordedWrite' | 'lateWrite' | 'limits' | 'locale' | 'now' | 'hash' | 'isApproved' | 'isKept'
>;

export type LookInput = PlanContext & {
  automation: AutomationColumns & { settings: AutomationSettings };
  reads: Pick<SheetReads, 'source' | 'target' | 'forget' | 'wholeRows' | 'cells'>;
  /** Undefined where names are not followed. */
  naming?: Naming | undefined;
  /** What a two-way run has just done with the rows of its source. */
  rowsDone?: RowsDone;
  /** Whether a person has to approve the rows that a two-way run would add. */
  asksBeforeRows?: boolean;
  /** Whether another automation, one that is not two-way, fills the list of its source column. */
  isSourceListFilled?: () => Promise<boolean>;
};

/**
 * Reads the source first and the target last, so that what is planned for the target is seconds old, and plans. Throws
 * what is not the automation's own fault: an error that passes by itself, a refused connection, a bug.
 */
export async function lookAndPlan(input: LookInput): Promise<Look> {
  const { automation, reads, rowsDone, asksBeforeRows, isSourceListFilled, naming, ...context } = input;
  const { sourceSheetId, sheetId, settings } = automation;
  const isTwoWay = settings.mode === 'two_way';
  // A read for another automation is too old: what it lacks would be added a second time, or seem to be deleted.
  if (isTwoWay) for (const id of [sourceSheetId, sheetId]) reads.forget(id);
  const role = settings.sourceKind === 'report' ? 'report' : 'source';
  const source = await readOrReason(reads.source(sourceSheetId), role);
  if ('failure' in source) return source;
  const target = await readOrReason(reads.target(sheetId), 'target');
  if ('failure' in target) return { ...target, source };
  const prepared = preparePlan({ automation, source, target });
  if (prepared.failure !== null) return { ...prepared, source, target };
  const { column, values, sourceRows, sourceColumn, given } = prepared;
  // With a long source each step takes a while, so others get their turn in between.
  await nextTurn();
  // A contact keeps its address: its new name is written in place.
  const isFollowed = naming !== undefined && !isTwoWay && given.identity !== 'address';
  if (isFollowed) return followNames(input, naming, { source, target, prepared });
  const wholeRows = (rowIds: readonly string[]) => reads.wholeRows(sourceSheetId, rowIds);
  const planned = isTwoWay
    ? await planTwoWay({
        ...context,
        ...given,
        sourceRows,
        sourceColumn,
        sourceAccess: source.accessLevel,
        isSourceListFilled,
        wholeRows,
        rowsDone,
        asksBeforeRows,
      })
    : { plan: plan({ ...context, ...given }), rows: null };
  return { failure: null, column, values, ...planned, source, target };
}

/** Plans, and where options would be renamed reads the cells of the target column and plans with them. */
async function followNames(
  { automation, reads, isApproved, isKept, ...input }: LookInput,
  naming: Naming,
  { source, target, prepared }: { source: SheetRead; target: SheetRead; prepared: PreparedPlan },
): Promise<Look> {
  const { sourceRows, sourceColumn } = prepared;
  const { settings, sheetId, targetColumnId } = automation;
  const rows = rowNames({ rows: sourceRows, column: sourceColumn, settings });
  const renaming = { ...naming, rows };
  // Each name is hashed once, and not for each of the plans.
  const context = { ...input, hash: rememberHashes(input.hash) };
  const answers = { ...(isApproved && { isApproved }), ...(isKept && { isKept }) };
  const first = plan({ ...context, ...prepared.given, renaming });
  await nextTurn();
  if (first.renames === null || (first.renames.list.length === 0 && !first.renames.needsTexts)) {
    const planned = plan({ ...context, ...answers, ...prepared.given, renaming });
    return { ...prepared, plan: planned, rows: null, source, target };
  }
  const read = await readOrReason(reads.cells(sheetId, targetColumnId), 'target');
  if ('failure' in read) return { ...read, source };
  const again = preparePlan({ automation, source, target: read });
  if (again.failure !== null) return { ...again, source, target: read };
  const findCells = (renames: readonly Rename[]) =>
    findRenamedCells({ rows: read.rows ?? [], column: again.column, renames, settings });
  const texts = naming.memory.pairs.length > 0 ? findTexts(read.rows ?? [], again.column) : [];
  const withCells = { ...renaming, findCells, texts };
  const planned = plan({ ...context, ...answers, ...again.given, renaming: withCells });
  return { ...again, plan: planned, rows: null, source, target: read };
}

/** Returns each text that a cell of a column says. */
function findTexts(rows: readonly Row[], { id }: Pick<Column, 'id'>): string[] {
  const cells = rows.map((row) => row.cells.find(({ columnId }) => columnId === id));
  return [...new Set(cells.flatMap(saidTexts))];
}

/** Returns the sheet, or what its refusal means for the automation. */
async function readOrReason(
  read: Promise<SheetRead>,
  role: SheetRole,
): Promise<SheetRead | { failure: FailureReason }> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    return { failure: toFailureReason({ error, role }) };
  }
}

/** Returns what a person decides on: both lists, and the rows that would be deleted, or added where that is asked. */
export function toReplacement(planned: Pick<Planned, 'column' | 'plan' | 'rows'>): Replacement {
  const { column, plan, rows } = planned;
  const contents = rows?.toDelete.map(({ content }) => content) ?? [];
  const asksForRows = 'reason' in plan && plan.reason === 'rows_would_come';
  return {
    ...toListReplacement({ currentOptions: column.options ?? [] }, plan),
    ...(contents.length > 0 && { rows: contents }),
    ...(asksForRows && { newRows: rows?.toAdd.map(({ text }) => text) ?? [] }),
  };
}
