import type { Db, Tx } from '../database.ts';

/*
 * A mark is a moment that only moves on: each is at least a millisecond later than the one before. Whoever did the
 * work takes away exactly the mark it saw, so one that came meanwhile stays.
 */

/** Marks automations by id, and all that read or write one of these sheets. */
export async function markAutomations(
  tx: Tx,
  {
    connectionId,
    automationIds,
    sheetIds,
  }: { connectionId: string; automationIds: string[]; sheetIds: string[] },
): Promise<void> {
  if (automationIds.length === 0 && sheetIds.length === 0) return;
  await tx.$executeRaw`
    UPDATE automations SET dirty_at = greatest(clock_timestamp(), dirty_at + interval '1 millisecond')
    WHERE connection_id = ${connectionId}::uuid
      AND (id = ANY(${automationIds}::uuid[]) OR source_sheet_id = ANY(${sheetIds}) OR sheet_id = ANY(${sheetIds}))`;
}

/** Marks sheets that are known; of others there is nothing to read anew. */
export async function markSheets(
  tx: Tx,
  { connectionId, sheetIds }: { connectionId: string; sheetIds: string[] },
): Promise<void> {
  if (sheetIds.length === 0) return;
  await tx.$executeRaw`
    UPDATE sheets SET dirty_at = greatest(clock_timestamp(), dirty_at + interval '1 millisecond')
    WHERE connection_id = ${connectionId}::uuid AND sheet_id = ANY(${sheetIds})`;
}

/** Takes away the marks of automations that were dealt with, unless a later one was set meanwhile. */
export async function clearAutomationMarks(
  db: Db,
  done: { id: string; dirtyAt: Date | null }[],
): Promise<void> {
  const marked = done.filter(({ dirtyAt }) => dirtyAt !== null);
  if (marked.length === 0) return;
  await db.$executeRaw`
    UPDATE automations SET dirty_at = NULL
    FROM unnest(${marked.map(({ id }) => id)}::uuid[], ${marked.map(({ dirtyAt }) => dirtyAt)}::timestamptz[])
      AS seen (id, dirty_at)
    WHERE automations.id = seen.id AND automations.dirty_at = seen.dirty_at`;
}

/** The same for sheets that were read in full. */
export async function clearSheetMarks(
  db: Db,
  connectionId: string,
  done: { sheetId: string; dirtyAt: Date | null }[],
): Promise<void> {
  const marked = done.filter(({ dirtyAt }) => dirtyAt !== null);
  if (marked.length === 0) return;
  await db.$executeRaw`
    UPDATE sheets SET dirty_at = NULL
    FROM unnest(${marked.map(({ sheetId }) => sheetId)}::text[], ${marked.map(({ dirtyAt }) => dirtyAt)}::timestamptz[])
      AS seen (sheet_id, dirty_at)
    WHERE sheets.connection_id = ${connectionId}::uuid
      AND sheets.sheet_id = seen.sheet_id AND sheets.dirty_at = seen.dirty_at`;
}
