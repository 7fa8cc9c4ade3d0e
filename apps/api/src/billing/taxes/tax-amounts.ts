import type { TaxOnTotal } from '@picksync/contracts';
import * as z from 'zod';
import { toAmount } from '../../base/amounts.ts';

const part = z.object({ name: z.string(), percent: z.number() });

/** How a price is taxed. A checkout keeps it, so that its receipt agrees with what was charged. */
export const taxTerms = z.object({
  /** Whether prices contain the tax; else it is added to them. */
  isIncluded: z.boolean(),
  /** At least one: `VAT` alone, or `CGST` and `SGST`. */
  parts: z.array(part).min(1),
  /** What receipts say about it. */
  note: z.string().nullable(),
});

export type TaxTerms = z.output<typeof taxTerms>;

/** Percentages have three decimals, so that they are whole thousandths. */
const wholeThousandths = 100_000;

function toThousandths({ percent }: { percent: number }): number {
  return Math.round(percent * 1000);
}

function addUp(cents: readonly number[]): number {
  return cents.reduce((sum, one) => sum + one, 0);
}

/** Returns a price with its tax. Each part is rounded by itself: half the rate is half the tax. */
export function withTax(priceCents: number, terms: TaxTerms | null): number {
  if (!terms || terms.isIncluded) return priceCents;
  const added = terms.parts.map((one) => Math.round((priceCents * toThousandths(one)) / wholeThousandths));
  return priceCents + addUp(added);
}

/** Returns what each part comes to in a total that contains the tax. It undoes `withTax` to the cent. */
function splitTax(totalCents: number, { parts }: TaxTerms): number[] {
  const divisor = wholeThousandths + addUp(parts.map(toThousandths));
  return parts.map((one) => Math.round((totalCents * toThousandths(one)) / divisor));
}

/** Returns the tax in a total, as receipts and checkouts show it; null without terms. */
export function getTax(totalCents: number, terms: TaxTerms | null): TaxOnTotal | null {
  if (!terms) return null;
  const cents = splitTax(totalCents, terms);
  const parts = terms.parts.map((one, place) => ({ ...one, amount: toAmount(cents[place] ?? 0) }));
  return {
    name: parts.map(({ name }) => name).join(' + '),
    percent: addUp(terms.parts.map(toThousandths)) / 1000,
    amount: toAmount(addUp(cents)),
    isAdded: !terms.isIncluded,
    parts: parts.length > 1 ? parts : [],
  };
}

/**
 * Returns lines that add up to a total with tax as they are shown: without the tax where it is added to them. The first is the price,
 * and the others take something off.
 */
export function toLinesBeforeTax<T extends { cents: number }>(
  lines: readonly T[],
  terms: TaxTerms | null,
): T[] {
  if (!terms || terms.isIncluded) return [...lines];
  let [total, shown] = [0, 0];
  return lines.map((line) => {
    total += line.cents;
    const cents = total - addUp(splitTax(total, terms)) - shown;
    shown += cents;
    return { ...line, cents };
  });
}

/** Returns the same lines as the wire and receipts write them. */
export function toShownLines<T extends { cents: number }>(lines: readonly T[], terms: TaxTerms | null) {
  return toLinesBeforeTax(lines, terms).map(({ cents, ...line }) => ({ ...line, amount: toAmount(cents) }));
}

/**
 * Returns the tax in a refund: the same share of each part of the tax of its payment. `beforeCents` was refunded before, so that all
 * refunds of a payment come to its tax exactly. Amounts are negative.
 */
export function getTaxInRefund(
  tax: TaxOnTotal | null,
  { totalCents, beforeCents, cents }: { totalCents: number; beforeCents: number; cents: number },
): TaxOnTotal | null {
  if (!tax || totalCents <= 0) return null;
  const getShare = ({ amount }: { amount: number }) => {
    const taxCents = Math.round(amount * 100);
    const upTo = (refunded: number) => Math.round((taxCents * Math.min(refunded, totalCents)) / totalCents);
    // Not minus zero.
    return upTo(beforeCents) - upTo(beforeCents + cents) || 0;
  };
  const parts = tax.parts.map((one) => ({ ...one, amount: toAmount(getShare(one)) }));
  const whole = tax.parts.length > 0 ? addUp(tax.parts.map(getShare)) : getShare(tax);
  return { ...tax, amount: toAmount(whole), parts };
}
