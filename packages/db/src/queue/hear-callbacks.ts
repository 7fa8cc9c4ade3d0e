import type pg from 'pg';
import { Prisma } from '../generated/client.ts';
import { inTransaction } from '../transaction.ts';
import { jobPriorities } from './catalog.ts';
import { type MarkedAccount, markStatement } from './dirty-marks.ts';
import type { Queue } from './queue.ts';

/** A callback of Smartsheet that says that a sheet has changed, its signature found good. */
export interface HeardCallback {
  webhookId: string;
  /** The webhook's sealed secret the signature was checked with. */
  sharedSecretSealed: string;
  /** The same in every delivery of one callback. */
  nonce: string;
}

type Answer = { place: number } | ({ place: null } & MarkedAccount);

/**
 * Marks the sheets of callbacks and their accounts, each once per callback however often it is delivered, and keeps a
 * receipt of each: all of it in one transaction, or nothing. Answers for each whether it was taken, repeated ones
 * included; not taken is one whose webhook was given up or has another secret by now.
 */
export async function hearCallbacks(
  heard: readonly HeardCallback[],
  { pool, queue, at }: { pool: pg.Pool; queue: Queue; at: Date },
): Promise<boolean[]> {
  const taken = new Set<number>();
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Answer>(hearing(heard, at));
    for (const { place } of rows) if (place !== null) taken.add(place);
    const jobs = rows.flatMap((row) => (row.place === null && row.job_id !== null ? [jobOf(row)] : []));
    if (jobs.length > 0) await queue.sendMany(client, 'sync-connection', jobs);
  });
  return heard.map((_, index) => taken.has(index + 1));
}

const jobOf = ({ connection_id: connectionId, job_id, parked_until }: MarkedAccount) => ({
  id: job_id ?? undefined,
  payload: { connectionId },
  startAfter: parked_until ?? undefined,
  priority: jobPriorities.event,
});

const hearing = (heard: readonly HeardCallback[], at: Date) => {
  const { text, values } = markStatement({
    before: Prisma.sql`
      heard AS (
        SELECT * FROM unnest(
          ${heard.map(({ webhookId }) => webhookId)}::uuid[],
          ${heard.map(({ sharedSecretSealed }) => sharedSecretSealed)}::text[],
          ${heard.map(({ webhookId, nonce }) => `${webhookId}:${nonce}`)}::text[]
        ) WITH ORDINALITY AS callback (webhook_id, sealed, event_id, place)),
      live AS (
        SELECT h.place, h.event_id, w.connection_id, w.sheet_id FROM heard h
        JOIN smartsheet_webhooks w ON w.id = h.webhook_id
        WHERE w.status <> 'deleting' AND w.shared_secret_sealed = h.sealed),
      receipts AS (
        INSERT INTO provider_events (id, provider, provider_event_id, type, reference, received_at, processed_at)
        SELECT DISTINCT ON (event_id) gen_random_uuid(), 'smartsheet'::event_provider, event_id, 'sheet_changed',
          sheet_id, ${at}::timestamptz, ${at}::timestamptz
        FROM live ORDER BY event_id
        ON CONFLICT (provider, provider_event_id) DO NOTHING
        RETURNING provider_event_id),`,
    accounts: Prisma.sql`SELECT DISTINCT connection_id FROM moved`,
    sheets: Prisma.sql`
      SELECT DISTINCT connection_id, sheet_id FROM live JOIN receipts ON receipts.provider_event_id = live.event_id`,
    automations: Prisma.sql`SELECT NULL::uuid WHERE false`,
    priority: jobPriorities.event,
    answer: Prisma.sql`
      SELECT place::int, NULL::uuid AS connection_id, NULL::uuid AS job_id, NULL::timestamptz AS parked_until FROM live
      UNION ALL SELECT NULL, connection_id, job_id, parked_until FROM account_marks`,
  });
  // The text is the same for any number of callbacks, so the server plans it once per connection.
  return { name: 'hear-callbacks', text, values };
};
