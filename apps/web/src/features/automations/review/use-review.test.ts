import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preview } from '../../../testing/previews.ts';
import { usePreviousPreview } from './use-review.ts';

const asking = (fingerprint: string) => preview({ fingerprint, needsReview: true });
const first = asking('first');
const second = asking('second');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an answer does not count for a preview that has just appeared under the pointer', () => {
  const { result, rerender } = renderHook(({ latest }) => usePreviousPreview(latest), {
    initialProps: { latest: first },
  });
  expect(result.current.read()).toBe(first);
  rerender({ latest: second });
  expect(result.current.before).toBe(first);
  vi.advanceTimersByTime(900);
  expect(result.current.read()).toBe(first);
  vi.advanceTimersByTime(100);
  expect(result.current.read()).toBe(second);
});

test('another preview that finds the same is answered at once', () => {
  const again = asking('first');
  const { result, rerender } = renderHook(({ latest }) => usePreviousPreview(latest), {
    initialProps: { latest: first },
  });
  rerender({ latest: again });
  expect(result.current.read()).toBe(again);
  act(() => result.current.forget());
  expect(result.current.before).toBeNull();
});

test('an answer counts at once when the preview before asked nothing', () => {
  const { result, rerender } = renderHook(({ latest }) => usePreviousPreview(latest), {
    initialProps: { latest: preview({ fingerprint: 'earlier' }) },
  });
  rerender({ latest: first });
  expect(result.current.read()).toBe(first);
  expect(result.current.before).toBeNull();
});

test('a refused answer is compared with the preview that it was about, also when the next one was there already', () => {
  const { result, rerender } = renderHook(({ latest }) => usePreviousPreview(latest), {
    initialProps: { latest: first },
  });
  rerender({ latest: second });
  act(() => result.current.forget());
  act(() => result.current.remember(first));
  expect(result.current.before).toBe(first);
  act(() => result.current.remember(second));
  expect(result.current.before).toBeNull();
});
