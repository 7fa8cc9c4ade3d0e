/** Places in a format's list of numbers, which Smartsheet writes as `,,,,,,,,,,,14,2,1,2,,`; an empty one is the default. */
const currencyIndex = 11;
const decimalsIndex = 12;
const thousandsIndex = 13;
const kindIndex = 14;

const defaultDecimals = 2;
const usd = 13;

/** Signs by their number in the provider's table; those of rare currencies are not known here. */
const currencySymbols: Record<number, string> = { 6: '€', 7: '£', 10: '¥', [usd]: '$', 14: 'R', 15: 'CHF' };

/** Returns a number as Smartsheet shows it in a cell with this format: `R3,303.00`, `12.5%`. */
export function formatNumber(value: number, format: string | undefined): string {
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
