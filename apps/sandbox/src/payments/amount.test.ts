import { describe, expect, test } from 'vitest';
import { fromDecimal, showAmount, toDecimal } from './amount.ts';
import { billingDate } from './billing-date.ts';
import { deliveryDelay } from './deliveries.ts';

describe('amounts', () => {
  test.each([
    [699, 'USD', '6.99'],
    [5, 'USD', '0.05'],
    [100_000, 'USD', '1000.00'],
    [700, 'JPY', '700'],
  ])('%i of %s are %s', (amount, currency, text) => {
    expect(toDecimal(amount, currency)).toBe(text);
    expect(fromDecimal(text, currency)).toBe(amount);
  });

  test.each([
    ['6.999', 'USD'],
    ['7.5', 'JPY'],
    ['-1', 'USD'],
    ['1e3', 'USD'],
    ['', 'USD'],
  ])('%s of %s is none', (text, currency) => {
    expect(fromDecimal(text, currency)).toBeNull();
  });

  test('a decimal may have fewer digits than its currency', () => {
    expect([fromDecimal('6.9', 'USD'), fromDecimal('7', 'USD'), showAmount(699, 'USD')]).toEqual([
      690,
      700,
      '$6.99',
    ]);
  });
});

test('billing dates keep the day of the month, or take the last of a shorter one', () => {
  const from = Date.parse('2026-01-31T15:30:00Z');
  const dates = [1, 2, 3, 13].map((months) =>
    new Date(billingDate(from, { interval_unit: 'MONTH', interval_count: 1 }, months)).toISOString(),
  );
  expect(dates).toEqual([
    '2026-02-28T10:00:00.000Z',
    '2026-03-31T10:00:00.000Z',
    '2026-04-30T10:00:00.000Z',
    '2027-02-28T10:00:00.000Z',
  ]);
});

test('a leap day is billed on February 28 in other years, and a week is seven days', () => {
  const leap = Date.parse('2028-02-29T09:00:00Z');
  expect(new Date(billingDate(leap, { interval_unit: 'YEAR', interval_count: 1 }, 1)).toISOString()).toBe(
    '2029-02-28T10:00:00.000Z',
  );
  expect(new Date(billingDate(leap, { interval_unit: 'WEEK', interval_count: 2 }, 1)).toISOString()).toBe(
    '2028-03-14T10:00:00.000Z',
  );
});

test('PayPal gives up after 25 attempts within three days, Razorpay within one', () => {
  const hours = (provider: 'paypal' | 'razorpay', attempts: number) =>
    Array.from({ length: attempts - 1 }, (_, n) => deliveryDelay(provider, n + 1, 1000) ?? Number.NaN).reduce(
      (sum, wait) => sum + wait / 1000,
      0,
    );
  expect([deliveryDelay('paypal', 25, 1000), deliveryDelay('razorpay', 11, 1000)]).toEqual([null, null]);
  expect(hours('paypal', 25)).toBeLessThan(72);
  expect(hours('razorpay', 11)).toBeLessThan(24);
});
