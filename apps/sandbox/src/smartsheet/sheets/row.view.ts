import type { Id, Row } from '../model.ts';
import { cellViews } from './cell.view.ts';
import { lockView } from './column.view.ts';
import { permalink } from './permalink.ts';
import type { RowViewOptions } from './read-request.ts';

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

/** Returns a row as the API responds with it: JSON leaves out what is undefined. */
export function rowView({ row, rowNumber, siblingId }: NumberedRow, viewOptions: RowViewOptions) {
  const { sheet, accountId, accounts, formatTime } = viewOptions;
  const writer = (id: Id) => {
    const account = accounts.get(id);
    return account && { email: account.email, name: `${account.firstName} ${account.lastName}` };
  };
  return {
    id: row.id,
    rowNumber,
    parentId: row.parentId,
    siblingId,
    expanded: row.expanded,
    ...lockView(row.locked, { sheet, accountId }),
    format: viewOptions.withFormat ? row.format : undefined,
    createdAt: formatTime(row.createdAt),
    modifiedAt: formatTime(row.modifiedAt),
    createdBy: viewOptions.withWriter ? writer(row.createdBy) : undefined,
    modifiedBy: viewOptions.withWriter ? writer(row.modifiedBy) : undefined,
    permalink: viewOptions.withPermalink
      ? `${permalink(sheet, viewOptions.config)}?rowId=${row.id}`
      : undefined,
    cells: cellViews(row, viewOptions),
  };
}
