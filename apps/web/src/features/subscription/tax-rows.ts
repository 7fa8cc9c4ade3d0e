import type { TaxOnTotal } from '@picksync/contracts';

type TaxRow = { label: string; amount: number };

/** Returns the rows of a tax: one, or one for each of its parts. */
export function taxRows(tax: TaxOnTotal): TaxRow[] {
  const parts = tax.parts.length > 0 ? tax.parts : [tax];
  return parts.map(({ name, percent, amount }) => ({
    label: isContained(tax) ? `Includes ${percent}% ${name}` : `${name} ${percent}%`,
    amount,
  }));
}

/** Returns whether the total contains the tax without a row above it that adds it. */
export function isContained({ isAdded, percent }: TaxOnTotal): boolean {
  return !isAdded && percent > 0;
}
