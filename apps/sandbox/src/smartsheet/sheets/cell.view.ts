import type { Account, Cell, CellValue, Column, ContactValue, Row } from '../model.ts';
import type { State } from '../state.ts';
import { cellText, inOptionOrder } from './cell.text.ts';
import { type Level, neededLevel } from './level.ts';
import type { Stamp } from './stamp.ts';

export type CellViewing = {
  level: Level;
  stamp: Stamp;
  accounts: State['accounts'];
  withObjectValue: boolean;
  withColumnType: boolean;
  withFormat: boolean;
  withEmpty: boolean;
};

type Shown = { value?: string | number | boolean; displayValue?: string; objectValue?: unknown };

/** The cells of a row in these columns. */
export function cellViews(row: Row, columns: readonly Column[], viewing: CellViewing): object[] {
  const views: object[] = [];
  for (const column of columns) {
    const cell = row.cells[column.id] ?? systemCell(row, column, viewing);
    if (cell || viewing.withEmpty) views.push(cellView(cell, column, viewing));
  }
  return views;
}

function cellView(cell: Cell | undefined, column: Column, viewing: CellViewing): object {
  const formula = cell?.formula ?? column.formula;
  const format = cell?.format ?? column.format;
  return {
    columnId: column.id,
    ...(viewing.withColumnType ? { columnType: column.type } : {}),
    ...(cell && cell.value !== null ? shown(cell, column, viewing) : {}),
    ...(formula !== undefined && cell ? { formula } : {}),
    ...(viewing.withFormat && format !== undefined ? { format } : {}),
    ...(cell?.hyperlink ? { hyperlink: cell.hyperlink } : {}),
    ...(cell?.linkInFromCell ? { linkInFromCell: cell.linkInFromCell } : {}),
  };
}

function shown(cell: Cell, column: Column, { level, withObjectValue }: CellViewing): Shown {
  if (cell.value === null) return {};
  const value = inOptionOrder(cell.value, column);
  if (typeof value === 'object' && value.objectType !== 'CONTACT') {
    const text = cellText(value);
    if (level >= neededLevel(column.type)) {
      return { displayValue: text, ...(withObjectValue ? { objectValue: value } : {}) };
    }
    return { value: text, displayValue: text, ...(withObjectValue ? { objectValue: text } : {}) };
  }
  const plain = typeof value === 'object' ? (value.email ?? value.name ?? '') : value;
  return {
    value: plain,
    ...(hasDisplayValue(value, column)
      ? { displayValue: cellText(value, cell.format ?? column.format) }
      : {}),
    ...(withObjectValue ? { objectValue: objectValue(value, column) } : {}),
  };
}

/** Checkboxes and dates have none. */
const hasDisplayValue = (value: CellValue, { type }: Column) =>
  typeof value !== 'boolean' && type !== 'DATE' && type !== 'DATETIME' && type !== 'ABSTRACT_DATETIME';

function objectValue(value: string | number | boolean | ContactValue, { type }: Column) {
  if (typeof value === 'boolean') return { objectType: 'CHECKBOX', value };
  const isDate = type === 'DATE' || type === 'DATETIME' || type === 'ABSTRACT_DATETIME';
  return isDate && typeof value === 'string' ? { objectType: type, value } : value;
}

/** What a system column shows comes from the row itself. */
function systemCell(row: Row, column: Column, { accounts, stamp }: CellViewing): Cell | undefined {
  switch (column.systemColumnType) {
    case 'CREATED_DATE':
      return { value: stamp(row.createdAt) };
    case 'MODIFIED_DATE':
      return { value: stamp(row.modifiedAt) };
    case 'CREATED_BY':
      return contactCell(accounts.get(row.createdBy));
    case 'MODIFIED_BY':
      return contactCell(accounts.get(row.modifiedBy));
    default:
      return undefined;
  }
}

const contactCell = (account: Account | undefined): Cell | undefined =>
  account && { value: { objectType: 'CONTACT', email: account.email, name: account.email } };
