import { counted } from '../format.js';

/** @import { Column } from '../contract.d.ts' */

/** The values of symbol columns, as cells hold them. */
export const SYMBOL_VALUES = {
  RYG: ['Red', 'Yellow', 'Green'],
  HARVEY_BALLS: ['Empty', 'Quarter', 'Half', 'Three Quarter', 'Full'],
  PRIORITY: ['High', 'Low'],
};

/** What a column can be made into from here; the other types belong to the provider. */
export const CHOOSABLE_TYPES = [
  { value: 'TEXT_NUMBER', label: 'Text or number' },
  { value: 'PICKLIST', label: 'Dropdown' },
  { value: 'MULTI_PICKLIST', label: 'Dropdown, several values' },
  { value: 'CONTACT_LIST', label: 'Contact' },
  { value: 'MULTI_CONTACT_LIST', label: 'Contacts, several' },
  { value: 'DATE', label: 'Date' },
  { value: 'CHECKBOX', label: 'Checkbox' },
];

const SYSTEM_LABELS = {
  AUTO_NUMBER: 'Auto number',
  CREATED_BY: 'Created by',
  CREATED_DATE: 'Created',
  MODIFIED_BY: 'Modified by',
  MODIFIED_DATE: 'Modified',
};

/** @param {Column} column */
export const symbolValues = (column) =>
  column.type === 'PICKLIST' && column.symbol
    ? (SYMBOL_VALUES[/** @type {keyof typeof SYMBOL_VALUES} */ (column.symbol)] ?? [])
    : null;

/** @param {Column} column */
export const isDropdown = (column) =>
  (column.type === 'PICKLIST' || column.type === 'MULTI_PICKLIST') && !column.symbol;

/** @param {Column} column */
export const isCalculated = (column) => Boolean(column.formula || column.systemColumnType);

/**
 * The small line under a column's title: what it is and, for dropdowns, how many options it has.
 * @param {Column} column
 */
export function describeColumn(column) {
  if (column.systemColumnType) {
    return SYSTEM_LABELS[/** @type {keyof typeof SYSTEM_LABELS} */ (column.systemColumnType)] ?? 'System';
  }
  if (column.formula) return 'Formula';
  if (column.symbol) return 'Symbols';
  if (column.type === 'PICKLIST') return counted(column.options?.length ?? 0, 'option');
  if (column.type === 'MULTI_PICKLIST') return `${counted(column.options?.length ?? 0, 'option')}, multi`;
  return CHOOSABLE_TYPES.find((type) => type.value === column.type)?.label ?? column.type;
}
