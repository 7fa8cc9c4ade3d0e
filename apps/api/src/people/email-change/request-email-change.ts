import { AppError } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { takeTry } from '../../base/throttle.ts';
import { takeMail } from '../users/auth-throttles.ts';
import { lockCredentials } from '../users/users.store.ts';
import { endPendingChange, replacePendingChange } from './email-change.store.ts';

const confirmWithinMs = 24 * 60 * 60_000;

/**
 * Begins a change of a user's address: the new one gets a mail with a link, and the old one is informed. Nothing
 * changes until the link is followed. An address that has an account gets the same reply, and a mail about it.
 */
export async function requestEmailChange(
  context: Context,
  { userId, newEmail, ipAddress }: { userId: string; newEmail: string; ipAddress: string },
): Promise<{ message: string }> {
  await takeTry(context.throttles.emailChanges, userId);
  await takeMail(context.throttles, { email: newEmail, ipAddress });
  await context.db.$transaction(async (tx) => {
    const user = await lockCredentials(tx, userId);
    if (!user) throw new AppError('unauthenticated');
    if (user.email === newEmail)
      throw new AppError('validation_failed', { errors: { email: 'This is your address already' } });
    const at = context.now();
    const id = context.newId();
    await replacePendingChange(tx, {
      id,
      userId,
      oldEmail: user.email,
      newEmail,
      createdAt: at,
      expiresAt: new Date(at.getTime() + confirmWithinMs),
    });
    await recordAudit(tx, { userId, action: 'email_change_requested', network: ipAddress, at });
    await context.sendMailLater(tx, { mail: 'confirm_email_change', emailChangeId: id });
    await context.sendMailLater(tx, { mail: 'email_change_requested', emailChangeId: id });
  });
  return { message: `We have written to ${newEmail}. Open the link in that mail to change to it.` };
}

/** Cancels the pending change. Doing it twice is not an error. */
export async function cancelEmailChange(context: Context, userId: string) {
  await endPendingChange(context.db, { userId, at: context.now() });
  return { message: 'The change is canceled. Your address stays as it is.' };
}
