import type { SandboxDeps } from '../../deps.ts';
import { isObject } from '../attributes.ts';
import { ApiError } from '../errors.ts';
import type { Actor, Row, Sheet } from '../model.ts';
import type { EventObject } from '../sheets/record-change.ts';
import type { CellInput, CellRules } from './cell.input.ts';

/** What every change of rows needs. */
export type RowsDeps = Pick<SandboxDeps, 'config' | 'state' | 'now' | 'newId' | 'changes' | 'emit'>;

/** A request to add or update rows. */
export type RowsRequest = {
  sheet: Sheet;
  actor: Actor;
  /** One row or a list of rows. */
  body: unknown;
  allowPartialSuccess?: boolean;
  overrideValidation?: boolean;
};

export type FailedItem = { index: number; error: ApiError; rowId?: number };
type BulkResult<Done> = { done: Done[]; failed: FailedItem[] };
export type RowsResult = BulkResult<Row> & { isList: boolean };

/** Returns what the cells of the request are checked against. */
export function getCellRules(
  { state }: RowsDeps,
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
export function parseEachRow<Done>(
  rows: readonly unknown[],
  { allowPartialSuccess, parse }: { allowPartialSuccess: boolean; parse: (row: unknown) => Done },
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

/** Returns the events of cells that a request writes. */
export function cellEvents(row: Row, cells: readonly CellInput[]): EventObject[] {
  return cells.map(({ columnId }) => ({ objectType: 'cell', eventType: 'updated', rowId: row.id, columnId }));
}

/** Writes cells into a row. A cell that gets another value keeps its format. */
export function applyCells(row: Row, cells: readonly CellInput[]): void {
  for (const { columnId, cell } of cells) {
    const format = row.cells[columnId]?.format;
    if (cell) row.cells[columnId] = format === undefined ? cell : { format, ...cell };
    else delete row.cells[columnId];
  }
}
