import { expect, test } from 'vitest';
import { getOutcome, retryDelay } from './deliver-callback.ts';

test.each([
  [200, 'delivered'],
  [201, 'fatal'],
  [202, 'fatal'],
  [204, 'fatal'],
  [302, 'fatal'],
  [400, 'retry'],
  [404, 'retry'],
  [410, 'fatal'],
  [429, 'retry'],
  [500, 'retry'],
  [503, 'retry'],
])('a callback answered with %i is %s', (status, outcome) => {
  expect(getOutcome(status)).toBe(outcome);
});

test('seven delays grow, seven are three hours, then retrying ends', () => {
  const hour = 3_600_000;
  const minutes = Array.from({ length: 15 }, (_, n) => retryDelay(n + 1, hour)).map(
    (ms) => ms && ms / 60_000,
  );
  expect(minutes).toEqual([0.5, 1, 2, 4, 8, 16, 32, 180, 180, 180, 180, 180, 180, 180, null]);
});

test('an hour can be shortened', () => {
  expect([retryDelay(7, 60), retryDelay(14, 60)]).toEqual([32, 180]);
});
