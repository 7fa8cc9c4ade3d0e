const realHourMs = 3_600_000;
const halfMinuteMs = 30_000;
const maxBackoffs = 7;
const maxRetries = 14;

/**
 * Returns the delay in milliseconds before the next attempt, or null after the last: seven with a growing delay (its
 * start is not documented), then every three hours, fourteen in total. `hourMs` is the length of an hour here.
 */
export function retryDelay(failures: number, hourMs: number): number | null {
  if (failures > maxRetries) return null;
  const wait = failures > maxBackoffs ? 3 * realHourMs : halfMinuteMs * 2 ** (failures - 1);
  return Math.round((wait / realHourMs) * hourMs);
}

export type Outcome = 'delivered' | 'retry' | 'fatal';

/** Returns what a response status means. Only 200 is a success; 4xx (except 410) and 5xx are retried. */
export function getOutcome(status: number): Outcome {
  if (status === 200) return 'delivered';
  if (status >= 400 && status <= 599 && status !== 410) return 'retry';
  return 'fatal';
}
