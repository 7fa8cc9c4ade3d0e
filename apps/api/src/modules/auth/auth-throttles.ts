import { AppError } from '@picksync/contracts';
import { networkOf } from '../../http/network.ts';
import { createThrottle, type Throttle } from './throttle.ts';

export type AuthThrottles = ReturnType<typeof createAuthThrottles>;

const minuteMs = 60_000;

/**
 * Tries per address, whether or not it has an account: for each network the callers come from, and for all of them
 * together. So one stranger cannot use up what the owner needs, and many of them cannot guess without end.
 */
export function createAuthThrottles(now: () => Date) {
  return {
    signInsFromOneNetwork: createThrottle({ most: 10, windowMs: 15 * minuteMs, now }),
    signIns: createThrottle({ most: 100, windowMs: 15 * minuteMs, now }),
    mailsForOneNetwork: createThrottle({ most: 5, windowMs: 60 * minuteMs, now }),
    mails: createThrottle({ most: 15, windowMs: 60 * minuteMs, now }),
    newPasswords: createThrottle({ most: 10, windowMs: 15 * minuteMs, now }),
    codes: createThrottle({ most: 5, windowMs: 10 * minuteMs, now }),
  };
}

/** Takes one of the mails that may be sent to an address, or throws. */
export function takeMail(throttles: AuthThrottles, mail: { email: string; ipAddress: string }): void {
  takeTry(throttles.mailsForOneNetwork, `${networkOf(mail.ipAddress)} ${mail.email}`);
  takeTry(throttles.mails, mail.email);
}

/** Takes one of the new passwords that may be tried, or throws. Those that are refused count: judging them is work. */
export function takeNewPassword(
  throttles: AuthThrottles,
  { email, ipAddress }: { email: string; ipAddress: string },
): void {
  takeTry(throttles.newPasswords, `${networkOf(ipAddress)} ${email}`);
}

/** Takes a try, or throws `errorCode` when none is left. */
export function takeTry(
  throttle: Throttle,
  key: string,
  errorCode: 'rate_limited' | 'too_many_attempts' = 'rate_limited',
): void {
  const retryAfterSeconds = throttle.take(key);
  if (retryAfterSeconds === 0) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new AppError(errorCode, {
    details: { retryAfterSeconds },
    ...(errorCode === 'rate_limited' && {
      message: `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    }),
  });
}
