import type { Movement } from '../contract.ts';

/** Returns an amount of smallest units for people, such as "$6.99". */
export function formatMoney(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Returns what is left of all payments after refunds and reversals, by currency, such as "$10.49 and €3.00". */
export function formatBalance(movements: Movement[]): string {
  const sums = new Map<string, number>();
  for (const { kind, status, amountCents, currency } of movements) {
    if (status !== 'paid') continue;
    sums.set(currency, (sums.get(currency) ?? 0) + (kind === 'payment' ? amountCents : -amountCents));
  }
  const texts = [...sums].map(([currency, cents]) => formatMoney(cents, currency));
  return texts.length === 0 ? 'Nothing' : new Intl.ListFormat('en-US').format(texts);
}
