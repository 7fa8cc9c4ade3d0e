import type { Tx } from '@picksync/db';

/**
 * Switches off the outgoing webhooks and the channels of a user, who should look where they lead before they are on again. What
 * waits for them is not sent then either.
 */
export async function stopSending(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await tx.outgoingWebhook.updateMany({ where: { userId }, data: { isActive: false } });
  await tx.webhookDelivery.updateMany({
    where: { webhook: { userId }, state: 'pending' },
    data: { state: 'failed', nextAttemptAt: null, failure: 'switched_off' },
  });
  await tx.noticeChannel.updateMany({ where: { userId }, data: { isActive: false } });
  await tx.channelNotice.updateMany({
    where: { channel: { userId }, state: 'pending' },
    data: { state: 'failed', failure: 'switched_off', endedAt: at },
  });
}
