import type { Seller } from '../../seller.settings.ts';
import { amountOf } from '../payments/amounts.ts';

/** Returns the tax that an amount contains, to the cent; null where no rate is set. */
export function taxIn(
  totalCents: number,
  { taxPercent }: Pick<Seller, 'taxPercent'>,
): { percent: number; amount: number } | null {
  if (taxPercent === null) return null;
  const cents = Math.round((totalCents * taxPercent) / (100 + taxPercent));
  return { percent: taxPercent, amount: amountOf(cents) };
}
