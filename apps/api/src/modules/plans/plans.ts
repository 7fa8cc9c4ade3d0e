import { featuresWithLimit, type Plan, plans } from '@picksync/contracts';
import type { Db, Plan as PlanRow } from '@picksync/db';
import * as z from 'zod';
import { readEntitlements } from '../entitlements/entitlements.ts';
import { findCurrentRow } from './current-subscription.store.ts';
import { findPlans } from './plans.store.ts';

export type PlanDeps = { db: Db; now: () => Date };

const features = z.array(z.string()).catch([]);

/** Returns the plans, and which of them is the caller's: nobody's without a session, and none while on trial. */
export async function listPlans(userId: string | null, { db, now }: PlanDeps): Promise<Plan[]> {
  const ownPlanId = userId === null ? null : await findOwnPlanId(db, { userId, now: now() });
  return (await findPlans(db, ownPlanId)).map((row) => viewOf(row, ownPlanId));
}

async function findOwnPlanId(db: Db, whose: { userId: string; now: Date }): Promise<number | null> {
  const { plan } = await readEntitlements(db, whose);
  if (plan === 'trial') return null;
  if (plan === 'free') return plans.free.id;
  return (await findCurrentRow(db, whose.userId))?.planId ?? plans[plan].id;
}

export function viewOf(row: PlanRow, ownPlanId: number | null): Plan {
  const { id, name, description, tier, currency, billingCycle, configsLimit, isPopular } = row;
  return {
    id,
    name,
    description,
    tier,
    price: row.price.toNumber(),
    currency,
    billingCycle,
    billing_cycle: billingCycle,
    maxConfigurations: configsLimit,
    features: featuresWithLimit(features.parse(row.features), configsLimit),
    isPopular,
    isSubscribed: id === ownPlanId,
  };
}
