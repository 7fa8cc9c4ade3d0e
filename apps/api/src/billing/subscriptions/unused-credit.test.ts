import { expect, test } from 'vitest';
import { getCredit } from './unused-credit.ts';

const april = {
  currentPeriodStart: new Date('2026-04-01T00:00:00Z'),
  currentPeriodEnd: new Date('2026-05-01T00:00:00Z'),
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
  const manual = { currentPeriodStart: null, currentPeriodEnd: null, periodValueCents: 699 };
  expect(getCredit(manual, new Date())).toBe(0);
});
