import { expect, test } from 'vitest';
import { tryAgainAt } from './try-again.ts';

const now = new Date('2026-11-21T12:00:00Z');
const secondsAhead = (ask: { waitedSeconds: number | null; pauseMs?: number }) => {
  const markedAt = ask.waitedSeconds === null ? null : new Date(now.getTime() - ask.waitedSeconds * 1000);
  return (tryAgainAt({ now, markedAt, pauseMs: ask.pauseMs ?? 0 }).getTime() - now.getTime()) / 1000;
};

test('a pause that was asked for is kept', () => {
  expect(secondsAhead({ waitedSeconds: 5, pauseMs: 90_000 })).toBe(90);
});

test('without one it is a minute at first, then as long as the work has waited, and a quarter of an hour at most', () => {
  expect(secondsAhead({ waitedSeconds: null })).toBe(60);
  expect(secondsAhead({ waitedSeconds: 5 })).toBe(60);
  expect(secondsAhead({ waitedSeconds: 300 })).toBe(300);
  expect(secondsAhead({ waitedSeconds: 86_400 })).toBe(900);
});
