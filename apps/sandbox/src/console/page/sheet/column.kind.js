import { pluralize } from '../format.js';

/** @import { Column } from '../contract.d.ts' */

/** The values of symbol columns. */
export const valuesBySymbol = {
  RYG: ['Red', 'Yellow', 'Green'],
  HARVEY_BALLS: ['Empty', 'Quarter', 'Half', 'Three Quarter', 'Full'],
  PRIORITY: ['High', 'Low'],
};

/** The types a column can get in the console. */
export const choosableTypes = [
  { value: 'TEXT_NUMBER', label: 'Text or number' },
  { value: 'PICKLIST', label: 'Dropdown' },
  { value: 'MULTI_PICKLIST', label: 'Dropdown, several values' },
  { value: 'CONTACT_LIST', label: 'Contact' },
  { value: 'MULTI_CONTACT_LIST', label: 'Contacts, several' },
  { value: 'DATE', label: 'Date' },
  { value: 'CHECKBOX', label: 'Checkbox' },
];

const projectLabels = {
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
 * Returns the line under a column's title: its type and, for dropdowns, the number of options.
 * @param {Column} column
 */
export function describeColumn(column) {
  if (column.systemColumnType) {
    return systemLabels[/** @type {keyof typeof systemLabels} */ (column.systemColumnType)] ?? 'System';
  }
  if (column.formula) return 'Formula';
  if (column.symbol) return 'Symbols';
  if (column.type === 'PICKLIST') return pluralize(column.options?.length ?? 0, 'option');
  if (column.type === 'MULTI_PICKLIST') return `${pluralize(column.options?.length ?? 0, 'option')}, multi`;
  const project = projectLabels[/** @type {keyof typeof projectLabels} */ (column.type)];
  return project ?? choosableTypes.find((type) => type.value === column.type)?.label ?? column.type;
}
