import { markConnectionDirty, type Queue, type Tx } from '@picksync/db';

type Parts = { queue: Queue };

/** Has an automation looked at as soon as its account's turn comes. */
export async function askForSync(
  tx: Tx,
  { connectionId, automationId }: { connectionId: string; automationId: string },
  { queue }: Parts,
): Promise<void> {
  await markConnectionDirty({
    tx,
    queue,
    connectionId,
    automationIds: [automationId],
    priority: 'person',
  });
}

/** Has the webhooks of an account made to fit its automations: made, switched on, or deleted. */
export async function askForWebhooks(tx: Tx, connectionId: string, { queue }: Parts): Promise<void> {
  await queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
}
