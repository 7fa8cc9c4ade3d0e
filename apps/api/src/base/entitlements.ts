import { AppError, type Entitlements, entitlements, plans } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { type BillingStatusRow, findBillingStatus } from './entitlements.store.ts';

export type Allowed = Entitlements & {
  /** Automations there are, and those that are active. */
  total: number;
  active: number;
  /** Automations that Free allows. */
  freeLimit: number;
  /** Null when not on trial. */
  trialEndsAt: Date | null;
};

/**
 * Reads what a user may do at `now`, and how many automations they have. Throws
 * `unauthenticated` for a user who was deleted a moment ago.
 */
export async function readEntitlements(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<Allowed> {
  const row = await findBillingStatus(db, userId);
  if (!row) throw new AppError('unauthenticated');
  return getAllowances(row, now);
}

/** Returns what a user with this billing status may do at `now`. */
export function getAllowances({ total, active, ...billingStatus }: BillingStatusRow, now: Date): Allowed {
  const allowed = entitlements({ ...billingStatus, now });
  return {
    ...allowed,
    total,
    active,
    freeLimit: billingStatus.freeLimit ?? plans.free.limit,
    trialEndsAt: allowed.plan === 'trial' ? billingStatus.trialEndDate : null,
  };
}
