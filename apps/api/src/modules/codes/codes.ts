import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import type { CodePurpose, Db } from '@picksync/db';
import type { KeyedHash } from '../../keyed-hash.ts';
import { claimCode, createCode, tryNewestCode, voidCodes } from './codes.store.ts';

export type CodeParts = { keyedHash: KeyedHash; newId: () => string; now: () => Date };

export const CODE_MINUTES = 10;
const TRIES = 5;
const DIGITS = 6;

/**
 * The six digits that belong to a code's row. They are derived, not stored: the mail is written later, by a job
 * that knows the row's id alone, and nothing readable has to wait for it in the database.
 */
export function digitsOf(codeId: string, keyedHash: KeyedHash): string {
  const bytes = Buffer.from(keyedHash('one-time-code', codeId), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Makes a new code and voids the ones before it. Answers its id, from which the mail's digits are derived.
 * Without a user it makes a code that is good for nobody: for an unknown address the same has to happen as for a
 * known one.
 */
export async function issueCode(
  db: Db,
  { userId, purpose }: { userId: string | null; purpose: CodePurpose },
  { keyedHash, newId, now }: CodeParts,
): Promise<string> {
  const id = newId();
  const at = now();
  // For nobody there is nothing to void; codes of other nobodies are none of this one's business.
  await voidCodes(db, { userId: userId ?? id, purpose, at });
  await createCode(db, {
    id,
    userId,
    purpose,
    kind: 'otp',
    codeHash: keyedHash('one-time-code-check', `${id}:${digitsOf(id, keyedHash)}`),
    createdAt: at,
    expiresAt: new Date(at.getTime() + CODE_MINUTES * 60_000),
  });
  return id;
}

/**
 * Checks digits against the newest code of the user with this address. Every try is counted before it is looked at, so
 * that tries made at the same time are no more than those made one after another; therefore not inside a transaction
 * that a refusal would roll back. Throws `otp_invalid`, `otp_expired` (only to who knows the digits) or
 * `too_many_attempts`. An address without a user takes the same single statement and is refused in the same words.
 */
export async function checkCode(
  db: Db,
  { email, purpose, digits }: { email: string; purpose: CodePurpose; digits: string },
  { keyedHash, now }: CodeParts,
): Promise<{ codeId: string; userId: string }> {
  const code = await tryNewestCode(db, { email, purpose });
  const given = keyedHash('one-time-code-check', `${code?.id}:${digits}`);
  if (!code) throw new AppError('otp_invalid');
  const isExpired = code.expiresAt <= now();
  // Of an old code nothing is told: an address without one could not be told apart otherwise.
  if (code.tries > TRIES) throw new AppError(isExpired ? 'otp_invalid' : 'too_many_attempts');
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(code.codeHash))) throw new AppError('otp_invalid');
  if (isExpired) throw new AppError('otp_expired');
  return { codeId: code.id, userId: code.userId };
}

/** Uses up a code that was checked, in the transaction of what it was for. Throws `otp_invalid` when somebody was faster. */
export async function useCode(db: Db, codeId: string, { now }: CodeParts): Promise<void> {
  if (!(await claimCode(db, { id: codeId, at: now() }))) throw new AppError('otp_invalid');
}
