/** Returns a price as the start page shows it: `$6.99`, and `$0`. */
export function dollars(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
}
