import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasCents, parseCents, toDecimal } from './amounts.ts';

test('every amount survives the way to a decimal text and back, to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      const decimal = toDecimal(cents);
      expect(decimal).toMatch(/^\d+\.\d\d$/);
      expect(parseCents(decimal)).toBe(cents);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['6.99', 699],
  ['6.9', 690],
  ['6', 600],
  ['0.01', 1],
  ['-6.99', -699],
  ['19.99', 1999],
])('%s is %i cents', (decimal, cents) => expect(parseCents(decimal)).toBe(cents));

test.each([
  6.99,
  699,
  '6.999',
  '6,99',
  '1e3',
  ' 6.99',
  '6.99 ',
  '$6.99',
  '.99',
  '6.',
  '',
  null,
  undefined,
  '1234567890123',
])('%j is no amount', (value) => expect(parseCents(value)).toBeNull());

test.each([6.99, -1, Number.NaN, 2 ** 53])('%d is no number of cents', (cents) =>
  expect(() => toDecimal(cents)).toThrow(RangeError),
);

test('a currency without cents, or with three places, is none that we price in', () => {
  expect(['USD', 'EUR', 'INR'].map(hasCents)).toEqual([true, true, true]);
  expect(['JPY', 'KWD', 'usd', 'DOLLAR'].map(hasCents)).toEqual([false, false, false, false]);
});
