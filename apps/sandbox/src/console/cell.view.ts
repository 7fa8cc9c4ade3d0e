import { definedFields } from '../smartsheet/attributes.ts';
import type { Cell, CellValue, Column, Contact, ContactValue, Row } from '../smartsheet/model.ts';
import { formatDisplayValue, sortByOptions } from '../smartsheet/sheets/display-value.ts';
import type { State } from '../state/state.ts';

/** A cell as the page shows and edits it: `value` depends on the column's type, `text` is the displayed text. */
export type CellView = {
  value: string | number | boolean | string[] | Contact | Contact[] | null;
  text: string;
  formula?: string;
  /** Where a hyperlink leads; a sheet is a page of the console. */
  href?: string;
  /** The sheet whose cell a linked cell shows. */
  linkedFrom?: string;
};

function toContact({ objectType: _, ...contact }: ContactValue): Contact {
  return contact;
}

function valueView(value: CellValue | null, format: string | undefined): CellView {
  if (value === null) return { value: null, text: '' };
  const text = formatDisplayValue(value, format);
  if (typeof value !== 'object') return { value, text };
  if (value.objectType === 'CONTACT') return { value: toContact(value), text };
  if (value.objectType === 'MULTI_CONTACT') return { value: value.values.map(toContact), text };
  return { value: [...value.values], text };
}

function minute(time: number) {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** Returns the cell of a system column. Its value comes from the row. */
function systemCell(column: Column, row: Row, accounts: State['accounts']): CellView | null {
  const person = (id: number) => {
    const account = accounts.get(id);
    if (!account) return null;
    const contact = { name: `${account.firstName} ${account.lastName}`, email: account.email };
    return { value: contact, text: contact.name };
  };
  switch (column.systemColumnType) {
    case 'CREATED_DATE':
      return { value: minute(row.createdAt), text: minute(row.createdAt) };
    case 'MODIFIED_DATE':
      return { value: minute(row.modifiedAt), text: minute(row.modifiedAt) };
    case 'CREATED_BY':
      return person(row.createdBy);
    case 'MODIFIED_BY':
      return person(row.modifiedBy);
    default:
      return null;
  }
}

/** Returns a cell for the page, or null for an empty one. */
export function cellView(column: Column, row: Row, accounts: State['accounts']): CellView | null {
  const cell: Cell | undefined = row.cells[String(column.id)];
  if (!cell) return systemCell(column, row, accounts);
  const value = cell.value === null ? null : sortByOptions(cell.value, column);
  return {
    ...valueView(value, cell.format ?? column.format),
    ...definedFields({
      formula: cell.formula,
      href: findAddress(cell),
      linkedFrom: cell.linkInFromCell?.sheetName,
    }),
  };
}

/** Returns where a hyperlink leads. There are no reports here, and only addresses of the web are followed. */
function findAddress({ hyperlink }: Cell): string | undefined {
  if (!hyperlink || 'reportId' in hyperlink) return undefined;
  if ('sheetId' in hyperlink) return `#/sheets/${hyperlink.sheetId}`;
  return /^https?:\/\//.test(hyperlink.url) ? hyperlink.url : undefined;
}
