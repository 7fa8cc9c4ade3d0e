import { type DateReader, dateWriter, usualDateLook } from '@picksync/contracts';
import type { Db } from '@picksync/db';

/** Returns a day as a user reads it on the pages: `Dec 21, 2026`. */
export async function formatDayFor(db: Db, { userId, at }: { userId: string; at: Date }): Promise<string> {
  const reader = await findDateReader(db, userId);
  return dateWriter({ ...reader, timeZone: reader.timeZone ?? 'UTC' }).day(at);
}

/** Returns how a user reads days and times; the default if the user is deleted. */
async function findDateReader(db: Db, userId: string): Promise<DateReader> {
  const select = { timeZone: true, clock: true, dateOrder: true } as const;
  const reader = await db.user.findUnique({ where: { id: userId }, select });
  return reader ?? { ...usualDateLook, timeZone: null };
}
