import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 60_000;

/** Does something against a database or a server that may be away just now: again and again, for a minute. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await pause(200);
    }
  }
}
