import { expect, test } from 'vitest';
import { clockTime, supportWeek } from './support-hours.ts';

/** A Saturday in winter, when New York is five hours behind UTC. */
const winter = new Date('2026-11-21T13:30:00Z');
const summer = new Date('2026-07-15T13:30:00Z');

test('the week in New York is as the sign says', () => {
  const { days, text, now } = supportWeek({ timeZone: 'America/New_York', clock: 'h12' }, winter);
  expect(text).toBe('Monday to Friday, 9\u00a0AM to 5\u00a0PM');
  expect(days.map((hours) => hours.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(days[0]).toEqual([{ from: 540, to: 1020 }]);
  expect(now).toEqual({ day: 5, minute: 510 });
});

test.each([
  ['Europe/Berlin', winter, 'Monday to Friday, 3\u00a0PM to 11\u00a0PM'],
  ['Europe/Berlin', summer, 'Monday to Friday, 3\u00a0PM to 11\u00a0PM'],
  ['Asia/Kolkata', winter, 'Monday to Friday, 7:30\u00a0PM to 3:30\u00a0AM'],
  ['Asia/Kolkata', summer, 'Monday to Friday, 6:30\u00a0PM to 2:30\u00a0AM'],
  ['Pacific/Auckland', winter, 'Tuesday to Saturday, 3\u00a0AM to 11\u00a0AM'],
  ['America/Los_Angeles', winter, 'Monday to Friday, 6\u00a0AM to 2\u00a0PM'],
])('in %s it is by the clock there', (zone, at, text) => {
  expect(supportWeek({ timeZone: zone, clock: 'h12' }, at).text).toBe(text);
});

test('hours that reach over midnight belong to two days, and forty hours are open wherever one is', () => {
  const { days } = supportWeek({ timeZone: 'Asia/Kolkata', clock: 'h12' }, winter);
  expect(days[0]).toEqual([{ from: 1170, to: 1440 }]);
  expect(days[1]).toEqual([
    { from: 0, to: 210 },
    { from: 1170, to: 1440 },
  ]);
  expect(days[5]).toEqual([{ from: 0, to: 210 }]);
  for (const zone of ['Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Honolulu', 'Pacific/Kiritimati']) {
    const minutes = supportWeek({ timeZone: zone, clock: 'h12' }, winter)
      .days.flat()
      .map(({ from, to }) => to - from);
    expect(minutes.reduce((sum, one) => sum + one, 0)).toBe(40 * 60);
  }
});

test('noon and midnight are twelve', () => {
  expect([0, 720, 780, 30].map((minute) => clockTime(minute, 'h12'))).toEqual([
    '12\u00a0AM',
    '12\u00a0PM',
    '1\u00a0PM',
    '12:30\u00a0AM',
  ]);
});

test('tells the week without AM and PM with a 24-hour clock', () => {
  const reader = { timeZone: 'Europe/Berlin', clock: 'h24' } as const;
  expect(supportWeek(reader, winter).text).toBe('Monday to Friday, 15:00 to 23:00');
});
