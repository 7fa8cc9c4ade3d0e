import type { Db } from '@picksync/db';

/** The columns of a sheet that the user's automations fill, by id. */
export async function findFilledColumns(
  db: Db,
  { userId, sheetId }: { userId: string; sheetId: string },
): Promise<Set<string>> {
  const filled = await db.automation.findMany({
    where: { userId, sheetId },
    select: { targetColumnId: true },
  });
  return new Set(filled.map(({ targetColumnId }) => targetColumnId));
}
