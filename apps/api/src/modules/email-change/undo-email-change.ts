import { AppError } from '@picksync/contracts';
import { lockCredentials } from '../account/account.store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { AuthDeps } from '../auth/auth-deps.ts';
import { lockAddress } from '../auth/users.store.ts';
import { forgetOtherBrowsers } from '../known-browsers/known-browsers.ts';
import { issueResetLink } from '../one-time-codes/links.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { changeOfToken } from './change-tokens.ts';
import { claimUndo, closeWaysIn, isAddressTaken, setAddress } from './email-change.store.ts';

/** Passkeys, keys and a second factor that were added this long before the change may be the same stranger's. */
const visitMs = 7 * 24 * 60 * 60_000;

/**
 * Gives an account its address back, for whoever reads the mail of it. Somebody else may have made the change, know the
 * password and have added ways in of their own: every session ends, the password and the linked providers are good for
 * nothing any more, nor is what else was added lately, and a new password is set with the returned token. A second factor that
 * is older stays: reading the mail alone does not get past it.
 */
export async function undoEmailChange(
  { token, ipAddress }: { token: string; ipAddress: string },
  deps: AuthDeps,
): Promise<{ message: string; passwordToken: string }> {
  const { change, act } = await changeOfToken(token, deps);
  if (act !== 'undo') throw new AppError('link_invalid');
  const { userId, oldEmail } = change;
  const at = deps.now();
  const passwordToken = await deps.db.$transaction(async (tx) => {
    await lockAddress(tx, oldEmail);
    const user = await lockCredentials(tx, userId);
    if (!user || !(await claimUndo(tx, { ...change, at }))) throw new AppError('link_invalid');
    // Whoever registered the address meanwhile reads its mail as well: the account that is there stays.
    if (user.email !== oldEmail && (await isAddressTaken(tx, oldEmail))) throw new AppError('link_invalid');
    await setAddress(tx, { userId, email: oldEmail });
    const since = new Date(change.createdAt.getTime() - visitMs);
    await closeWaysIn(tx, { userId, since, at });
    await endSessionsOf(tx, userId);
    await forgetOtherBrowsers(tx, { userId, browserToken: undefined }, deps);
    await voidAll(tx, { userId, purposes: ['verify_email', 'reset_password'], at });
    await recordAudit(tx, { userId, action: 'email_changed', network: ipAddress, at });
    return issueResetLink(tx, userId, deps);
  });
  return { message: 'Your address is as it was. Please choose a new password to finish.', passwordToken };
}
