import { randomUUID } from 'node:crypto';
import { type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { recordActivity } from '../../sync/activity/activity.store.ts';
import { requestWebhooks } from '../../sync/automations/sync-requests.ts';
import { forEachRow } from './for-each-row.ts';
import { findUsersWithSurplus, pauseNewest } from './settle-plans.store.ts';

const batchUsers = 200;

/**
 * Pauses, for everybody who has more active automations than their plan covers, the newest of them; nothing is deleted, and a
 * larger plan lets them be activated again. Each gets an entry in the activity, and one mail tells of all. Returns how
 * many.
 */
export function pauseSurplus(context: Context): Promise<number> {
  const at = context.now();
  return forEachRow<string>(context, {
    find: (after) => findUsersWithSurplus(context.db, { at, after, limit: batchUsers }),
    limit: batchUsers,
    about: (user) => ({ user }),
    change: (userId) => pauseUserSurplus(context, userId),
  });
}

/** The same for one user. */
export function pauseUserSurplus(context: Context, userId: string): Promise<number> {
  return transact(context.db, (tx) => pauseBeyondLimit(context, tx, { userId, at: context.now() }));
}

async function pauseBeyondLimit(
  context: Context,
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
): Promise<number> {
  // An activation at the same time waits for this lock, and then finds the limit reached.
  await lockUser(tx, userId);
  const { active, limit } = await readEntitlements(tx, { userId, now: at });
  if (active <= limit) return 0;
  const paused = await pauseNewest(tx, { userId, count: active - limit, at });
  const groupId = randomUUID();
  for (const { id, name } of paused) {
    await recordActivity(tx, {
      userId,
      automation: { id, name },
      action: 'plan_limit',
      status: 'warning',
      details: `Paused: your plan covers ${limit} active ${limit === 1 ? 'automation' : 'automations'}.`,
      groupId,
      at,
    });
  }
  for (const connectionId of new Set(paused.map((one) => one.connectionId))) {
    await requestWebhooks(context, tx, connectionId);
  }
  return paused.length;
}
