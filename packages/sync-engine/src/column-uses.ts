import { type Cell, type Column, isContactType, type Row, toContactText } from '@picksync/smartsheet-client';
import { saidTexts } from './cell-texts.ts';
import { cellContacts } from './contacts.ts';

/**
 * How many rows use a text in the cells of a dropdown column, by the normalised text. A multi-select cell uses each of
 * its values, and a cell of contacts each of them. The keys are cell texts: never store or log them.
 */
export type ColumnUses = ReadonlyMap<string, number>;

/** Counts the uses of every value of a column. */
export function columnUses({
  rows,
  column: { id, type },
}: {
  rows: readonly Row[];
  column: Pick<Column, 'id' | 'type'>;
}): ColumnUses {
  const toTexts = isContactType(type)
    ? (cell: Cell | undefined) => cellContacts(cell).map(toContactText)
    : saidTexts;
  const uses = new Map<string, number>();
  for (const row of rows) {
    const texts = toTexts(row.cells.find((cell) => cell.columnId === id));
    for (const text of new Set(texts)) uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  return uses;
}
