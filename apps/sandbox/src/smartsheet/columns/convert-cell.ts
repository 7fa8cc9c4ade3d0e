import type { Cell, CellValue, ColumnType, ContactValue } from '../model.ts';
import { formatDisplayValue } from '../sheets/display-value.ts';

const valueSeparator = ', ';

/** Returns a cell after its column's type changed, or null when it becomes empty. A formula becomes its value. */
export function convertCell(cell: Cell, to: ColumnType): Cell | null {
  if (cell.value === null) return null;
  const value = convertValue(cell.value, to);
  return value === null ? null : { value };
}

function convertValue(value: CellValue, to: ColumnType): CellValue | null {
  const text = formatDisplayValue(value);
  switch (to) {
    case 'MULTI_PICKLIST':
      return { objectType: 'MULTI_PICKLIST', values: [text] };
    case 'CONTACT_LIST':
      return toContacts(value)?.[0] ?? text;
    case 'MULTI_CONTACT_LIST':
      return { objectType: 'MULTI_CONTACT', values: toContacts(value) ?? splitNames(text) };
    case 'CHECKBOX':
      return typeof value === 'boolean' ? value : text === 'true' ? true : text;
    default:
      return typeof value === 'number' ? value : text;
  }
}

function toContacts(value: CellValue): ContactValue[] | null {
  if (typeof value !== 'object') return null;
  if (value.objectType === 'CONTACT') return [value];
  return value.objectType === 'MULTI_CONTACT' ? value.values : null;
}

function splitNames(text: string): ContactValue[] {
  return text.split(valueSeparator).map((name) => ({ objectType: 'CONTACT', name }));
}
