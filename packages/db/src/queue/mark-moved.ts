import type pg from 'pg';
import { Prisma } from '../generated/client.ts';
import { inTransaction, repeatOnDeadlock } from '../transaction.ts';
import { type JobPriority, jobPriorities } from './catalog.ts';
import { type MarkedConnection, markStatement, sendSyncs } from './mark-connection.ts';
import type { Queue } from './queue.ts';

/** A sheet that has to be read, as it was known when its version was asked for. */
export type MovedSheet = {
  sheetId: string;
  version: number | null;
  lastReadAt: Date | null;
  /** Its version has changed since it was read; other sheets are read because they are computed, or for safety. */
  isChanged: boolean;
};

/** What there is to look at in one connection. */
export type MovedConnection = {
  connectionId: string;
  sheets: readonly MovedSheet[];
  /** Automations to look at even if their sheets have not moved. */
  automationIds: readonly string[];
};

/**
 * Marks what was found in many connections, in one transaction of a few statements, and enqueues their jobs. A sheet
 * that a run has read meanwhile is not marked again. Changes that Smartsheet should have reported are noted at the
 * webhooks of their sheets. Returns the connections with such a change: Smartsheet may have switched a webhook off.
 */
export async function markMovedConnections(
  moved: readonly MovedConnection[],
  { pool, queue, priority = 'sweep' }: { pool: pg.Pool; queue: Queue; priority?: JobPriority },
): Promise<string[]> {
  return repeatOnDeadlock(() =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<Answer>(statementFor(moved, jobPriorities[priority]));
      await sendSyncs(rows, { client, queue, priority: jobPriorities[priority] });
      return rows.flatMap(({ connection_id, is_suspect }) => (is_suspect ? [connection_id] : []));
    }),
  );
}

type Answer = MarkedConnection & { is_suspect: boolean };

/**
 * True where no callback has reported a change of the sheet `s` that was found now. A callback about a write of our own
 * does not report a change that comes after it, and may come before the run that wrote has ended.
 */
const isUntold = Prisma.sql`(CASE
  WHEN NOT EXISTS (
    SELECT FROM automations a WHERE a.connection_id = s.connection_id AND a.source_sheet_id = s.sheet_id AND a.is_active)
    THEN w.last_event_at < s.last_read_at - interval '2 minutes'
  WHEN EXISTS (
    SELECT FROM automations a WHERE a.connection_id = s.connection_id AND a.is_active
      AND (a.sheet_id = s.sheet_id OR (a.source_sheet_id = s.sheet_id AND a.mode = 'two_way')))
    THEN w.last_event_at < now() - interval '2 minutes'
  ELSE w.last_event_at < s.last_read_at END)`;

function statementFor(moved: readonly MovedConnection[], priority: number) {
  const sheets = moved.flatMap(({ connectionId, sheets }) =>
    sheets.map((sheet) => ({ connectionId, ...sheet })),
  );
  const { text, values } = markStatement({
    before: Prisma.sql`
      found AS (
        SELECT f.connection_id, f.sheet_id, f.is_changed FROM unnest(
          ${sheets.map(({ connectionId }) => connectionId)}::uuid[], ${sheets.map(({ sheetId }) => sheetId)}::text[],
          ${sheets.map(({ version }) => version)}::int[], ${sheets.map(({ lastReadAt }) => lastReadAt)}::timestamptz[],
          ${sheets.map(({ isChanged }) => isChanged)}::boolean[]
        ) AS f (connection_id, sheet_id, version, last_read_at, is_changed)
        LEFT JOIN sheets s ON s.connection_id = f.connection_id AND s.sheet_id = f.sheet_id
        WHERE s.version IS NOT DISTINCT FROM f.version AND s.last_read_at IS NOT DISTINCT FROM f.last_read_at),
      missed_locks AS (
        SELECT w.id FROM found f
        JOIN smartsheet_webhooks w ON w.connection_id = f.connection_id AND w.sheet_id = f.sheet_id
        JOIN sheets s ON s.connection_id = f.connection_id AND s.sheet_id = f.sheet_id
        WHERE f.is_changed AND w.status = 'enabled' AND w.missed_at IS NULL
          AND coalesce(w.enabled_at, w.created_at) < s.last_read_at AND s.dirty_at IS NULL
          AND coalesce(w.last_event_at < s.last_read_at - interval '2 minutes', true)
        ORDER BY w.id FOR NO KEY UPDATE OF w),
      suspects AS (
        SELECT DISTINCT f.connection_id FROM found f
        JOIN smartsheet_webhooks w ON w.connection_id = f.connection_id AND w.sheet_id = f.sheet_id
        JOIN sheets s ON s.connection_id = f.connection_id AND s.sheet_id = f.sheet_id
        WHERE f.is_changed AND w.status = 'enabled' AND coalesce(w.enabled_at, w.created_at) < s.last_read_at
          AND s.dirty_at IS NULL AND coalesce(${isUntold}, true)),
      missed AS (
        UPDATE smartsheet_webhooks w SET missed_at = now() FROM missed_locks l WHERE w.id = l.id
        RETURNING 1),
      listed AS (
        SELECT a.id, a.connection_id FROM automations a
        JOIN unnest(
          ${moved.flatMap(({ connectionId, automationIds }) => automationIds.map(() => connectionId))}::uuid[],
          ${moved.flatMap(({ automationIds }) => automationIds)}::uuid[]
        ) AS m (connection_id, id) ON m.id = a.id AND m.connection_id = a.connection_id),`,
    connections: Prisma.sql`SELECT connection_id FROM moved UNION SELECT connection_id FROM listed`,
    sheets: Prisma.sql`SELECT DISTINCT connection_id, sheet_id FROM found WHERE (SELECT count(*) FROM missed) >= 0`,
    automations: Prisma.sql`SELECT id FROM listed`,
    priority,
    result: Prisma.sql`
      SELECT connection_id, job_id, parked_until, false AS is_suspect FROM connection_marks
      UNION ALL SELECT connection_id, NULL, NULL, true FROM suspects`,
  });
  // The text is the same for any number of them, so the server plans it once per connection.
  return { name: 'mark-moved', text, values };
}
