import type { PoolClient } from 'pg';
import type { Tx } from '../database.ts';
import { Prisma, type RunTrigger } from '../generated/client.ts';
import { type JobPriority, jobPriorities } from './catalog.ts';
import { sendSync } from './connection-queue.ts';
import type { Queue } from './queue.ts';

/**
 * Marks a connection that has something to look at, in the transaction of the change. Enqueues its job unless one runs
 * or waits with the same priority already. A connection that is not connected only keeps the marks, and one that is
 * parked is looked at when that is over. Returns whether a job was enqueued.
 */
export async function markConnectionDirty(
  input: Marks & { tx: Tx; queue: Queue; priority?: JobPriority; reason?: MarkReason | undefined },
): Promise<boolean> {
  const { tx, queue, connectionId, automationIds = [], sheetIds = [], reason } = input;
  const priority = jobPriorities[input.priority ?? 'event'];
  const [marked] = await tx.$queryRaw<MarkedConnection[]>(
    markStatement({
      connections: Prisma.sql`SELECT ${connectionId}::uuid AS connection_id`,
      sheets: Prisma.sql`SELECT DISTINCT ${connectionId}::uuid, unnest(${sheetIds}::text[])`,
      automations: Prisma.sql`SELECT id FROM automations
        WHERE connection_id = ${connectionId}::uuid AND id = ANY(${automationIds}::uuid[])`,
      priority,
      reason,
      result: Prisma.sql`SELECT * FROM connection_marks`,
    }),
  );
  if (!marked?.job_id) return false;
  const { job_id: jobId, parked_until: startAfter } = marked;
  await sendSync({ tx, queue, connectionId, jobId, startAfter, priority });
  return true;
}

/*
 * A mark is a moment that only moves on: each is at least a millisecond later than the one before. The run that
 * did the work clears exactly the mark it saw, so one that was set meanwhile stays.
 */

export type Marks = {
  connectionId: string;
  /** To be synced even if their sheets did not move. */
  automationIds?: string[];
  /**
   * Sheets that moved; the automations that read or write them are marked with them. Unknown ones have no row to mark.
   */
  sheetIds?: string[];
};

/** What `markStatement` returns for each connection it marked. */
export type MarkedConnection = {
  connection_id: string;
  /** The job the connection needs, when this made it `queued`. */
  job_id: string | null;
  /** Null when it is not parked. */
  parked_until: Date | null;
};

/** Enqueues the jobs that marked connections need, in one statement of the transaction that marked them. */
export async function sendSyncs(
  marked: readonly MarkedConnection[],
  { client, queue, priority }: { client: PoolClient; queue: Queue; priority: number },
): Promise<void> {
  const jobs = marked.flatMap(({ connection_id: connectionId, job_id: id, parked_until }) =>
    id === null ? [] : { id, payload: { connectionId }, startAfter: parked_until ?? undefined, priority },
  );
  if (jobs.length > 0) await queue.sendMany(client, 'sync-connection', jobs);
}

/** Why an automation is marked, the least specific reason first. */
const markReasons = ['check', 'change', 'settings', 'creation'] as const satisfies readonly RunTrigger[];
export type MarkReason = (typeof markReasons)[number];

/** What a marking statement is built from. Relations are given as statements. */
type MarkStatement = {
  /** `WITH` queries the others build on, each ended by a comma. */
  before?: Prisma.Sql;
  /** The connections: `connection_id`. */
  connections: Prisma.Sql;
  /** The sheets that moved: `connection_id, sheet_id`. */
  sheets: Prisma.Sql;
  /** Automations to be marked beside those of the sheets: `id`. */
  automations: Prisma.Sql;
  /** Of the job, if the connection needs one. The reason of the marks follows from it, unless one is given. */
  priority: number;
  /** Why the automations are marked. */
  reason?: MarkReason | undefined;
  /** What the statement returns, of `connection_marks` and what was before. */
  result: Prisma.Sql;
};

/**
 * Returns the statement that marks sheets, their automations and the connections, and takes connections from `idle` to
 * `queued` under a new job. Connections whose job was deferred or is less urgent get a new job too, but no call is made
 * before `parked_until`. Rows are locked in the order in which every transaction that changes several locks them:
 * sheets, automations, connections, each by their keys. So there is no deadlock.
 */
