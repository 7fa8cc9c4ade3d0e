import { type endpoints, plans, type Reply } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { findEveryPlan } from '../../billing/plans/plans.store.ts';
import { toView } from '../../billing/plans/plans.ts';

/** Returns every plan as administrators see it, also those that nobody can buy. */
export async function listEveryPlan({ db }: { db: Db }): Promise<Reply<typeof endpoints.adminBilling.plans>> {
  const rows = await findEveryPlan(db);
  return rows.map((row) => ({
    ...toView(row, null),
    isActive: row.isActive,
    canBeOff: canBeOff(row.id),
  }));
}

/**
 * Returns whether a plan can be switched off: not the free plan, to which everybody falls back, nor Basic, whose
 * features a trial has.
 */
export function canBeOff(planId: number): boolean {
  return planId !== plans.free.id && planId !== plans.basic.id;
}
