import { expect, test } from 'vitest';
import { getNextPeriodEnd, isMonthAfter } from './periods.ts';

test.each([
  ['an ordinary month', '2026-04-15T09:30:00.123Z', ['2026-05-15T09:30:00.123Z', '2026-06-15T09:30:00.123Z']],
  [
    'the last of a month',
    '2027-01-31T10:00:00.000Z',
    ['2027-02-28T10:00:00.000Z', '2027-03-31T10:00:00.000Z'],
  ],
  ['a leap year', '2028-01-31T10:00:00.000Z', ['2028-02-29T10:00:00.000Z', '2028-03-31T10:00:00.000Z']],
  ['a leap day', '2028-02-29T00:00:00.000Z', ['2028-03-29T00:00:00.000Z', '2028-04-29T00:00:00.000Z']],
  ['the end of a year', '2026-12-30T23:59:59.999Z', ['2027-01-30T23:59:59.999Z', '2027-02-28T23:59:59.999Z']],
  [
    'a change of clocks',
    '2027-02-28T01:30:00.000Z',
    ['2027-03-28T01:30:00.000Z', '2027-04-28T01:30:00.000Z'],
  ],
])('periods that begin on %s keep their day', (_what, begin, ends) => {
  const anchor = new Date(begin);
  let end = anchor;
  const found = ends.map(() => {
    end = getNextPeriodEnd(end, anchor);
    return end.toISOString();
  });
  expect(found).toEqual(ends);
});

test.each([
  [
    'to a later day of the month',
    '2027-01-20T13:51:00.000Z',
    '2027-01-01T10:00:00Z',
    '2027-02-20T13:51:00.000Z',
  ],
  [
    'to an earlier day of the month',
    '2026-12-10T22:09:00.000Z',
    '2026-11-21T10:00:00Z',
    '2027-01-10T22:09:00.000Z',
  ],
  ['to the 31st', '2027-01-31T08:00:00.000Z', '2027-01-10T10:00:00Z', '2027-02-28T08:00:00.000Z'],
])('a month after an end that was moved %s is a whole one', (_what, end, anchor, next) => {
  expect(getNextPeriodEnd(new Date(end), new Date(anchor)).toISOString()).toBe(next);
});

test.each([
  ['the same day', false, '2026-11-21T15:30:00Z'],
  ['a day', false, '2026-11-22T10:00:00Z'],
  ['24 days', false, '2026-12-15T10:00:00Z'],
  ['25 days', true, '2026-12-16T10:00:00Z'],
  ['a calendar month, at another hour', true, '2026-12-21T00:00:00Z'],
  ['two months', false, '2027-01-21T10:00:00Z'],
])('a next charge after %s can be that of the next month: %s', (_what, isBelieved, next) => {
  expect(isMonthAfter(new Date('2026-11-21T10:00:00Z'), new Date(next))).toBe(isBelieved);
});
