import type { Db, Prisma, Tx } from '@picksync/db';

const whatCallbacksNeed = {
  id: true,
  connectionId: true,
  sheetId: true,
  remoteId: true,
  sharedSecretSealed: true,
  status: true,
} satisfies Prisma.SmartsheetWebhookSelect;

export type WebhookRow = Prisma.SmartsheetWebhookGetPayload<{ select: typeof whatCallbacksNeed }>;

/** Returns the webhook of each id, in their order; null for one that is not there. */
export async function findWebhooks(db: Db, ids: string[]): Promise<(WebhookRow | null)[]> {
  const rows = await db.smartsheetWebhook.findMany({ where: { id: { in: ids } }, select: whatCallbacksNeed });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** A callback that reports nothing but what our own runs have changed. */
export type Echo = {
  webhookId: string;
  /** The automations whose runs have changed rows. */
  writers: readonly string[];
};

/**
 * Records that Smartsheet delivers to these webhooks. The rows are locked by id, as everywhere where several are changed.
 */
export async function recordDelivered(db: Db, ids: string[]): Promise<void> {
  await db.$executeRaw`
    UPDATE smartsheet_webhooks w SET last_event_at = now(), missed_at = NULL
    FROM (SELECT id FROM smartsheet_webhooks WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE) locked
    WHERE w.id = locked.id`;
}

/** Returns the automations that read the sheet of each echo, except its only writer. */
export function findOtherReaders(
  db: Db,
  echoes: readonly Echo[],
): Promise<{ connectionId: string; automationIds: string[] }[]> {
  return db.$queryRaw`
    SELECT w.connection_id AS "connectionId", array_agg(DISTINCT a.id::text) AS "automationIds"
    FROM unnest(
      ${echoes.map(({ webhookId }) => webhookId)}::uuid[],
      ${echoes.map(({ writers }) => (writers.length === 1 ? (writers[0] ?? null) : null))}::text[]
    ) AS echo (webhook_id, writer)
    JOIN smartsheet_webhooks w ON w.id = echo.webhook_id
    JOIN automations a ON a.connection_id = w.connection_id AND a.source_sheet_id = w.sheet_id AND a.is_active
      AND a.id::text IS DISTINCT FROM echo.writer
    GROUP BY w.connection_id`;
}

export function findWebhookOfSheet(
  db: Db,
  { connectionId, sheetId }: { connectionId: string; sheetId: string },
) {
  return db.smartsheetWebhook.findFirst({
    where: { connectionId, sheetId, status: { not: 'deleting' } },
    select: { connectionId: true, sheetId: true, status: true, remoteStatus: true },
  });
}

/** Sets whether the automations that read the sheet of a webhook are updated in real time. */
export async function setRealTime(
  tx: Tx,
  { connectionId, sheetId }: Pick<WebhookRow, 'connectionId' | 'sheetId'>,
  { isEnabled }: { isEnabled: boolean },
): Promise<void> {
  await tx.automation.updateMany({
    where: { connectionId, sourceSheetId: sheetId, webhookId: { not: null } },
    data: { webhookEnabled: isEnabled },
  });
}

/**
 * Has the webhooks of every connection compared with those at Smartsheet at its next sweep. The sweeps are spread over
 * their window, and so are these checks. Locked rows are left out: each of them is checked once a day anyway.
 */
export async function scheduleChecks(db: Db): Promise<number> {
  return db.$executeRaw`
    UPDATE smartsheet_connections c SET next_webhook_check_at = now()
    FROM (
      SELECT id FROM smartsheet_connections
      WHERE status = 'connected' AND next_webhook_check_at > now()
        AND EXISTS (
          SELECT FROM smartsheet_webhooks w WHERE w.connection_id = smartsheet_connections.id AND w.status = 'enabled')
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ) working
    WHERE c.id = working.id`;
}
