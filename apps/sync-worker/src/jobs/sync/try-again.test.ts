import { expect, test } from 'vitest';
import { pauseBeforeNextTry } from './try-again.ts';

const now = new Date('2026-11-21T12:00:00Z');
const seconds = (ask: { waitedSeconds: number | null; askedMs?: number }) => {
  const { waitedSeconds, askedMs = 0 } = ask;
  const waitingSince = waitedSeconds === null ? null : new Date(now.getTime() - waitedSeconds * 1000);
  return pauseBeforeNextTry({ now, waitingSince, askedMs }) / 1000;
};

test('a pause that was asked for is kept', () => {
  expect(seconds({ waitedSeconds: 5, askedMs: 90_000 })).toBe(90);
});

test('without one it is a minute at first, then as long as the work has waited, and a quarter of an hour at most', () => {
  expect(seconds({ waitedSeconds: null })).toBe(60);
  expect(seconds({ waitedSeconds: 5 })).toBe(60);
  expect(seconds({ waitedSeconds: 300 })).toBe(300);
  expect(seconds({ waitedSeconds: 86_400 })).toBe(900);
});
