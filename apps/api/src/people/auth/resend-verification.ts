import type { Context } from '../../base/context.ts';
import { issueCode } from '../one-time-codes/one-time-codes.ts';
import { takeMail } from '../users/auth-throttles.ts';
import { findUserByEmail, lockAddress } from '../users/users.store.ts';

/** Sends a new code, which voids the one before. Does and returns the same for an address without an account. */
export async function resendVerification(
  context: Context,
  { email, ipAddress }: { email: string; ipAddress: string },
): Promise<{ message: string }> {
  await takeMail(context.throttles, { email, ipAddress });
  await context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const user = await findUserByEmail(tx, email);
    const userId = user?.id ?? null;
    const codeId = await issueCode(context, tx, { userId, email, purpose: 'verify_email' });
    await context.sendMailLater(tx, { mail: 'verify_email', codeId });
  });
  return { message: 'If this address belongs to an account, we sent a new code to it.' };
}
