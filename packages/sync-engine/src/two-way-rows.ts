import { SmartsheetError } from '@picksync/smartsheet-client';
import { notSent } from './failure-reason.ts';

/** A value that becomes a row, and its hash. */
export type RowToAdd = { text: string; hash: string };

type RowChanges = { toAdd: readonly RowToAdd[]; toDelete: readonly { id: string; hash: string }[] };

/** What an earlier run was about to do with rows, and did not record: hashes of the values, and ids of rows to be deleted. */
export type PendingRows = {
  hashes: readonly string[];
  deletedRowIds: readonly string[];
  deletedHashes: readonly string[];
  at: Date;
};

/** What was done with the rows of a source a moment ago, by the hashes of their values. */
export type RowsDone = {
  /** Values for which rows were added: none of them is added again. */
  sent: ReadonlySet<string>;
  /** The rows of these were deleted: where one is in the dropdown, it was added again since. */
  dropped: ReadonlySet<string>;
};

/** What is written down before rows are changed: hashes of values, and ids of rows. */
export type RowsToChange = { hashes: string[]; deletedRowIds: string[]; deletedHashes: string[] };

/** `isFirst`: the first call after a look at the sheets; the others follow from the same look. */
type RowCall = { isFirst: boolean };

/** How the rows of a source are looked at and changed. */
export type SourcePorts<Look> = {
  /** Reads both sheets again and plans. */
  look: (done: RowsDone) => Promise<Look>;
  /** Returns what is to change in the source; null when nothing may be written. */
  getChanges: (look: Look) => RowChanges | null;
  /** Returns whether the source holds a value. */
  hasValue: (look: Look, hash: string) => boolean;
  /** Returns whether the source was read and lacks a row. */
  isRowGone: (look: Look, rowId: string) => boolean;
  /** Writes down what is to be done before it is done. False when the automation is not what it was. */
  begin: (intent: RowsToChange) => Promise<boolean>;
  /** Adds rows in one call. */
  add: (rows: readonly RowToAdd[], call: RowCall) => Promise<void>;
  /** Deletes rows in one call. */
  remove: (rowIds: readonly string[], call: RowCall) => Promise<void>;
  /** As many rows as one call may add, and delete. */
  rowsPerCall: { added: number; deleted: number };
  /** Takes back what was written down, when nothing of it is under way for sure. */
  forget: () => Promise<void>;
  now: () => Date;
};

/** The last look, after which the source needs no more changes, and what was done until then. */
export type SettledSource<Look> = {
  look: Look;
  added: number;
  deleted: number;
  /** Hashes of values that are no longer part of the base, however the run ends. */
  dropped: ReadonlySet<string>;
  /** What stays written down of an earlier run because it may still arrive; null when nothing may. */
  underWay: RowsUnderWay | null;
};

/** What an earlier run sent and is not seen yet. What was seen is counted once, and is not in it. */
export type RowsUnderWay = { hashes: string[]; deletedRowIds: string[] };

/**
 * How long after its start a call that was given up may still arrive.
 */
export const rowsSettleMs = 2 * 60_000;

/** Returns what is known of changed rows before a run changes any; a preview knows the same. */
export function rowsDoneBefore(pending: Pick<PendingRows, 'deletedHashes'> | null) {
  return { sent: new Set<string>(), dropped: new Set(pending?.deletedHashes) } satisfies RowsDone;
}

/** People may go on adding options while a run adds rows; the next run takes what is left. */
const maxRounds = 3;

/**
 * Brings the source of a two-way automation in step with its dropdown: adds rows, deletes those whose deletion was
 * approved, and looks again. Rows of an earlier run whose outcome is unknown are looked up, and added only when they
 * cannot arrive any more. Undefined when the automation was changed meanwhile. Throws SmartsheetError.
 */
