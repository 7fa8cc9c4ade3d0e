import { periodicSentence, toPeriodicReason } from '@picksync/contracts';
import { lockConnectionRows, markConnectionDirty, type Tx } from '@picksync/db';
import type { WebhookStatus as RemoteStatus } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';
import { recordActivity } from '../activity/activity.store.ts';
import {
  findWatched,
  saveReceipt,
  setRealTime,
  setWebhookStatus,
  type WebhookRow,
} from './webhooks.store.ts';

export type StatusChange = {
  webhook: WebhookRow;
  /** Identifies the callback: the same in every delivery of it. */
  nonce: string;
  remoteStatus: RemoteStatus;
};

/**
 * Records the state that Smartsheet reports for a webhook, once per callback: writes an activity entry, enqueues the job that
 * mends webhooks, and marks the sheet, because changes that were made without a webhook were not reported.
 */
export async function recordStatusChange(
  context: Pick<Context, 'db' | 'queue' | 'now'>,
  change: StatusChange,
): Promise<void> {
  const { webhook, nonce } = change;
  const { id, connectionId, sheetId } = webhook;
  const at = context.now();
  await context.db.$transaction(async (tx) => {
    if (!(await saveReceipt(tx, { key: `${id}:${nonce}`, sheetId, at }))) return;
    await lockConnectionRows(tx, connectionId);
    if (!(await setWebhookStatus(tx, change))) return;
    await setRealTime(tx, { webhook, isEnabled: change.remoteStatus === 'ENABLED' });
    await recordForOwner(tx, change, at);
    await context.queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
    await markConnectionDirty({ tx, queue: context.queue, connectionId, sheetIds: [sheetId] });
  });
}

async function recordForOwner(tx: Tx, { webhook, remoteStatus }: StatusChange, at: Date): Promise<void> {
  const watched = await findWatched(tx, webhook);
  if (!watched) return;
  const sheet = watched.sheetName ?? 'A source sheet';
  const isEnabled = remoteStatus === 'ENABLED';
  await recordActivity(tx, {
    userId: watched.userId,
    action: 'webhook_received',
    status: isEnabled ? 'info' : 'warning',
    details: isEnabled
      ? `${sheet} is updated in real time again.`
      : `Real-time updates of ${sheet} are off. ${periodicSentence(toPeriodicReason(remoteStatus))}`,
    at,
  });
}
