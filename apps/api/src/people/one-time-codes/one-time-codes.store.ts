import type { CodePurpose, Db, Prisma } from '@picksync/db';
import type { Hashes } from '../../base/keyed-hash.ts';

export async function createCode(db: Db, data: Prisma.OneTimeCodeUncheckedCreateInput): Promise<void> {
  await db.oneTimeCode.create({ data });
}

type NewLink = Pick<Prisma.OneTimeCodeUncheckedCreateInput, 'userId' | 'purpose' | 'codeHash' | 'payload'>;

/** Creates what is used once, by its hash, and is valid for some time: a link, a challenge, a state. */
export async function createLink(
  db: Db,
  { at, lifeMs, ...link }: NewLink & { at: Date; lifeMs: number },
): Promise<void> {
  const expiresAt = new Date(at.getTime() + lifeMs);
  await createCode(db, { ...link, kind: 'link', createdAt: at, expiresAt });
}

/** Uses up what `createLink` has created and returns its payload; null when there is none that is still valid. */
export async function claimLink(
  db: Db,
  {
    codeHashes,
    at,
    ...which
  }: { codeHashes: string[]; purpose: CodePurpose; userId?: string | null; at: Date },
): Promise<{ payload: unknown } | null> {
  const [claimed] = await db.oneTimeCode.updateManyAndReturn({
    where: { ...which, codeHash: { in: codeHashes }, kind: 'link', usedAt: null, expiresAt: { gt: at } },
    data: { usedAt: at },
    select: { payload: true },
  });
  return claimed ?? null;
}

/** A code somebody tries; `tries` counts this one. Nobody knows the digits of a code without a user. */
export type TriedCode = {
  id: string;
  userId: string | null;
  codeHash: string;
  tries: number;
  expiresAt: Date;
};

/** The code that a try is counted in when the address has no open one. */
export type MissedCode = { id: string; codeHash: string; at: Date; expiresAt: Date };

/**
 * Counts one try of the newest open code of an address and returns it; null when there was none. Codes that expired before
 * `expiredAfter` do not count. The try is counted in any case, in the one statement: without an open code it inserts
 * one that opens nothing, and later tries are counted there.
 */
export async function tryNewestCode(
  db: Db,
  {
    addressHashes,
    purpose,
    expiredAfter,
    missed,
  }: { addressHashes: Hashes; purpose: CodePurpose; expiredAfter: Date; missed: MissedCode },
): Promise<TriedCode | null> {
  const [tried] = await db.$queryRaw<TriedCode[]>`
    WITH newest AS (
      SELECT id FROM one_time_codes
      WHERE address_hash = ANY(${addressHashes}) AND purpose = ${purpose}::code_purpose AND kind = 'otp' AND used_at IS NULL
        AND expires_at > ${expiredAfter}
      ORDER BY user_id IS NULL, created_at DESC LIMIT 1
    ), tried AS (
      UPDATE one_time_codes SET attempts = attempts + 1
      WHERE id = (SELECT id FROM newest) AND used_at IS NULL
      RETURNING id, user_id, code_hash, attempts, expires_at
    ), missed AS (
      INSERT INTO one_time_codes (id, purpose, kind, code_hash, address_hash, attempts, created_at, expires_at)
      SELECT ${missed.id}::uuid, ${purpose}::code_purpose, 'otp', ${missed.codeHash}, ${addressHashes[0]}, 1,
        ${missed.at}, ${missed.expiresAt}
      WHERE NOT EXISTS (SELECT FROM newest)
    )
    SELECT id, user_id AS "userId", code_hash AS "codeHash", attempts AS tries, expires_at AS "expiresAt" FROM tried`;
  return tried ?? null;
}

/** Marks a code or link as used; false when it was already. */
export async function claimCode(db: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { count } = await db.oneTimeCode.updateMany({
    where: { id, usedAt: null },
    data: { usedAt: at },
  });
  return count === 1;
}

export function findCodeWithUser(db: Db, id: string) {
  return db.oneTimeCode.findUnique({
    where: { id },
    select: {
      id: true,
      codeHash: true,
      linkHash: true,
      usedAt: true,
      expiresAt: true,
      userId: true,
      user: { select: { email: true, isVerified: true, passwordHash: true } },
    },
  });
}

/** An unused token of a link, with whose it is. */
export type OpenLink = {
  id: string;
  expiresAt: Date;
  user: { id: string; email: string; isVerified: boolean } | null;
};

/** Reads an unused link with its user, by the hash of its token: one on its own, or one beside the code of a mail. */
export async function findOpenLink(
  db: Db,
  { tokenHashes, purpose }: { tokenHashes: string[]; purpose: CodePurpose },
): Promise<OpenLink | null> {
  const row = await db.oneTimeCode.findFirst({
    where: {
      purpose,
      usedAt: null,
      OR: [{ kind: 'link', codeHash: { in: tokenHashes } }, { linkHash: { in: tokenHashes } }],
    },
    select: {
      id: true,
      expiresAt: true,
      linkExpiresAt: true,
      user: { select: { id: true, email: true, isVerified: true } },
    },
  });
  return row && { id: row.id, expiresAt: row.linkExpiresAt ?? row.expiresAt, user: row.user };
}

/** Marks the unused codes and links of a user, or of an address, as used. */
export async function voidCodes(
  db: Db,
  {
    at,
    ...which
  }: Pick<Prisma.OneTimeCodeWhereInput, 'userId' | 'addressHash' | 'purpose' | 'kind'> & { at: Date },
): Promise<void> {
  await db.oneTimeCode.updateMany({ where: { ...which, usedAt: null }, data: { usedAt: at } });
}

/** Marks every code and link that opens a user's account as used. */
export function voidAll(db: Db, { userId, at }: { userId: string; at: Date }): Promise<void> {
  return voidCodes(db, { userId, purpose: { in: ['verify_email', 'reset_password'] }, at });
}
