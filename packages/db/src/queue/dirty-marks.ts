import type { Db } from '../database.ts';
import { Prisma } from '../generated/client.ts';

/*
 * A mark is a moment that only moves on: each is at least a millisecond later than the one before. Whoever did the
 * work takes away exactly the mark it saw, so one that came meanwhile stays.
 */

export interface Marks {
  connectionId: string;
  /** To be synced even if their sheets did not move. */
  automationIds?: string[];
  /** Sheets that moved; the automations that read or write them are marked with them. Unknown ones have no row to mark. */
  sheetIds?: string[];
}

/**
 * One statement that marks what is given and the account, and takes the account from `idle` to `queued` under `jobId`.
 * It answers the account's job and pause. `receipt` is a statement that goes first: when that answers nothing, nothing
 * is marked. The account's row is locked last, as by everybody else who changes several: so no two wait for each other.
 */
export const markStatement = (
  { connectionId, automationIds = [], sheetIds = [] }: Marks,
  { jobId, receipt }: { jobId: string; receipt?: Prisma.Sql },
): Prisma.Sql => Prisma.sql`
  WITH ${receipt ? Prisma.sql`receipt AS (${receipt}),` : Prisma.empty}
  sheet_marks AS (
    UPDATE sheets SET dirty_at = ${nextMark}
    WHERE connection_id = ${connectionId}::uuid AND sheet_id = ANY(${sheetIds}) ${onlyWith(receipt)}
    RETURNING 1),
  automation_marks AS (
    UPDATE automations SET dirty_at = ${nextMark}
    WHERE connection_id = ${connectionId}::uuid ${onlyWith(receipt)}
      AND (id = ANY(${automationIds}::uuid[]) OR source_sheet_id = ANY(${sheetIds}) OR sheet_id = ANY(${sheetIds}))
    RETURNING 1),
  marked AS (SELECT (SELECT count(*) FROM sheet_marks) + (SELECT count(*) FROM automation_marks) AS rows)
  UPDATE smartsheet_connections SET
    dirty_at = ${nextMark},
    sync_job_id = CASE WHEN sync_state = 'idle' AND status = 'connected' THEN ${jobId}::uuid ELSE sync_job_id END,
    sync_state = CASE WHEN sync_state = 'idle' AND status = 'connected' THEN 'queued' ELSE sync_state END
  WHERE id = ${connectionId}::uuid AND (SELECT rows FROM marked) >= 0 ${onlyWith(receipt)}
  RETURNING sync_job_id, parked_until`;

const nextMark = Prisma.sql`greatest(clock_timestamp(), dirty_at + interval '1 millisecond')`;

const onlyWith = (receipt: Prisma.Sql | undefined) =>
  receipt ? Prisma.sql`AND EXISTS (SELECT FROM receipt)` : Prisma.empty;

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
