import type { RunWarning } from '@picksync/contracts';
import {
  assessTarget,
  isOfRows,
  isSameList,
  notSent,
  type Plan,
  type PlannedRename,
  type PlannedRenames,
  type RenamePair,
  type SheetRead,
  toBaseHashes,
  toIdentity,
  toRenamePair,
} from '@picksync/sync-engine';
import { isAtRest, toIntentAtRest } from '../automations/names.store.ts';
import type { Context } from '../context.ts';
import { keepCopy } from '../copies/keep-copy.ts';
import type { Run } from '../runs/run.ts';
import { type RunResult, toFailedResult } from '../runs/run-result.ts';
import { type SeenPlan, writePlan } from '../writes/write-plan.ts';
import { createAttempts } from './cell-attempts.ts';
import { type CellsRead, type CellsRenamed, type CellsRun, renameCells } from './rename-cells.ts';
import { beginRenames, recordBothNames, recordProgress, recordRefused } from './renames.store.ts';

/** What of a run its renames need. */
type RenamingRun = Run &
  CellsRun & {
    /** Whether the connection has the right to write cells. */
    canWriteCells: boolean;
    /** Leaves the rest of the run to a later pass. */
    leave: () => void;
  };

/** A plan that renames, and the target column with its cells, by which it was made. */
type SeenRenames = SeenPlan & { renames: PlannedRenames; target: SheetRead };

/**
 * Renames options and the cells that use them, so that no cell ever holds a name that nobody can choose: both names become
 * options, then the cells get the new one, and each old option goes when no cell uses it any more. What is about to be done is
 * recorded before, so that whoever finds it after a crash or a pause goes on with it.
 */
export async function writeRenames(
  context: Context,
  run: RenamingRun,
  seen: SeenRenames,
): Promise<RunResult | undefined> {
  const { plan, renames, column, names, recovered } = seen;
  const { automation } = run;
  if (renames.cells > renames.locked && !run.canWriteCells)
    return { ...toFailedResult({ reason: 'cells_no_right', names }), recovered };
  const copied = await keepCopyOnce(context, run, seen);
  if (copied.refusal !== null) {
    const found = plan.removed.length + renames.list.length;
    return { ...toFailedResult({ reason: copied.refusal, figures: { found }, names }), recovered };
  }
  const copyId = copied.copyId ?? undefined;
  const before = getDoneBefore(run, renames);
  const counts = { added: before.added + plan.added.length, removed: before.removed + plan.removed.length };
  const pairs = renames.list.map((one) => toRenamePair(one, run));
  const intent = {
    ...counts,
    pairs,
    fingerprint: run.hash.ofList(renames.both),
    cells: before.renamed + renames.cells,
    cellsRenamed: before.renamed,
    cellsLocked: renames.locked,
    copyId: copyId ?? null,
    // What was left of an earlier one may have waited for days.
    ...(isAtRest(automation.renameIntent) && { at: context.now() }),
  };
  const begun = { names: renames.memory.names, intent, byHand: plan.state };
  if (!(await beginRenames(context.prisma, { automation, claim: run.claim, ...begun }))) return undefined;

  const adding = { ...plan, removed: [], needsCopy: false };
  const first = isSameList(column.options ?? [], renames.both)
    ? null
    : await writePlan(context, run, { ...seen, copyId, counts, plan: { ...adding, options: renames.both } });
  if (first?.outcome !== 'changed' && first !== null) return first;
  if (first !== null && !(await rememberBoth(context, run, { first, renames }))) return undefined;

  const cells = await changeCells(context, run, seen, {
    renamedBefore: before.renamed,
    isOutdated: first !== null,
  });
  if (cells.ended === 'refused') return toFailedResult({ reason: cells.reason, names });
  if (cells.ended === 'unwanted') return undefined;
  if (cells.ended === 'left') {
    if (!run.shouldStop()) throw notSent('rows.update', 'people are at work on the rows');
    run.leave();
    return undefined;
  }
  return removeOldOptions(context, run, {
    seen,
    cells,
    first,
    counts,
    copyId,
    renamedBefore: before.renamed,
  });
}

/** Records the list with both names as one that a run has left, where it is certain that it arrived. False where the run has to end. */
async function rememberBoth(
  { prisma }: Context,
  { automation, claim, hash, settings }: Run,
  { first, renames }: { first: RunResult & { outcome: 'changed' }; renames: PlannedRenames },
): Promise<boolean> {
  // What may arrive late is left to the run that looks again.
  if (first.looksAgain !== undefined || first.fingerprint !== hash.ofList(renames.both)) return true;
  const baseHashes = toBaseHashes({ options: renames.both, settings, hash });
  return recordBothNames(prisma, { automation, claim, fingerprint: first.fingerprint, baseHashes });
}

