import { type Db, Prisma, type SmartsheetRegion } from '@picksync/db';

export type ColumnPlace = { sheetId: string; columnId: string };

/** Returns one text for one place, to compare places by. */
export function toPlace({ sheetId, columnId }: ColumnPlace): string {
  return `${sheetId}/${columnId}`;
}

/** Returns which of these columns are filled by an automation of any user. */
export function findClaimed(
  db: Db,
  { region, places }: { region: SmartsheetRegion; places: readonly ColumnPlace[] },
): Promise<ColumnPlace[]> {
  if (places.length === 0) return Promise.resolve([]);
  const sheetIds = places.map(({ sheetId }) => sheetId);
  const columnIds = places.map(({ columnId }) => columnId);
  return db.$queryRaw<ColumnPlace[]>(Prisma.sql`
    SELECT t.sheet_id AS "sheetId", t.column_id AS "columnId"
    FROM unnest(${sheetIds}::text[], ${columnIds}::text[]) AS wanted (sheet_id, column_id)
    JOIN target_claims t ON t.region = ${region}::smartsheet_region AND t.sheet_id = wanted.sheet_id
      AND t.column_id = wanted.column_id`);
}
