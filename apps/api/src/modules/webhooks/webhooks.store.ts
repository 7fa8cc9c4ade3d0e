import type { Db, Prisma, Tx, WebhookStatus } from '@picksync/db';

const whatCallbacksNeed = {
  id: true,
  connectionId: true,
  sheetId: true,
  remoteId: true,
  sharedSecretSealed: true,
  status: true,
} satisfies Prisma.SmartsheetWebhookSelect;

export type WebhookRow = Prisma.SmartsheetWebhookGetPayload<{ select: typeof whatCallbacksNeed }>;

/** The webhook behind each id, in their order; null for one that is not there. */
export async function findWebhooks(db: Db, ids: string[]): Promise<(WebhookRow | null)[]> {
  const rows = await db.smartsheetWebhook.findMany({ where: { id: { in: ids } }, select: whatCallbacksNeed });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** False when the callback was heard before. */
export async function keepReceipt(
  tx: Tx,
  { key, sheetId, at }: { key: string; sheetId: string; at: Date },
): Promise<boolean> {
  const receipt = { provider: 'smartsheet', providerEventId: key, type: 'webhook_status' } as const;
  const { count } = await tx.providerEvent.createMany({
    data: { ...receipt, reference: sheetId, receivedAt: at, processedAt: at },
    skipDuplicates: true,
  });
  return count === 1;
}

/**
 * What Smartsheet says of a webhook; the automations that read its sheet are real-time only while it is enabled.
 * Changes nothing and answers false when the webhook was given up.
 */
export async function setWebhookStatus(
  tx: Tx,
  { webhook, status, remoteStatus }: { webhook: WebhookRow; status: WebhookStatus; remoteStatus: string },
): Promise<boolean> {
  const { id, connectionId, sheetId } = webhook;
  const { count } = await tx.smartsheetWebhook.updateMany({
    where: { id, status: { not: 'deleting' } },
    data: { status, remoteStatus },
  });
  if (count === 0) return false;
  await tx.automation.updateMany({
    where: { connectionId, sourceSheetId: sheetId, webhookId: { not: null } },
    data: { webhookEnabled: status === 'enabled' },
  });
  return true;
}

/** Whose account it is, and what its sheet is called as far as that is known. */
export async function findWatched(
  db: Db,
  { connectionId, sheetId }: WebhookRow,
): Promise<{ userId: string; sheetName: string | null } | null> {
  const automation = await db.automation.findFirst({
    where: { connectionId, sourceSheetId: sheetId },
    select: { userId: true, sourceSheetName: true },
  });
  return automation && { userId: automation.userId, sheetName: automation.sourceSheetName };
}
