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

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | null> =>
  db.smartsheetWebhook.findUnique({ where: { id }, select: whatCallbacksNeed });

/** What Smartsheet says of a webhook; the automations that read its sheet are real-time only while it is enabled. */
export async function setWebhookStatus(
  tx: Tx,
  { webhook, status, remoteStatus }: { webhook: WebhookRow; status: WebhookStatus; remoteStatus: string },
): Promise<void> {
  const { id, connectionId, sheetId } = webhook;
  await tx.smartsheetWebhook.update({ where: { id }, data: { status, remoteStatus } });
  await tx.automation.updateMany({
    where: { connectionId, sourceSheetId: sheetId, webhookId: { not: null } },
    data: { webhookEnabled: status === 'enabled' },
  });
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
