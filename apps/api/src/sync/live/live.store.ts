import type { Db } from '@picksync/db';

/** Returns which of these sessions have not ended. */
export async function findOpenSessions(
  db: Db,
  { sessionIds, at }: { sessionIds: string[]; at: Date },
): Promise<string[]> {
  const rows = await db.session.findMany({
    where: { id: { in: sessionIds }, expiresAt: { gt: at } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
