import type { CellValue, Column, MultiPicklistValue } from '../model.ts';

/** Positions in a format descriptor such as `,,,,,,,,,,,14,2,1,2,,`. An empty position means the default. */
const currencyIndex = 11;
const decimalsIndex = 12;
const thousandsIndex = 13;
const kindIndex = 14;

const defaultDecimals = 2;
const usd = 13;

/** Currency symbols by their number in Smartsheet's table. Rare currencies are missing. */
const currencySymbols: Record<number, string> = { 6: '€', 7: '£', 10: '¥', [usd]: '$', 14: 'R', 15: 'CHF' };

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

/** Returns a number as Smartsheet displays it in this format: `R3,303.00`, `12.5%`. */
function formatNumber(value: number, format: string | undefined): string {
  const places = (format ?? '').split(',');
  const numberAt = (place: number, fallback: number) => Number(places[place] || fallback);
  const kind = (['plain', 'number', 'currency', 'percent'] as const)[numberAt(kindIndex, 0)] ?? 'plain';
  if (kind === 'plain') return String(value);
  const decimals = numberAt(decimalsIndex, kind === 'percent' ? 0 : defaultDecimals);
  const text = Math.abs(kind === 'percent' ? value * 100 : value).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: numberAt(thousandsIndex, 0) === 1,
  });
  const sign = value < 0 ? '-' : '';
  if (kind === 'percent') return `${sign}${text}%`;
  return kind === 'currency'
    ? `${sign}${currencySymbols[numberAt(currencyIndex, usd)] ?? ''}${text}`
    : `${sign}${text}`;
}
