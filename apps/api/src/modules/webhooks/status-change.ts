import {
  lockSheetsAndAutomations,
  markConnectionDirty,
  type PrismaClient,
  type Queue,
  type Tx,
} from '@picksync/db';
import type { WebhookStatus as RemoteStatus } from '@picksync/smartsheet-client';
import { recordActivity } from '../activity/activity.store.ts';
import { findWatched, keepReceipt, setWebhookStatus, type WebhookRow } from './webhooks.store.ts';

export type StatusChange = {
  webhook: WebhookRow;
  /** The same in every delivery of one callback. */
  nonce: string;
  remoteStatus: RemoteStatus;
};

type Parts = { db: PrismaClient; queue: Queue; now: () => Date };

/**
 * Keeps what Smartsheet says of a webhook, once per callback: the user is told, the webhook mended, and its sheet
 * looked at, because what happened there meanwhile was not told.
 */
export async function noteStatus(change: StatusChange, { db, queue, now }: Parts): Promise<void> {
  const { webhook, nonce } = change;
  const { id, connectionId, sheetId } = webhook;
  const at = now();
  await db.$transaction(async (tx) => {
    if (!(await keepReceipt(tx, { key: `${id}:${nonce}`, sheetId, at }))) return;
    await lockSheetsAndAutomations(tx, connectionId);
    if (!(await noteInRows(tx, change, at))) return;
    await queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
    await markConnectionDirty({ tx, queue, connectionId, sheetIds: [sheetId] });
  });
}

/** False when the webhook was given up meanwhile. */
async function noteInRows(tx: Tx, { webhook, remoteStatus }: StatusChange, at: Date): Promise<boolean> {
  const enabled = remoteStatus === 'ENABLED';
  const status = enabled ? 'enabled' : 'disabled';
  if (!(await setWebhookStatus(tx, { webhook, status, remoteStatus }))) return false;
  const watched = await findWatched(tx, webhook);
  if (!watched) return true;
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
  return true;
}
