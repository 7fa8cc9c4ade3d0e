import { AppError } from '@picksync/contracts';
import type { Throttle } from '../base/throttle.ts';
import type { Throttles } from '../base/throttles.ts';
import { getAccount, type TakeWrite } from './rate-limits.ts';

/**
 * Returns how to count what one user changes, by all routes and API processes together. People and their programs are
 * counted apart, and one session takes half at most, so that neither a program nor a stolen session keeps users from their
 * account.
 */
export function createTakeWrite({ sessionWrites, accountWrites }: Throttles): TakeWrite {
  return async (caller) => {
    if (caller.via !== 'key') await take(sessionWrites, caller.session.id);
    await take(accountWrites, getAccount(caller));
  };
}

async function take(throttle: Throttle, key: string): Promise<void> {
  const retryAfterSeconds = await throttle.take(key);
  if (retryAfterSeconds > 0) throw new AppError('rate_limited', { details: { retryAfterSeconds } });
}
