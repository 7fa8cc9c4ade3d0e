import type { CellValue, Column, MultiPicklistValue } from '../model.ts';
import { formatNumber } from './number-format.ts';

/** Returns the display value of a cell. Several values are joined by commas, so a value with a comma is ambiguous. */
export function formatDisplayValue(value: CellValue, format?: string): string {
  if (typeof value === 'number') return formatNumber(value, format);
  if (typeof value !== 'object') return String(value);
  if (value.objectType === 'CONTACT') return value.name ?? value.email ?? '';
  if (value.objectType === 'MULTI_PICKLIST') return value.values.join(', ');
  return value.values.map(({ name, email }) => name ?? email ?? '').join(', ');
}

/** Returns a value with the chosen options in the order of the column's options. */
export function sortByOptions<Value extends CellValue>(value: Value, { options = [] }: Column): Value {
  if (typeof value !== 'object' || value.objectType !== 'MULTI_PICKLIST') return value;
  const chosen: MultiPicklistValue = value;
  const inOrder = options.filter((option) => chosen.values.includes(option));
  return { ...value, values: [...inOrder, ...chosen.values.filter((one) => !options.includes(one))] };
}
