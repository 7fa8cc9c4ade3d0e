import { counted } from '../format.js';

/** @import { Column } from '../contract.d.ts' */

/** The values of symbol columns, as cells hold them. */
export const valuesBySymbol = {
  RYG: ['Red', 'Yellow', 'Green'],
  HARVEY_BALLS: ['Empty', 'Quarter', 'Half', 'Three Quarter', 'Full'],
  PRIORITY: ['High', 'Low'],
};

/** What a column can be made into from here; the other types belong to the provider. */
export const choosableTypes = [
  { value: 'TEXT_NUMBER', label: 'Text or number' },
  { value: 'PICKLIST', label: 'Dropdown' },
  { value: 'MULTI_PICKLIST', label: 'Dropdown, several values' },
  { value: 'CONTACT_LIST', label: 'Contact' },
  { value: 'MULTI_CONTACT_LIST', label: 'Contacts, several' },
  { value: 'DATE', label: 'Date' },
  { value: 'CHECKBOX', label: 'Checkbox' },
];

const systemLabels = {
  AUTO_NUMBER: 'Auto number',
  CREATED_BY: 'Created by',
  CREATED_DATE: 'Created',
  MODIFIED_BY: 'Modified by',
  MODIFIED_DATE: 'Modified',
};

/** @param {Column} column */
export function symbolValues(column) {
  return column.type === 'PICKLIST' && column.symbol
    ? (valuesBySymbol[/** @type {keyof typeof valuesBySymbol} */ (column.symbol)] ?? [])
    : null;
}

/** @param {Column} column */
export function isDropdown(column) {
  return (column.type === 'PICKLIST' || column.type === 'MULTI_PICKLIST') && !column.symbol;
}

/** @param {Column} column */
export function isCalculated(column) {
  return Boolean(column.formula || column.systemColumnType);
}

/**
 * The small line under a column's title: what it is and, for dropdowns, how many options it has.
 * @param {Column} column
 */
export function describeColumn(column) {
  if (column.systemColumnType) {
    return systemLabels[/** @type {keyof typeof systemLabels} */ (column.systemColumnType)] ?? 'System';
  }
  if (column.formula) return 'Formula';
  if (column.symbol) return 'Symbols';
  if (column.type === 'PICKLIST') return counted(column.options?.length ?? 0, 'option');
  if (column.type === 'MULTI_PICKLIST') return `${counted(column.options?.length ?? 0, 'option')}, multi`;
  return choosableTypes.find((type) => type.value === column.type)?.label ?? column.type;
}
