import { usualDateLook } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { formatDaysLeft, formatLongDayFor } from './plan.content.ts';

const now = new Date('2026-12-20T18:00:00Z');
const end = new Date('2026-12-21T19:00:00Z');

test.each([
  ['America/Los_Angeles', 'tomorrow', 'December 21, 2026'],
  ['Asia/Kolkata', 'in 2 days', 'December 22, 2026'],
  [null, 'tomorrow', 'December 21, 2026'],
])('a mail to a reader in the time zone %s counts to the day that it names', (timeZone, left, day) => {
  const reader = { ...usualDateLook, timeZone };
  expect([formatDaysLeft(reader, end, now), formatLongDayFor(reader, end)]).toEqual([left, day]);
});

test('a mail on the last day says today', () => {
  const reader = { ...usualDateLook, timeZone: 'Asia/Kolkata' };
  expect(formatDaysLeft(reader, end, new Date('2026-12-21T18:31:00Z'))).toBe('today');
});