/** Returns what a review says of names, in counts. */
export function countRenames({ renames }: Pick<Plan, 'renames'>) {
  if (renames === null || renames.list.length === 0) return { renamed: undefined, review: {} };
  // Nobody is asked again about those that an earlier run has begun.
  const asked = renames.list.filter(({ isUnderWay }) => !isUnderWay);
  const rows = asked.reduce((sum, one) => sum + one.rows, 0);
  const locked = asked.reduce((sum, one) => sum + one.locked, 0);
  return {
    renamed: { options: asked.length, cells: rows, locked },
    review: { renamed: asked.length, renamedRows: rows },
  };
}

/** Returns the copy of the list as it was before: that of an earlier run which has begun these renames, or a new one. */
async function keepCopyOnce(context: Context, run: Run, { plan, column, isOurs }: SeenRenames) {
  const { renameIntent } = run.automation;
  if (isOurs && renameIntent?.copyId) return { copyId: renameIntent.copyId, refusal: null };
  if (!plan.needsCopy) return { copyId: null, refusal: null };
  return keepCopy(context, run, column);
}

/** Returns what an earlier run has done of these renames and not told: what it added and removed, and cells that it renamed. */
function getDoneBefore({ automation: { renameIntent } }: Run, { list, cells }: PlannedRenames) {
  if (renameIntent === null || !list.some(({ isUnderWay }) => isUnderWay))
    return { added: 0, removed: 0, renamed: 0 };
  const { added, removed, ...earlier } = renameIntent;
  // Cells were renamed that nobody has counted where a run died after the call.
  const gone = list.every(({ isUnderWay }) => isUnderWay) ? Math.max(0, earlier.cells - cells) : 0;
  return { added, removed, renamed: Math.max(earlier.cellsRenamed, gone) };
}

/** Gives the cells their new names, and records after each call how far that is. */
async function changeCells(
  context: Context,
  run: RenamingRun,
  seen: SeenRenames,
  { renamedBefore, isOutdated }: { renamedBefore: number; isOutdated: boolean },
): Promise<CellsRenamed> {
  const { renames, target, seenAt } = seen;
  const { automation, claim } = run;
  const column = target.columns.get(automation.targetColumnId);
  // The list is another since the cells were read: in a multi-select cell an option that is gone cannot be written strictly.
  const listed = column && new Map(target.columns).set(column.id, { ...column, options: renames.both });
  const attempts = createAttempts();
  // A run that has to stop would otherwise begin to look for them anew, and stop again.
  const remember = async () => {
    if (attempts.found.size === 0) return;
    const pairs = withRefused(context, run, { renames, refused: attempts.found });
    await recordRefused(context.prisma, { automation, claim, pairs });
  };
  const done = await renameCells(context, run, {
    attempts,
    read: { sheet: { ...target, columns: listed ?? target.columns }, seenAt },
    isOutdated,
    renames: renames.list,
    onRenamed: async ({ renamed, left }) => {
      const cellsRenamed = renamedBefore + renamed;
      const cells = cellsRenamed + left.writes.length + renames.locked;
      const progress = { cells, cellsRenamed, cellsLocked: renames.locked };
      return recordProgress(context, { automation, claim, ...progress });
    },
  }).catch(async (error: unknown) => {
    await remember();
    throw error;
  });
  if (done.ended === 'left') await remember();
  return done;
}

/** Returns renames that go on, with the rows whose cells were refused: a pair that does not use a row has no need of it. */
function withRefused(
  { now }: Context,
  run: Run,
  { renames, refused }: { renames: PlannedRenames; refused: ReadonlySet<string> },
): RenamePair[] {
  return renames.list.map((one) => {
    const rows = [...new Set([...(one.refused?.rows ?? []), ...refused])];
    return toRenamePair({ ...one, refused: { at: one.refused?.at ?? now().toISOString(), rows } }, run);
  });
}

type Finish = {
  seen: SeenRenames;
  cells: CellsRenamed & { ended: 'done' };
  /** Of the write of both names; null where an earlier run has made it. */
  first: (RunResult & { outcome: 'changed' }) | null;
  counts: { added: number; removed: number };
  copyId: string | undefined;
  renamedBefore: number;
};

