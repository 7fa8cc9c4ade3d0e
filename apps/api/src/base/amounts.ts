import type { Prisma } from '@picksync/db';

/**
 * Currencies whose smallest unit is not a hundredth. Prices are in whole cents, so that nothing can be priced in them: a wrong
 * power of ten is a wrong price.
 */
const withoutCents = new Set(
  'BIF CLP DJF GNF HUF ISK JPY KMF KRW PYG RWF TWD UGX VND VUV XAF XOF XPF BHD IQD JOD KWD LYD OMR TND'.split(
    ' ',
  ),
);

/** Returns whether prices in a currency can be written in whole cents. */
export function hasCents(currency: string): boolean {
  return /^[A-Z]{3}$/.test(currency) && !withoutCents.has(currency);
}

/** Returns whole cents as the decimal text of a column or a provider, with two places: 699 becomes `6.99`. */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError('cents are a whole number from 0');
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns whole cents as the number of our JSON: 699 becomes 6.99. */
export function toAmount(cents: number): number {
  return cents / 100;
}

/** Returns whole cents as an amount of money: `$6.99`. */
export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(toAmount(cents));
}

/** Returns a decimal column in whole cents. */
export function toCents(amount: Prisma.Decimal): number {
  return amount.times(100).toNumber();
}

/** Returns the whole cents of a decimal text, without floating point; null for any other text. */
export function parseCents(decimal: unknown): number | null {
  if (typeof decimal !== 'string') return null;
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal);
  if (!match) return null;
  const [, sign, whole, fraction = ''] = match;
  const cents = Number(`${whole}${fraction.padEnd(2, '0')}`);
  return sign ? -cents : cents;
}
