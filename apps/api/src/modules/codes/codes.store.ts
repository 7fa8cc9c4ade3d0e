import type { CodePurpose, Db, Prisma } from '@picksync/db';

export async function createCode(db: Db, data: Prisma.OneTimeCodeUncheckedCreateInput): Promise<void> {
  await db.oneTimeCode.create({ data });
}

/** A code somebody tries; `tries` counts this one. */
export type TriedCode = { id: string; userId: string; codeHash: string; tries: number; expiresAt: Date };

/** Counts one try of a user's newest open code and answers it; null when there is none, or no such user. */
export async function tryNewestCode(
  db: Db,
  { email, purpose }: { email: string; purpose: CodePurpose },
): Promise<TriedCode | null> {
  const [tried] = await db.$queryRaw<TriedCode[]>`
    UPDATE one_time_codes SET attempts = attempts + 1
    WHERE id = (
      SELECT c.id FROM one_time_codes c JOIN users u ON u.id = c.user_id
      WHERE u.email = ${email} AND c.purpose = ${purpose}::code_purpose AND c.kind = 'otp' AND c.used_at IS NULL
      ORDER BY c.created_at DESC LIMIT 1)
    RETURNING id, user_id AS "userId", code_hash AS "codeHash", attempts AS tries, expires_at AS "expiresAt"`;
  return tried ?? null;
}

/** Marks every open code as used. */
export async function voidCodes(
  db: Db,
  { at, ...whose }: { userId: string; purpose: CodePurpose; at: Date },
): Promise<void> {
  await db.oneTimeCode.updateMany({ where: { ...whose, kind: 'otp', usedAt: null }, data: { usedAt: at } });
}

/** Marks a code as used; false when it was already. */
export async function claimCode(db: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { count } = await db.oneTimeCode.updateMany({
    where: { id, usedAt: null },
    data: { usedAt: at },
  });
  return count === 1;
}

export const findCodeWithUser = (db: Db, id: string) =>
  db.oneTimeCode.findUnique({
    where: { id },
    select: {
      id: true,
      usedAt: true,
      expiresAt: true,
      user: { select: { email: true, isVerified: true } },
    },
  });
