import type { Db, Prisma } from '@picksync/db';

const whatAuthNeeds = {
  id: true,
  email: true,
  passwordHash: true,
  isVerified: true,
} satisfies Prisma.UserSelect;

export type AuthUser = Prisma.UserGetPayload<{ select: typeof whatAuthNeeds }>;

export const findUserByEmail = (db: Db, email: string): Promise<AuthUser | null> =>
  db.user.findUnique({ where: { email }, select: whatAuthNeeds });

export const createUser = (db: Db, data: Prisma.UserCreateInput): Promise<AuthUser> =>
  db.user.create({ data, select: whatAuthNeeds });

/** Changes nothing for an account that is verified. */
export async function setUnverifiedPassword(
  db: Db,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<void> {
  await db.user.updateMany({ where: { id, isVerified: false }, data: { passwordHash } });
}

export async function markVerified(db: Db, id: string): Promise<void> {
  await db.user.update({ where: { id }, data: { isVerified: true } });
}

/** Lets one transaction at a time work on an address that may not have a row yet. */
export async function lockAddress(tx: Db, email: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`address:${email}`}, 0))`;
}

export async function saveDemoUser(db: Db, { email, ...data }: Prisma.UserCreateInput): Promise<void> {
  await db.user.upsert({ where: { email }, create: { email, ...data }, update: data });
}
