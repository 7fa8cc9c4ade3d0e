/** Currencies whose smallest unit is the whole one. All others here have hundredths. */
const wholeCurrencies = new Set(['HUF', 'JPY', 'TWD', 'KRW', 'VND', 'CLP']);

function countDigits(currency: string): number {
  return wholeCurrencies.has(currency) ? 0 : 2;
}

/** Returns an amount of smallest units as the decimal text of PayPal's wire: 699 is "6.99". */
export function toDecimal(amount: number, currency: string): string {
  const digits = countDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** Returns a decimal text in smallest units, or null when it is none or is finer than the currency. */
export function fromDecimal(text: string, currency: string): number | null {
  const match = /^(?<whole>\d{1,9})(?:\.(?<part>\d{1,3}))?$/.exec(text);
  if (!match?.groups) return null;
  const { whole = '', part = '' } = match.groups;
  const digits = countDigits(currency);
  const kept = part.slice(0, digits).padEnd(digits, '0');
  if (/[1-9]/.test(part.slice(digits))) return null;
  return Number(`${whole}${kept}`);
}

/** Returns an amount for people: "$6.99", "CA$6.99". */
export function showAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    Number(toDecimal(amount, currency)),
  );
}
