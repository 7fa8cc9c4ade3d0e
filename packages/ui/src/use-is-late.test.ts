import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pass } from './testing/held-time.ts';
import { useIsLate } from './use-is-late.ts';

test('a pending request is late only after its time, and starts anew with the next request', async () => {
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
