import type { CodePurpose, Db, OneTimeCode, Prisma } from '@picksync/db';

export async function createCode(db: Db, data: Prisma.OneTimeCodeUncheckedCreateInput): Promise<void> {
  await db.oneTimeCode.create({ data });
}

export const findNewestCode = (
  db: Db,
  { userId, purpose }: { userId: string; purpose: CodePurpose },
): Promise<OneTimeCode | null> =>
  db.oneTimeCode.findFirst({
    where: { userId, purpose, kind: 'otp', usedAt: null },
    orderBy: { createdAt: 'desc' },
  });

/** Marks every open code as used. */
export async function voidCodes(
  db: Db,
  { at, ...whose }: { userId: string | null; purpose: CodePurpose; at: Date },
): Promise<void> {
  await db.oneTimeCode.updateMany({ where: { ...whose, kind: 'otp', usedAt: null }, data: { usedAt: at } });
}

/** Counts one try; false when none is left. */
export async function takeTry(db: Db, { id, most }: { id: string; most: number }): Promise<boolean> {
  const { count } = await db.oneTimeCode.updateMany({
    where: { id, attempts: { lt: most } },
    data: { attempts: { increment: 1 } },
  });
  return count === 1;
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
