import { AppError } from '@picksync/contracts';
import { recordAudit } from '../../base/record-audit.ts';
import { takeTry } from '../../base/throttle.ts';
import type { AuthDeps } from '../users/auth-deps.ts';
import { takeMail } from '../users/auth-throttles.ts';
import { lockCredentials } from '../users/users.store.ts';
import { endPendingChange, replacePendingChange } from './email-change.store.ts';

const confirmWithinMs = 24 * 60 * 60_000;

/**
 * Begins a change of a user's address: the new one gets a mail with a link, and the old one is informed. Nothing
 * changes until the link is followed. An address that has an account gets the same reply, and a mail about it.
 */
export async function requestEmailChange(
  { userId, newEmail, ipAddress }: { userId: string; newEmail: string; ipAddress: string },
  deps: AuthDeps,
): Promise<{ message: string }> {
  await takeTry(deps.throttles.emailChanges, userId);
  await takeMail(deps.throttles, { email: newEmail, ipAddress });
  await deps.db.$transaction(async (tx) => {
    const user = await lockCredentials(tx, userId);
    if (!user) throw new AppError('unauthenticated');
    if (user.email === newEmail)
      throw new AppError('validation_failed', { errors: { email: 'This is your address already' } });
    const at = deps.now();
    const id = deps.newId();
    await replacePendingChange(tx, {
      id,
      userId,
      oldEmail: user.email,
      newEmail,
      createdAt: at,
      expiresAt: new Date(at.getTime() + confirmWithinMs),
    });
    await recordAudit(tx, { userId, action: 'email_change_requested', network: ipAddress, at });
    await deps.sendMailLater(tx, { mail: 'confirm_email_change', emailChangeId: id });
    await deps.sendMailLater(tx, { mail: 'email_change_requested', emailChangeId: id });
  });
  return { message: `We have written to ${newEmail}. Open the link in that mail to change to it.` };
}

/** Cancels the pending change. Doing it twice is not an error. */
export async function cancelEmailChange(userId: string, { db, now }: Pick<AuthDeps, 'db' | 'now'>) {
  await endPendingChange(db, { userId, at: now() });
  return { message: 'The change is canceled. Your address stays as it is.' };
}
