import { markConnectionDirty, type Queue, type Tx } from '@picksync/db';

type RequestDeps = { queue: Queue };

/** Marks an automation and queues the sync of its connection, unless one is queued already. */
export async function requestSync(
  tx: Tx,
  { connectionId, automationId }: { connectionId: string; automationId: string },
  { queue }: RequestDeps,
): Promise<void> {
  await markConnectionDirty({
    tx,
    queue,
    connectionId,
    automationIds: [automationId],
    priority: 'person',
  });
}

/** The sync that was requested with it goes first: both need the connection to themselves. */
const webhooksDelaySeconds = 1;

/** Queues the job that creates, enables or deletes the webhooks of a connection as its automations need them. */
export async function requestWebhooks(tx: Tx, connectionId: string, { queue }: RequestDeps): Promise<void> {
  const options = { key: connectionId, delaySeconds: webhooksDelaySeconds };
  await queue.send(tx, 'mend-webhooks', { connectionId }, options);
}
