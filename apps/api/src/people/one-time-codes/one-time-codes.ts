import { AppError } from '@picksync/contracts';
import type { CodePurpose, Db } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import type { Hashes, KeyedHash } from '../../base/keyed-hash.ts';
import {
  claimCode,
  createCode,
  createLink,
  findOpenLink,
  tryNewestCode,
  voidCodes,
} from './one-time-codes.store.ts';

export const codeMinutes = 10;
export const linkMinutes = 60;
const maxTries = 5;
const digitCount = 6;
/** How long the right digits of an expired code get `otp_expired`; after that the code is forgotten. */
const expiredMs = 60 * 60_000;

/**
 * The six digits that belong to a code's row. They are derived, not stored: the mail is written later, by a job
 * that knows the row's id alone, and nothing readable has to be stored for it.
 */
export function getDigits(codeId: string, keyedHash: KeyedHash): string {
  return toDigits(keyedHash('one-time-code', codeId));
}

function toDigits(hash: string): string {
  const bytes = Buffer.from(hash, 'base64url');
  return String(bytes.readUIntBE(0, 6) % 10 ** digitCount).padStart(digitCount, '0');
}

/**
 * Creates a code for an address, voids the ones before it, and returns its id, from which the mail's digits and the token
 * of its link are derived: whichever is used first uses up both. Without a user the code opens nothing: an unknown
 * address gets the same statements as a known one.
 */
export async function issueCode(
  context: Context,
  db: Db,
  { userId, email, purpose }: { userId: string | null; email: string; purpose: CodePurpose },
): Promise<string> {
  const at = context.now();
  const addressHashes = hashAddress(context, email);
  const { id, codeHash, expiresAt } = prepareCode(context, at);
  await voidCodes(db, { addressHash: { in: addressHashes }, purpose, kind: 'otp', at });
  const linkHash = hashLinkToken(context, getLinkToken(context, id));
  const link = { linkHash, linkExpiresAt: new Date(at.getTime() + linkMinutes * 60_000) };
  const [addressHash] = addressHashes;
  const code = { id, userId, purpose, kind: 'otp' as const, codeHash, addressHash };
  await createCode(db, { ...code, ...link, createdAt: at, expiresAt });
  return id;
}

/**
 * Checks digits against the newest code of an address and returns its user. Every try is counted before it is
 * compared, so that parallel tries are as limited as serial ones; call it outside a transaction, because a rollback
 * would undo the count. Throws `otp_invalid`, `otp_expired` (only to somebody who knows the digits) or
 * `too_many_attempts`. An address without an account or an open code takes the same single statement and gets the same
 * answers.
 */
export async function checkCode(
  context: Context,
  db: Db,
  { email, purpose, digits }: { email: string; purpose: CodePurpose; digits: string },
): Promise<{ codeId: string; userId: string }> {
  const at = context.now();
  const missed = { ...prepareCode(context, at), at };
  const code = await tryNewestCode(db, {
    addressHashes: hashAddress(context, email),
    purpose,
    expiredAfter: new Date(at.getTime() - expiredMs),
    missed,
  });
  const { id, codeHash, tries, expiresAt } = code ?? { ...missed, tries: 1 };
  const isRight = context.keyedHash.matches(codeHash, 'one-time-code-check', `${id}:${digits}`);
  const isExpired = expiresAt <= at;
  // An expired code is refused like one that never was: only somebody who knows its digits may learn that there was
  // one.
  if (tries > maxTries && isExpired) throw new AppError('otp_invalid');
  // The same time for every address: the remaining time of this code would show when it was requested.
  if (tries > maxTries)
    throw new AppError('too_many_attempts', { details: { retryAfterSeconds: codeMinutes * 60 } });
  if (!code?.userId || !isRight) throw new AppError('otp_invalid');
  if (isExpired) throw new AppError('otp_expired');
  return { codeId: code.id, userId: code.userId };
}

/** Uses up a code that was checked, in the transaction of what it was for. Throws `otp_invalid` when it is used already. */
export async function useCode(context: Context, db: Db, codeId: string): Promise<void> {
  if (!(await claimCode(db, { id: codeId, at: context.now() }))) throw new AppError('otp_invalid');
}

function prepareCode(context: Context, at: Date) {
  const id = context.newId();
  const codeHash = context.keyedHash('one-time-code-check', `${id}:${getDigits(id, context.keyedHash)}`);
  return { id, codeHash, expiresAt: new Date(at.getTime() + codeMinutes * 60_000) };
}

function hashAddress(context: Context, email: string): Hashes {
  return context.keyedHash.all('code-address', email);
}

/** What the mail of a code says: it may have been issued by a process that has another secret. Null for no secret of ours. */
export function readCode(
  { id, codeHash, linkHash }: { id: string; codeHash: string; linkHash: string | null },
  keyedHash: KeyedHash,
): { digits: string; token: string } | null {
  const digits = keyedHash
    .all('one-time-code', id)
    .map(toDigits)
    .find((one) => keyedHash.matches(codeHash, 'one-time-code-check', `${id}:${one}`));
  const token = keyedHash
    .all('link-in-mail', id)
    .find((one) => keyedHash.matches(linkHash ?? '', 'reset-link', one));
  return digits !== undefined && token !== undefined ? { digits, token } : null;
}

/**
 * Returns the token in the link of a mail: 256 bits, derived from the id of the code's row as its digits are, so that
 * nothing readable is stored for the job that writes the mail.
 */
export function getLinkToken(context: Pick<Context, 'keyedHash'>, codeId: string): string {
  return context.keyedHash('link-in-mail', codeId);
}

/** Returns the hash under which a token is stored. */
function hashLinkToken(context: Pick<Context, 'keyedHash'>, token: string): string {
  return context.keyedHash('reset-link', token);
}

/** Creates a token that lets its holder choose the password of a user, once, within an hour. Voids the ones before. */
export async function issueResetLink(context: Context, db: Db, userId: string): Promise<string> {
  const at = context.now();
  const token = context.newSecret();
  await voidCodes(db, { userId, purpose: 'reset_password', kind: 'link', at });
  const codeHash = hashLinkToken(context, token);
  await createLink(db, { userId, purpose: 'reset_password', codeHash, at, lifeMs: linkMinutes * 60_000 });
  return token;
}

/** Returns the link of a token, with its user, without using it. Throws `link_invalid` or `link_expired`. */
export async function findLink(
  context: Context,
  db: Db,
  { token, purpose }: { token: string; purpose: 'verify_email' | 'reset_password' },
): Promise<{ id: string; user: { id: string; email: string; isVerified: boolean } }> {
  const link = await findOpenLink(db, { tokenHashes: context.keyedHash.all('reset-link', token), purpose });
  if (!link?.user) throw new AppError('link_invalid');
  if (link.expiresAt <= context.now()) throw new AppError('link_expired');
  return { id: link.id, user: link.user };
}

/** Uses up a link, in the transaction of what it was for. Throws `link_invalid` when it is used already. */
export async function useLink(context: Context, db: Db, id: string): Promise<void> {
  if (!(await claimCode(db, { id, at: context.now() }))) throw new AppError('link_invalid');
}
