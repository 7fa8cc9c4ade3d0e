import { expect, test } from 'vitest';
import { nextSweep } from './next-sweep.ts';

const now = new Date('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const next = (dueAt: Date, random = 0.5) => nextSweep({ dueAt, now, random: () => random }).toISOString();

test('an account keeps its place in the window, however late it was looked at', () => {
  expect(next(minutesAgo(0))).toBe('2026-11-21T12:15:00.000Z');
  expect(next(minutesAgo(4))).toBe('2026-11-21T12:11:00.000Z');
});

test('an account that fell behind by a whole window gets a new place in it', () => {
  expect(next(minutesAgo(600), 0.5)).toBe('2026-11-21T12:07:30.000Z');
  expect(next(minutesAgo(15), 0.999)).toBe('2026-11-21T12:14:59.100Z');
});
