import { type CopyState, copyStates, type RunCopy } from '@picksync/contracts';
import { type Automation, type ListCopy, Prisma } from '@picksync/db';

/** A copy as it is read with its run. Times are ISO 8601. */
export type RunCopyColumns = Pick<ListCopy, 'id' | 'optionCount' | 'fileName' | 'lostAs'> & {
  keptAt: string;
  restoredAt: string | null;
  isHere: boolean;
};

/** What is read of the copy `c` of a run of the automation `a`; null where there is none. */
export const runCopyColumns = Prisma.sql`CASE WHEN c.id IS NOT NULL THEN json_build_object(
  'id', c.id, 'optionCount', c.option_count, 'fileName', c.file_name, 'lostAs', c.lost_as, 'keptAt', c.at,
  'restoredAt', c.restored_at, 'isHere', c.sheet_id = a.sheet_id AND c.column_id = a.target_column_id) END`;

/** Returns the copy of a run as its owner sees it. */
export function toRunCopy(copy: RunCopyColumns | null): RunCopy | null {
  if (copy === null) return null;
  const { keptAt, restoredAt, isHere, lostAs, ...rest } = copy;
  return {
    ...rest,
    state: getState(lostAs, isHere),
    keptAt: new Date(keptAt).toISOString(),
    restoredAt: restoredAt === null ? null : new Date(restoredAt).toISOString(),
  };
}

/** Returns a row of `list_copies` as its owner sees it. */
export function toCopyView(
  copy: ListCopy,
  automation: Pick<Automation, 'sheetId' | 'targetColumnId'>,
): RunCopy {
  const isHere = copy.sheetId === automation.sheetId && copy.columnId === automation.targetColumnId;
  const { id, optionCount, fileName, at, restoredAt } = copy;
  return {
    id,
    optionCount,
    fileName,
    state: getState(copy.lostAs, isHere),
    keptAt: at.toISOString(),
    restoredAt: restoredAt?.toISOString() ?? null,
  };
}

function getState(lostAs: string | null, isHere: boolean): CopyState {
  return copyStates.find((state) => state === lostAs) ?? (isHere ? 'kept' : 'elsewhere');
}
