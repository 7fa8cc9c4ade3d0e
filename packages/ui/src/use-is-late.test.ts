import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pass } from './testing/held-time.ts';
import { useIsLate } from './use-is-late.ts';

test('what is pending is late once its time is over, and not before, and begins anew when it is asked for again', async () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ isPending }) => useIsLate(isPending, 8000), {
    initialProps: { isPending: true },
  });
  await pass(7999);
  expect(result.current).toBe(false);
  await pass(1);
  expect(result.current).toBe(true);
  rerender({ isPending: false });
  expect(result.current).toBe(false);
  rerender({ isPending: true });
  await pass(7999);
  expect(result.current).toBe(false);
});
