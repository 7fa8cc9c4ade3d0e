import { dateWriter } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { findDateReader } from './account.store.ts';

/** Returns a day as a user reads it on the pages: `Dec 21, 2026`. */
export async function dayFor(db: Db, { userId, at }: { userId: string; at: Date }): Promise<string> {
  const reader = await findDateReader(db, userId);
  return dateWriter({ ...reader, timeZone: reader.timeZone ?? 'UTC' }).day(at);
}
