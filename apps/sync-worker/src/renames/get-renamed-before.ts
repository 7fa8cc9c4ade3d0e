import type { RenameIntent, WriteIntent } from '@picksync/db';
import { parsePairs } from '@picksync/sync-engine';
import type { RunResult } from '../passes/run-result.ts';

/** Returns what was renamed with a write that was not recorded; undefined where no name was. */
export function getRenamedBefore(
  { renameIntent = null }: { renameIntent?: RenameIntent | null },
  { fingerprint }: Pick<WriteIntent, 'fingerprint'>,
): RunResult['renamed'] {
  // The list with both names comes before the cells.
  const isBegun = renameIntent !== null && !['', fingerprint].includes(renameIntent.fingerprint);
  if (!isBegun) return undefined;
  const { pairs, cellsRenamed: cells, cellsLocked: locked } = renameIntent;
  return { options: parsePairs(pairs).length, cells, locked };
}
