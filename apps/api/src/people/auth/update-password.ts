import { AppError } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import type { Caller } from '../../http/caller.ts';
import { rememberBrowser } from '../known-browsers/known-browsers.ts';
import { type StartedSession, startSession } from '../sessions/sessions.ts';
import type { Browser } from '../sign-in/sign-in.ts';
import { takeNewPassword } from '../users/auth-throttles.ts';
import { findUserById, lockAddress } from '../users/users.store.ts';
import { replacePassword } from './replace-password.ts';

type UpdatePasswordInput = {
  caller: Caller;
  password: string;
} & Browser;

const same = 'This is the password you have. Please choose another one.';

/**
 * Sets the new password of a signed-in user who has to have one, and begins a new session. Throws `forbidden` for
 * anybody else: other users have to prove who they are before they change it.
 */
export async function updatePassword(
  context: Context,
  { caller, password, userAgent, ipAddress, browserTokens: known }: UpdatePasswordInput,
): Promise<StartedSession & { browserTokens: string[] }> {
  const { id: userId, email } = caller.user;
  if (!caller.session.needsNewPassword) throw new AppError('forbidden');
  await takeNewPassword(context.throttles, { email, ipAddress });
  await context.passwordStrength.assertNotGuessable({ password, email, isRecognized: true });
  const before = await findUserById(context.db, userId);
  if (await context.passwords.matches(password, before.passwordHash, { isRecognized: true })) {
    throw new AppError('weak_password', { message: same, errors: { password: same } });
  }
  const passwordHash = await context.passwords.hash(password, { isRecognized: true });
  return context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    // Somebody else has set it meanwhile, and this session has ended.
    if (!(await findUserById(tx, userId)).passwordNeedsUpdate) throw new AppError('unauthenticated');
    await replacePassword(context, tx, { userId, passwordHash, network: ipAddress, browserTokens: known });
    const place = { userId, userAgent, ipAddress };
    const { id: knownBrowserId, tokens: browserTokens } = await rememberBrowser(context, tx, {
      ...place,
      browserTokens: known,
    });
    const session = await startSession({ ...context, db: tx }, { ...place, knownBrowserId });
    return { ...session, browserTokens };
  });
}
