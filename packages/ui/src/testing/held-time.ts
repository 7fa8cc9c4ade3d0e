import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Lets time pass that fake timers hold. */
export function pass(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Waits, while time is held, for what comes without it: an answer, a part fetched on demand. `expect.poll` lets time pass. */
export async function arrives(isThere: () => boolean): Promise<void> {
  while (!isThere()) await pass(0);
}
