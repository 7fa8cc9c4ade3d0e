import type { SandboxDeps } from '../../deps.ts';
import { isLockedFor } from '../access.ts';
import { isObject } from '../attributes.ts';
import { ApiError, apiError } from '../errors.ts';
import type { Actor, Id, Row, Sheet } from '../model.ts';
import type { SheetContext } from '../sheets/find-sheet.ts';
import { type EventObject, recordChange } from '../sheets/record-change.ts';
import { type AutoNumber, autoNumbers } from './auto-number.ts';
import type { CellInput, CellRules } from './cell.input.ts';
import { updateLinkedCells } from './linked-cells.ts';
import { parseRow, parseRows, type RowInput } from './row.input.ts';
import {
  insertionPoint,
  insertRows,
  isIndentStep,
  moveRow,
  type RowPosition,
  setParent,
} from './row.location.ts';

/** A request to add or update rows. */
type RowsRequest = SheetContext & {
  /** One row or a list of rows. */
  body: unknown;
  allowPartialSuccess?: boolean;
  overrideValidation?: boolean;
  /** Ids of rows that are refused, as a fault asks for. */
  refusedRows?: readonly string[];
};

export type FailedItem = { index: number; error: ApiError; rowId?: number };
type BulkResult<Done> = { done: Done[]; failed: FailedItem[] };
export type RowsResult = BulkResult<Row> & { isList: boolean };

/** Adds rows at one location. Throws 1123 when they name several. With partial success, valid rows are added. */
export function addRows(deps: SandboxDeps, request: RowsRequest): RowsResult {
  const { sheet, actor } = request;
  const rules = getCellRules(deps, request, { isNewRow: true });
  const { rows, isList } = parseRows(request.body, deps.config.MAX_ROWS_PER_CALL);
  const parsed = parseEachRow(rows, request, (row) => parseRow(row, { rules, hasId: false }));
  if (parsed.done.length === 0) return { done: [], failed: parsed.failed, isList };
  const position = insertionPoint(sheet.rows, findCommonPosition(parsed.done));
  const numbers = autoNumbers(sheet);
  const added = parsed.done.map((input) => createRow(deps, { input, actor, numbers }));
  sheet.rows = insertRows(sheet.rows, added, position);
  const events = added.flatMap((row, n) => rowEvents(row, 'created', parsed.done[n]?.cells ?? []));
  recordChange(deps, { sheet, actor, events, raisesVersion: true });
  return { done: added, failed: parsed.failed, isList };
}

function findCommonPosition(inputs: readonly RowInput[]): RowPosition {
  const location = inputs[0]?.location ?? null;
  const isSame = (input: RowInput) => JSON.stringify(input.location) === JSON.stringify(location);
  if (!inputs.every(isSame)) throw apiError(1123);
  if (location && isIndentStep(location)) throw apiError(1062);
  return location ?? { kind: 'end', parentId: undefined, atTop: false };
}

function createRow(
  { now, newId }: SandboxDeps,
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

type RowChange = { row: Row; input: RowInput };

/** Updates cells, locations and locks of rows. Cells that are not named keep their value. */
export function updateRows(deps: SandboxDeps, request: RowsRequest): RowsResult {
  const { sheet, actor } = request;
  const rules = getCellRules(deps, request, { isNewRow: false });
  const { rows, isList } = parseRows(request.body, deps.config.MAX_ROWS_PER_CALL);
  const rowsById = new Map(sheet.rows.map((row) => [row.id, row]));
  const { done, failed } = parseEachRow(rows, request, (rowBody): RowChange => {
    const input = parseRow(rowBody, { rules, hasId: true });
    const row = rowsById.get(input.id ?? 0);
    if (!row) throw apiError(1006);
    const [cell] = input.cells;
    if (cell && request.refusedRows?.includes(String(row.id)))
      throw apiError(1042, cell.columnId, '', 'PICKLIST');
    if (isLockedFor(sheet, actor.account.id, row.locked)) throw apiError(1050);
    return { row, input };
  });
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
  const events = done.flatMap(({ row, input }) => rowEvents(row, 'updated', input.cells));
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
        setParent(moved, parents[n]);
      });
      if (error instanceof ApiError) error.detail = { index, rowId: row.id };
      throw error;
    }
  });
}

