import { entitlements, webhookBody } from '@picksync/contracts';
import { billingFields, type Tx } from '@picksync/db';
import { statusSentence } from '@picksync/smartsheet-account';

const event = 'automation.failed';

/**
 * Adds `automation.failed` for every active automation of users whose connection is lost, for each outgoing webhook
 * that wants it, because no sync runs any more that would report it. The sweep of due deliveries sends them.
 */
export async function notifyConnectionLost(
  tx: Tx,
  { userIds, at }: { userIds: string[]; at: Date },
): Promise<void> {
  const webhooks = await tx.outgoingWebhook.findMany({
    where: { userId: { in: userIds }, isActive: true, events: { has: event } },
    select: {
      id: true,
      userId: true,
      user: { select: { ...billingFields, connection: { select: { statusReason: true } } } },
    },
  });
  for (const { id: webhookId, userId, user } of webhooks) {
    const { connection, subscriptionTier: tier, ...billingStatus } = user;
    if (!connection || !entitlements({ ...billingStatus, tier, now: at }).outgoingWebhooks) continue;
    const message = statusSentence(connection.statusReason);
    // There are no more than a plan allows.
    const automations = await tx.automation.findMany({
      where: { userId, isActive: true },
      orderBy: { id: 'asc' },
    });
    const deliveries = automations.map((automation) => ({
      webhookId,
      event,
      body: webhookBody.parse({ type: event, timestamp: at.toISOString(), data: { automation, message } }),
      nextAttemptAt: at,
      createdAt: at,
    }));
    await tx.webhookDelivery.createMany({ data: deliveries });
  }
}
