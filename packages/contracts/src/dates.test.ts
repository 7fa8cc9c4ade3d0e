import { expect, test } from 'vitest';
import {
  type DateLook,
  type DateWriter,
  dateWriter,
  describeDaysUntil,
  timeOfDay,
  usualDateLook,
} from './dates.ts';

const at = new Date('2026-12-05T20:02:00Z');

function written(writer: DateWriter, moment = at) {
  return {
    day: writer.day(moment),
    longDay: writer.longDay(moment),
    dayOfYear: writer.dayOfYear(moment),
    weekday: writer.weekday(moment),
    time: writer.time(moment),
    moment: writer.moment(moment),
    fullMoment: writer.fullMoment(moment),
  };
}

test('dates are those of the US and times have twelve hours where nothing is chosen', () => {
  expect(written(dateWriter({ ...usualDateLook, timeZone: 'Europe/Berlin' }))).toEqual({
    day: 'Dec 5, 2026',
    longDay: 'December 5, 2026',
    dayOfYear: 'Dec 5',
    weekday: 'Sat, Dec 5',
    time: '9:02\u00a0PM',
    moment: 'Dec 5, 9:02\u00a0PM',
    fullMoment: 'Dec 5, 2026, 9:02\u00a0PM',
  });
});

test('the date writer puts the day first, with 24 hours', () => {
  expect(written(dateWriter({ timeZone: 'Europe/Berlin', clock: 'h24', dateOrder: 'day' }))).toEqual({
    day: '5 Dec 2026',
    longDay: '5 December 2026',
    dayOfYear: '5 Dec',
    weekday: 'Sat, 5 Dec',
    time: '21:02',
    moment: '5 Dec, 21:02',
    fullMoment: '5 Dec 2026, 21:02',
  });
});

test('the date writer puts the year first', () => {
  expect(written(dateWriter({ timeZone: 'Europe/Berlin', clock: 'h24', dateOrder: 'year' }))).toEqual({
    day: '2026-12-05',
    longDay: '2026-12-05',
    dayOfYear: 'Dec 5',
    weekday: 'Sat, Dec 5',
    time: '21:02',
    moment: 'Dec 5, 21:02',
    fullMoment: '2026-12-05, 21:02',
  });
});

test.each([
  [0, '12:00\u00a0AM', '00:00'],
  [9 * 60 + 5, '9:05\u00a0AM', '09:05'],
  [12 * 60, '12:00\u00a0PM', '12:00'],
  [23 * 60 + 59, '11:59\u00a0PM', '23:59'],
] as const)('minute %i of a day is %s or %s', (minutes, twelve, twentyFour) => {
  expect([timeOfDay(minutes, 'h12'), timeOfDay(minutes, 'h24')]).toEqual([twelve, twentyFour]);
});

test('midnight belongs to the day that it begins', () => {
  const midnight = new Date('2026-12-05T00:00:00Z');
  const looks: DateLook[] = [usualDateLook, { clock: 'h24', dateOrder: 'month' }];
  expect(looks.map((look) => dateWriter({ ...look, timeZone: 'UTC' }).moment(midnight))).toEqual([
    'Dec 5, 12:00\u00a0AM',
    'Dec 5, 00:00',
  ]);
});

test('a zone that is not known here counts as none', () => {
  const inZone = (timeZone: string | null) => dateWriter({ ...usualDateLook, timeZone }).fullMoment(at);
  expect(inZone('Middle-earth/Shire')).toBe(inZone(null));
});

test.each([
  ['UTC', '2026-12-05T10:00:00Z', '2026-12-05T23:59:59Z', 'today'],
  ['UTC', '2026-12-05T23:59:59Z', '2026-12-06T00:00:00Z', 'tomorrow'],
  ['UTC', '2026-12-05T00:00:00Z', '2026-12-06T23:59:59Z', 'tomorrow'],
  ['UTC', '2026-12-05T23:00:00Z', '2026-12-07T01:00:00Z', 'in 2 days'],
  ['UTC', '2026-12-05T10:00:00Z', '2026-12-04T10:00:00Z', 'today'],
  // The same two moments are on one day in New York, and on two in Tokyo.
  ['America/New_York', '2026-12-05T14:00:00Z', '2026-12-05T16:00:00Z', 'today'],
  ['Asia/Tokyo', '2026-12-05T14:00:00Z', '2026-12-05T16:00:00Z', 'tomorrow'],
  ['Pacific/Kiritimati', '2026-12-31T09:59:00Z', '2027-01-02T10:00:00Z', 'in 3 days'],
  // Days of 23 and of 25 hours.
  ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29T22:30:00Z', 'tomorrow'],
  ['Europe/Berlin', '2026-10-24T22:30:00Z', '2026-10-25T22:59:00Z', 'today'],
  ['Europe/Berlin', '2026-10-20T10:00:00Z', '2026-10-27T10:00:00Z', 'in 7 days'],
])('in %s at %s, %s is %s', (timeZone, now, moment, text) => {
  const { daysUntil } = dateWriter({ ...usualDateLook, timeZone });
  expect(describeDaysUntil(daysUntil(new Date(moment), new Date(now)))).toBe(text);
});