/** Returns what the cells of the request are checked against. */
function getCellRules(
  { state }: SandboxDeps,
  { sheet, actor, overrideValidation = false }: RowsRequest,
  { isNewRow }: { isNewRow: boolean },
): CellRules {
  const { sheets } = state;
  return { sheet, sheets, accountId: actor.account.id, overrideValidation, isNewRow };
}

/**
 * Parses every row of a bulk request. Throws the first error, with the row's index and id as its detail. With
 * `allowPartialSuccess` it returns the errors beside the rows that are right.
 */
function parseEachRow<Done>(
  rows: readonly unknown[],
  { allowPartialSuccess }: RowsRequest,
  parse: (row: unknown) => Done,
): BulkResult<Done> {
  const result: BulkResult<Done> = { done: [], failed: [] };
  rows.forEach((row, index) => {
    try {
      result.done.push(parse(row));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const id = isObject(row) ? Number(row.id) : Number.NaN;
      const rowId = Number.isInteger(id) ? { rowId: id } : {};
      if (!allowPartialSuccess) {
        error.detail = { index, ...rowId };
        throw error;
      }
      result.failed.push({ index, error, ...rowId });
    }
  });
  return result;
}

/** Returns the events of a row and of the cells that a request writes. */
function rowEvents(
  { id: rowId }: Row,
  eventType: 'created' | 'updated',
  cells: readonly CellInput[],
): EventObject[] {
  return [
    { objectType: 'row', eventType, id: rowId },
    ...cells.map(({ columnId }) => ({ objectType: 'cell', eventType: 'updated', rowId, columnId }) as const),
  ];
}

/** Writes cells into a row. A cell that gets another value keeps its format. */
function applyCells(row: Row, cells: readonly CellInput[]): void {
  for (const { columnId, cell } of cells) {
    const format = row.cells[columnId]?.format;
    if (cell) row.cells[columnId] = format === undefined ? cell : { format, ...cell };
    else delete row.cells[columnId];
  }
}

type DeleteRowsRequest = SheetContext & { ids: readonly Id[]; ignoreRowsNotFound: boolean };

/** Deletes rows with their descendants. Returns the ids of all deleted rows. */
export function deleteRows(
  deps: SandboxDeps,
  { sheet, actor, ids, ignoreRowsNotFound }: DeleteRowsRequest,
): Id[] {
  const deleted = withDescendants(sheet, new Set(ids));
  const deletedIds = new Set(deleted.map(({ id }) => id));
  if (!ignoreRowsNotFound && ids.some((id) => !deletedIds.has(id))) throw apiError(1006);
  if (deleted.some((row) => isLockedFor(sheet, actor.account.id, row.locked))) throw apiError(1092);
  if (deleted.length === 0) return [];
  sheet.rows = sheet.rows.filter(({ id }) => !deletedIds.has(id));
  const events = deleted.map(({ id }): EventObject => ({ objectType: 'row', eventType: 'deleted', id }));
  recordChange(deps, { sheet, actor, events, raisesVersion: true });
  return [...deletedIds];
}

/** Parents precede their children, so one pass is enough. */
function withDescendants(sheet: Sheet, requestedIds: ReadonlySet<Id>): Row[] {
  const subtree = new Set<Id>();
  return sheet.rows.filter((row) => {
    const isDeleted = requestedIds.has(row.id) || (row.parentId !== undefined && subtree.has(row.parentId));
    if (isDeleted) subtree.add(row.id);
    return isDeleted;
  });
}
