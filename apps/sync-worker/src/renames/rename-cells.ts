import type { AutomationSettings, FailureReason } from '@picksync/contracts';
import {
  type CallOptions,
  maxRowsPerCall,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
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
import type { SyncedAutomation } from '../passes/connections.store.ts';

/** What of a run its cells need. */
type Run = {
  automation: SyncedAutomation;
  settings: AutomationSettings;
  client: SmartsheetClient;
  call: CallOptions;
  reads: { cells: (sheetId: string, columnId: string) => Promise<SheetRead> };
  shouldStop: () => boolean;
};

/** A dropdown column with its cells, and when it was read. */
export type CellsRead = { sheet: SheetRead; seenAt: Date };

type Writes = RenamedCells['writes'];

/** What became of the cells. */
export type CellsRenamed =
  /** Nothing is left to write; `read` is from after the last write. `refused`: rows whose cells are not worth another try now. */
  | { ended: 'done'; read: CellsRead; left: RenamedCells; renamed: number; refused: ReadonlySet<string> }
  /** Somebody is at work on these rows, or this process has to stop: the rest is left to another look. */
  | { ended: 'left' }
  /** Somebody has edited, paused or deleted the automation meanwhile. */
  | { ended: 'unwanted' }
  | { ended: 'refused'; reason: FailureReason };

/** People may go on choosing the old name while cells are renamed; what is left then is left to the next run. */
const maxLooks = 4;

/**
 * How often a refused batch is halved to find the cells that are refused: 16 calls find one in 500. A later run tries what is left,
 * without those that were found.
 */
const maxSplits = 40;

/**
 * Gives the cells of a column their new names, as many as fit into one call at a time, and looks again until none is left but those that
 * keep the old one.
 */
export async function renameCells(
  context: Context,
  run: Run,
  input: {
    read: CellsRead;
    /** The list was written since. */
    isOutdated: boolean;
    renames: readonly PlannedRename[];
    /** Told after each call. False where no further cell may change. */
    onRenamed: (progress: { renamed: number; left: RenamedCells }) => Promise<boolean>;
  },
): Promise<CellsRenamed> {
  const { renames, onRenamed } = input;
  const refused = new Set<string>();
  const found = new Set<string>();
  const splits = { left: maxSplits };
  const find = ({ sheet }: CellsRead) => findLeft(run, sheet, renames);
  let { read } = input;
  let left = find(read);
  let renamed = 0;
  let isRead = !input.isOutdated;
  for (let looks = 1; looks <= maxLooks; ) {
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
      if (!isOld) looks += 1;
      continue;
    }
    if (run.shouldStop()) return { ended: 'left' };
    const batch = writes.slice(0, maxRowsPerCall);
    const outcome = await writeBatch(context, run, { batch, refused, found, splits, seenAt: read.seenAt });
    if (outcome.reason !== null) return { ended: 'refused', reason: outcome.reason };
    if (outcome.isGone) {
      read = { ...read, seenAt: new Date(0) };
      looks += 1;
      continue;
    }
    const isDone = new Set(batch.map(({ id }) => id));
    left = { ...left, writes: left.writes.filter(({ id }) => !isDone.has(id)) };
    renamed += outcome.written;
    isRead = false;
    const isWanted = await onRenamed({ renamed, left: withRefused(left, refused) });
    if (!isWanted) return { ended: 'unwanted' };
  }
  return { ended: 'left' };
}

/** Reads the target column of an automation with its cells, now. */
export async function readCells({ now }: Context, { automation, reads }: Run): Promise<CellsRead> {
  const sheet = await reads.cells(automation.sheetId, automation.targetColumnId);
  return { sheet, seenAt: now() };
}

function findLeft(
  { automation, settings }: Run,
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

/** Refuses to send cells that were read too long ago, whatever the call had to wait for. */
function freshness({ now }: Context, seenAt: Date) {
  return {
    beforeSend: () => {
      if (isTooOld(seenAt, now())) throw new OutdatedError('the cells were read too long ago');
    },
  };
}

type Batch = {
  batch: Writes;
  /** Rows whose cells are refused; added to. */
  refused: Set<string>;
  /** Those of them that were refused in a call of their own; added to. */
  found: Set<string>;
  splits: { left: number };
  seenAt: Date;
};

type Written = {
  written: number;
  /** A row of it is gone, or the look is too old by now. */
  isGone: boolean;
  reason: FailureReason | null;
};

/** Writes cells in one call; where Smartsheet refuses one of them, the others by themselves. Throws what passes by itself. */
async function writeBatch(context: Context, run: Run, input: Batch): Promise<Written> {
  const { batch, refused, found, splits, seenAt } = input;
  const { automation, client, call } = run;
  try {
    await client.rows.update({
      ...call,
      ...freshness(context, seenAt),
      sheetId: automation.sheetId,
      rows: batch,
    });
    return { written: batch.length, isGone: false, reason: null };
  } catch (error) {
    if (error instanceof OutdatedError) return { written: 0, isGone: true, reason: null };
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    if (error.reason === 'not_found') return { written: 0, isGone: true, reason: null };
    const isAboutOne = error.reason === 'locked' || error.reason === 'cell_refused';
    if (!isAboutOne) {
      return { written: 0, isGone: false, reason: toFailureReason({ error, role: 'target_cells' }) };
    }
    if (batch.length === 1 || splits.left === 0) {
      for (const { id } of batch) refused.add(id);
      if (batch.length === 1) for (const { id } of batch) found.add(id);
      return { written: 0, isGone: false, reason: null };
    }
    splits.left -= 1;
    const half = Math.ceil(batch.length / 2);
    const first = await writeBatch(context, run, { ...input, batch: batch.slice(0, half) });
    if (first.isGone || first.reason !== null) return first;
    // What was planned from an old look is looked at again.
    if (isTooOld(seenAt, context.now())) return { ...first, isGone: true };
    const second = await writeBatch(context, run, { ...input, batch: batch.slice(half) });
    return { ...second, written: first.written + second.written };
  }
}