export function markStatement({
  before = Prisma.empty,
  connections,
  sheets,
  automations,
  priority,
  reason = toReason(priority),
  result,
}: MarkStatement): Prisma.Sql {
  // The rest of a run is deferred with it: whoever asks while one runs does not wait behind everybody.
  const isByPerson = priority >= jobPriorities.person;
  return Prisma.sql`
  WITH ${before}
  moved (connection_id, sheet_id) AS MATERIALIZED (${sheets}),
  sheet_locks AS (
    SELECT s.connection_id, s.sheet_id FROM sheets s JOIN moved USING (connection_id, sheet_id)
    ORDER BY 1, 2 FOR NO KEY UPDATE OF s),
  sheet_marks AS (
    UPDATE sheets s SET dirty_at = ${nextMark(Prisma.sql`s`)} FROM sheet_locks l
    WHERE s.connection_id = l.connection_id AND s.sheet_id = l.sheet_id
    RETURNING 1),
  touched AS (
    SELECT a.id FROM moved m JOIN automations a ON a.connection_id = m.connection_id AND a.source_sheet_id = m.sheet_id
    UNION SELECT a.id FROM moved m JOIN automations a ON a.connection_id = m.connection_id AND a.sheet_id = m.sheet_id
    UNION (${automations})),
  automation_locks AS (
    SELECT a.id FROM automations a JOIN touched USING (id) WHERE (SELECT count(*) FROM sheet_marks) >= 0
    ORDER BY a.id FOR NO KEY UPDATE OF a),
  automation_marks AS (
    UPDATE automations a SET dirty_at = ${nextMark(Prisma.sql`a`)}, dirty_reason = ${reasonAfter(reason)}
    FROM automation_locks l WHERE a.id = l.id
    RETURNING 1),
  connection_jobs (connection_id, job_id) AS MATERIALIZED (SELECT *, gen_random_uuid() FROM (${connections}) one),
  connection_locks AS (
    SELECT c.id, j.job_id FROM smartsheet_connections c JOIN connection_jobs j ON j.connection_id = c.id
    WHERE (SELECT count(*) FROM automation_marks) >= 0
    ORDER BY c.id FOR NO KEY UPDATE OF c),
  connection_marks AS (
    UPDATE smartsheet_connections c SET
      dirty_at = ${nextMark(Prisma.sql`c`)},
      (sync_job_id, sync_state, sync_starts_at, sync_priority) = (
        SELECT CASE WHEN is_needed THEN l.job_id ELSE c.sync_job_id END,
          CASE WHEN is_needed THEN 'queued' ELSE c.sync_state END,
          CASE WHEN is_needed THEN greatest(c.parked_until, clock_timestamp()) ELSE c.sync_starts_at END,
          CASE WHEN is_needed OR (c.sync_state = 'running' AND ${isByPerson}) THEN ${priority} ELSE c.sync_priority END
        FROM (SELECT ${needsJob(priority)} AS is_needed) now)
    FROM connection_locks l WHERE c.id = l.id
    RETURNING c.id AS connection_id, CASE WHEN c.sync_job_id = l.job_id THEN l.job_id END AS job_id,
      CASE WHEN c.parked_until > clock_timestamp() THEN c.parked_until END AS parked_until)
  ${result}`;
}

/**
 * Returns whether the row `c` needs a job: it is at rest; or deferred, but not parked; or waits with a lower priority.
 * The job that it replaces finds nothing to do and ends. The new one never starts before `parked_until`. Only the row
 * decides: a statement that has waited for the row sees it as it is now, but no job that was inserted in the meantime.
 */
export function needsJob(priority: number): Prisma.Sql {
  return Prisma.sql`c.status = 'connected' AND (c.sync_state = 'idle' OR (
  c.sync_state = 'queued' AND (coalesce(c.sync_priority < ${priority}, true) OR (
    coalesce(c.parked_until <= clock_timestamp(), true)
    AND coalesce(c.sync_starts_at > clock_timestamp() + interval '1 second', true)))))`;
}

/** Returns why an automation is marked, by the priority of the mark. */
function toReason(priority: number): MarkReason {
  if (priority >= jobPriorities.person) return 'settings';
  return priority >= jobPriorities.event ? 'change' : 'check';
}

/**
 * Returns the reason of the row `a` after a mark: of several marks that one run serves, the most specific reason
 * counts.
 */
function reasonAfter(reason: MarkReason) {
  const moreTelling = markReasons.slice(markReasons.indexOf(reason) + 1);
  return Prisma.sql`CASE WHEN a.dirty_at IS NOT NULL AND a.dirty_reason = ANY(${moreTelling}::text[])
    THEN a.dirty_reason ELSE ${reason} END`;
}

function nextMark(row: Prisma.Sql) {
  return Prisma.sql`greatest(clock_timestamp(), ${row}.dirty_at + interval '1 millisecond')`;
}
