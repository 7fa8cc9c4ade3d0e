import { isolated, toListNoun } from '@picksync/contracts/sync';
import type { Automation, RenameIntent, WriteIntent } from '@picksync/db';
import { parsePairs } from '@picksync/sync-engine';
import { hasOtherList } from '../automations/names.store.ts';
import type { RecoveredWrite } from './run-record.ts';
import { type RunResult, toRenamedColumns } from './run-result.ts';
import { describeCells, describeChange } from './run-texts.ts';

/** An automation with what a run before has begun to rename. */
export type RecoveredAutomation = Automation & { renameIntent?: RenameIntent | null };

/** Returns what is recorded of a write that an earlier run made and did not record. */
export function toRecoveredWrite(
  automation: RecoveredAutomation,
  intent: WriteIntent,
  at: Date,
): RecoveredWrite {
  const { added, removed, optionCount, copyId, newNames } = intent;
  const counts = { added, removed, optionCount };
  const renamed = getRenamedBefore(automation, intent);
  const contacts = newNames ? { newNames, withoutAddress: 0 } : undefined;
  const change = describeChange({ ...intent, renamed, contacts }, toListNoun(automation));
  const columns = toRenamedColumns({ renamed, contacts });
  const place = `${isolated(automation.targetColumnName)} in ${isolated(automation.sheetName)}`;
  const details = `${place}: ${change}.${describeCells(renamed)}`;
  return {
    at,
    run: { outcome: 'changed', ...counts, ...columns, durationMs: 0, calls: 0, copyId },
    activity: {
      action: 'update_dropdown',
      status: 'success',
      details,
      groupId: null,
      ...counts,
      ...('renamed' in columns && { renamed: columns.renamed }),
    },
  };
}

/** Returns what was renamed with a write that was not recorded; undefined where no name was. */
export function getRenamedBefore(
  { renameIntent = null }: { renameIntent?: RenameIntent | null },
  { fingerprint }: Pick<WriteIntent, 'fingerprint'>,
): RunResult['renamed'] {
  // The list with both names comes before the cells.
  if (!hasOtherList(renameIntent, fingerprint)) return undefined;
  const { pairs, cellsRenamed: cells, cellsLocked: locked } = renameIntent;
  return { options: parsePairs(pairs).length, cells, locked };
}
