import { type AccountChange, type DateReader, usualDateLook } from '@picksync/contracts';
import type { Db } from '@picksync/db';

const view = {
  email: true,
  username: true,
  profilePicture: true,
  createdAt: true,
  timeZone: true,
  clock: true,
  dateOrder: true,
  passwordHash: true,
} as const;

/** Reads what a user can see of their account; null when it is gone. */
export function findAccount(db: Db, userId: string) {
  return db.user.findUnique({ where: { id: userId }, select: view });
}

/** Returns how a user reads days and times; the default if the user is deleted. */
export async function findDateReader(db: Db, userId: string): Promise<DateReader> {
  const select = { timeZone: true, clock: true, dateOrder: true } as const;
  const reader = await db.user.findUnique({ where: { id: userId }, select });
  return reader ?? { ...usualDateLook, timeZone: null };
}

/** Updates the given preferences of a user. */
export async function saveChoices(
  db: Db,
  { userId, timeZone, clock, dateOrder }: AccountChange & { userId: string },
): Promise<void> {
  const data = {
    ...(timeZone && { timeZone, isTimeZoneChosen: true }),
    ...(clock && { clock }),
    ...(dateOrder && { dateOrder }),
  };
  await db.user.updateMany({ where: { id: userId }, data });
}

export async function findLastPasswordChange(db: Db, userId: string): Promise<Date | null> {
  const last = await db.auditEvent.findFirst({
    where: { userId, action: 'password_changed' },
    orderBy: { at: 'desc' },
    select: { at: true },
  });
  return last?.at ?? null;
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

/** Ends every session of a user but one. */
export async function deleteOtherSessions(db: Db, { userId, keep }: { userId: string; keep: string }) {
  await db.session.deleteMany({ where: { userId, id: { not: keep } } });
}

/** Ends the sessions of a user that wait for their second factor. */
export async function deletePendingSessions(db: Db, userId: string): Promise<void> {
  await db.session.deleteMany({ where: { userId, awaitsSecondFactor: true } });
}
