const realHourMs = 3_600_000;
const halfMinuteMs = 30_000;
const maxBackoffs = 7;
const maxRetries = 14;

/**
 * How long to wait before a callback is tried again, null when it is given up: seven times with a growing wait (how
 * it begins is not documented), then every three hours, fourteen times in all. `hourMs` is what an hour takes here.
 */
export function retryDelay(failures: number, hourMs: number): number | null {
  if (failures > maxRetries) return null;
  const wait = failures > maxBackoffs ? 3 * realHourMs : halfMinuteMs * 2 ** (failures - 1);
  return Math.round((wait / realHourMs) * hourMs);
}

export type Outcome = 'delivered' | 'retry' | 'fatal';

/** What an answer means: only exactly 200 is good, and of the others only 4xx (but 410) and 5xx are tried again. */
export function outcomeOf(status: number): Outcome {
  if (status === 200) return 'delivered';
  if (status >= 400 && status <= 599 && status !== 410) return 'retry';
  return 'fatal';
}
