import type { State } from '../../state/state.ts';
import type { Account, Cell, CellValue, Column, ContactValue, Row } from '../model.ts';
import { formatDisplayValue, sortByOptions } from './display-value.ts';
import { type Level, requiredLevel } from './level.ts';
import type { TimeFormat } from './time-format.ts';

export type CellViewOptions = {
  level: Level;
  formatTime: TimeFormat;
  accounts: State['accounts'];
  withObjectValue: boolean;
  withColumnType: boolean;
  withFormat: boolean;
  withEmpty: boolean;
};

type ValueFields = { value?: string | number | boolean; displayValue?: string; objectValue?: unknown };

/** Returns the cells of a row in these columns. */
export function cellViews(row: Row, columns: readonly Column[], viewOptions: CellViewOptions): object[] {
  const views: object[] = [];
  for (const column of columns) {
    const cell = row.cells[column.id] ?? systemCell(row, column, viewOptions);
    if (cell || viewOptions.withEmpty) views.push(cellView(cell, column, viewOptions));
  }
  return views;
}

function cellView(cell: Cell | undefined, column: Column, viewOptions: CellViewOptions): object {
  const formula = cell?.formula ?? column.formula;
  const format = cell?.format ?? column.format;
  return {
    columnId: column.id,
    ...(viewOptions.withColumnType ? { columnType: column.type } : {}),
    ...(cell && cell.value !== null ? valueFields(cell, column, viewOptions) : {}),
    ...(formula !== undefined && cell ? { formula } : {}),
    ...(viewOptions.withFormat && format !== undefined ? { format } : {}),
    ...(cell?.hyperlink ? { hyperlink: cell.hyperlink } : {}),
    ...(cell?.linkInFromCell ? { linkInFromCell: cell.linkInFromCell } : {}),
  };
}

function valueFields(cell: Cell, column: Column, { level, withObjectValue }: CellViewOptions): ValueFields {
  if (cell.value === null) return {};
  const value = sortByOptions(cell.value, column);
  if (typeof value === 'object' && value.objectType !== 'CONTACT') {
    const text = formatDisplayValue(value);
    if (level >= requiredLevel(column.type)) {
      return { displayValue: text, ...(withObjectValue ? { objectValue: value } : {}) };
    }
    return { value: text, displayValue: text, ...(withObjectValue ? { objectValue: text } : {}) };
  }
  const plainValue = typeof value === 'object' ? (value.email ?? value.name ?? '') : value;
  return {
    value: plainValue,
    ...(hasDisplayValue(value, column)
      ? { displayValue: formatDisplayValue(value, cell.format ?? column.format) }
      : {}),
    ...(withObjectValue ? { objectValue: objectValue(value, column) } : {}),
  };
}

/** Checkboxes and dates have no display value. */
function hasDisplayValue(value: CellValue, { type }: Column) {
  return typeof value !== 'boolean' && type !== 'DATE' && type !== 'DATETIME' && type !== 'ABSTRACT_DATETIME';
}

function objectValue(value: string | number | boolean | ContactValue, { type }: Column) {
  const isDate = type === 'DATE' || type === 'DATETIME' || type === 'ABSTRACT_DATETIME';
  return isDate && typeof value === 'string' ? { objectType: type, value } : value;
}

/** Returns the cell of a system column from the row. */
function systemCell(row: Row, column: Column, { accounts, formatTime }: CellViewOptions): Cell | undefined {
  switch (column.systemColumnType) {
    case 'CREATED_DATE':
      return { value: formatTime(row.createdAt) };
    case 'MODIFIED_DATE':
      return { value: formatTime(row.modifiedAt) };
    case 'CREATED_BY':
      return contactCell(accounts.get(row.createdBy));
    case 'MODIFIED_BY':
      return contactCell(accounts.get(row.modifiedBy));
    default:
      return undefined;
  }
}

function contactCell(account: Account | undefined): Cell | undefined {
  return account && { value: { objectType: 'CONTACT', email: account.email, name: account.email } };
}
