import { checkCode, issueCode, useCode } from '../codes/codes.ts';
import type { AuthParts } from './auth-parts.ts';
import { takeMail, takeTry } from './auth-throttles.ts';
import { findUserByEmail, lockAddress, markVerified } from './users.store.ts';

const PURPOSE = 'verify_email';

/**
 * Proves that a user reads the mail of an address. It signs nobody in: whoever typed the code may have registered
 * with a password that somebody else replaced in the meantime, and finds out at the login.
 */
export async function verifyEmail(
  { email, otp }: { email: string; otp: string },
  parts: AuthParts,
): Promise<{ message: string }> {
  takeTry(parts.throttles.codes, email, 'too_many_attempts');
  const { codeId, userId } = await checkCode(parts.db, { email, purpose: PURPOSE, digits: otp }, parts);
  await parts.db.$transaction(async (tx) => {
    await useCode(tx, codeId, parts);
    await markVerified(tx, userId);
  });
  parts.throttles.codes.clear(email);
  return { message: 'Your e-mail address is verified. You can log in now.' };
}

/** Sends a new code, which voids the one before. Does and answers the same for an address without an account. */
export async function resendVerification(
  { email, ipAddress }: { email: string; ipAddress: string },
  parts: AuthParts,
): Promise<{ message: string }> {
  takeMail(parts.throttles, { email, ipAddress });
  await parts.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const user = await findUserByEmail(tx, email);
    const codeId = await issueCode(tx, { userId: user?.id ?? null, purpose: PURPOSE }, parts);
    await parts.sendMailLater(tx, { mail: 'verify_email', codeId });
  });
  parts.throttles.codes.clear(email);
  return { message: 'If this address belongs to an account, we sent a new code to it.' };
}
