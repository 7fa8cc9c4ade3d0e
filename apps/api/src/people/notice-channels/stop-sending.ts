import type { Tx } from '@picksync/db';
import { endPendingDeliveries } from '../../sync/outgoing-webhooks/outgoing-webhooks.ts';
import { endPendingNotices } from './channel-notices.store.ts';

/**
 * Switches off the outgoing webhooks and the channels of a user, who should look where they lead before they are on again. What
 * waits for them is not sent then either.
 */
export async function stopSending(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await tx.outgoingWebhook.updateMany({ where: { userId }, data: { isActive: false } });
  await endPendingDeliveries(tx, { userId });
  await tx.noticeChannel.updateMany({ where: { userId }, data: { isActive: false } });
  await endPendingNotices(tx, { channel: { userId }, failure: 'switched_off', at });
}
