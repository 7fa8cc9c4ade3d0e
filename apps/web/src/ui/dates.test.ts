import { afterEach, expect, test } from 'vitest';
import { setDateReader } from './date-reader.ts';
import {
  formatAgo,
  formatAgoBriefly,
  formatAgoWithin,
  formatCalendarDay,
  formatDay,
  formatDayHeading,
  formatDayOfYear,
  formatDaysUntil,
  formatMoment,
  formatRecent,
  formatTime,
  isToday,
  timeIn,
  toDayInput,
  toEndOfDay,
} from './dates.ts';

afterEach(() => setDateReader(null));

const inZone = (timeZone: string) => ({ clock: 'h12', dateOrder: 'month', timeZone }) as const;

const now = new Date('2026-11-21T12:00:00.000Z');

test('a day is short month, day, year; without one it is N/A', () => {
  expect(formatDay('2026-12-05T12:00:00.000Z')).toBe('Dec 5, 2026');
  expect(formatDay(null)).toBe('N/A');
});

test.each([
  [null, 'Never'],
  ['2026-11-21T11:59:30.000Z', 'Just now'],
  ['2026-11-21T12:00:05.000Z', 'Just now'],
  ['2026-11-21T11:57:00.000Z', '3\u00a0min ago'],
  ['2026-11-21T10:30:00.000Z', '1\u00a0h ago'],
  ['2026-11-20T11:00:00.000Z', 'Yesterday'],
  ['2026-11-18T11:00:00.000Z', '3 days ago'],
  ['2026-11-12T12:00:00.000Z', 'Nov 12, 2026'],
])('%s is told as %s', (iso, told) => {
  expect(formatAgo(iso, now)).toBe(told);
});

test('in few letters a day of weeks ago goes without its year', () => {
  const told = ['2026-11-12T12:00:00.000Z', '2026-11-15T11:00:00.000Z'].map((iso) =>
    formatAgoBriefly(iso, now),
  );
  expect(told).toEqual(['Nov 12', '6 days ago']);
});

test('a short day has its year where it is read as that of another year', () => {
  const iso = '2025-11-12T12:00:00.000Z';
  expect([formatDayOfYear('2026-11-12T12:00:00.000Z', now), formatDayOfYear(iso, now)]).toEqual([
    'Nov 12',
    'Nov 12, 2025',
  ]);
  expect(formatDayOfYear(iso)).toBe('Nov 12');
});

test('yesterday is the day before by the calendar, also where that was one hour shorter', () => {
  setDateReader(inZone('America/New_York'));
  expect(formatAgo('2026-11-20T05:30:00.000Z', now)).toBe('Yesterday');
  expect(formatAgo('2026-11-20T04:30:00.000Z', now)).toBe('2 days ago');
  const halfPastMidnight = new Date('2026-03-09T04:30:00.000Z');
  expect(formatDayHeading('2026-03-08T16:00:00.000Z', halfPastMidnight)).toBe('Yesterday, Mar 8');
  expect(formatDayHeading('2026-03-07T16:00:00.000Z', halfPastMidnight)).toBe('Sat, Mar 7');
});

test('within a sentence only the name of a month keeps its capital', () => {
  const texts = [null, '2026-11-21T11:59:30.000Z', '2026-11-20T11:00:00.000Z', '2026-11-12T12:00:00.000Z'];
  expect(texts.map((iso) => formatAgoWithin(iso, now))).toEqual([
    'never',
    'just now',
    'yesterday',
    'Nov 12, 2026',
  ]);
});

test('days and times follow the clock that was chosen, and the browser’s own where that is not known', () => {
  const iso = '2026-11-21T23:30:00.000Z';
  setDateReader(inZone('Asia/Tokyo'));
  expect([formatDay(iso), formatMoment(iso, now), formatTime(iso)]).toEqual([
    'Nov 22, 2026',
    'Nov 22, 8:30\u00a0AM',
    '8:30\u00a0AM',
  ]);
  setDateReader(inZone('America/New_York'));
  expect(formatTime(iso)).toBe('6:30\u00a0PM');
  setDateReader(null);
  const here = formatTime(iso);
  setDateReader(inZone('Middle-earth/Shire'));
  expect(formatTime(iso)).toBe(here);
});

