import type { Db, Prisma } from '@picksync/db';

const authUser = {
  id: true,
  email: true,
  passwordHash: true,
  declinedPasswordHash: true,
  isVerified: true,
  timeZone: true,
  passwordNeedsUpdate: true,
} satisfies Prisma.UserSelect;

export type AuthUser = Prisma.UserGetPayload<{ select: typeof authUser }>;

export function findUserByEmail(db: Db, email: string): Promise<AuthUser | null> {
  return db.user.findUnique({ where: { email }, select: authUser });
}

export function findUserById(db: Db, id: string): Promise<AuthUser> {
  return db.user.findUniqueOrThrow({ where: { id }, select: authUser });
}

type Registration = Pick<
  Prisma.UserCreateManyInput,
  'email' | 'passwordHash' | 'trialStartDate' | 'trialEndDate' | 'maxConfigurations'
>;

/**
 * Creates the user of an address, or starts an unverified one over; a verified user stays as they are, and the password
 * is stored as declined, which signs nobody in. The same statements run in each case. Call it under `lockAddress`.
 */
export async function saveUnverifiedUser(
  db: Db,
  registration: Registration,
): Promise<{ id: string; isVerified: boolean }> {
  const { email, ...begun } = registration;
  await db.user.createMany({ data: registration, skipDuplicates: true });
  await db.user.updateMany({ where: { email, isVerified: false }, data: begun });
  await db.user.updateMany({
    where: { email, isVerified: true },
    data: { declinedPasswordHash: registration.passwordHash ?? null },
  });
  return db.user.findUniqueOrThrow({ where: { email }, select: { id: true, isVerified: true } });
}

/** Marks an address as verified. Returns whether it was not before. */
export async function markVerified(db: Db, id: string): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id, isVerified: false },
    data: { isVerified: true },
  });
  return count === 1;
}

/** Stores the time zone of a browser, unless the user has chosen one. */
export async function saveBrowserTimeZone(
  db: Db,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<void> {
  await db.user.updateMany({ where: { id, isTimeZoneChosen: false }, data: { timeZone } });
}

/** Sets the password of a user whose address is verified. */
export async function setPassword(
  db: Db,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<void> {
  await db.user.update({ where: { id }, data: { passwordHash, passwordNeedsUpdate: false } });
}

/** Replaces the hash of a password by another one of the same password, unless it was changed meanwhile. */
export async function replaceHash(
  db: Db,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await db.user.updateMany({ where: { id, passwordHash: from }, data: { passwordHash: to } });
}

export async function findAddress(db: Db, id: string): Promise<string | null> {
  const user = await db.user.findUnique({ where: { id }, select: { email: true } });
  return user?.email ?? null;
}

/** Lets one transaction at a time work on an address that may not have a row yet. */
export async function lockAddress(tx: Db, email: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`address:${email}`}, 0))`;
}

/**
 * Reads the password hash of a user and keeps it from changing until the transaction ends; undefined when the user is
 * gone or not verified.
 */
export async function lockPassword(tx: Db, id: string): Promise<string | null | undefined> {
  const [row] = await tx.$queryRaw<{ passwordHash: string | null }[]>`
    SELECT password_hash AS "passwordHash" FROM users WHERE id = ${id}::uuid AND is_verified FOR NO KEY UPDATE`;
  return row?.passwordHash;
}

export async function saveDemoUser(db: Db, { email, ...data }: Prisma.UserCreateInput): Promise<void> {
  const marked = { ...data, isDemo: true };
  await db.user.upsert({ where: { email }, create: { email, ...marked }, update: marked });
}

/** Deletes the demo users with everything they have, sessions included. Returns how many there were. */
export async function deleteDemoUsers(db: Db): Promise<number> {
  const { count } = await db.user.deleteMany({ where: { isDemo: true } });
  return count;
}

/**
 * Reads the password hash and the address of a user, and keeps others from changing either until the transaction ends; null
 * when the user is gone.
 */
export async function lockCredentials(
  tx: Db,
  userId: string,
): Promise<{ email: string; passwordHash: string | null } | null> {
  const [row] = await tx.$queryRaw<{ email: string; passwordHash: string | null }[]>`
    SELECT email, password_hash AS "passwordHash" FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return row ?? null;
}
