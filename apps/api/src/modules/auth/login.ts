import { AppError } from '@picksync/contracts';
import { networkOf } from '../../http/network.ts';
import { type StartedSession, startSession } from '../sessions/sessions.ts';
import type { AuthParts } from './auth-parts.ts';
import { takeTry } from './auth-throttles.ts';
import { findUserByEmail } from './users.store.ts';

export type LoginAttempt = {
  email: string;
  password: string;
  userAgent: string | undefined;
  ipAddress: string;
  /** Whether somebody has signed in for this address in this browser before. */
  isKnownBrowser: boolean;
};

/**
 * Signs a user in by password. An unknown address costs the same hash as a known one, and only who knows the
 * password is told that the address is not verified yet.
 */
export async function login(
  { email, password, userAgent, ipAddress, isKnownBrowser }: LoginAttempt,
  parts: AuthParts,
): Promise<StartedSession> {
  const { signIns, signInsFromOneNetwork } = parts.throttles;
  const fromHere = `${isKnownBrowser ? 'known' : networkOf(ipAddress)} ${email}`;
  takeTry(signInsFromOneNetwork, fromHere);
  if (!isKnownBrowser) takeTry(signIns, email);

  const user = await findUserByEmail(parts.db, email);
  const matches = await parts.passwords.matches(password, user?.passwordHash ?? null);
  if (!user || !matches) throw new AppError('invalid_credentials');
  signInsFromOneNetwork.clear(fromHere);
  if (!user.isVerified) {
    throw new AppError('verification_required', { details: { requiresVerification: true, email } });
  }
  return startSession({ userId: user.id, userAgent, ipAddress }, parts);
}
