import { AppError } from '@picksync/contracts';
import { networkOf } from '../../base/network.ts';
import { createThrottle, type ThrottleDeps, takeTry } from '../../base/throttle.ts';

export type AuthThrottles = ReturnType<typeof createAuthThrottles>;

type Mail = {
  email: string;
  ipAddress: string;
  /** The id of a known browser or of a session of the address's owner; null of a stranger. */
  countedApartAs?: string | null;
  /** Whether it sets a new password, so that its owner can do without what strangers have used up. */
  isForReset?: boolean;
};

const minuteMs = 60_000;

export type AuthThrottleDeps = ThrottleDeps & {
  /** How many mails one network may cause in an hour, to whatever addresses. */
  mailsPerHour: number;
};

/**
 * Limits per email address, whether or not it has an account: for each network the callers come from, and for all of
 * them together. So one stranger cannot use up the owner's tries, and many of them cannot guess without end. The tries
 * of a code are counted in its row. Mails are limited per network as well, so that nobody uses us to write to many addresses.
 */
export function createAuthThrottles({ mailsPerHour, ...deps }: AuthThrottleDeps) {
  const throttle = (name: string, limit: { max: number; windowMs: number }) =>
    createThrottle({ name, ...limit }, deps);
  return {
    signInsFromOneNetwork: throttle('sign-ins-from-one-network', { max: 10, windowMs: 15 * minuteMs }),
    signIns: throttle('sign-ins', { max: 100, windowMs: 15 * minuteMs }),
    mailsForOneNetwork: throttle('mails-for-one-network', { max: 5, windowMs: 60 * minuteMs }),
    mailsFromOneNetwork: throttle('mails-from-one-network', { max: mailsPerHour, windowMs: 60 * minuteMs }),
    mails: throttle('mails', { max: 15, windowMs: 60 * minuteMs }),
    lastResets: throttle('last-resets', { max: 1, windowMs: 60 * minuteMs }),
    secondFactors: throttle('second-factors', { max: 5, windowMs: 15 * minuteMs }),
    secondFactorsInADay: throttle('second-factors-in-a-day', { max: 30, windowMs: 24 * 60 * minuteMs }),
    secondFactorWarnings: throttle('second-factor-warnings', { max: 1, windowMs: 6 * 60 * minuteMs }),
    exports: throttle('exports', { max: 5, windowMs: 60 * minuteMs }),
    emailChanges: throttle('email-changes', { max: 5, windowMs: 60 * minuteMs }),
    proofs: throttle('proofs', { max: 10, windowMs: 15 * minuteMs }),
    mailsInADay: throttle('mails-in-a-day', { max: 30, windowMs: 24 * 60 * minuteMs }),
    newPasswords: throttle('new-passwords', { max: 10, windowMs: 15 * minuteMs }),
  };
}

/**
 * Takes one of the mails that may be sent to an address, and for a network. Throws `rate_limited` when none is left.
 * Requests from a known browser or a session are counted apart, so that strangers cannot use up the owner's mails.
 */
export async function takeMail(
  throttles: AuthThrottles,
  { email, ipAddress, countedApartAs = null, isForReset = false }: Mail,
): Promise<void> {
  const network = networkOf(ipAddress);
  await takeTry(throttles.mailsForOneNetwork, `${countedApartAs ?? network} ${email}`);
  if (countedApartAs !== null) return;
  await takeTry(throttles.mailsFromOneNetwork, network);
  if (isForReset) return takeResetMail(throttles, email);
  await takeTry(throttles.mails, email);
  await takeTry(throttles.mailsInADay, email);
}

/**
 * Takes one of the mails of an address, or, where strangers have used them up, the one that is left for a reset in each
 * hour: its link lives as long, so whoever asked for it, the owner finds one in the mailbox that works.
 */
async function takeResetMail(
  { mails, mailsInADay, lastResets }: AuthThrottles,
  email: string,
): Promise<void> {
  const isLeft = (await mails.take(email)) === 0 && (await mailsInADay.take(email)) === 0;
  if (isLeft) return;
  const retryAfterSeconds = await lastResets.take(email);
  if (retryAfterSeconds === 0) return;
  throw new AppError('rate_limited', { details: { retryAfterSeconds }, message: resetIsThere });
}

const resetIsThere =
  'Too many mails were asked for. If this address has an account, the newest mail about a new password has a link that still works: please look for it, in the spam folder as well.';

/**
 * Takes one of the tries of a new password. Throws `rate_limited` when none is left. Passwords that are refused count
 * as well, because judging them is work.
 */
export async function takeNewPassword(throttles: AuthThrottles, { email, ipAddress }: Mail): Promise<void> {
  await takeTry(throttles.newPasswords, `${networkOf(ipAddress)} ${email}`);
}
