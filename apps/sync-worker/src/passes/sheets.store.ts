import {
  changeUnderClaim,
  type Database,
  finishUnderClaim,
  Prisma,
  type SyncClaim,
  type SyncFinish,
} from '@picksync/db';
import { isChangedMeanwhile, toPlainRunChanges } from '../runs/plain-run.store.ts';
import type { RunRecord } from '../runs/run-record.ts';

/** What is recorded of a sheet that was read. */
type SheetRecord = { sheetId: string; name: string; version: number; volatile: boolean };

export type SheetsRecord = {
  claim: SyncClaim;
  at: Date;
  /** Sheets that were read for every automation that needs them. */
  read: SheetRecord[];
  /** Sheets that are gone or closed to us: any version will be news when they come back. */
  lost: string[];
  /** Marks that are dealt with, as they were seen. */
  marks: { sheetId: string; dirtyAt: Date | null }[];
};

/** Records what a pass has seen of its sheets. Throws `ClaimLostError` when another run stands for the connection. */
export function recordSheets(pool: Database['pool'], seen: SheetsRecord): Promise<void> {
  return changeUnderClaim(pool, seen.claim, toChanges(seen));
}

/**
 * Records what a pass has seen of its sheets, refunds the calls that were prepaid and not made, and ends the run with it,
 * unless something came in meanwhile. Throws `ClaimLostError` when another run stands for the connection: then nothing is
 * recorded.
 */
export function recordSheetsAndFinish(
  pool: Database['pool'],
  seen: SheetsRecord,
  /** Returns the budget of calls that were not made. */
  refund: Prisma.Sql[] = [],
): Promise<Exclude<SyncFinish, { outcome: 'lost' }>> {
  return finishUnderClaim(pool, seen.claim, [...toChanges(seen), ...refund]);
}

/**
 * Records a plain run and its sheets, and ends the run as `recordSheetsAndFinish` does, all of it in one statement.
 * Undefined, and nothing is recorded, when the automation is not what it was.
 */
export async function recordAllAndFinish(
  pool: Database['pool'],
  { run, ...seen }: SheetsRecord & { run: RunRecord },
  refund: Prisma.Sql[] = [],
): Promise<Exclude<SyncFinish, { outcome: 'lost' }> | undefined> {
  // Rows are locked in the order in which everybody locks several: user, sheets, automation, connection.
  const sheets = toChanges(seen, Prisma.sql`(SELECT count(*) FROM counted) >= 0`);
  const more = toPlainRunChanges(
    run,
    Prisma.sql`(SELECT count(*) FROM change_2) + (SELECT count(*) FROM change_3) >= 0`,
  );
  try {
    return await finishUnderClaim(pool, seen.claim, [...sheets, ...refund], more);
  } catch (error) {
    if (isChangedMeanwhile(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the statements that record the sheets of a pass. The first locks their rows once it `isReady`, in the order in
 * which everybody locks several; the others wait for it by reading `change_1`, as `changeUnderClaim` names it.
 */
function toChanges(
  { claim: { connectionId }, at, ...seen }: SheetsRecord,
  isReady = Prisma.sql`true`,
): Prisma.Sql[] {
  const isLost = (sheetId: string) => seen.lost.includes(sheetId);
  const marks = new Map(seen.marks.map(({ sheetId, dirtyAt }) => [sheetId, dirtyAt]));
  const getMark = (sheetId: string) => marks.get(sheetId) ?? null;
  const read = seen.read
    .filter(({ sheetId }) => !isLost(sheetId))
    .map((sheet) => ({ ...sheet, dirtyAt: getMark(sheet.sheetId) }));
  const readIds = new Set(read.map(({ sheetId }) => sheetId));
  const otherIds = new Set([...marks.keys(), ...seen.lost].filter((sheetId) => !readIds.has(sheetId)));
  const others = [...otherIds].map((sheetId) => ({
    sheetId,
    dirtyAt: getMark(sheetId),
    isLost: isLost(sheetId),
  }));
  const sheetIds = [...readIds, ...otherIds];
  return [
    lockSheets({ connectionId, sheetIds, isReady }),
    upsertRead({ connectionId, at }, read),
    updateOthers({ connectionId, at }, others),
  ];
}

function lockSheets({
  connectionId,
  sheetIds,
  isReady,
}: {
  connectionId: string;
  sheetIds: string[];
  isReady: Prisma.Sql;
}): Prisma.Sql {
  return Prisma.sql`
    SELECT 1 FROM sheets
    WHERE connection_id = ${connectionId}::uuid AND sheet_id = ANY(${sheetIds}::text[]) AND ${isReady}
    ORDER BY connection_id, sheet_id FOR NO KEY UPDATE`;
}

type Recording = { connectionId: string; at: Date };

/** Inserts or updates the sheets that were read. A mark is cleared unless a later one was set meanwhile. */
function upsertRead(
  { connectionId, at }: Recording,
  read: (SheetRecord & { dirtyAt: Date | null })[],
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO sheets (connection_id, sheet_id, name, version, volatile, dirty_at, last_read_at, created_at, updated_at)
    SELECT ${connectionId}::uuid, seen.sheet_id, seen.name, seen.version, seen.volatile, seen.dirty_at, ${at}, ${at}, ${at}
    FROM unnest(
      ${read.map(({ sheetId }) => sheetId)}::text[], ${read.map(({ name }) => name)}::text[],
      ${read.map(({ version }) => version)}::int[], ${read.map(({ volatile }) => volatile)}::boolean[],
      ${read.map(({ dirtyAt }) => dirtyAt)}::timestamptz[]
    ) AS seen (sheet_id, name, version, volatile, dirty_at)
    WHERE (SELECT count(*) FROM change_1) >= 0
    ORDER BY seen.sheet_id
    ON CONFLICT (connection_id, sheet_id) DO UPDATE SET name = EXCLUDED.name, version = EXCLUDED.version,
      volatile = EXCLUDED.volatile, dirty_at = NULLIF(sheets.dirty_at, EXCLUDED.dirty_at),
      last_read_at = EXCLUDED.last_read_at, updated_at = EXCLUDED.updated_at
    RETURNING 1`;
}

/** Clears the marks of the other sheets, as `upsertRead` does, and forgets the versions of those that are lost. */
function updateOthers(
  { connectionId, at }: Recording,
  others: { sheetId: string; dirtyAt: Date | null; isLost: boolean }[],
): Prisma.Sql {
  return Prisma.sql`
    UPDATE sheets SET dirty_at = NULLIF(sheets.dirty_at, seen.dirty_at),
      version = CASE WHEN seen.is_lost THEN NULL ELSE version END,
      last_read_at = CASE WHEN seen.is_lost THEN ${at} ELSE last_read_at END,
      updated_at = CASE WHEN seen.is_lost THEN ${at} ELSE updated_at END
    FROM unnest(
      ${others.map(({ sheetId }) => sheetId)}::text[], ${others.map(({ dirtyAt }) => dirtyAt)}::timestamptz[],
      ${others.map(({ isLost }) => isLost)}::boolean[]
    ) AS seen (sheet_id, dirty_at, is_lost)
    WHERE sheets.connection_id = ${connectionId}::uuid AND sheets.sheet_id = seen.sheet_id
      AND (SELECT count(*) FROM change_1) >= 0
    RETURNING 1`;
}
