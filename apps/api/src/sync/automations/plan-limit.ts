import { AppError, creationRefusal } from '@picksync/contracts';
import type { Db, Tx } from '@picksync/db';
import { type Allowed, readEntitlements } from '../../base/read-entitlements.ts';

type UserAtTime = { userId: string; now: Date };

/** Throws `free_plan_limit` or `plan_limit_reached` when the plan allows no more automations. Paused ones count. */
export async function assertMayCreate(db: Db, user: UserAtTime): Promise<void> {
  const { total, limit, status } = await readEntitlements(db, user);
  const refusal = creationRefusal({ status, limit }, total);
  if (!refusal) return;
  throw new AppError(refusal, { details: { configurationCount: total, configurationLimit: limit } });
}

/** Throws the same when the plan allows no other active automation. Only active ones count. */
export async function assertMayActivate(tx: Tx, user: UserAtTime): Promise<void> {
  const refusal = findActivationRefusal(await readEntitlements(tx, user));
  if (refusal) throw refusal;
}

/** Returns what keeps a plan from another active automation; null when nothing does. */
export function findActivationRefusal({
  active,
  limit,
  status,
}: Pick<Allowed, 'active' | 'limit' | 'status'>): AppError | null {
  const refusal = creationRefusal({ status, limit }, active);
  if (!refusal) return null;
  return new AppError(refusal, {
    message: 'Your plan does not allow another active automation. Pause one, or upgrade your plan.',
    details: { configurationCount: active, configurationLimit: limit },
  });
}
