import { apiError } from '../errors.ts';
import type { Actor, Row } from '../model.ts';
import { type EventObject, recordChange } from '../sheets/record-change.ts';
import { type AutoNumber, autoNumbers } from './auto-number.ts';
import {
  applyCells,
  cellEvents,
  getCellRules,
  parseEachRow,
  type RowsDeps,
  type RowsRequest,
  type RowsResult,
} from './bulk-rows.ts';
import { parseRow, parseRows, type RowInput } from './row.input.ts';
import { isIndentStep, type RowPosition, sameLocation } from './row.location.ts';
import { insertionPoint, insertRows } from './row.order.ts';

const bottomOfSheet: RowPosition = { kind: 'end', parentId: undefined, atTop: false };

/** Adds rows at one location. Throws 1123 when they name several. With partial success, valid rows are added. */
export function addRows(deps: RowsDeps, request: RowsRequest): RowsResult {
  const { sheet, actor, allowPartialSuccess = false } = request;
  const rules = getCellRules(deps, request, { isNewRow: true });
  const { rows, isList } = parseRows(request.body, deps.config.MAX_ROWS_PER_CALL);
  const parsed = parseEachRow(rows, {
    allowPartialSuccess,
    parse: (row) => parseRow(row, { rules, hasId: false }),
  });
  if (parsed.done.length === 0) return { done: [], failed: parsed.failed, isList };
  const position = insertionPoint(sheet.rows, commonPosition(parsed.done));
  const numbers = autoNumbers(sheet);
  const added = parsed.done.map((input) => newRow(deps, { input, actor, numbers }));
  sheet.rows = insertRows(sheet.rows, added, position);
  const events = added.flatMap((row, n): EventObject[] => [
    { objectType: 'row', eventType: 'created', id: row.id },
    ...cellEvents(row, parsed.done[n]?.cells ?? []),
  ]);
  recordChange(deps, { sheet, actor, events, raisesVersion: true });
  return { done: added, failed: parsed.failed, isList };
}

function commonPosition(writes: readonly RowInput[]): RowPosition {
  const location = writes[0]?.location ?? null;
  if (!writes.every((input) => sameLocation(input.location, location))) throw apiError(1123);
  if (location && isIndentStep(location)) throw apiError(1062);
  return location ?? bottomOfSheet;
}

function newRow(
  { now, newId }: RowsDeps,
  { input, actor, numbers }: { input: RowInput; actor: Actor; numbers: AutoNumber[] },
): Row {
  const at = now().getTime();
  const row: Row = {
    id: newId(),
    expanded: input.expanded ?? true,
    ...(input.locked ? { locked: true } : {}),
    ...(input.format === undefined ? {} : { format: input.format }),
    createdAt: at,
    modifiedAt: at,
    createdBy: actor.account.id,
    modifiedBy: actor.account.id,
    cells: {},
  };
  applyCells(row, input.cells);
  for (const { columnId, next } of numbers) row.cells[columnId] = { value: next() };
  return row;
}
