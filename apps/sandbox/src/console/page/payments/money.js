/**
 * Returns an amount of smallest units for people, such as "$6.99".
 * @param {number} cents
 * @param {string} currency
 */
export function formatMoney(cents, currency) {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/**
 * Returns what is left of all payments after refunds and reversals, by currency, such as "$10.49 and €3.00".
 * @param {import('../contract.d.ts').Movement[]} movements
 */
export function formatBalance(movements) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { kind, status, amountCents, currency } of movements) {
    if (status !== 'paid') continue;
    sums.set(currency, (sums.get(currency) ?? 0) + (kind === 'payment' ? amountCents : -amountCents));
  }
  const texts = [...sums].map(([currency, cents]) => formatMoney(cents, currency));
  return texts.length === 0 ? 'Nothing' : new Intl.ListFormat('en-US').format(texts);
}
