import type { FailureReason } from '@picksync/contracts';
import { SmartsheetError } from '@picksync/smartsheet-client';
import {
  findRenamedCells,
  isTooOld,
  type PlannedRename,
  type RenamedCells,
  type SheetRead,
  toFailureReason,
  toIdentity,
} from '@picksync/sync-engine';
import type { Context } from '../context.ts';
import type { Run } from '../runs/run.ts';
import { type CellAttempts, noteRefused, takeNextBatch } from './cell-attempts.ts';

/** What of a run its cells need. */
export type CellsRun = Pick<Run, 'client' | 'call'> & {
  automation: Pick<Run['automation'], 'sheetId' | 'targetColumnId'>;
  settings: Pick<Run['settings'], 'ignoreCase'>;
  reads: { cells: (sheetId: string, columnId: string) => Promise<SheetRead> };
  /** Whether this process has to stop: the call that is under way is the last. */
  shouldStop: () => boolean;
};

/** A dropdown column with its cells, and when it was read. */
export type CellsRead = { sheet: SheetRead; seenAt: Date };

type Writes = RenamedCells['writes'];

/** What became of the cells. */
export type CellsRenamed =
  /** Nothing is left to write; `read` is from after the last write. `refused`: rows whose cells are not worth another try now. */
  | { ended: 'done'; read: CellsRead; left: RenamedCells; renamed: number; refused: ReadonlySet<string> }
  /** Somebody is at work on these rows, or this process has to stop: the rest is left to another run. */
  | { ended: 'left' }
  /** Somebody has edited, paused or deleted the automation meanwhile. */
  | { ended: 'unwanted' }
  | { ended: 'refused'; reason: FailureReason };

/** People may go on choosing the old name while cells are renamed; what is left then is left to the next run. */
const maxRounds = 4;

/**
 * Gives the cells of a column their new names, as many as fit into one call at a time, and reads them again until none is left but those that
 * keep the old one.
 */
export async function renameCells(
  context: Pick<Context, 'now'>,
  run: CellsRun,
  input: {
    read: CellsRead;
    /** The list was written since. */
    isOutdated: boolean;
    renames: readonly PlannedRename[];
    /** Told after each call. False where no further cell may change. */
    onRenamed: (progress: { renamed: number; left: RenamedCells }) => Promise<boolean>;
    /** What was tried; it goes on to tell which cells were refused where this throws. */
    attempts: CellAttempts;
  },
): Promise<CellsRenamed> {
  const { renames, onRenamed, attempts } = input;
  const { refused, found } = attempts;
  const find = ({ sheet }: CellsRead) => findLeft(run, sheet, renames);
  let { read } = input;
  let left = find(read);
  let renamed = 0;
  let isRead = !input.isOutdated;
  for (let round = 1; round <= maxRounds; ) {
    const writes = left.writes.filter(({ id }) => !refused.has(id));
    if (writes.length === 0 && isRead) {
      // Where not one could be written, all of them are likely to be refused again.
      const known = renamed === 0 ? refused : found;
      return { ended: 'done', read, left: withRefused(left, refused), renamed, refused: known };
    }
    const isOld = isTooOld(read.seenAt, context.now());
    if (writes.length === 0 || isOld) {
      read = await readCells(context, run);
      left = find(read);
      isRead = true;
      if (!isOld) round += 1;
      continue;
    }
    if (run.shouldStop()) return { ended: 'left' };
    const batch = takeNextBatch(writes, attempts);
    if (batch.length === 0) continue;
    const rowIds = batch.map(({ id }) => id);
    const outcome = await writeBatch(context, run, { batch, seenAt: read.seenAt });
    if (outcome === 'outdated') {
      attempts.parts.push(rowIds);
      read = { ...read, seenAt: new Date(0) };
      round += 1;
      continue;
    }
    isRead = false;
    if (outcome === 'refused') {
      noteRefused(attempts, rowIds);
      continue;
    }
    if (outcome !== 'written') return { ended: 'refused', reason: outcome.reason };
    const written = new Set(rowIds);
    left = { ...left, writes: left.writes.filter(({ id }) => !written.has(id)) };
    renamed += batch.length;
    const isWanted = await onRenamed({ renamed, left: withRefused(left, refused) });
    if (!isWanted) return { ended: 'unwanted' };
  }
  return { ended: 'left' };
}

/** Reads the target column of an automation with its cells, now. */
export async function readCells(
  { now }: Pick<Context, 'now'>,
  { automation, reads }: CellsRun,
): Promise<CellsRead> {
  const sheet = await reads.cells(automation.sheetId, automation.targetColumnId);
  return { sheet, seenAt: now() };
}

function findLeft(
  { automation, settings }: CellsRun,
  sheet: SheetRead,
  renames: readonly PlannedRename[],
): RenamedCells {
  const column = sheet.columns.get(automation.targetColumnId);
  // One that holds contacts by now has no names to change.
  if (column === undefined || toIdentity(column) === 'address')
    return { writes: [], cells: 0, locked: 0, byOption: new Map() };
  return findRenamedCells({ rows: sheet.rows ?? [], column, renames, settings });
}

/** Counts the cells that Smartsheet has refused among those that keep the old name. */
function withRefused(left: RenamedCells, refused: ReadonlySet<string>): RenamedCells {
  const more = left.writes.filter(({ id }) => refused.has(id)).length;
  return { ...left, locked: left.locked + more };
}

/** Cells were read too long ago to be written: somebody may have chosen another option since. */
class OutdatedError extends Error {}

/** Returns what refuses, right before a call is sent, cells that were read too long ago: the call may have waited. */
function createFreshnessCheck({ now }: Pick<Context, 'now'>, seenAt: Date) {
  return {
    beforeSend: () => {
      if (isTooOld(seenAt, now())) throw new OutdatedError('the cells were read too long ago');
    },
  };
}

/** `refused`: one of the cells is not taken. `outdated`: a row of it is gone, or the cells were read too long ago. */
type Outcome = 'written' | 'refused' | 'outdated' | { reason: FailureReason };

/** Writes cells in one call. Throws what passes by itself. */
async function writeBatch(
  context: Pick<Context, 'now'>,
  { automation, client, call }: CellsRun,
  { batch, seenAt }: { batch: Writes; seenAt: Date },
): Promise<Outcome> {
  const { sheetId } = automation;
  try {
    await client.rows.update({ ...call, ...createFreshnessCheck(context, seenAt), sheetId, rows: batch });
    return 'written';
  } catch (error) {
    if (error instanceof OutdatedError) return 'outdated';
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    if (error.reason === 'not_found') return 'outdated';
    const isAboutOne = error.reason === 'locked' || error.reason === 'cell_refused';
    return isAboutOne ? 'refused' : { reason: toFailureReason({ error, role: 'target_cells' }) };
  }
}
