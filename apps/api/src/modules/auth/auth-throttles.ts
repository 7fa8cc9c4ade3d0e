import { networkOf } from '../../http/network.ts';
import { createThrottle, type ThrottleDeps, takeTry } from '../../throttle.ts';

export type AuthThrottles = ReturnType<typeof createAuthThrottles>;

type Mail = {
  email: string;
  ipAddress: string;
  /** Whether somebody has signed in for this address in this browser before. */
  isKnownBrowser?: boolean;
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
    secondFactors: throttle('second-factors', { max: 5, windowMs: 15 * minuteMs }),
    exports: throttle('exports', { max: 5, windowMs: 60 * minuteMs }),
    emailChanges: throttle('email-changes', { max: 5, windowMs: 60 * minuteMs }),
    proofs: throttle('proofs', { max: 10, windowMs: 15 * minuteMs }),
    mailsInADay: throttle('mails-in-a-day', { max: 30, windowMs: 24 * 60 * minuteMs }),
    newPasswords: throttle('new-passwords', { max: 10, windowMs: 15 * minuteMs }),
  };
}

/**
 * Takes one of the mails that may be sent to an address, and for a network. Throws `rate_limited` when none is left.
 * Requests of strangers are counted apart from those of a known browser, so that they cannot use up the owner's mails.
 */
export async function takeMail(
  throttles: AuthThrottles,
  { email, ipAddress, isKnownBrowser = false }: Mail,
): Promise<void> {
  const network = networkOf(ipAddress);
  await takeTry(throttles.mailsForOneNetwork, `${isKnownBrowser ? 'known' : network} ${email}`);
  await takeTry(throttles.mailsFromOneNetwork, network);
  if (isKnownBrowser) return;
  await takeTry(throttles.mails, email);
  await takeTry(throttles.mailsInADay, email);
}

/**
 * Takes one of the tries of a new password. Throws `rate_limited` when none is left. Passwords that are refused count
 * as well, because judging them is work.
 */
export async function takeNewPassword(throttles: AuthThrottles, { email, ipAddress }: Mail): Promise<void> {
  await takeTry(throttles.newPasswords, `${networkOf(ipAddress)} ${email}`);
}
