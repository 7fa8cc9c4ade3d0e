import { markConnectionDirty, type Queue, type Tx } from '@picksync/db';

type RequestDeps = { queue: Queue };

type SyncRequest = {
  connectionId: string;
  automationId: string;
  /** The automation is new: its first run records that as its trigger. */
  reason?: 'creation';
};

/** Marks an automation and queues the sync of its connection, unless one is queued already. */
export async function requestSync(
  tx: Tx,
  { connectionId, automationId, reason }: SyncRequest,
  { queue }: RequestDeps,
): Promise<void> {
  await markConnectionDirty({
    tx,
    queue,
    connectionId,
    automationIds: [automationId],
    priority: 'person',
    reason,
  });
}

/** Queues the job that creates, enables or deletes the webhooks of a connection as its automations need them. */
export async function requestWebhooks(
  tx: Tx,
  connectionId: string,
  { queue }: { queue: Pick<Queue, 'send'> },
): Promise<void> {
  await queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
}

/** When the webhooks are looked at after a sync by hand: the sync, which somebody waits for, goes first. */
const afterSyncSeconds = 3;

/** Queues the same job behind a sync that was asked for by hand: its owner may have missed a change notice. */
export async function requestWebhooksAfterSync(
  tx: Tx,
  connectionId: string,
  { queue }: { queue: Pick<Queue, 'send'> },
): Promise<void> {
  const when = { key: connectionId, delaySeconds: afterSyncSeconds };
  await queue.send(tx, 'mend-webhooks', { connectionId }, when);
}

/**
 * Does the same for a user's connection, if there is one, after a change of their plan, which decides whether there are
 * webhooks.
 */
export async function requestWebhooksOf(
  tx: Tx,
  userId: string,
  deps: { queue: Pick<Queue, 'send'> },
): Promise<void> {
  const connection = await tx.smartsheetConnection.findUnique({ where: { userId }, select: { id: true } });
  if (connection) await requestWebhooks(tx, connection.id, deps);
}
