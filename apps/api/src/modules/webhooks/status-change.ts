import type { Queue, Tx } from '@picksync/db';
import type { WebhookStatus as RemoteStatus } from '@picksync/smartsheet-client';
import { recordActivity } from '../activity/activity.store.ts';
import { findWatched, setWebhookStatus, type WebhookRow } from './webhooks.store.ts';

/** Keeps what Smartsheet says of a webhook, tells the user, and has the webhook mended. */
export async function noteStatus(
  tx: Tx,
  { webhook, remoteStatus, at }: { webhook: WebhookRow; remoteStatus: RemoteStatus; at: Date },
  queue: Queue,
): Promise<void> {
  const enabled = remoteStatus === 'ENABLED';
  await setWebhookStatus(tx, { webhook, status: enabled ? 'enabled' : 'disabled', remoteStatus });
  const watched = await findWatched(tx, webhook);
  if (watched) {
    const sheet = watched.sheetName ?? 'A source sheet';
    await recordActivity(tx, {
      userId: watched.userId,
      action: 'webhook_received',
      status: enabled ? 'info' : 'warning',
      details: enabled
        ? `${sheet} is updated in real time again.`
        : `Smartsheet switched off real-time updates of ${sheet}. It is checked every 15 minutes meanwhile.`,
      at,
    });
  }
  const { connectionId } = webhook;
  await queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
}
