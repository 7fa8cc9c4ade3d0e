import type { Automation, Db, Prisma } from '@picksync/db';

/** Updates an automation of a user; returns null when it is gone. */
export async function updateAutomationRow(
  db: Db,
  { userId, id, data }: { userId: string; id: string; data: Prisma.AutomationUncheckedUpdateManyInput },
): Promise<Automation | null> {
  const [updated] = await db.automation.updateManyAndReturn({ where: { id, userId }, data });
  return updated ?? null;
}
