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

/** Lets one transaction at a time work on an address that may not have a row yet. */
export async function lockAddress(tx: Db, email: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`address:${email}`}, 0))`;
}

type Credentials = { email: string; passwordHash: string | null; isVerified: boolean };

/**
 * Reads the password hash and the address of a user, and keeps others from changing either until the transaction ends; null
 * when the user is gone.
 */
export async function lockCredentials(tx: Db, userId: string): Promise<Credentials | null> {
  const [row] = await tx.$queryRaw<Credentials[]>`
    SELECT email, password_hash AS "passwordHash", is_verified AS "isVerified"
    FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return row ?? null;
}
