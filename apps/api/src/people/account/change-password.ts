import { AppError, type endpoints, type Parsed } from '@picksync/contracts';
import { assertGoesOn } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { assertRecentStepUp } from '../../base/recent-step-up.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { consumeTry } from '../../base/throttle.ts';
import type { Caller } from '../../http/caller.ts';
import { revokeAllApiKeys } from '../api-keys/api-keys.ts';
import { endPendingChange } from '../email-change/email-change.store.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { forgetOtherBrowsers } from '../recognized-devices/recognized-devices.ts';
import { deleteOtherSessions } from '../sessions/sessions.store.ts';
import { replaceToken } from '../sessions/sessions.ts';
import { limitNewPasswords } from '../users/limit-new-passwords.ts';
import { lockCredentials, setPassword } from '../users/users.store.ts';
import { findAccount } from './account.ts';

type PasswordChange = Parsed<typeof endpoints.accountSettings.changePassword>['body'] & {
  ipAddress: string;
  /** Of the session, where the request has it. */
  cookie: string | undefined;
  /** Of the browser in which it is changed. */
  browserTokens: readonly string[];
};

const wrong = 'This is not your password. Please try again.';

/**
 * Changes the password of a signed-in user. Needs the current one; an account without a password needs a recent step-up.
 * A pending change of address is cancelled: it may be a stranger's. Returns how many API keys were revoked, and the
 * session's new cookie; null when it keeps the one it has.
 */
export async function changePassword(
  context: Context,
  { user: { id: userId }, session }: Caller,
  { currentPassword, password, ipAddress, cookie, browserTokens, ...choices }: PasswordChange,
): Promise<{ token: string | null; revoked: number }> {
  const { email, passwordHash: before } = (await findAccount(context.db, userId)) ?? throwGone();
  await assertKnown(context, { session, currentPassword, before });
  await limitNewPasswords(context.throttles, { email, ipAddress });
  await context.passwordStrength.assertNotGuessable({ password, email, isRecognized: true });
  const passwordHash = await context.passwords.hash(password, { isRecognized: true });
  return context.db.$transaction(async (tx) => {
    const locked = (await lockCredentials(tx, userId)) ?? throwGone();
    await assertGoesOn({ ...context, db: tx }, { userId, session });
    // Another change was quicker: what was typed is no longer the password.
    if (locked.passwordHash !== before)
      throw new AppError('validation_failed', { errors: { currentPassword: wrong } });
    await setPassword(tx, { id: userId, passwordHash });
    await voidAll(tx, { userId, at: context.now() });
    await endPendingChange(tx, { userId, at: context.now() });
    if (choices.endOtherSessions) {
      await deleteOtherSessions(tx, { userId, keep: session.id });
      // One that stays known may try passwords where others are held back, and signs in without a mail about it.
      await forgetOtherBrowsers(context, tx, { userId, browserTokens });
    }
    // They began with the old password.
    await tx.session.deleteMany({ where: { userId, awaitsSecondFactor: true } });
    await recordAudit(tx, { userId, action: 'password_changed', network: ipAddress, at: context.now() });
    const acting = { userId, network: ipAddress };
    const revoked = choices.revokeApiKeys ? await revokeAllApiKeys(context, tx, acting) : 0;
    await context.sendMailLater(tx, { mail: 'password_replaced', userId });
    return { token: await replaceToken({ ...context, db: tx }, { session, cookie }), revoked };
  });
}

type Known = Pick<Caller, 'session'> & { currentPassword: string | undefined; before: string | null };

async function assertKnown(context: Context, { session, currentPassword, before }: Known): Promise<void> {
  if (before === null) return assertRecentStepUp(session, { now: context.now() });
  await consumeTry(context.throttles.stepUps, session.id);
  if (!(await context.passwords.matches(currentPassword ?? '', before, { isRecognized: true })))
    throw new AppError('validation_failed', { errors: { currentPassword: wrong } });
  await context.throttles.stepUps.clear(session.id);
}

function throwGone(): never {
  throw new AppError('unauthenticated');
}
