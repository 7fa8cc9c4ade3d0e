import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { slowAfterMs, watchAnswers } from './report-slowness.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch() {
  const told: boolean[] = [];
  return { told, ...watchAnswers((isSlow) => told.push(isSlow)) };
}

test('calls that are answered in time are not reported', () => {
  const { told, beforeCall, onCall } = watch();
  for (let call = 0; call < 5; call += 1) {
    beforeCall();
    vi.advanceTimersByTime(slowAfterMs - 1);
    onCall({ status: 200 });
  }
  vi.advanceTimersByTime(slowAfterMs);
  expect(told).toEqual([]);
});

test('a call without an answer is reported once, and its answer too', () => {
  const { told, beforeCall, onCall } = watch();
  beforeCall();
  vi.advanceTimersByTime(3 * slowAfterMs);
  expect(told).toEqual([true]);
  onCall({ status: 500 });
  expect(told).toEqual([true, false]);
});

test('a call that is given up and the next one are the same silence', () => {
  const { told, beforeCall, onCall } = watch();
  beforeCall();
  vi.advanceTimersByTime(slowAfterMs);
  onCall({ status: undefined });
  beforeCall();
  vi.advanceTimersByTime(slowAfterMs);
  expect(told).toEqual([true]);
});

test('the watch stays quiet after one answer among several calls, until all have been silent for as long again', () => {
  const { told, beforeCall, onCall } = watch();
  beforeCall();
  vi.advanceTimersByTime(slowAfterMs / 2);
  beforeCall();
  onCall({ status: 200 });
  vi.advanceTimersByTime(slowAfterMs - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([true]);
});

test('a watch reports nothing after the job has ended', () => {
  const { told, beforeCall, end } = watch();
  beforeCall();
  end();
  vi.advanceTimersByTime(slowAfterMs);
  expect(told).toEqual([]);
});
