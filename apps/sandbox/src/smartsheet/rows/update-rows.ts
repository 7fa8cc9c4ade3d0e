import { isLockedFor } from '../access.ts';
import { ApiError, apiError } from '../errors.ts';
import type { Row, Sheet } from '../model.ts';
import { type EventObject, recordChange } from '../sheets/record-change.ts';
import {
  applyCells,
  cellEvents,
  getCellRules,
  parseEachRow,
  type RowsDeps,
  type RowsRequest,
  type RowsResult,
} from './bulk-rows.ts';
import { updateLinkedCells } from './linked-cells.ts';
import { parseRow, parseRows, type RowInput } from './row.input.ts';
import { moveRow } from './row.order.ts';

type RowChange = { row: Row; input: RowInput };

/** Updates cells, locations and locks of rows. Cells that are not named keep their value. */
export function updateRows(deps: RowsDeps, request: RowsRequest): RowsResult {
  const { sheet, actor, allowPartialSuccess = false } = request;
  const rules = getCellRules(deps, request, { isNewRow: false });
  const { rows, isList } = parseRows(request.body, deps.config.MAX_ROWS_PER_CALL);
  const rowsById = new Map(sheet.rows.map((row) => [row.id, row]));
  const parse = (rowBody: unknown): RowChange => {
    const input = parseRow(rowBody, { rules, hasId: true });
    const row = rowsById.get(input.id ?? 0);
    if (!row) throw apiError(1006);
    if (isLockedFor(sheet, actor.account.id, row.locked)) throw apiError(1050);
    return { row, input };
  };
  const { done, failed } = parseEachRow(rows, { allowPartialSuccess, parse });
  moveRows(sheet, done);
  const at = deps.now().getTime();
  for (const { row, input } of done) {
    applyCells(row, input.cells);
    if (input.cells.some(({ cell }) => cell?.linkInFromCell)) sheet.hasLinks = true;
    if (input.expanded !== undefined) row.expanded = input.expanded;
    if (input.locked !== undefined) row.locked = input.locked;
    if (input.format !== undefined) row.format = input.format;
    row.modifiedAt = at;
    row.modifiedBy = actor.account.id;
  }
  const events = done.flatMap(({ row, input }): EventObject[] => [
    { objectType: 'row', eventType: 'updated', id: row.id },
    ...cellEvents(row, input.cells),
  ]);
  if (done.length > 0) recordChange(deps, { sheet, actor, events, raisesVersion: true });
  const changed = done.flatMap(({ row, input }) => input.cells.map(({ columnId }) => ({ row, columnId })));
  updateLinkedCells(deps, { sheet, actor, changed });
  return { done: done.map(({ row }) => row), failed, isList };
}

/**
 * Moves rows one by one, because a location may depend on an earlier move. An invalid location undoes all of them.
 */
function moveRows(sheet: Sheet, changes: readonly RowChange[]): void {
  if (changes.every(({ input }) => input.location === null)) return;
  const parents = sheet.rows.map(({ parentId }) => parentId);
  const before = sheet.rows;
  changes.forEach(({ row, input }, index) => {
    if (!input.location) return;
    try {
      sheet.rows = moveRow(sheet.rows, row.id, input.location);
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
