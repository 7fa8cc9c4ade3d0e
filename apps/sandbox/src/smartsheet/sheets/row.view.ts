import { isLockedFor } from '../access.ts';
import type { Column, Id, Row } from '../model.ts';
import { type CellViewOptions, cellViews } from './cell.view.ts';
import { permalink } from './permalink.ts';

export type RowViewOptions = CellViewOptions & {
  accountId: Id;
  columns: readonly Column[];
  withWriter: boolean;
  withPermalink: boolean;
};

/** A row with its number, which the row itself does not store. */
export type NumberedRow = { row: Row; rowNumber: number; siblingId: Id | undefined };

/** Returns rows with their numbers from 1 and the sibling above each. */
export function withRowNumbers(rows: readonly Row[]): NumberedRow[] {
  const lastChild = new Map<Id | undefined, Id>();
  return rows.map((row, index) => {
    const siblingId = lastChild.get(row.parentId);
    lastChild.set(row.parentId, row.id);
    return { row, rowNumber: index + 1, siblingId };
  });
}

/** Returns a row as the API responds with it. */
export function rowView({ row, rowNumber, siblingId }: NumberedRow, viewOptions: RowViewOptions) {
  const { sheet, accountId, accounts, formatTime, columns } = viewOptions;
  const writer = (id: Id) => {
    const account = accounts.get(id);
    return account && { email: account.email, name: `${account.firstName} ${account.lastName}` };
  };
  return {
    id: row.id,
    rowNumber,
    ...(row.parentId === undefined ? {} : { parentId: row.parentId }),
    ...(siblingId === undefined ? {} : { siblingId }),
    expanded: row.expanded,
    ...(row.locked ? { locked: true, lockedForUser: isLockedFor(sheet, accountId, true) } : {}),
    ...(row.format === undefined || !viewOptions.withFormat ? {} : { format: row.format }),
    createdAt: formatTime(row.createdAt),
    modifiedAt: formatTime(row.modifiedAt),
    ...(viewOptions.withWriter
      ? { createdBy: writer(row.createdBy), modifiedBy: writer(row.modifiedBy) }
      : {}),
    ...(viewOptions.withPermalink
      ? { permalink: `${permalink(sheet, viewOptions.config)}?rowId=${row.id}` }
      : {}),
    cells: cellViews(row, columns, viewOptions),
  };
}
