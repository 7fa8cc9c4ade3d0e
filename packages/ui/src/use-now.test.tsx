import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useNow } from './use-now.ts';

test('the time is looked at twice a minute, and exactly at the moments that are named', () => {
  vi.useFakeTimers();
  const from = Date.now();
  const at = (seconds: number) => new Date(from + seconds * 1000).toISOString();
  const { result } = renderHook(() => useNow(at(-5), at(40), null, at(10)));
  const seen = [result.current.getTime() - from];
  for (let second = 1; second <= 75; second += 1) {
    act(() => vi.advanceTimersByTime(1000));
    const now = result.current.getTime() - from;
    if (now !== seen.at(-1)) seen.push(now);
  }
  expect(seen).toEqual([0, 10_000, 40_000, 70_000]);
});
