import type { Db } from '@picksync/db';

/** Returns the columns of a sheet that the user's active automations fill, by id; without those of `exceptId`. */
export async function findFilledColumns(
  db: Db,
  { userId, sheetId, exceptId }: { userId: string; sheetId: string; exceptId: string | undefined },
): Promise<Set<string>> {
  const filled = await db.automation.findMany({
    where: { userId, sheetId, isActive: true, ...(exceptId && { NOT: { id: exceptId } }) },
    select: { targetColumnId: true },
  });
  return new Set(filled.map(({ targetColumnId }) => targetColumnId));
}
