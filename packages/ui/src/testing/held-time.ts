import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Lets time pass that fake timers hold. */
export function pass(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

const patienceMs = 60_000;
/** The clock of the machine, also where a test holds time. */
const now = performance.now.bind(performance);

/**
 * Waits, while time is held, for what comes without it: an answer, a part fetched on demand. `stepMs` of held time pass between
 * two looks, for what needs a little of it as well. Throws with what the page says when it does not come: waited for without an
 * end, it would disturb the tests after it as well.
 */
export async function arrives(isThere: () => boolean, stepMs = 0): Promise<void> {
  const end = now() + patienceMs;
  while (!isThere()) {
    if (now() > end)
      throw new Error(`What was waited for did not come. The page says: ${document.body.textContent}`);
    await pass(stepMs);
  }
}
