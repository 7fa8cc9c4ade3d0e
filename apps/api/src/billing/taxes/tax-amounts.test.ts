import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getTax, getTaxInRefund, type TaxTerms, toLinesBeforeTax, withTax } from './tax-amounts.ts';

const terms = (percents: number[], isIncluded: boolean): TaxTerms => ({
  isIncluded,
  parts: percents.map((percent, place) => ({ name: `T${place}`, percent })),
  note: null,
});
const added = (...percents: number[]) => terms(percents, false);
const included = (...percents: number[]) => terms(percents, true);

/** A price in cents, and a rate of three decimals. */
const price = fc.integer({ min: 0, max: 10_000_000 });
const rate = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000);

const toCents = (amount: number) => Math.round(amount * 100);

describe('a price', () => {
  test('stays where it contains the tax, and where there is none', () => {
    expect([withTax(699, null), withTax(699, included(19))]).toEqual([699, 699]);
  });

  test('grows by the tax that is added, half cents upwards', () => {
    expect([withTax(699, added(19)), withTax(1999, added(7.7)), withTax(50, added(1))]).toEqual([
      832, 2153, 51,
    ]);
    expect(withTax(699, added(0))).toBe(699);
  });

  test('grows by halves that are equal, as CGST and SGST are', () => {
    expect(withTax(559, added(9, 9))).toBe(659);
    expect(getTax(659, added(9, 9))).toEqual({
      name: 'T0 + T1',
      percent: 18,
      amount: 1,
      isAdded: true,
      parts: [
        { name: 'T0', percent: 9, amount: 0.5 },
        { name: 'T1', percent: 9, amount: 0.5 },
      ],
    });
  });

  test('is found again to the cent in its total with tax', () => {
    fc.assert(
      fc.property(price, rate, fc.boolean(), (cents, percent, isHalved) => {
        const halves = Math.round(percent * 500) / 1000;
        const tax = isHalved ? added(halves, halves) : added(percent);
        const total = withTax(cents, tax);
        expect(total - toCents(getTax(total, tax)?.amount ?? 0)).toBe(cents);
      }),
    );
  });
});

describe('a total', () => {
  test('contains the tax of its rate', () => {
    expect(getTax(629, included(19))).toEqual({
      name: 'T0',
      percent: 19,
      amount: 1,
      isAdded: false,
      parts: [],
    });
    expect(getTax(629, null)).toBeNull();
    expect(getTax(699, added(0))).toMatchObject({ percent: 0, amount: 0 });
  });

  test('is the sum of its lines without the tax, and of the tax', () => {
    fc.assert(
      fc.property(price, rate, fc.nat(100), fc.nat(100), (list, percent, offPercent, creditPercent) => {
        const tax = added(percent);
        const discounted = withTax(list - Math.floor((list * offPercent) / 100), tax);
        const total = discounted - Math.floor((discounted * creditPercent) / 100);
        const lines = [withTax(list, tax), discounted - withTax(list, tax), total - discounted];
        const shown = toLinesBeforeTax(
          lines.map((cents) => ({ cents })),
          tax,
        );
        expect(shown[0]?.cents).toBe(list);
        const sum = shown.reduce((cents, line) => cents + line.cents, 0);
        expect(sum + toCents(getTax(total, tax)?.amount ?? 0)).toBe(total);
      }),
    );
  });

  test('has the lines that it was made of where the tax is in them', () => {
    const lines = [{ cents: 699 }, { cents: -70 }];
    expect(toLinesBeforeTax(lines, included(19))).toEqual(lines);
    expect(toLinesBeforeTax(lines, null)).toEqual(lines);
  });
});

test('the refunds of a payment come to its tax exactly, in whatever parts they are made', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      rate,
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 }),
      (totalCents, percent, shares) => {
        const halves = Math.round(percent * 500) / 1000;
        const tax = getTax(totalCents, added(halves, halves));
        const weight = shares.reduce((sum, share) => sum + share, 0);
        let [beforeCents, refundedTax, refundedPart] = [0, 0, 0];
        shares.forEach((share, place) => {
          const isLast = place === shares.length - 1;
          const cents = isLast ? totalCents - beforeCents : Math.floor((totalCents * share) / weight);
          const refunded = getTaxInRefund(tax, { totalCents, beforeCents, cents });
          beforeCents += cents;
          refundedTax += toCents(refunded?.amount ?? 0);
          refundedPart += toCents(refunded?.parts[0]?.amount ?? 0);
        });
        expect(refundedTax).toBe(-toCents(tax?.amount ?? 0) || 0);
        expect(refundedPart).toBe(-toCents(tax?.parts[0]?.amount ?? 0) || 0);
      },
    ),
  );
});
