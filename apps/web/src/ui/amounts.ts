/** An amount as in `$5.59`; what is taken off with a minus sign, as in `−$1.40`. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount).replace('-', '−');
}
