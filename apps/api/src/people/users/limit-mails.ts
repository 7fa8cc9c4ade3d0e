import { AppError } from '@picksync/contracts';
import { toNetwork } from '../../base/network.ts';
import { consumeTry } from '../../base/throttle.ts';
import type { Throttles } from '../../base/throttles.ts';

type Mail = {
  email: string;
  ipAddress: string;
  /** The id of a recognized device or of a session of the address's owner; null of a stranger. */
  countedApartAs?: string | null;
  /** Whether it sets a new password, so that its owner can do without what strangers have used up. */
  isForReset?: boolean;
};

/**
 * Takes one of the mails that may be sent to an address, and for a network. Throws `rate_limited` when none is left.
 * Requests from a recognized device or a session are counted apart, so that strangers cannot use up the owner's mails.
 */
export async function limitMails(
  throttles: Throttles,
  { email, ipAddress, countedApartAs = null, isForReset = false }: Mail,
): Promise<void> {
  const network = toNetwork(ipAddress);
  await consumeTry(throttles.mailsForOneNetwork, `${countedApartAs ?? network} ${email}`);
  if (countedApartAs !== null) return;
  await consumeTry(throttles.mailsFromOneNetwork, network);
  if (isForReset) return limitResetMails(throttles, email);
  await consumeTry(throttles.mails, email);
  await consumeTry(throttles.mailsInADay, email);
}

/**
 * Takes one of the mails of an address, or, where strangers have used them up, the one that is left for a reset in each
 * hour: its link lives as long, so whoever asked for it, the owner finds one in the mailbox that works.
 */
async function limitResetMails({ mails, mailsInADay, lastResets }: Throttles, email: string): Promise<void> {
  const isLeft = (await mails.take(email)) === 0 && (await mailsInADay.take(email)) === 0;
  if (isLeft) return;
  const retryAfterSeconds = await lastResets.take(email);
  if (retryAfterSeconds === 0) return;
  throw new AppError('rate_limited', { details: { retryAfterSeconds }, message: resetIsThere });
}

const resetIsThere =
  'Too many mails were asked for. If this address has an account, the newest mail about a new password has a link that still works: please look for it, in the spam folder as well.';
