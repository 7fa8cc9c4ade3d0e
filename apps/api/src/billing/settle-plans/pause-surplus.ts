import type { PrismaClient, Queue, Tx } from '@picksync/db';
import { repeatOnDeadlock } from '@picksync/db';
import type { Logger } from 'pino';
import { lockUser } from '../../base/entitlements.store.ts';
import { readEntitlements } from '../../base/entitlements.ts';
import { recordActivity } from '../../sync/activity/activity.store.ts';
import { requestWebhooks } from '../../sync/automations/sync-requests.ts';
import { collectFailures } from './collect-failures.ts';
import { findUsersWithSurplus, pauseNewest } from './pause-surplus.store.ts';

export type PauseSurplusDeps = { db: PrismaClient; queue: Queue; now: () => Date };

const batchUsers = 200;

/**
 * Pauses, for everybody who has more active automations than their plan covers, the newest of them; nothing is deleted, and a
 * larger plan lets them be activated again. Each gets an entry in the activity, and one mail tells of all. Returns how
 * many. A failure does not stop the others; it is thrown after all of them.
 */
export async function pauseSurplus(deps: PauseSurplusDeps & { log: Logger }): Promise<number> {
  const at = deps.now();
  const failures = collectFailures(deps.log);
  let paused = 0;
  let after: string | null = null;
  for (;;) {
    const userIds: string[] = await findUsersWithSurplus(deps.db, { at, after, limit: batchUsers });
    for (const userId of userIds)
      paused += await failures.attempt({ user: userId }, () => pauseSurplusOf(userId, deps));
    after = userIds.at(-1) ?? null;
    if (after === null || userIds.length < batchUsers) break;
  }
  failures.throwAll();
  return paused;
}

/** The same for one user. */
export function pauseSurplusOf(userId: string, deps: PauseSurplusDeps): Promise<number> {
  return repeatOnDeadlock(() =>
    deps.db.$transaction((tx) => pauseBeyondLimit(tx, { userId, at: deps.now() }, deps)),
  );
}

async function pauseBeyondLimit(
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
  deps: PauseSurplusDeps,
): Promise<number> {
  // An activation at the same time waits for this lock, and then finds the limit reached.
  await lockUser(tx, userId);
  const { active, limit } = await readEntitlements(tx, { userId, now: at });
  if (active <= limit) return 0;
  const paused = await pauseNewest(tx, { userId, count: active - limit, at });
  for (const { id, name } of paused) {
    await recordActivity(tx, {
      userId,
      automation: { id, name },
      action: 'plan_limit',
      status: 'warning',
      details: `Paused: your plan covers ${limit} active ${limit === 1 ? 'automation' : 'automations'}.`,
      at,
    });
  }
  for (const connectionId of new Set(paused.map((one) => one.connectionId))) {
    await requestWebhooks(tx, connectionId, deps);
  }
  return paused.length;
}
