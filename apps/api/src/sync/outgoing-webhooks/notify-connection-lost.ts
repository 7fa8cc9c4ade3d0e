import { entitlements, webhookBody } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import { statusSentence } from '@picksync/smartsheet-account';
import { findActiveAutomations, findWebhooksToTell, insertDeliveries } from './connection-lost.store.ts';

const event = 'automation.failed';

/**
 * Adds `automation.failed` for every active automation of users whose connection is lost, for each outgoing webhook
 * that wants it, because no sync runs any more that would report it. The sweep of due deliveries sends them.
 */
export async function notifyConnectionLost(
  tx: Tx,
  { userIds, at }: { userIds: string[]; at: Date },
): Promise<void> {
  for (const { id: webhookId, userId, connection, billingStatus } of await findWebhooksToTell(tx, {
    userIds,
    event,
  })) {
    if (!connection || !entitlements({ ...billingStatus, now: at }).outgoingWebhooks) continue;
    const message = statusSentence(connection.statusReason);
    const automations = await findActiveAutomations(tx, userId);
    const deliveries = automations.map((automation) => ({
      webhookId,
      event,
      body: webhookBody.parse({ type: event, timestamp: at.toISOString(), data: { automation, message } }),
      nextAttemptAt: at,
      createdAt: at,
    }));
    await insertDeliveries(tx, deliveries);
  }
}