/** Removes the old options that no cell uses any more. The others stay until their cells are changed. */
async function removeOldOptions(context: Context, run: Run, input: Finish): Promise<RunResult | undefined> {
  const { seen, cells, first, counts, copyId, renamedBefore } = input;
  const { renames, plan, names } = seen;
  const { hash } = run;
  const { column, seenAt } = readColumn(run, cells.read);
  const current = column.options ?? [];
  // Somebody has edited the list meanwhile: what was planned is out of date.
  if (!isSameList(current, renames.both)) throw notSent('columns.update', 'the list was edited meanwhile');
  const used = cells.left.byOption;
  const staying = renames.list.filter(({ from }) => (used.get(from)?.rows ?? 0) > 0);
  const leaving = renames.list.filter((one) => one.option === 'leaves' && !staying.includes(one));
  const isLeft = new Set(leaving.map(({ from }) => from));
  const options = renames.both.filter((option) => !isLeft.has(option));
  const cellsLocked = cells.left.locked;
  const others = seen.warnings.filter((one) => one !== 'cells_locked');
  const warnings: RunWarning[] = cellsLocked > 0 ? [...others, 'cells_locked'] : others;
  const isWritten = isLeft.size > 0;
  const last = isWritten
    ? await writePlan(context, run, {
        ...seen,
        column,
        seenAt,
        copyId,
        counts,
        warnings,
        recovered: undefined,
        isOurs: true,
        plan: { ...plan, options, removed: [] },
      })
    : first;
  if (last?.outcome !== 'changed' && last !== null) return last;
  const pairs = staying.map((one) => toPairLeft(context, run, { one, cells }));
  const done = {
    ...counts,
    names,
    copyId,
    warnings: [...new Set([...warnings, ...(first?.warnings ?? []), ...(last?.warnings ?? [])])],
    renamed: countTold(run, { ...input, staying }),
    namesAfter: { intent: toIntentAtRest(pairs, cellsLocked) },
  };
  // The list with both names may still arrive where its write got no answer.
  if (last !== null) return { ...last, ...done, looksAgain: last.looksAgain ?? first?.looksAgain };
  // Only cells were left to be renamed, and others of these names still stay.
  const { state } = plan;
  const found = { ...done, optionCount: options.length, fingerprint: hash.ofList(current), state };
  // Smartsheet has refused again what it refused before: nothing to tell.
  const isNothing = renamedBefore + cells.renamed === 0;
  return isNothing
    ? { ...found, outcome: 'unchanged', renamed: undefined }
    : { ...found, outcome: 'changed' };
}

type Told = Pick<Finish, 'seen' | 'cells' | 'renamedBefore'> & { staying: readonly PlannedRename[] };

/**
 * Returns what a run tells of names; undefined where that is nothing. One that an earlier run has told, and of which this one has
 * changed no cell, only waits for its cells.
 */
function countTold({ automation }: Run, told: Told): RunResult['renamed'] {
  const { seen, cells, renamedBefore, staying } = told;
  const { left, renamed } = cells;
  const wasAtRest = isAtRest(automation.renameIntent);
  const waiting = staying.filter(
    ({ isUnderWay, from, rows }) => wasAtRest && isUnderWay && left.byOption.get(from)?.rows === rows,
  );
  const options = seen.renames.list.length - waiting.length;
  return options === 0 ? undefined : { options, cells: renamedBefore + renamed, locked: left.locked };
}

/** Returns a rename of which cells are left: those that were refused are not tried again with each run. */
function toPairLeft(
  { now }: Context,
  run: Run,
  { one, cells }: { one: PlannedRename; cells: Finish['cells'] },
): RenamePair {
  const { rowIds = [] } = cells.left.byOption.get(one.from) ?? {};
  const before = new Set(one.refused?.rows);
  const rows = rowIds.filter((id) => cells.refused.has(id) || before.has(id));
  // All of them are tried again together. A cell that is refused today does not keep those of yesterday waiting.
  const isSince = rows.some((id) => !cells.refused.has(id));
  const at = (isSince && one.refused?.at) || now().toISOString();
  const refused = rows.length > 0 ? { at, rows } : undefined;
  return toRenamePair({ ...one, refused, ...(isOfRows(one) && { onlyRows: rowIds }) }, run);
}

/** Returns the target column as it was read after the last cell. Throws what makes another look needed. */
function readColumn({ automation }: Run, { sheet, seenAt }: CellsRead) {
  const column = sheet.columns.get(automation.targetColumnId);
  const assessment = column && assessTarget({ column, sheet });
  if (!assessment?.writable || toIdentity(assessment.column) === 'address')
    throw notSent('columns.update', 'the column is not what it was');
  return { column: assessment.column, seenAt };
}
