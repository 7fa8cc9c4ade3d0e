import type { Prisma } from '@picksync/db';

/** Returns a decimal amount, such as 6.99, in whole cents. */
export function centsOf(amount: Prisma.Decimal): number {
  return amount.times(100).toNumber();
}

/** Returns cents as the decimal text of a column. */
export function decimalOf(cents: number): string {
  return (cents / 100).toFixed(2);
}
