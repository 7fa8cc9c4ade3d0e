import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { recognizeBrowser } from '../known-browsers/known-browsers.ts';
import { codeMinutes, issueCode } from '../one-time-codes/one-time-codes.ts';
import { takeMail } from '../users/auth-throttles.ts';
import { findUserByEmail, lockAddress } from '../users/users.store.ts';

/**
 * Sends a code and a link that set a new password, and voids the ones before. Does and returns the same for an address
 * without an account. An account that has no password, because it signs in through Google or Microsoft, gets one this
 * way.
 */
export async function forgotPassword(
  context: Context,
  {
    email,
    ipAddress,
    browserTokens = [],
  }: { email: string; ipAddress: string; browserTokens?: readonly string[] },
): Promise<{ message: string }> {
  const countedApartAs = await recognizeBrowser(context, { email, browserTokens });
  await takeMail(context.throttles, { email, ipAddress, countedApartAs, isForReset: true });
  await context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const user = await findUserByEmail(tx, email);
    const userId = user?.id ?? null;
    const codeId = await issueCode(context, tx, { userId, email, purpose: 'reset_password' });
    const event = { userId, action: 'password_reset_requested', network: ipAddress } as const;
    await recordAudit(tx, { ...event, at: context.now() });
    await context.sendMailLater(tx, { mail: 'reset_password', codeId });
  });
  return {
    message: `If this address has an account, a code is on its way. It works for ${codeMinutes} minutes.`,
  };
}
