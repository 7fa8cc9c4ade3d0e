import { markConnectionDirty, type Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';

type SyncRequest = {
  connectionId: string;
  automationId: string;
  /** The automation is new: its first run records that as its trigger. */
  reason?: 'creation';
};

/** Marks an automation and queues the sync of its connection, unless one is queued already. */
export async function requestSync(
  context: Context,
  tx: Tx,
  { connectionId, automationId, reason }: SyncRequest,
): Promise<void> {
  await markConnectionDirty({
    tx,
    queue: context.queue,
    connectionId,
    automationIds: [automationId],
    priority: 'person',
    reason,
  });
}

/** Marks many automations that a person has changed or wants synced, and queues the sync of their connection. */
export async function requestSyncs(
  context: Context,
  tx: Tx,
  {
    connectionId,
    automationIds,
    reason,
  }: {
    connectionId: string;
    automationIds: string[];
    /** Their runs are no entries of their own in the activity unless something comes of them: the act on all of them has one. */
    reason?: 'check';
  },
): Promise<void> {
  const { queue } = context;
  await markConnectionDirty({ tx, queue, connectionId, automationIds, priority: 'person', reason });
}

/** When the webhooks are looked at after a sync by hand: the sync, which somebody waits for, goes first. */
export const afterSync = { delaySeconds: 3 };

/** Makes the check of a connection due: the next job looks at those of its automations that have no findings. */
export async function requestHealthCheck(tx: Tx, connectionId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE smartsheet_connections SET next_health_check_at = clock_timestamp()
    WHERE id = ${connectionId}::uuid AND next_health_check_at > clock_timestamp()`;
}

/** Queues the job that creates, enables or deletes the webhooks of a connection as its automations need them. */
export async function requestWebhooks(
  context: Context,
  tx: Tx,
  connectionId: string,
  when: { delaySeconds?: number } = {},
): Promise<void> {
  await context.queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId, ...when });
}

/**
 * Does the same for a user's connection, if there is one, after a change of their plan, which decides whether there are
 * webhooks.
 */
export async function requestUserWebhooks(context: Context, tx: Tx, userId: string): Promise<void> {
  const connection = await tx.smartsheetConnection.findUnique({ where: { userId }, select: { id: true } });
  if (connection) await requestWebhooks(context, tx, connection.id);
}
