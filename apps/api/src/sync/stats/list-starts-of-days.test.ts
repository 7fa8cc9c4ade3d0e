import { expect, test } from 'vitest';
import { listStartsOfDays } from './list-starts-of-days.ts';

const starts = (timeZone: string, at: string, count = 3) =>
  listStartsOfDays({ at: new Date(at), count, timeZone }).map((start) => start.toISOString());

test.each([
  ['UTC', '2026-11-21T10:00:00Z', ['2026-11-19T00:00', '2026-11-20T00:00', '2026-11-21T00:00']],
  ['Europe/Berlin', '2026-11-21T23:30:00Z', ['2026-11-19T23:00', '2026-11-20T23:00', '2026-11-21T23:00']],
  [
    'America/Los_Angeles',
    '2026-11-21T07:59:59Z',
    ['2026-11-18T08:00', '2026-11-19T08:00', '2026-11-20T08:00'],
  ],
  ['Asia/Kathmandu', '2026-11-21T10:00:00Z', ['2026-11-18T18:15', '2026-11-19T18:15', '2026-11-20T18:15']],
  // The clocks go back at three on October 25: that day has 25 hours.
  ['Europe/Berlin', '2026-10-26T12:00:00Z', ['2026-10-23T22:00', '2026-10-24T22:00', '2026-10-25T23:00']],
  // The clocks of Beirut go forward at midnight, March 29: that day begins at one.
  ['Asia/Beirut', '2026-03-30T12:00:00Z', ['2026-03-27T22:00', '2026-03-28T22:00', '2026-03-29T21:00']],
  // Those of Havana go back from one to midnight, November 1: it begins with the first of its two midnights.
  ['America/Havana', '2026-11-01T12:00:00Z', ['2026-10-30T04:00', '2026-10-31T04:00', '2026-11-01T04:00']],
])('the days of %s at %s begin where its clocks say so', (timeZone, at, expected) => {
  expect(starts(timeZone, at)).toEqual(expected.map((start) => `${start}:00.000Z`));
});

test('days follow each other in every zone through a whole year, and today has begun and is not over', () => {
  for (const timeZone of [
    'America/Santiago',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Cairo',
    'Asia/Tehran',
  ]) {
    for (let day = 0; day < 366; day += 1) {
      const at = new Date(Date.UTC(2026, 0, 1 + day, 3, 17, 5, 250));
      const days = listStartsOfDays({ at, count: 8, timeZone }).map((start) => start.getTime());
      for (const [index, start] of days.slice(1).entries()) {
        const hours = (start - (days[index] ?? 0)) / 3_600_000;
        expect(hours).toBeGreaterThanOrEqual(23);
        expect(hours).toBeLessThanOrEqual(25);
      }
      const today = days.at(-1) ?? 0;
      expect(today).toBeLessThanOrEqual(at.getTime());
      expect(at.getTime() - today).toBeLessThan(25 * 3_600_000);
    }
  }
});
