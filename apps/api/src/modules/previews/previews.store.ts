import type { Db, WriteIntent } from '@picksync/db';

/** Returns what a run of an automation was about to write and did not record; null when all is recorded. */
export function findUnrecordedWrite(
  db: Db,
  automationId: string,
): Promise<Pick<WriteIntent, 'sheetId' | 'columnId' | 'fingerprint'> | null> {
  return db.writeIntent.findUnique({
    where: { automationId },
    select: { sheetId: true, columnId: true, fingerprint: true },
  });
}
