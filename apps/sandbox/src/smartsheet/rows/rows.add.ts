import type { Actor } from '../../parts.ts';
import { refuse } from '../errors.ts';
import type { Row } from '../model.ts';
import { type Happening, recordChange } from '../sheets/sheet.change.ts';
import { type AutoNumber, autoNumbers } from './auto-number.ts';
import { eachRow } from './bulk.ts';
import { type RowWrite, readRow, rowsOf } from './row.input.ts';
import { isStep, type Spot, sameLocation } from './row.location.ts';
import { insertRows, placeOf } from './row.order.ts';
import {
  applyCells,
  cellHappenings,
  type RowsCall,
  type RowsDone,
  type RowsParts,
  rulesOf,
} from './rows.call.ts';

const AT_THE_BOTTOM: Spot = { kind: 'end', parentId: undefined, atTop: false };

/** Adds rows, all at one place (1123); nothing is added when one of them is bad, unless partial success is allowed. */
export function addRows(parts: RowsParts, call: RowsCall): RowsDone {
  const { sheet, actor, allowPartialSuccess = false } = call;
  const rules = rulesOf(call);
  const { rows, isList } = rowsOf(call.body, parts.config.MAX_ROWS_PER_CALL);
  const bulk = eachRow(rows, { allowPartialSuccess, read: (row) => readRow(row, { rules, hasId: false }) });
  if (bulk.done.length === 0) return { done: [], failed: bulk.failed, isList };
  const place = placeOf(sheet.rows, commonSpot(bulk.done));
  const numbers = autoNumbers(sheet);
  const added = bulk.done.map((write) => newRow(parts, { write, actor, numbers }));
  sheet.rows = insertRows(sheet.rows, added, place);
  const happenings = added.flatMap((row, n): Happening[] => [
    { objectType: 'row', eventType: 'created', id: row.id },
    ...cellHappenings(row, bulk.done[n]?.cells ?? []),
  ]);
  recordChange(parts, { sheet, actor, happenings, raisesVersion: true });
  return { done: added, failed: bulk.failed, isList };
}

function commonSpot(writes: readonly RowWrite[]): Spot {
  const location = writes[0]?.location ?? null;
  if (!writes.every((write) => sameLocation(write.location, location))) throw refuse(1123);
  if (location && isStep(location)) throw refuse(1062);
  return location ?? AT_THE_BOTTOM;
}

function newRow(
  { now, newId }: RowsParts,
  { write, actor, numbers }: { write: RowWrite; actor: Actor; numbers: AutoNumber[] },
): Row {
  const at = now().getTime();
  const row: Row = {
    id: newId(),
    expanded: write.expanded ?? true,
    ...(write.locked ? { locked: true } : {}),
    createdAt: at,
    modifiedAt: at,
    createdBy: actor.account.id,
    modifiedBy: actor.account.id,
    cells: {},
  };
  applyCells(row, write.cells);
  for (const { columnId, next } of numbers) row.cells[columnId] = { value: next() };
  return row;
}
