import type { Db } from '@picksync/db';

/** Returns whether a run of an automation has written, or may have, and did not record it. */
export async function hasUnrecordedWrite(db: Db, automationId: string): Promise<boolean> {
  return (await db.writeIntent.count({ where: { automationId } })) > 0;
}
