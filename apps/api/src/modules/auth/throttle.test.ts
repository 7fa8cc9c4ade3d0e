import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

function clocked(options: { most: number; remembered?: number }) {
  let at = Date.parse('2026-11-21T10:00:00Z');
  const throttle = createThrottle({ ...options, windowMs: 60_000, now: () => new Date(at) });
  const later = (seconds: number) => {
    at += seconds * 1000;
  };
  return { throttle, later };
}

test('as many tries as allowed are taken, then one has to wait for the rest of the window', () => {
  const { throttle, later } = clocked({ most: 2 });
  expect([throttle.take('a'), throttle.take('a')]).toEqual([0, 0]);
  later(20);
  expect(throttle.take('a')).toBe(40);
  later(40);
  expect(throttle.take('a')).toBe(0);
});

test('keys do not share tries, and a cleared key begins anew', () => {
  const { throttle } = clocked({ most: 1 });
  throttle.take('a');
  expect(throttle.take('b')).toBe(0);
  expect(throttle.take('a')).toBeGreaterThan(0);
  throttle.clear('a');
  expect(throttle.take('a')).toBe(0);
});

test('no more keys are remembered than asked for', () => {
  const { throttle } = clocked({ most: 1, remembered: 2 });
  for (const key of ['a', 'b', 'c']) throttle.take(key);
  expect(throttle.take('c')).toBeGreaterThan(0);
  expect(throttle.take('a')).toBe(0);
});
