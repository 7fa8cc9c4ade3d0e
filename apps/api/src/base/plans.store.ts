import { plans } from '@picksync/contracts';
import type { Db, Plan, PlanTier } from '@picksync/db';

/** Returns what a plan is called now: an administrator may have renamed it. */
export async function findPlanName(db: Db, tier: PlanTier): Promise<string> {
  const { id, name } = plans[tier];
  const row = await db.plan.findUnique({ where: { id }, select: { name: true } });
  return row?.name ?? name;
}

export function findPlan(db: Db, id: number): Promise<Plan | null> {
  return db.plan.findUnique({ where: { id } });
}

/** Returns whether a plan can be bought: not the free one, nor one that an administrator has switched off. */
export function isForSale<P extends Pick<Plan, 'isActive' | 'tier'>>(plan: P | null): plan is P {
  return plan?.isActive === true && plan.tier !== 'free';
}

/** Returns why a plan cannot be bought, as a sentence for the user. */
export function describeNotForSale(plan: Pick<Plan, 'name' | 'tier'> | null): string {
  return plan === null || plan.tier === 'free'
    ? 'Please select a valid subscription plan'
    : `${plan.name} is no longer offered. Please choose another plan.`;
}
