import { type Db, Prisma, type SmartsheetRegion } from '@picksync/db';

type Place = { sheetId: string; columnId: string };

/** Returns the columns that a user's automations fill from a source already, paused ones too. */
export async function findFollowers(
  db: Db,
  {
    userId,
    sourceSheetId,
    sourceColumnId,
  }: { userId: string; sourceSheetId: string; sourceColumnId: string },
): Promise<(Place & { name: string })[]> {
  const rows = await db.automation.findMany({
    where: { userId, sourceSheetId, sourceColumnId },
    select: { sheetId: true, targetColumnId: true, targetColumnName: true },
  });
  return rows.map(({ sheetId, targetColumnId: columnId, targetColumnName: name }) => ({
    sheetId,
    columnId,
    name,
  }));
}

/** Returns which of these columns are filled by an automation of any user. */
export function findClaimed(
  db: Db,
  { region, places }: { region: SmartsheetRegion; places: readonly Place[] },
): Promise<Place[]> {
  if (places.length === 0) return Promise.resolve([]);
  const sheetIds = places.map(({ sheetId }) => sheetId);
  const columnIds = places.map(({ columnId }) => columnId);
  return db.$queryRaw<Place[]>(Prisma.sql`
    SELECT t.sheet_id AS "sheetId", t.column_id AS "columnId"
    FROM unnest(${sheetIds}::text[], ${columnIds}::text[]) AS wanted (sheet_id, column_id)
    JOIN target_claims t ON t.region = ${region}::smartsheet_region AND t.sheet_id = wanted.sheet_id
      AND t.column_id = wanted.column_id`);
}
