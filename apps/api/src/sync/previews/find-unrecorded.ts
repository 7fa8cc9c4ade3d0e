import type { Db, RenameIntent, RowIntent, WriteIntent } from '@picksync/db';

/** What a run of an automation was about to do and did not record. Null where everything is recorded. */
export type Unrecorded = {
  intent: Pick<WriteIntent, 'sheetId' | 'columnId' | 'fingerprint'> | null;
  /** With the rows of the source of a two-way automation. */
  rowIntent: Pick<RowIntent, 'sheetId' | 'columnId' | 'deletedHashes'> | null;
  renameIntent: Pick<RenameIntent, 'fingerprint'> | null;
  /** Of the list that its last run has left. */
  targetFingerprint: string | null;
};

export const nothingUnrecorded: Unrecorded = {
  intent: null,
  rowIntent: null,
  renameIntent: null,
  targetFingerprint: null,
};

/** Returns what a run of an automation was about to do and did not record. */
export async function findUnrecorded(db: Db, automationId: string): Promise<Unrecorded> {
  const found = await db.automation.findUnique({
    where: { id: automationId },
    select: {
      intent: { select: { sheetId: true, columnId: true, fingerprint: true } },
      rowIntent: { select: { sheetId: true, columnId: true, deletedHashes: true } },
      renameIntent: { select: { fingerprint: true } },
      targetFingerprint: true,
    },
  });
  return found ?? nothingUnrecorded;
}
