import { plans } from '@picksync/contracts';
import type { Db, PlanTier } from '@picksync/db';

/** Returns what a plan is called now: an administrator may have renamed it. */
export async function findPlanName(db: Db, tier: PlanTier): Promise<string> {
  const { id, name } = plans[tier];
  const row = await db.plan.findUnique({ where: { id }, select: { name: true } });
  return row?.name ?? name;
}
