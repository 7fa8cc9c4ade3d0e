import { copyRefusals } from '@picksync/contracts';
import type { Db, Tx } from '@picksync/db';
import { recordActivity } from '../activity/activity.store.ts';

/**
 * Ends the restores of a connection that are pending, because another Smartsheet account takes the place of the one for which they
 * were requested. Writes an activity entry for each.
 */
export async function endRestores(
  tx: Tx,
  { connectionId, at }: { connectionId: string; at: Date },
): Promise<void> {
  const ended = await tx.automation.updateManyAndReturn({
    where: { connectionId, restoringAt: { not: null } },
    data: { restoringAt: null, updatedAt: at },
    select: { id: true, userId: true, name: true },
  });
  const refusal = 'restore_other_account';
  for (const { id: automationId, userId, name } of ended) {
    await tx.listRestore.updateMany({
      where: { automationId, endedAt: null },
      data: { endedAt: at, refusal },
    });
    await recordActivity(tx, {
      userId,
      automation: { id: automationId, name },
      action: 'restore_list',
      status: 'warning',
      details: copyRefusals[refusal],
      at,
    });
  }
}

/** Returns the ids of a connection's automations whose list is to be put back, paused ones as well. */
export async function findRestoring(db: Db, connectionId: string): Promise<string[]> {
  const where = { connectionId, restoringAt: { not: null } };
  return (await db.automation.findMany({ where, select: { id: true } })).map(({ id }) => id);
}
