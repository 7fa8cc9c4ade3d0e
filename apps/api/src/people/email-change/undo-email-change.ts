import { AppError } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { forgetOtherBrowsers } from '../known-browsers/known-browsers.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { issueResetLink } from '../one-time-codes/one-time-codes.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { lockAddress, lockCredentials } from '../users/users.store.ts';
import { changeOfToken } from './change-tokens.ts';
import { claimUndo, closeOtherWaysIn, isAddressTaken, setAddress } from './email-change.store.ts';

/** Passkeys, keys and a second factor that were added within this time before the change may be the same intruder's. */
const visitMs = 7 * 24 * 60 * 60_000;

/**
 * Undoes a change of address, by the link in the mail to the old one. An intruder may have made the change, know the
 * password and have added ways in: every session ends, the password, the linked providers and everything that was added
 * lately are removed, and the returned token sets a new password. An older second factor stays: reading the mail alone
 * does not get past it.
 */
export async function undoEmailChange(
  context: Context,
  { token, ipAddress }: { token: string; ipAddress: string },
): Promise<{ message: string; passwordToken: string }> {
  const { change, act } = await changeOfToken(context, token);
  if (act !== 'undo') throw new AppError('link_invalid');
  const { userId, oldEmail } = change;
  const at = context.now();
  const passwordToken = await context.db.$transaction(async (tx) => {
    await lockAddress(tx, oldEmail);
    const user = await lockCredentials(tx, userId);
    if (!user || !(await claimUndo(tx, { ...change, at }))) throw new AppError('link_invalid');
    // Somebody who registered the address meanwhile reads its mail as well: their account is not touched.
    if (user.email !== oldEmail && (await isAddressTaken(tx, oldEmail))) throw new AppError('link_invalid');
    await setAddress(tx, { userId, email: oldEmail });
    const since = new Date(change.createdAt.getTime() - visitMs);
    await closeOtherWaysIn(tx, { userId, since, at });
    await endAllSessions(tx, userId);
    await forgetOtherBrowsers(context, tx, { userId, browserTokens: [] });
    await voidAll(tx, { userId, purposes: ['verify_email', 'reset_password'], at });
    await recordAudit(tx, { userId, action: 'email_changed', network: ipAddress, at });
    return issueResetLink(context, tx, userId);
  });
  return { message: 'Your address is as it was. Please choose a new password to finish.', passwordToken };
}
