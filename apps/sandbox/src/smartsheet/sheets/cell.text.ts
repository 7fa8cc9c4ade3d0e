import type { CellValue } from '../model.ts';

/** A value as Smartsheet shows it in one line. Several values are joined, so one with a comma in it is ambiguous. */
export function cellText(value: CellValue): string {
  if (typeof value !== 'object') return String(value);
  if (value.objectType === 'CONTACT') return value.name ?? value.email ?? '';
  if (value.objectType === 'MULTI_PICKLIST') return value.values.join(', ');
  return value.values.map(({ name, email }) => name ?? email ?? '').join(', ');
}