test('a recent time carries its day as soon as that is not today for the reader', () => {
  const halfPastNine = new Date('2026-11-21T08:30:00.000Z');
  const evening = '2026-11-20T22:12:00.000Z';
  expect(formatRecent(evening, halfPastNine)).toBe('Nov 20, 10:12\u00a0PM');
  expect(formatRecent('2026-11-21T00:05:00.000Z', new Date('2026-11-21T23:00:00.000Z'))).toBe(
    '12:05\u00a0AM',
  );
  setDateReader({ timeZone: 'Asia/Tokyo', clock: 'h24', dateOrder: 'day' });
  expect(formatRecent(evening, halfPastNine)).toBe('07:12');
  setDateReader({ timeZone: 'Europe/Berlin', clock: 'h24', dateOrder: 'day' });
  expect(formatRecent('2026-11-19T22:12:00.000Z', halfPastNine)).toBe('19 Nov, 23:12');
});

test.each([
  ['2025-11-21T12:00:00.000Z', 'Nov 21, 2025, 12:00\u00a0PM'],
  ['2026-05-20T12:00:00.000Z', 'May 20, 2026, 12:00\u00a0PM'],
  ['2026-06-20T12:00:00.000Z', 'Jun 20, 12:00\u00a0PM'],
  ['2027-02-01T12:00:00.000Z', 'Feb 1, 12:00\u00a0PM'],
  ['2027-11-20T12:00:00.000Z', 'Nov 20, 2027, 12:00\u00a0PM'],
])('a moment is told with its year where that of the nearest such day is another one: %s', (iso, told) => {
  expect(formatMoment(iso, now)).toBe(told);
  expect(formatRecent(iso, now)).toBe(told);
});

test('a moment of the same day last year is not of today', () => {
  const [lastYear, thisYear] = ['2025-11-21T09:00:00.000Z', '2026-11-21T09:00:00.000Z'];
  expect([isToday(lastYear, now), isToday(thisYear, now)]).toEqual([false, true]);
  setDateReader(inZone('Pacific/Auckland'));
  expect(isToday(thisYear, now)).toBe(false);
});

test('days and times are written in the order and by the clock that the reader has chosen', () => {
  setDateReader({ timeZone: 'Europe/Berlin', clock: 'h24', dateOrder: 'day' });
  const iso = '2026-11-21T20:30:00.000Z';
  expect([formatDay(iso), formatDayOfYear(iso), formatMoment(iso, now), formatTime(iso)]).toEqual([
    '21 Nov 2026',
    '21 Nov',
    '21 Nov, 21:30',
    '21:30',
  ]);
  expect(formatCalendarDay(Date.UTC(2026, 10, 21))).toBe('Sat, 21 Nov');
  expect(timeIn('Asia/Tokyo', new Date(iso))).toBe('05:30');
  expect(timeIn('Middle-earth/Shire', new Date(iso))).toBeUndefined();
});

test.each([
  ['Asia/Kolkata', '2027-05-31', '2027-05-31T18:29:59.000Z'],
  ['America/New_York', '2027-05-31', '2027-06-01T03:59:59.000Z'],
  // The clock goes forward on the morning of this day, and back on the other.
  ['America/New_York', '2027-03-14', '2027-03-15T03:59:59.000Z'],
  ['America/New_York', '2027-11-07', '2027-11-08T04:59:59.000Z'],
  ['Pacific/Auckland', '2027-01-01', '2027-01-01T10:59:59.000Z'],
])('a day of a reader in %s, %s, ends at %s', (timeZone, day, end) => {
  setDateReader({ clock: 'h12', dateOrder: 'month', timeZone });
  expect(toEndOfDay(day)).toBe(end);
  expect(toDayInput(end)).toBe(day);
});

test('a text that is no day stays as it was typed', () => {
  expect(toEndOfDay('2027-13')).toBe('2027-13');
});

test('tomorrow begins at midnight in the time zone of the reader', () => {
  const end = '2026-11-22T02:00:00.000Z';
  const texts = ['UTC', 'America/New_York'].map((zone) => {
    setDateReader(inZone(zone));
    return formatDaysUntil(end, now);
  });
  expect(texts).toEqual(['tomorrow', 'today']);
});
