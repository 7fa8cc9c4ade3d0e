import type { AccountChange } from '@picksync/contracts';
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
