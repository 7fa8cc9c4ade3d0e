import type { Column, Row } from '@picksync/smartsheet-client';
import { isFormulaError } from './formula-errors.ts';
import { saidTexts } from './values.ts';

/** A row of a two-way source with a value. `value` is a cell text: never store or log it. */
export type SourceRow = {
  id: string;
  rowNumber: number;
  value: string;
  /** It must not be deleted: it has child rows, it is locked, or its cell is computed or linked. */
  mustStay: boolean;
};

/** A row that would be deleted. `text` and `content` hold cell texts: never store or log them. */
export type RowToDelete = {
  id: string;
  rowNumber: number;
  text: string;
  /** Cells with something in them, its value's own among them. */
  filledCells: number;
  /** Everything that was typed into it. */
  content: string;
};

/** Returns the rows that are not blank in a column. */
export function sourceRowsOf({ rows, columnId }: { rows: readonly Row[]; columnId: string }): SourceRow[] {
  const parents = new Set(rows.map(({ parentId }) => parentId));
  return rows.flatMap((row) => {
    const cell = row.cells.find((candidate) => candidate.columnId === columnId);
    if (!cell) return [];
    const mustStay = row.locked || cell.hasFormula || cell.isLinked || parents.has(row.id);
    return saidTexts(cell)
      .filter((text) => !isFormulaError(text))
      .map((value) => ({ id: row.id, rowNumber: row.rowNumber, value, mustStay }));
  });
}

/** Returns what would be deleted with a row, read with all columns of its sheet. */
export function rowToDelete({
  row,
  text,
  columns,
}: {
  row: Row;
  text: string;
  columns: ReadonlyMap<string, Column>;
}): RowToDelete {
  const filled = row.cells.filter(({ columnId, value, objectValue }) => {
    const column = columns.get(columnId);
    if (!column || column.systemColumnType !== null || column.hasColumnFormula) return false;
    return objectValue !== null || (value !== null && value !== '' && value !== false);
  });
  // The result of a formula changes by itself, and follows from the cells it is computed from.
  const content = filled.map(({ columnId, value, objectValue, hasFormula }) =>
    hasFormula ? [columnId] : [columnId, objectValue ?? value],
  );
  const { id, rowNumber } = row;
  return { id, rowNumber, text, filledCells: filled.length, content: JSON.stringify([id, content]) };
}
