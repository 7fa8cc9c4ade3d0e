import { AppError } from '@picksync/contracts';

const maxTries = 3;

/**
 * Calls `work`, which looks an edit up at Smartsheet and writes it, again when it returns null: another edit has come in between, and
 * what was looked up holds no more. Throws `unavailable` when that goes on.
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
