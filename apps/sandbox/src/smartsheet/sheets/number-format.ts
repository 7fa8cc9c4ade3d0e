/** Places in a format's list of numbers, which Smartsheet writes as `,,,,,,,,,,,14,2,1,2,,`; an empty one is the default. */
const CURRENCY = 11;
const DECIMALS = 12;
const THOUSANDS = 13;
const KIND = 14;

const DEFAULT_DECIMALS = 2;
const USD = 13;

/** Signs by their number in the provider's table; those of rare currencies are not known here. */
const SIGNS: Record<number, string> = { 6: '€', 7: '£', 10: '¥', [USD]: '$', 14: 'R', 15: 'CHF' };

/** Returns a number as Smartsheet shows it in a cell with this format: `R3,303.00`, `12.5%`. */
export function formatNumber(value: number, format: string | undefined): string {
  const places = (format ?? '').split(',');
  const numberAt = (place: number, fallback: number) => Number(places[place] || fallback);
  const kind = (['plain', 'number', 'currency', 'percent'] as const)[numberAt(KIND, 0)] ?? 'plain';
  if (kind === 'plain') return String(value);
  const decimals = numberAt(DECIMALS, kind === 'percent' ? 0 : DEFAULT_DECIMALS);
  const text = Math.abs(kind === 'percent' ? value * 100 : value).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: numberAt(THOUSANDS, 0) === 1,
  });
  const sign = value < 0 ? '-' : '';
  if (kind === 'percent') return `${sign}${text}%`;
  return kind === 'currency' ? `${sign}${SIGNS[numberAt(CURRENCY, USD)] ?? ''}${text}` : `${sign}${text}`;
}
