import { recordAudit } from '../audit/record-audit.ts';
import { findResetLink, useResetLink, voidResetLinks } from '../one-time-codes/reset-links.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import type { AuthDeps } from './auth-deps.ts';
import { takeNewPassword } from './auth-throttles.ts';
import { findUserById, lockAddress, setPassword } from './users.store.ts';

/**
 * Sets a new password for whoever proved to read the mail of an account. All its sessions end, and an account that was
 * open before gets a mail about it. It signs nobody in.
 */
export async function resetPassword(
  { token, password, ipAddress }: { token: string; password: string; ipAddress: string },
  deps: AuthDeps,
): Promise<{ message: string }> {
  const { id: linkId, user } = await findResetLink(deps.db, token, deps);
  await takeNewPassword(deps.throttles, { email: user.email, ipAddress });
  await deps.passwordStrength.assertNotGuessable({ password, email: user.email });
  const passwordHash = await deps.passwords.hash(password);
  await deps.db.$transaction(async (tx) => {
    await lockAddress(tx, user.email);
    await useResetLink(tx, linkId, deps);
    const { isVerified } = await findUserById(tx, user.id);
    await setPassword(tx, { id: user.id, passwordHash });
    await endSessionsOf(tx, user.id);
    await voidResetLinks(tx, user.id, deps);
    const changed = { userId: user.id, action: 'password_changed', network: ipAddress } as const;
    await recordAudit(tx, { ...changed, at: deps.now() });
    if (isVerified) await deps.sendMailLater(tx, { mail: 'password_changed', userId: user.id });
  });
  return { message: 'Your password is set. You can log in now.' };
}
