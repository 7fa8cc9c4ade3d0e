import type { Row } from '@picksync/smartsheet-client';
import { saidTexts } from './cell-texts.ts';

/**
 * How many rows use a text in the cells of a dropdown column, by the normalised text. A multi-select cell uses each of
 * its values. The keys are cell texts: never store or log them.
 */
export type ColumnUses = ReadonlyMap<string, number>;

/** Counts the uses of every value of a column. */
export function columnUses({ rows, columnId }: { rows: readonly Row[]; columnId: string }): ColumnUses {
  const uses = new Map<string, number>();
  for (const row of rows) {
    const texts = saidTexts(row.cells.find((cell) => cell.columnId === columnId));
    for (const text of new Set(texts)) uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  return uses;
}
