import type { RenderedMail } from '../../mail/render-mail.ts';
import { resetPasswordMail } from '../../mail/reset-password.mail.ts';
import { linkMinutes, linkTokenOf } from '../one-time-codes/links.ts';
import { findCodeWithUser } from '../one-time-codes/one-time-codes.store.ts';
import { codeMinutes, digitsOf } from '../one-time-codes/one-time-codes.ts';
import type { VerificationMailDeps } from './verification-mail.ts';

/**
 * Writes the mail to who forgot the password: the digits and the link. Returns null when the address has no account, and
 * when the code is void or too old to be typed.
 */
export async function resetMail(
  codeId: string,
  { db, keyedHash, publicOrigin, now }: VerificationMailDeps,
): Promise<(RenderedMail & { to: string }) | null> {
  const code = await findCodeWithUser(db, codeId);
  if (!code?.user || code.usedAt || code.expiresAt <= now()) return null;
  const token = linkTokenOf(code.id, { keyedHash });
  const mail = resetPasswordMail({
    code: digitsOf(code.id, keyedHash),
    codeMinutes,
    url: `${publicOrigin}/reset-password?token=${token}`,
    linkMinutes,
    hasPassword: code.user.passwordHash !== null,
  });
  return { to: code.user.email, ...mail };
}
