import { type Stats, usualDateLook } from '@picksync/contracts';
import { afterEach, expect, test } from 'vitest';
import { setDateReader } from '../../ui/date-reader.ts';
import { attention, dayBars, trialText, weeklyChange } from './overview-texts.ts';

afterEach(() => setDateReader(null));

const now = new Date('2026-11-21T12:00:00Z');

const stats = (given: Partial<Stats>): Stats => ({
  activeAutomations: 4,
  updates: 128,
  errors: 0,
  errorsLast7Days: 0,
  needsReview: 0,
  updatesThisWeek: 0,
  updatesLastWeek: 0,
  updatesPerDay: [0, 0, 0, 0, 0, 0, 0],
  configsUsed: 4,
  configsAvailable: 10,
  configurationCount: 4,
  configurationLimit: 10,
  trialEndsIn: null,
  subscriptionStatus: 'active',
  connection: { state: 'connected', message: null, waiting: null },
  lastSweepAt: null,
  connectedSince: null,
  nextSweepAt: null,
  ...given,
});

test.each([
  [0, 0, 'No change this week'],
  [7, 7, 'No change this week'],
  [5, 0, '5 more than last week'],
  [23, 20, '+15% this week'],
  [60, 20, '+200% this week'],
  [1260, 20, '1,240 more than last week'],
  [10, 20, '−50% this week'],
  [0, 3, '−100% this week'],
])('%i updates this week after %i the week before read as "%s"', (updatesThisWeek, updatesLastWeek, text) => {
  expect(weeklyChange({ updatesThisWeek, updatesLastWeek })).toBe(text);
});

const revoked = { state: 'needs_reconnect', message: 'Reconnect.', waiting: null } as const;

test.each([
  [{}, 'none paused'],
  [{ configurationCount: 0, activeAutomations: 0 }, 'none yet'],
  [{ activeAutomations: 3 }, '1 paused'],
  [{ errors: 2 }, '2 need attention'],
  [{ errors: 1, activeAutomations: 3 }, '1 needs attention'],
  [{ needsReview: 1 }, '1 needs your review'],
  [{ errors: 2, needsReview: 1 }, '3 need attention'],
  [{ errors: 2, connection: revoked }, 'stopped until you reconnect'],
])('automations with %o are told as %s', (given, text) => {
  expect(attention(stats(given))).toBe(text);
});

test.each([
  ['2026-11-21T20:00:00Z', 1, 'Trial ends today'],
  ['2026-11-22T20:00:00Z', 2, 'Trial ends in 1 day'],
  ['2026-12-05T12:00:00Z', 14, 'Trial ends in 14 days'],
  ['2026-11-21T11:00:00Z', null, null],
  [null, null, null],
])('the end of the trial at %s is counted in days of the calendar', (trialEndDate, trialEndsIn, text) => {
  setDateReader({ ...usualDateLook, timeZone: 'UTC' });
  expect(trialText({ trialEndsIn }, { trialEndDate }, now)).toBe(text);
});

test('the bars of the week end with today', () => {
  const bars = dayBars([0, 1, 2, 3, 4, 5, 6], now);
  expect(bars.at(0)).toEqual({ label: 'Sun, Nov 15', value: 0 });
  expect(bars.at(-1)).toEqual({ label: 'Sat, Nov 21', value: 6 });
});

test('the time zone decides which day today is', () => {
  const evening = new Date('2026-11-21T22:30:00Z');
  expect(dayBars([0, 0], evening, 'Asia/Tokyo').map(({ label }) => label)).toEqual([
    'Sat, Nov 21',
    'Sun, Nov 22',
  ]);
  expect(dayBars([0, 0], evening, 'America/New_York').at(-1)?.label).toBe('Sat, Nov 21');
});
