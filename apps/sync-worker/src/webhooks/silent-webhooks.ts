import { type Db, Prisma, type SmartsheetWebhook } from '@picksync/db';

/**
 * Finds webhooks (`w`) with status `enabled` although a change was found long ago that Smartsheet has still not reported:
 * a callback comes within minutes. Recreating a webhook helps at once or not at all, so it is done once a day at most.
 */
export const isSilent = Prisma.sql`(w.status = 'enabled' AND w.missed_at <= now() - interval '10 minutes'
  AND coalesce(w.remade_at <= now() - interval '1 day', true))`;

/** Returns the ids of the webhooks of a connection that are enabled at Smartsheet but do not deliver. */
export async function findSilentWebhooks(db: Db, connectionId: string): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT w.id FROM smartsheet_webhooks w WHERE w.connection_id = ${connectionId}::uuid AND ${isSilent}`;
  return new Set(rows.map(({ id }) => id));
}

/** Records that these webhooks are recreated now, so that it does not happen again soon. */
export async function recordRemakes(db: Db, rows: readonly SmartsheetWebhook[]): Promise<void> {
  if (rows.length === 0) return;
  await db.$executeRaw`
    UPDATE smartsheet_webhooks SET remade_at = now() WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[])`;
}