export async function settleSource<Look>(
  ports: SourcePorts<Look>,
  pending: PendingRows | null,
): Promise<SettledSource<Look> | undefined> {
  const { sent, dropped } = rowsDoneBefore(pending);
  let look = await ports.look({ sent, dropped });
  const unseen = findUnseen(pending, look, ports);
  let added = (pending?.hashes.length ?? 0) - unseen.hashes.length;
  const underWay = unseen.hashes.length > 0 && isRecent(pending, ports.now()) ? unseen : null;
  const rowIds = new Set(pending?.deletedRowIds.filter((id) => !unseen.deletedRowIds.includes(id)));
  let deleted = rowIds.size;
  for (let round = 1; round <= maxRounds; round += 1) {
    const changes = ports.getChanges(look);
    if (changes === null || changes.toAdd.length + changes.toDelete.length === 0) break;
    if (underWay) throw notSent('rows.add', 'rows that were sent before may still arrive');
    // Each call is recorded before it is made: what an earlier one did is known even if this one fails.
    for (const [index, { toAdd, toDelete }] of toCalls(changes, ports).entries()) {
      const before = { hashes: [...sent], deletedRowIds: [...rowIds], deletedHashes: [...dropped] };
      for (const { id, hash } of toDelete) {
        rowIds.add(id);
        dropped.add(hash);
      }
      const hashes = [...sent, ...toAdd.map(({ hash }) => hash)];
      const intent = { hashes, deletedRowIds: [...rowIds], deletedHashes: [...dropped] };
      if (!(await ports.begin(intent))) return undefined;
      await changeRows({ toAdd, toDelete, isFirst: index === 0 }, before, ports);
      for (const hash of hashes) sent.add(hash);
      added += toAdd.length;
      deleted += toDelete.length;
    }
    look = await ports.look({ sent, dropped });
  }
  return { look, added, deleted, dropped, underWay };
}

/** Returns what of an earlier run is not seen in the source. */
function findUnseen<Look>(
  pending: PendingRows | null,
  look: Look,
  { hasValue, isRowGone }: Pick<SourcePorts<Look>, 'hasValue' | 'isRowGone'>,
): RowsUnderWay {
  const { hashes = [], deletedRowIds = [] } = pending ?? {};
  return {
    hashes: hashes.filter((hash) => !hasValue(look, hash)),
    deletedRowIds: deletedRowIds.filter((id) => !isRowGone(look, id)),
  };
}

/** Returns the calls that make these changes, one after another: rows are added before others are deleted. */
function toCalls<Look>(
  { toAdd, toDelete }: RowChanges,
  { rowsPerCall }: Pick<SourcePorts<Look>, 'rowsPerCall'>,
): RowChanges[] {
  return [
    ...split(toAdd, rowsPerCall.added).map((part) => ({ toAdd: part, toDelete: [] })),
    ...split(toDelete, rowsPerCall.deleted).map((part) => ({ toAdd: [], toDelete: part })),
  ];
}

function split<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

async function changeRows<Look>(
  { toAdd, toDelete, isFirst }: RowChanges & RowCall,
  before: RowsToChange,
  ports: SourcePorts<Look>,
): Promise<void> {
  try {
    if (toAdd.length > 0) await ports.add(toAdd, { isFirst });
    const rowIds = toDelete.map(({ id }) => id);
    if (rowIds.length > 0) await ports.remove(rowIds, { isFirst });
  } catch (error) {
    if (error instanceof SmartsheetError && error.outcome === 'not_done') await takeBack(before, ports);
    throw error;
  }
}

/** Takes back what was written down. What earlier calls of the run did is not recorded yet, so it stays. */
async function takeBack<Look>(before: RowsToChange, ports: SourcePorts<Look>): Promise<void> {
  if (before.hashes.length + before.deletedHashes.length === 0) await ports.forget();
  else await ports.begin(before);
}

function isRecent(pending: PendingRows | null, now: Date): boolean {
  return pending !== null && Math.abs(now.getTime() - pending.at.getTime()) < rowsSettleMs;
}
