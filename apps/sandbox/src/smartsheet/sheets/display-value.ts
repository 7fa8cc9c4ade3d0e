import type { CellValue, Column, MultiPicklistValue } from '../model.ts';
import { formatNumber } from './number-format.ts';

/** A value as Smartsheet shows it in one line. Several values are joined, so one with a comma in it is ambiguous. */
export function formatDisplayValue(value: CellValue, format?: string): string {
  if (typeof value === 'number') return formatNumber(value, format);
  if (typeof value !== 'object') return String(value);
  if (value.objectType === 'CONTACT') return value.name ?? value.email ?? '';
  if (value.objectType === 'MULTI_PICKLIST') return value.values.join(', ');
  return value.values.map(({ name, email }) => name ?? email ?? '').join(', ');
}

/** Returns a value as it is read: chosen options come in the order of the column's list, whatever order they were sent in. */
export function sortByOptions<Value extends CellValue>(value: Value, { options = [] }: Column): Value {
  if (typeof value !== 'object' || value.objectType !== 'MULTI_PICKLIST') return value;
  const chosen: MultiPicklistValue = value;
  const listed = options.filter((option) => chosen.values.includes(option));
  return { ...value, values: [...listed, ...chosen.values.filter((one) => !options.includes(one))] };
}
