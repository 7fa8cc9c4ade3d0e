import type pg from 'pg';
import { Prisma } from '../generated/client.ts';
import { inTransaction, repeatOnDeadlock } from '../transaction.ts';
import { jobPriorities } from './catalog.ts';
import { type MarkedConnection, markStatement, needsJob, sendSyncs } from './mark-connection.ts';
import type { Queue } from './queue.ts';

/** A callback of Smartsheet that says that a sheet has changed, its signature found good. */
export type SignedCallback = {
  webhookId: string;
  /** The webhook's sealed secret the signature was checked with. */
  sharedSecretSealed: string;
  /** The same in every delivery of one callback. */
  nonce: string;
};

type Answer = { place: number } | ({ place: null } & MarkedConnection);

/**
 * Marks the sheets of callbacks and their connections, each once per callback however often it is delivered, keeps a
 * receipt of each, and counts it at its webhook: all of it in one transaction, or nothing. What is marked already and waits
 * for its job is left as it is. Returns for each whether it
 * was accepted, repeated ones included. A callback is not accepted when its webhook was given up or has another secret
 * by now.
 */
export async function recordCallbacks(
  callbacks: readonly SignedCallback[],
  { pool, queue }: { pool: pg.Pool; queue: Queue },
): Promise<boolean[]> {
  const transaction = async (client: pg.PoolClient) => {
    const { rows } = await client.query<Answer>(recordStatement(callbacks));
    const marked = rows.filter((row) => row.place === null);
    await sendSyncs(marked, { client, queue, priority: jobPriorities.event });
    return new Set(rows.map(({ place }) => place));
  };
  const taken = await repeatOnDeadlock(() => inTransaction(pool, transaction));
  return callbacks.map((_, index) => taken.has(index + 1));
}

/**
 * The sheet of a callback and all its automations are marked, for no lesser reason, and the job that will look at them has not begun. It begins
 * after this statement, and reads the sheet after that.
 */
const waitsMarked = Prisma.sql`EXISTS (
  SELECT FROM smartsheet_connections c JOIN sheets s ON s.connection_id = c.id AND s.sheet_id = live.sheet_id
  WHERE c.id = live.connection_id AND c.sync_state = 'queued' AND NOT (${needsJob(jobPriorities.event)})
    AND s.dirty_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM automations a WHERE a.connection_id = c.id AND (a.dirty_at IS NULL OR a.dirty_reason = 'check')
        AND live.sheet_id IN (a.source_sheet_id, a.sheet_id)))`;

function recordStatement(callbacks: readonly SignedCallback[]) {
  const { text, values } = markStatement({
    before: Prisma.sql`
      received AS (
        SELECT * FROM unnest(
          ${callbacks.map(({ webhookId }) => webhookId)}::uuid[],
          ${callbacks.map(({ sharedSecretSealed }) => sharedSecretSealed)}::text[],
          ${callbacks.map(({ webhookId, nonce }) => `${webhookId}:${nonce}`)}::text[]
        ) WITH ORDINALITY AS callback (webhook_id, sealed, event_id, place)),
      live AS (
        SELECT r.place, r.event_id, w.id AS webhook_id, w.connection_id, w.sheet_id FROM received r
        JOIN smartsheet_webhooks w ON w.id = r.webhook_id
        WHERE w.status <> 'deleting' AND w.shared_secret_sealed = r.sealed),
      receipts AS (
        INSERT INTO provider_events (id, provider, provider_event_id, type, reference, received_at, processed_at)
        SELECT DISTINCT ON (event_id) gen_random_uuid(), 'smartsheet'::event_provider, event_id, 'sheet_changed',
          sheet_id, now(), now()
        FROM live ORDER BY event_id
        ON CONFLICT (provider, provider_event_id) DO NOTHING
        RETURNING provider_event_id),
      counts (webhook_id, callbacks) AS (
        SELECT webhook_id, count(DISTINCT event_id) FROM live
        JOIN receipts ON receipts.provider_event_id = live.event_id GROUP BY webhook_id),
      webhook_locks AS (
        SELECT w.id FROM smartsheet_webhooks w JOIN counts ON counts.webhook_id = w.id
        ORDER BY w.id FOR NO KEY UPDATE OF w),
      webhook_counts AS (
        UPDATE smartsheet_webhooks w
        SET last_event_at = now(), missed_at = NULL, callback_count = w.callback_count + counts.callbacks
        FROM webhook_locks l JOIN counts ON counts.webhook_id = l.id WHERE w.id = l.id
        RETURNING 1),`,
    connections: Prisma.sql`SELECT DISTINCT connection_id FROM moved`,
    sheets: Prisma.sql`
      SELECT DISTINCT connection_id, sheet_id FROM live JOIN receipts ON receipts.provider_event_id = live.event_id
      WHERE (SELECT count(*) FROM webhook_counts) >= 0 AND NOT ${waitsMarked}`,
    automations: Prisma.sql`SELECT NULL::uuid WHERE false`,
    priority: jobPriorities.event,
    result: Prisma.sql`
      SELECT place::int, NULL::uuid AS connection_id, NULL::uuid AS job_id, NULL::timestamptz AS parked_until FROM live
      UNION ALL SELECT NULL, connection_id, job_id, parked_until FROM connection_marks`,
  });
  // The text is the same for any number of callbacks, so the server plans it once per connection.
  return { name: 'record-callbacks', text, values };
}
