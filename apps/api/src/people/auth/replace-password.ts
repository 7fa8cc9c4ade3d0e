import { AppError } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import { lockActingUser } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { revokeAllApiKeys } from '../api-keys/api-keys.ts';
import { endPendingChange } from '../email-change/email-change.store.ts';
import { stopSending } from '../notice-channels/stop-sending.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { forgetOtherBrowsers, rememberBrowser } from '../recognized-devices/recognized-devices.ts';
import { deleteAllSessions } from '../sessions/sessions.store.ts';
import { type StartedSession, startSession } from '../sessions/sessions.ts';
import type { Browser } from '../sign-in/sign-in.ts';
import { startTrial } from '../spent-offers/spent-offers.ts';
import { limitNewPasswords } from '../users/limit-new-passwords.ts';
import { findUserById, lockAddress, markVerified, setPassword } from '../users/users.store.ts';
import { deleteOtherSignInMethods } from './sign-in-methods.ts';

export type NewPassword = {
  userId: string;
  passwordHash: string;
  network: string;
  /** Of the browser in which it was chosen. */
  browserTokens: readonly string[];
  revokeApiKeys?: boolean | undefined;
  /** For a user whose account somebody else had access to: API keys go as well. */
  removeOtherWaysIn?: boolean | undefined;
};

/**
 * Sets a new password for a user who proved to read the mail of the address or to know the old password. The address
 * counts as verified from now on. Every session ends, every other browser is forgotten, every open code and link and a
 * pending change of address are void, and an account that was verified before gets a mail about it. Call it under
 * `lockAddress`. Returns how many API keys were revoked.
 */
export async function replacePassword(
  context: Context,
  tx: Tx,
  { userId, passwordHash, network, browserTokens, revokeApiKeys, removeOtherWaysIn }: NewPassword,
): Promise<number> {
  const { isVerified, email } = await findUserById(tx, userId);
  await setPassword(tx, { id: userId, passwordHash });
  if (await markVerified(tx, userId)) await startTrial(context, tx, { userId, email, at: context.now() });
  await deleteAllSessions(tx, userId);
  await forgetOtherBrowsers(context, tx, { userId, browserTokens });
  await voidAll(tx, { userId, at: context.now() });
  // An intruder may have requested it, and would get the next reset sent to themselves.
  await endPendingChange(tx, { userId, at: context.now() });
  await recordAudit(tx, { userId, action: 'password_changed', network, at: context.now() });
  const revoked =
    revokeApiKeys || removeOtherWaysIn ? await revokeAllApiKeys(context, tx, { userId, network }) : 0;
  if (removeOtherWaysIn) {
    await deleteOtherSignInMethods(tx, userId);
    await stopSending(tx, { userId, at: context.now() });
    await recordAudit(tx, { userId, action: 'ways_in_removed', network, at: context.now() });
  }
  if (isVerified) await context.sendMailLater(tx, { mail: 'password_changed', userId });
  return revoked;
}

const same = 'This is the password you have. Please choose another one.';

/**
 * Sets the new password of a signed-in user who has to have one, and begins a new session. Throws `forbidden` for
 * anybody else: other users have to prove who they are before they change it.
 */
export async function updatePassword(
  context: Context,
  {
    caller,
    password,
    userAgent,
    ipAddress,
    browserTokens: known,
  }: Browser & { caller: Caller; password: string },
): Promise<StartedSession & { browserTokens: string[] }> {
  const { id: userId, email } = caller.user;
  if (!caller.session.needsNewPassword) throw new AppError('forbidden');
  await limitNewPasswords(context.throttles, { email, ipAddress });
  await context.passwordStrength.assertNotGuessable({ password, email, isRecognized: true });
  const before = await findUserById(context.db, userId);
  if (await context.passwords.matches(password, before.passwordHash, { isRecognized: true })) {
    throw new AppError('weak_password', { message: same, errors: { password: same } });
  }
  const passwordHash = await context.passwords.hash(password, { isRecognized: true });
  return context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    await lockActingUser(context, tx, { userId, session: caller.session });
    // Somebody else has set it meanwhile, and this session has ended.
    if (!(await findUserById(tx, userId)).passwordNeedsUpdate) throw new AppError('unauthenticated');
    await replacePassword(context, tx, { userId, passwordHash, network: ipAddress, browserTokens: known });
    const place = { userId, userAgent, ipAddress };
    const { id, tokens } = await rememberBrowser(context, tx, { ...place, browserTokens: known });
    const session = await startSession({ ...context, db: tx }, { ...place, recognizedDeviceId: id });
    return { ...session, browserTokens: tokens };
  });
}
