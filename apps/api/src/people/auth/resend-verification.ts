import { issueCode } from '../one-time-codes/one-time-codes.ts';
import type { AuthDeps } from '../users/auth-deps.ts';
import { takeMail } from '../users/auth-throttles.ts';
import { findUserByEmail, lockAddress } from '../users/users.store.ts';

/** Sends a new code, which voids the one before. Does and returns the same for an address without an account. */
export async function resendVerification(
  { email, ipAddress }: { email: string; ipAddress: string },
  deps: AuthDeps,
): Promise<{ message: string }> {
  await takeMail(deps.throttles, { email, ipAddress });
  await deps.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const user = await findUserByEmail(tx, email);
    const userId = user?.id ?? null;
    const codeId = await issueCode(tx, { userId, email, purpose: 'verify_email' }, deps);
    await deps.sendMailLater(tx, { mail: 'verify_email', codeId });
  });
  return { message: 'If this address belongs to an account, we sent a new code to it.' };
}
