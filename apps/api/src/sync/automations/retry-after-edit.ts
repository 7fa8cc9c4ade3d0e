import { AppError } from '@picksync/contracts';

const maxTries = 3;

/**
 * Calls `work`, which looks an edit up at Smartsheet and then writes it. It returns null when another edit came first, so that what it
 * looked up no longer holds, and is called again. Throws `unavailable` when that happens every time.
 */
export async function retryAfterEdit<T>(work: () => Promise<T | null>): Promise<T> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const result = await work();
    if (result !== null) return result;
  }
  throw new AppError('unavailable', {
    message: 'This is being changed elsewhere at the same time. Please try again in a moment.',
  });
}
