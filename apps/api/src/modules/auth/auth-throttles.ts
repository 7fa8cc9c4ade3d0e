import { AppError } from '@picksync/contracts';
import { networkOf } from '../../http/network.ts';
import { createThrottle, type Throttle, type ThrottleDeps } from './throttle.ts';

export type AuthThrottles = ReturnType<typeof createAuthThrottles>;

type Mail = { email: string; ipAddress: string };

const minuteMs = 60_000;

/**
 * Limits per email address, whether or not it has an account: for each network the callers come from, and for all of
 * them together. So one stranger cannot use up what the owner needs, and many of them cannot guess without end. The tries
 * of a code are counted in its row.
 */
export function createAuthThrottles(deps: ThrottleDeps) {
  const throttle = (name: string, limit: { most: number; windowMs: number }) =>
    createThrottle({ name, ...limit }, deps);
  return {
    signInsFromOneNetwork: throttle('sign-ins-from-one-network', { most: 10, windowMs: 15 * minuteMs }),
    signIns: throttle('sign-ins', { most: 100, windowMs: 15 * minuteMs }),
    mailsForOneNetwork: throttle('mails-for-one-network', { most: 5, windowMs: 60 * minuteMs }),
    mails: throttle('mails', { most: 15, windowMs: 60 * minuteMs }),
    newPasswords: throttle('new-passwords', { most: 10, windowMs: 15 * minuteMs }),
  };
}

/** Takes one of the mails that may be sent to an address. Throws `rate_limited` when none is left. */
export async function takeMail(throttles: AuthThrottles, { email, ipAddress }: Mail): Promise<void> {
  await takeTry(throttles.mailsForOneNetwork, `${networkOf(ipAddress)} ${email}`);
  await takeTry(throttles.mails, email);
}

/**
 * Takes one of the new passwords that may be tried. Throws `rate_limited` when none is left. Those that are refused count
 * as well: judging them is work.
 */
export async function takeNewPassword(throttles: AuthThrottles, { email, ipAddress }: Mail): Promise<void> {
  await takeTry(throttles.newPasswords, `${networkOf(ipAddress)} ${email}`);
}

/** Takes a try. Throws `rate_limited`, with the seconds to wait, when none is left. */
export async function takeTry(throttle: Throttle, key: string): Promise<void> {
  const retryAfterSeconds = await throttle.take(key);
  if (retryAfterSeconds === 0) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new AppError('rate_limited', {
    details: { retryAfterSeconds },
    message: `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
  });
}
