import { periodicSentence, toPeriodicReason } from '@picksync/contracts';
import { lockConnectionRows, markConnectionDirty, type Tx } from '@picksync/db';
import type { WebhookStatus as RemoteStatus } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { setRealTime, type WebhookRow } from './webhooks.store.ts';

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
  const { webhook, nonce, remoteStatus } = change;
  const { id, connectionId, sheetId } = webhook;
  const at = context.now();
  const isEnabled = remoteStatus === 'ENABLED';
  await context.db.$transaction(async (tx) => {
    const receipts = await tx.providerEvent.createMany({
      data: {
        provider: 'smartsheet',
        providerEventId: `${id}:${nonce}`,
        type: 'webhook_status',
        reference: sheetId,
        receivedAt: at,
        processedAt: at,
      },
      skipDuplicates: true,
    });
    if (receipts.count === 0) return;
    await lockConnectionRows(tx, connectionId);
    // Webhooks are locked before sheets, automations and connections wherever several are changed: there is no deadlock.
    const { count } = await tx.smartsheetWebhook.updateMany({
      where: { id, status: { not: 'deleting' } },
      data: { status: isEnabled ? 'enabled' : 'disabled', remoteStatus, disabledDetails: null },
    });
    if (count === 0) return;
    await setRealTime(tx, webhook, { isEnabled });
    await recordForOwner(tx, change, at);
    await context.queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
    await markConnectionDirty({ tx, queue: context.queue, connectionId, sheetIds: [sheetId] });
  });
}

async function recordForOwner(tx: Tx, { webhook, remoteStatus }: StatusChange, at: Date): Promise<void> {
  const { connectionId, sheetId: sourceSheetId } = webhook;
  const watched = await tx.automation.findFirst({ where: { connectionId, sourceSheetId } });
  if (!watched) return;
  const sheet = watched.sourceSheetName ?? 'A source sheet';
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
