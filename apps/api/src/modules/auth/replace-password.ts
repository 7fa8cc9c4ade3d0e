import type { Tx } from '@picksync/db';
import { recordAudit } from '../audit/record-audit.ts';
import { endPendingChange } from '../email-change/email-change.store.ts';
import { forgetOtherBrowsers } from '../known-browsers/known-browsers.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { recordTrialStarted } from '../subscriptions/plan-changes.store.ts';
import type { AuthDeps } from './auth-deps.ts';
import { findUserById, markVerified, setPassword } from './users.store.ts';
import { deleteOtherWaysIn } from './ways-in.store.ts';

export type NewPassword = {
  userId: string;
  passwordHash: string;
  network: string;
  /** Of the browser in which it was chosen. */
  browserToken: string | undefined;
  /** For somebody who was not alone in the account. */
  removeOtherWaysIn?: boolean | undefined;
};

/**
 * Gives a user another password, for somebody who proved to read the mail of the address or to know the password before.
 * The address counts as verified from now on. Every session ends, every other browser
 * is a stranger again, every open code and link is void, a change of
 * address that waits as well, and an account that was open before gets a mail about it. Call it under `lockAddress`.
 */
export async function replacePassword(
  tx: Tx,
  { userId, passwordHash, network, browserToken, removeOtherWaysIn }: NewPassword,
  deps: AuthDeps,
): Promise<void> {
  const { isVerified } = await findUserById(tx, userId);
  await setPassword(tx, { id: userId, passwordHash });
  if (await markVerified(tx, userId)) await recordTrialStarted(tx, { userId, at: deps.now() });
  await endSessionsOf(tx, userId);
  await forgetOtherBrowsers(tx, { userId, browserToken }, deps);
  await voidAll(tx, { userId, purposes: ['verify_email', 'reset_password'], at: deps.now() });
  // Whoever was in the account before may have asked for it, and would have the next reset sent to themselves.
  await endPendingChange(tx, { userId, at: deps.now() });
  await recordAudit(tx, { userId, action: 'password_changed', network, at: deps.now() });
  if (removeOtherWaysIn) {
    await deleteOtherWaysIn(tx, { userId, at: deps.now() });
    await recordAudit(tx, { userId, action: 'ways_in_removed', network, at: deps.now() });
  }
  if (isVerified) await deps.sendMailLater(tx, { mail: 'password_changed', userId });
}
