import type { Actor, Parts } from '../../parts.ts';
import type { Row, Sheet } from '../model.ts';
import type { Happening } from '../sheets/sheet.change.ts';
import type { Bulk } from './bulk.ts';
import type { CellRules, CellWrite } from './cell.input.ts';

/** The parts a change of rows needs. */
export type RowsParts = Pick<Parts, 'config' | 'now' | 'newId' | 'changes' | 'emit'>;

/** A call that adds or changes rows. */
export type RowsCall = {
  sheet: Sheet;
  actor: Actor;
  /** As in the provider's request: one row or a list of them. */
  body: unknown;
  allowPartialSuccess?: boolean;
  overrideValidation?: boolean;
};

export type RowsDone = Bulk<Row> & { isList: boolean };

export const rulesOf = ({ sheet, actor, overrideValidation = false }: RowsCall): CellRules => ({
  sheet,
  accountId: actor.account.id,
  overrideValidation,
});

export const cellHappenings = (row: Row, cells: readonly CellWrite[]): Happening[] =>
  cells.map(({ columnId }) => ({ objectType: 'cell', eventType: 'updated', rowId: row.id, columnId }));

/** Puts cells into a row. A cell that gets another value keeps its format. */
export function applyCells(row: Row, cells: readonly CellWrite[]): void {
  for (const { columnId, cell } of cells) {
    const format = row.cells[columnId]?.format;
    if (cell) row.cells[columnId] = format === undefined ? cell : { format, ...cell };
    else delete row.cells[columnId];
  }
}
