import { isLockedFor } from '../access.ts';
import { ApiError, refuse } from '../errors.ts';
import type { Row, Sheet } from '../model.ts';
import { type Happening, recordChange } from '../sheets/sheet.change.ts';
import { eachRow } from './bulk.ts';
import { type RowWrite, readRow, rowsOf } from './row.input.ts';
import { moveRow } from './row.order.ts';
import {
  applyCells,
  cellHappenings,
  type RowsCall,
  type RowsDone,
  type RowsParts,
  rulesOf,
} from './rows.call.ts';

type RowChange = { row: Row; write: RowWrite };

/** Changes cells, places and locks of rows. Cells that are not named keep their value. */
export function updateRows(parts: RowsParts, call: RowsCall): RowsDone {
  const { sheet, actor, allowPartialSuccess = false } = call;
  const rules = rulesOf(call);
  const { rows, isList } = rowsOf(call.body, parts.config.MAX_ROWS_PER_CALL);
  const known = new Map(sheet.rows.map((row) => [row.id, row]));
  const read = (given: unknown): RowChange => {
    const write = readRow(given, { rules, hasId: true });
    const row = known.get(write.id ?? 0);
    if (!row) throw refuse(1006);
    if (isLockedFor(sheet, actor.account.id, row.locked)) throw refuse(1050);
    return { row, write };
  };
  const { done, failed } = eachRow(rows, { allowPartialSuccess, read });
  moveAll(sheet, done);
  const at = parts.now().getTime();
  for (const { row, write } of done) {
    applyCells(row, write.cells);
    if (write.expanded !== undefined) row.expanded = write.expanded;
    if (write.locked !== undefined) row.locked = write.locked;
    row.modifiedAt = at;
    row.modifiedBy = actor.account.id;
  }
  const happenings = done.flatMap(({ row, write }): Happening[] => [
    { objectType: 'row', eventType: 'updated', id: row.id },
    ...cellHappenings(row, write.cells),
  ]);
  if (done.length > 0) recordChange(parts, { sheet, actor, happenings, raisesVersion: true });
  return { done: done.map(({ row }) => row), failed, isList };
}

/** Moves rows one after the other, as a later place may depend on an earlier move; a bad place undoes all of them. */
function moveAll(sheet: Sheet, changes: readonly RowChange[]): void {
  if (changes.every(({ write }) => write.location === null)) return;
  const parents = sheet.rows.map(({ parentId }) => parentId);
  const before = sheet.rows;
  changes.forEach(({ row, write }, index) => {
    if (!write.location) return;
    try {
      sheet.rows = moveRow(sheet.rows, row.id, write.location);
    } catch (error) {
      sheet.rows = before;
      before.forEach((moved, n) => {
        const parentId = parents[n];
        if (parentId === undefined) delete moved.parentId;
        else moved.parentId = parentId;
      });
      if (error instanceof ApiError) error.detail = { index, rowId: row.id };
      throw error;
    }
  });
}
