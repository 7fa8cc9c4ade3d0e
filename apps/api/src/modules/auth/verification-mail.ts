import type { Db } from '@picksync/db';
import type { KeyedHash } from '../../keyed-hash.ts';
import { accountExistsMail } from '../../mail/account-exists.mail.ts';
import type { RenderedMail } from '../../mail/render-mail.ts';
import { verifyEmailMail } from '../../mail/verify-email.mail.ts';
import { linkMinutes, linkTokenOf } from '../one-time-codes/links.ts';
import { findCodeWithUser } from '../one-time-codes/one-time-codes.store.ts';
import { codeMinutes, digitsOf } from '../one-time-codes/one-time-codes.ts';

export type VerificationMailDeps = {
  db: Db;
  keyedHash: KeyedHash;
  publicOrigin: string;
  now: () => Date;
};

/**
 * Writes the mail to who registered or asked for a new code: the digits, or that the account is there already. Returns
 * null when the address has no account, and when the code is void or too old to be typed.
 */
export async function verificationMail(
  codeId: string,
  { db, keyedHash, publicOrigin, now }: VerificationMailDeps,
): Promise<(RenderedMail & { to: string }) | null> {
  const code = await findCodeWithUser(db, codeId);
  if (!code?.user || code.usedAt || code.expiresAt <= now()) return null;
  const mail = code.user.isVerified
    ? accountExistsMail({ origin: publicOrigin })
    : verifyEmailMail({
        code: digitsOf(code.id, keyedHash),
        minutes: codeMinutes,
        url: `${publicOrigin}/login?action=verify&token=${linkTokenOf(code.id, { keyedHash })}`,
        linkMinutes,
      });
  return { to: code.user.email, ...mail };
}
