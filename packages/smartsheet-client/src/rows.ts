import * as z from 'zod';
import { checkedId, idNumber } from './exact-json.ts';
import type { Request } from './request.ts';
import {
  type AddRows,
  type CellWrite,
  type DeleteRows,
  maxRowIdsPerCall,
  maxRowsPerCall,
  type RowLocation,
  type RowsDeleted,
  type RowsWritten,
  readRows,
  type UpdateRows,
} from './rows.wire.ts';
import { wireCountOrNull, wireId } from './wire.ts';

const writtenSchema: z.ZodType<RowsWritten> = z
  .object({ result: z.unknown(), version: wireCountOrNull })
  .transform(({ result, version }) => ({
    rows: readRows(Array.isArray(result) ? result : [result]),
    version,
  }));

const deletedSchema: z.ZodType<RowsDeleted> = z
  .object({ result: z.array(wireId), version: wireCountOrNull })
  .transform(({ result, version }) => ({ rowIds: result, version }));

/** Creates the calls about rows. */
export function rowsCalls(request: Request) {
  return {
    /**
     * Adds 1 to 500 rows at one place; all or none. Scope WRITE_SHEETS, right EDITOR. Not idempotent: after an error
     * with `outcome: 'unknown'` read the sheet before trying again. ("Add Rows")
     */
    add: ({ sheetId, rows, location = 'bottom', ...options }: AddRows): Promise<RowsWritten> =>
      request({
        operation: 'rows.add',
        method: 'POST',
        path: `/sheets/${checkedId(sheetId)}/rows`,
        body: bounded(rows, maxRowsPerCall).map(({ cells }) => ({
          ...place(location),
          cells: cells.map(writeCell),
        })),
        reply: writtenSchema,
        options,
      }),

    /** Changes cells of 1 to 500 rows; all or none. Scope WRITE_SHEETS, right EDITOR. ("Update Rows") */
    update: ({ sheetId, rows, ...options }: UpdateRows): Promise<RowsWritten> =>
      request({
        operation: 'rows.update',
        method: 'PUT',
        path: `/sheets/${checkedId(sheetId)}/rows`,
        body: bounded(rows, maxRowsPerCall).map(({ id, cells }) => ({
          id: idNumber(id),
          cells: cells.map(writeCell),
        })),
        reply: writtenSchema,
        options,
      }),

    /** Deletes 1 to 450 rows and their children. Scope WRITE_SHEETS, right EDITOR. ("Delete Rows") */
    delete: ({ sheetId, rowIds, ignoreRowsNotFound = true, ...options }: DeleteRows): Promise<RowsDeleted> =>
      request({
        operation: 'rows.delete',
        method: 'DELETE',
        path: `/sheets/${checkedId(sheetId)}/rows`,
        query: { ids: bounded(rowIds, maxRowIdsPerCall).map(checkedId), ignoreRowsNotFound },
        reply: deletedSchema,
        options,
      }),
  };
}

function bounded<Item>(items: readonly Item[], max: number) {
  if (items.length < 1 || items.length > max) {
    throw new RangeError(`One call takes 1 to ${max} rows, not ${items.length}.`);
  }
  return items;
}

/** A multi-select cell is only accepted through `objectValue` (code 1235 otherwise). */
function writeCell({ columnId, value, values, strict }: CellWrite) {
  return {
    columnId: idNumber(columnId),
    ...(values === undefined ? { value } : { objectValue: { objectType: 'MULTI_PICKLIST', values } }),
    ...(strict === undefined ? {} : { strict }),
  };
}

function place(location: RowLocation) {
  if (location === 'top') return { toTop: true };
  if (location === 'bottom') return { toBottom: true };
  if ('parentId' in location) return { parentId: idNumber(location.parentId), toBottom: true };
  return { siblingId: idNumber(location.siblingId), ...(location.above ? { above: true } : {}) };
}
