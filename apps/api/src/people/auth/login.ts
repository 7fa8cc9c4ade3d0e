import { AppError } from '@picksync/contracts';
import { isUserGone } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { recognizeBrowser } from '../recognized-devices/recognized-devices.ts';
import { endSession } from '../sessions/sessions.ts';
import { type SignIn, signIn } from '../sign-in/sign-in.ts';
import { findUserByEmail, lockCredentials, saveBrowserTimeZone } from '../users/users.store.ts';
import { limitLogins } from './limit-logins.ts';

export type LoginInput = {
  email: string;
  password: string;
  userAgent: string | undefined;
  ipAddress: string;
  /** The tokens by which the browser is recognised. */
  browserTokens?: readonly string[];
  linkToken?: string | undefined;
  /** Of the browser; IANA name. */
  timeZone?: string | undefined;
};

/**
 * Signs a user in by password. An unknown address takes the same hashes as a known one. Throws `verification_required` only
 * for the right password, and for the password of a declined registration, so that a registration and a login do not show
 * which addresses have an account.
 */
export async function login(context: Context, input: LoginInput): Promise<SignIn> {
  const { email, password, userAgent, ipAddress, browserTokens = [], linkToken, timeZone } = input;
  const recognizedDeviceId = await recognizeBrowser(context, { email, browserTokens });
  const isRecognized = recognizedDeviceId !== null;
  const forgetTries = await limitLogins(context.throttles, { email, ipAddress, recognizedDeviceId });

  const user = await findUserByEmail(context.db, email);
  const matches = await context.passwords.matches(password, user?.passwordHash ?? null, { isRecognized });
  if (!user?.isVerified || !matches) {
    const wasDeclined = await context.passwords.matches(password, user?.declinedPasswordHash ?? null, {
      isRecognized,
    });
    const refusal = { userId: user?.id ?? null, action: 'login_refused', network: ipAddress } as const;
    await recordAudit(context.db, { ...refusal, at: context.now() });
    if (!matches && !wasDeclined) throw new AppError('invalid_credentials');
    // The try counts: otherwise anybody could win back tries for the owner's account with a password that was declined.
    throw new AppError('verification_required', { details: { requiresVerification: true, email } });
  }
  const { id: userId, passwordHash } = user;
  await forgetTries();
  const session = await context.db.$transaction(async (tx) => {
    if (timeZone && timeZone !== user.timeZone) await saveBrowserTimeZone(tx, { id: userId, timeZone });
    // The password may have been replaced while it was being checked.
    const locked = await lockCredentials(tx, userId);
    const current = locked?.isVerified ? locked.passwordHash : null;
    if (current !== passwordHash && !(await context.passwords.matches(password, current, { isRecognized })))
      throw new AppError('invalid_credentials');
    return signIn(context, tx, {
      userId,
      method: 'password',
      userAgent,
      ipAddress,
      browserTokens,
      linkToken,
    });
  });
  if (passwordHash !== null && context.passwords.isOutdated(passwordHash)) {
    // If this fails, the next login tries again.
    await rehash(context, { userId, password, passwordHash }).catch(() => undefined);
  }
  return session;
}

/** Hashes the password of a user again, with the present parameters, unless it was changed meanwhile. */
async function rehash(
  { db, passwords }: Context,
  { userId, password, passwordHash }: { userId: string; password: string; passwordHash: string },
): Promise<void> {
  const data = { passwordHash: await passwords.hash(password) };
  await db.user.updateMany({ where: { id: userId, passwordHash }, data });
}

/**
 * Signs a user out of this browser: the session ends. If the account is deleted at this moment, it has ended already.
 */
export async function logout(context: Context, caller: Caller, ipAddress: string): Promise<void> {
  const userId = caller.user.id;
  try {
    await context.db.$transaction(async (tx) => {
      // The event comes first and waits for a deletion of the user; the other order could deadlock.
      await recordAudit(tx, { userId, action: 'logout', network: ipAddress, at: context.now() });
      await endSession({ ...context, db: tx }, caller);
    });
  } catch (error) {
    if (!isUserGone(error)) throw error;
  }
}
