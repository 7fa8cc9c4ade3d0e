import type { Db, Plan } from '@picksync/db';

/** Plans are few: an administrator edits them one by one. */
const mostPlans = 50;

/** Returns every plan, the cheapest first. */
export function findEveryPlan(db: Db): Promise<Plan[]> {
  return db.plan.findMany({ orderBy: [{ price: 'asc' }, { id: 'asc' }], take: mostPlans });
}

/** Returns the plans that can be bought, the cheapest first, and `ownPlanId` even if it no longer can. */
export function findPlans(db: Db, ownPlanId: number | null): Promise<Plan[]> {
  return db.plan.findMany({
    where: { OR: [{ isActive: true }, ...(ownPlanId === null ? [] : [{ id: ownPlanId }])] },
    orderBy: [{ price: 'asc' }, { id: 'asc' }],
    take: mostPlans,
  });
}
