import { setTimeout as pause } from 'node:timers/promises';

const retryMs = 60_000;

/** Repeats an act against a database or a server that may be away just now, for a minute. Throws its last error. */
export async function retryForAMinute<T>(act: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + retryMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await pause(200);
    }
  }
}
