import { AppError } from '@picksync/contracts';
import { createThrottle, type Throttle } from './throttle.ts';

export type AuthThrottles = ReturnType<typeof createAuthThrottles>;

const MINUTE = 60_000;

/**
 * Tries per account, whether or not the account exists. Sign-ins are counted per account and caller's address first,
 * so that a stranger who guesses cannot easily lock the owner out.
 */
export function createAuthThrottles(now: () => Date) {
  return {
    signInsFromOneAddress: createThrottle({ most: 10, windowMs: 15 * MINUTE, now }),
    signIns: createThrottle({ most: 100, windowMs: 15 * MINUTE, now }),
    mails: createThrottle({ most: 5, windowMs: 60 * MINUTE, now }),
    codes: createThrottle({ most: 5, windowMs: 10 * MINUTE, now }),
  };
}

/** Takes a try or throws; `refusal` is what it means to have none left. */
export function takeTry(
  throttle: Throttle,
  key: string,
  refusal: 'rate_limited' | 'too_many_attempts' = 'rate_limited',
): void {
  const retryAfterSeconds = throttle.take(key);
  if (retryAfterSeconds === 0) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new AppError(refusal, {
    details: { retryAfterSeconds },
    ...(refusal === 'rate_limited' && {
      message: `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    }),
  });
}
