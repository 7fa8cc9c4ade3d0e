import { plans as defaultPlans } from '@picksync/contracts';
import type { Db, PlanTier } from '@picksync/db';
import { toCents } from './amounts.ts';

const tiers = ['free', 'basic', 'premium'] as const;

export type OfferedPlan = {
  id: number;
  tier: PlanTier;
  name: string;
  priceCents: number;
  currency: string;
  limit: number;
};

export type OfferedPlans = {
  plans: OfferedPlan[];
  /** Whether name, price and limit of each are those of the contracts: no administrator has changed any. */
  areDefault: boolean;
};

/** Other API processes learn of a change within this time. */
const freshMs = 15_000;

/** Creates the cached reader of the three plans as everybody sees them. They change rarely. */
export function createOfferedPlans(db: Db) {
  let cached: Promise<OfferedPlans> | null = null;
  let freshUntil = 0;
  return {
    read(): Promise<OfferedPlans> {
      if (cached && performance.now() < freshUntil) return cached;
      const read = readOffered(db);
      cached = read;
      freshUntil = performance.now() + freshMs;
      // A failure is not remembered.
      read.catch(() => {
        if (cached === read) cached = null;
      });
      return read;
    },
    /** To be called after a plan has changed. */
    forget(): void {
      cached = null;
    },
  };
}

export type OfferedPlansReader = ReturnType<typeof createOfferedPlans>;

async function readOffered(db: Db): Promise<OfferedPlans> {
  const ids = Object.values(defaultPlans).map(({ id }) => id);
  const rows = await db.plan.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  const plans = rows.map(({ id, tier, name, price, currency, configsLimit: limit }) => {
    return { id, tier, name, priceCents: toCents(price), currency, limit };
  });
  return { plans, areDefault: plans.every(isDefault) };
}

function isDefault({ id, name, priceCents, currency, limit }: OfferedPlan): boolean {
  return Object.values(defaultPlans).some(
    (plan) =>
      plan.id === id &&
      plan.name === name &&
      plan.priceCents === priceCents &&
      plan.limit === limit &&
      currency === 'USD',
  );
}

/** Returns the names of the plans by tier; null where no administrator has renamed one. */
export function listNames({ plans }: OfferedPlans): Record<PlanTier, string> | null {
  const getPlanName = (tier: PlanTier) =>
    plans.find(({ id }) => id === defaultPlans[tier].id)?.name ?? defaultPlans[tier].name;
  const names = { free: getPlanName('free'), basic: getPlanName('basic'), premium: getPlanName('premium') };
  const areRenamed = tiers.some((tier) => names[tier] !== defaultPlans[tier].name);
  return areRenamed ? names : null;
}
