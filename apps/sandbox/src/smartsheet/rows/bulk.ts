import { ApiError } from '../errors.ts';
import { isObject } from '../json.ts';

export type FailedItem = { index: number; error: ApiError; rowId?: number };
export type Bulk<Done> = { done: Done[]; failed: FailedItem[] };

/**
 * Reads every row of a bulk call. The first bad row ends it, with its index and id in the detail; when partial
 * success is allowed the bad rows are set aside and the good ones go on.
 */
export function eachRow<Done>(
  rows: readonly unknown[],
  { allowPartialSuccess, read }: { allowPartialSuccess: boolean; read: (row: unknown) => Done },
): Bulk<Done> {
  const bulk: Bulk<Done> = { done: [], failed: [] };
  rows.forEach((row, index) => {
    try {
      bulk.done.push(read(row));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const rowId = isObject(row) && typeof row.id === 'number' ? { rowId: row.id } : {};
      if (!allowPartialSuccess) {
        error.detail = { index, ...rowId };
        throw error;
      }
      bulk.failed.push({ index, error, ...rowId });
    }
  });
  return bulk;
}
