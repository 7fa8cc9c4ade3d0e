import { AppError, type endpoints, pluralize, type Reply } from '@picksync/contracts';
import { type Tx, transact, withoutFindings } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { paused } from '../automations/automation-change.ts';
import { recordToggles } from '../automations/record-changes.ts';
import { afterSync, requestSyncs, requestWebhooks } from '../automations/sync-requests.ts';
import { requireConnection } from '../smartsheet/with-smartsheet.ts';
import { toResults } from './bulk-results.ts';
import { type LockedRow, lockOwn, type Selection } from './lock-own.ts';

type BulkReply = Reply<typeof endpoints.automations.deleteMany>;

/**
 * Requests a sync of each automation that is active, in one transaction and with one entry in the activity. Those that were
 * due anyway are not taken back by `stopSyncs`. Throws while Smartsheet is not connected.
 */
export async function syncMany(
  context: Context,
  { userId, ids }: Selection,
): Promise<Reply<typeof endpoints.automations.syncMany>> {
  const { id: connectionId } = await requireConnection(context, userId);
  const at = context.now();
  const { rows, requestedAt } = await transact(context.db, async (tx) => {
    const rows = await lockOwn(tx, { userId, ids });
    const active = rows.filter((row) => row.isActive && row.connectionId === connectionId);
    if (active.length === 0) return { rows, requestedAt: at };
    const requestedAt = await markByHand(context, tx, { userId, connectionId, active });
    await recordActivity(tx, {
      userId,
      action: 'manual_sync',
      status: 'info',
      details: `You asked to sync ${pluralize(active.length, 'automation')}.`,
      at,
    });
    if (active.some(({ webhookEnabled }) => webhookEnabled))
      await requestWebhooks(context, tx, connectionId, afterSync);
    return { rows, requestedAt };
  });
  const refusal = new AppError('validation_failed', {
    message: 'This automation is paused. Activate it to sync it.',
  });
  const outcomes = new Map(rows.map(({ id, isActive }) => [id, isActive ? ('done' as const) : refusal]));
  const { results, done } = toResults(ids, outcomes);
  return { message: 'Manual sync triggered', results, done, requestedAt: requestedAt.toISOString() };
}

/** Marks them, and returns the moment that stands for the request. Those that were marked before get another one. */
async function markByHand(
  context: Context,
  tx: Tx,
  { userId, connectionId, active }: { userId: string; connectionId: string; active: readonly LockedRow[] },
): Promise<Date> {
  const automationIds = active.map(({ id }) => id);
  await requestSyncs(context, tx, { connectionId, automationIds, reason: 'check' });
  const ofUser = { userId, id: { in: automationIds } };
  const { _max } = await tx.automation.aggregate({ where: ofUser, _max: { dirtyAt: true } });
  const requestedAt = _max.dirtyAt ?? context.now();
  const marked = new Set(active.filter(({ isMarked }) => isMarked).map(({ id }) => id));
  const isNew = (id: string) => !marked.has(id);
  const set = (ids: string[], manualSyncAt: Date) =>
    tx.automation.updateMany({ where: { userId, id: { in: ids } }, data: { manualSyncAt } });
  await set(automationIds.filter(isNew), requestedAt);
  if (marked.size > 0) await set([...marked], new Date(requestedAt.getTime() - 1));
  return requestedAt;
}

/**
 * Takes back the syncs of one request that have not begun to write: a run looks at the marks before it begins, and under the lock
 * of the row before it writes. What was marked again since is left, so that no change is missed.
 */
export async function stopSyncs(
  context: Context,
  { userId, ids, requestedAt }: Selection & { requestedAt: string },
): Promise<BulkReply> {
  const at = new Date(requestedAt);
  const { known, stopped } = await transact(context.db, async (tx) => {
    const known = await lockOwn(tx, { userId, ids });
    const stopped = await tx.$queryRaw<{ id: string }[]>`
      UPDATE automations SET dirty_at = NULL, manual_sync_at = NULL
      WHERE user_id = ${userId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND manual_sync_at = ${at}::timestamptz
        AND dirty_at <= ${at}::timestamptz
        AND NOT EXISTS (SELECT FROM write_intents w WHERE w.automation_id = automations.id)
        AND NOT EXISTS (SELECT FROM row_intents r WHERE r.automation_id = automations.id)
      RETURNING id`;
    return { known, stopped };
  });
  const taken = new Set(stopped.map(({ id }) => id));
  const outcomes = new Map(
    known.map(({ id }) => [id, taken.has(id) ? ('done' as const) : ('unchanged' as const)]),
  );
  const { results, done } = toResults(ids, outcomes);
  return { message: `${pluralize(done, 'automation')} not synced`, results, done };
}

/** Pauses those that are active, in one transaction and with one entry in the activity. */
export async function pauseMany(context: Context, { userId, ids }: Selection): Promise<BulkReply> {
  const rows = await transact(context.db, async (tx) => {
    await lockEnabledUser(tx, userId);
    return pauseLocked(context, tx, { userId, ids });
  });
  const outcomes = new Map(
    rows.map(({ id, isActive }) => [id, isActive ? ('done' as const) : ('unchanged' as const)]),
  );
  const { results, done } = toResults(ids, outcomes);
  return {
    message: done === 1 ? 'Automation deactivated' : `${done} automations deactivated`,
    results,
    done,
  };
}

/** Does what `pauseMany` does, under `lockEnabledUser`. Returns the automations as they were. */
export async function pauseLocked(
  context: Context,
  tx: Tx,
  { userId, ids }: Selection,
): Promise<LockedRow[]> {
  const at = context.now();
  const rows = await lockOwn(tx, { userId, ids });
  const active = rows.filter(({ isActive }) => isActive);
  const automationIds = active.map(({ id }) => id);
  const where = { userId, isActive: true, id: { in: automationIds } };
  const { count } = await tx.automation.updateMany({ where, data: { ...withoutFindings, ...paused } });
  if (count === 0) return rows;
  await recordToggles(tx, { automationIds, isActive: false, at });
  const details = `You paused ${pluralize(count, 'automation')}.`;
  await recordActivity(tx, { userId, action: 'pause_automation', status: 'info', details, at });
  for (const connectionId of listConnectionIds(active)) await requestWebhooks(context, tx, connectionId);
  return rows;
}

function listConnectionIds(rows: readonly LockedRow[]): ReadonlySet<string> {
  return new Set(rows.map(({ connectionId }) => connectionId));
}

/** Deletes those that are the user's, in one transaction and with one entry in the activity. */
export async function deleteMany(context: Context, { userId, ids }: Selection): Promise<BulkReply> {
  const rows = await transact(context.db, async (tx) => {
    const rows = await lockOwn(tx, { userId, ids });
    const { count } = await tx.automation.deleteMany({
      where: { userId, id: { in: rows.map(({ id }) => id) } },
    });
    if (count === 0) return rows;
    const details = `You deleted ${pluralize(count, 'automation')}. The columns keep their lists.`;
    await recordActivity(tx, {
      userId,
      action: 'delete_automation',
      status: 'info',
      details,
      at: context.now(),
    });
    for (const connectionId of listConnectionIds(rows)) await requestWebhooks(context, tx, connectionId);
    return rows;
  });
  const { results, done } = toResults(ids, new Map(rows.map(({ id }) => [id, 'done' as const])));
  return { message: done === 1 ? 'Configuration deleted' : `${done} configurations deleted`, results, done };
}
