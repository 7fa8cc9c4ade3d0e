import { expect, test } from 'vitest';
import { getCredit } from './unused-credit.ts';

const april = {
  currentPeriodStart: new Date('2026-04-01T00:00:00Z'),
  currentPeriodEnd: new Date('2026-05-01T00:00:00Z'),
  paidAhead: [],
};

test.each([
  ['2026-04-01T00:00:00Z', 699, 699],
  ['2026-04-16T00:00:00Z', 699, 350],
  ['2026-04-30T23:59:59.999Z', 699, 1],
  ['2026-05-01T00:00:00Z', 699, 0],
  ['2026-06-01T00:00:00Z', 699, 0],
  ['2026-03-01T00:00:00Z', 699, 699],
  ['2026-04-16T00:00:00Z', 0, 0],
])('the rest of a month at %s for %i cents is worth %i', (now, periodValueCents, credit) => {
  expect(getCredit({ ...april, periodValueCents }, new Date(now))).toBe(credit);
});

test('a period without bounds is worth nothing', () => {
  const manual = { currentPeriodStart: null, currentPeriodEnd: null, periodValueCents: 699, paidAhead: [] };
  expect(getCredit(manual, new Date())).toBe(0);
});

test.each([
  ['2026-04-16T00:00:00Z', 350 + 1999 + 300],
  ['2026-05-01T00:00:00Z', 1999 + 300],
  ['2026-05-16T12:00:00Z', 1000 + 300],
  ['2026-06-16T00:00:00Z', 150],
  ['2026-07-01T00:00:00Z', 0],
])('months that were paid ahead are worth their own prices at %s: %i cents', (now, credit) => {
  const quarter = {
    ...april,
    currentPeriodEnd: new Date('2026-07-01T00:00:00Z'),
    periodValueCents: 699 + 1999 + 300,
    paidAhead: [
      { from: new Date('2026-05-01T00:00:00Z'), cents: 1999 },
      { from: new Date('2026-06-01T00:00:00Z'), cents: 300 },
    ],
  };
  expect(getCredit(quarter, new Date(now))).toBe(credit);
});
