import { dropdownSymbols } from '../../../smartsheet/columns/symbols.ts';
import type { Cell, Column, Row } from '../contract.ts';
import { pluralize } from '../format.ts';

/** The types a column can get in the console. */
export const choosableTypes = {
  TEXT_NUMBER: 'Text or number',
  PICKLIST: 'Dropdown',
  MULTI_PICKLIST: 'Dropdown, several values',
  CONTACT_LIST: 'Contact',
  MULTI_CONTACT_LIST: 'Contacts, several',
  DATE: 'Date',
  CHECKBOX: 'Checkbox',
};

const typeLabels: Partial<Record<Column['type'], string>> = {
  ...choosableTypes,
  DURATION: 'Duration',
  PREDECESSOR: 'Predecessors',
  ABSTRACT_DATETIME: 'Project date',
};

const systemLabels = {
  AUTO_NUMBER: 'Auto number',
  CREATED_BY: 'Created by',
  CREATED_DATE: 'Created',
  MODIFIED_BY: 'Modified by',
  MODIFIED_DATE: 'Modified',
};

/** Returns what can be chosen in a column of symbols; null for other columns. */
export function symbolValues(column: Column): readonly string[] | null {
  if (column.type !== 'PICKLIST' || !column.symbol) return null;
  return dropdownSymbols[column.symbol] ?? [];
}

export function isDropdown({ type, symbol }: Column): boolean {
  return (type === 'PICKLIST' || type === 'MULTI_PICKLIST') && !symbol;
}

export function isContact({ type, systemColumnType }: Column): boolean {
  return (type === 'CONTACT_LIST' || type === 'MULTI_CONTACT_LIST') && !systemColumnType;
}

export function isCalculated({ formula, systemColumnType }: Column): boolean {
  return Boolean(formula || systemColumnType);
}

/** Returns why a cell cannot be edited; null where it can. */
export function readOnlyReason(column: Column, row: Row): string | null {
  if (isCalculated(column)) return `${column.title} is calculated, so its cells cannot be edited.`;
  if (row.cells[column.id]?.formula) return 'This cell holds a formula. Delete it first to type a value.';
  return null;
}

/** Returns what a cell shows, in words. */
export function describeCell(column: Column, cell: Cell | undefined): string {
  if (column.type === 'CHECKBOX') return cell?.value === true ? 'Ticked' : 'Not ticked';
  return cell?.text ?? '';
}

/** Returns the line under a column's title: its type and, for dropdowns, the number of options. */
export function describeColumn(column: Column): string {
  if (column.systemColumnType) return systemLabels[column.systemColumnType];
  if (column.formula) return 'Formula';
  if (column.symbol) return 'Symbols';
  const options = pluralize(column.options?.length ?? 0, 'option');
  if (column.type === 'PICKLIST') return options;
  if (column.type === 'MULTI_PICKLIST') return `${options}, multi`;
  return typeLabels[column.type] ?? column.type;
}
