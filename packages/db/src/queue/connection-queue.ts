import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Db, Tx } from '../database.ts';
import { Prisma } from '../generated/client.ts';
import { columnsAfter, type Deferral } from './connection-backoff.ts';
import type { Job } from './job.ts';
import type { Queue } from './queue.ts';
import { changesBefore, claimHolds, holdsClaim, queryUnderClaim, type SyncClaim } from './sync-claim.ts';

/*
 * At most one job per connection, kept by the connection's own row:
 *
 *   idle ──mark──► queued ──begin──► running ──finish, nothing new──► idle
 *                                       │ ▲
 *                                       └─┘ finish, something new: again
 *
 * Marking always moves `dirty_at` on, and enqueues only from `idle` or in place of a job that was deferred or is less
 * urgent. `finish` goes back to `idle` in one statement that also compares `dirty_at` with what the run saw, so no
 * change is lost in between. No lock is held while working.
 */

export type SyncJob = Pick<Job<'sync-connection'>, 'id' | 'attempt' | 'payload'>;

/**
 * Returns the statement that begins the job of a connection. It returns the row's `id`, `is_in_outage` and `is_first`
 * (nobody had begun the job when the row was locked), or no row when the job no longer stands for the connection. What
 * `isReady` reads is done before the row is locked.
 */
export function beginStatement(
  { id, attempt, payload: { connectionId } }: SyncJob,
  isReady = Prisma.sql`true`,
): Prisma.Sql {
  return Prisma.sql`
    UPDATE smartsheet_connections SET sync_state = 'running', sync_attempt = ${attempt}, slow_since = NULL,
      sync_priority = CASE WHEN sync_state = 'running' THEN sync_priority END
    WHERE id = ${connectionId}::uuid AND sync_job_id = ${id}::uuid
      AND (sync_state = 'queued' OR sync_attempt < ${attempt}) AND ${isReady}
    RETURNING new.id, new.dirty_at, new.retrying_since IS NOT NULL AS is_in_outage, old.sync_state = 'queued' AS is_first`;
}

/** Returns the claim of a job that has begun: everything marked up to `dirtyAt` is what it has to do. */
export function toClaim({ id, attempt, payload }: SyncJob, dirtyAt: Date | null): SyncClaim {
  return { connectionId: payload.connectionId, jobId: id, attempt, dirtyAt };
}

export type SyncFinish =
  /** Nothing was marked meanwhile; the connection is at rest. */
  | { outcome: 'idle' }
  /** Something was marked meanwhile: run once more with the new claim, in the same job. */
  | { outcome: 'again'; claim: SyncClaim }
  /** Another run has taken over the job and will finish it. */
  | { outcome: 'lost' };

/** Ends a run, or returns that it has to go on. */
export async function finishSync(db: Db, claim: SyncClaim): Promise<SyncFinish> {
  const [row] = await db.$queryRaw<FinishRow[]>`${finishQueries(claim)} SELECT * FROM finished`;
  return row ? toFinish(claim, row) : { outcome: 'lost' };
}

/** Further changes in the statement that ends a run. */
export type FinalChanges = {
  /** `WITH` queries before the other changes, and after them, each followed by a comma. Later ones may read earlier ones. */
  first: Prisma.Sql;
  queries: Prisma.Sql;
  /** A condition that makes PostgreSQL run those of them that lock rows. */
  areMade: Prisma.Sql;
  /** The expression that undoes the statement unless they found what they were to change (`refuseUnless`). */
  check: Prisma.Sql;
};

/**
 * Ends a run as `finishSync` does, with up to four changes before that in the same statement, as with `assertClaimHolds`,
 * and others that need names of their own. Throws `ClaimLostError` when another run stands for the connection: then
 * nothing is changed.
 */
export async function finishUnderClaim(
  db: Pick<pg.Pool, 'query'>,
  claim: SyncClaim,
  changes: readonly Prisma.Sql[],
  more?: FinalChanges,
): Promise<Exclude<SyncFinish, { outcome: 'lost' }>> {
  const [row] = await queryUnderClaim<FinishRow>(
    db,
    Prisma.sql`${finishQueries(claim, changes, more)}
      SELECT ${more ? Prisma.sql`${more.check},` : Prisma.empty} ${holdsClaim(Prisma.sql`finished`)},
        (SELECT is_idle FROM finished), (SELECT dirty_at FROM finished)`,
  );
  if (!row) throw new Error('A statement without a condition returned no row');
  return toFinish(claim, row);
}

type FinishRow = { is_idle: boolean; dirty_at: Date | null };

const noChanges = { first: Prisma.empty, queries: Prisma.empty, areMade: Prisma.sql`true` };

/** Returns `WITH` queries that make the changes and then end the run, as `finished`: no row when the claim is lost. */
function finishQueries(
  claim: SyncClaim,
  changes: readonly Prisma.Sql[] = [],
  more: Omit<FinalChanges, 'check'> = noChanges,
): Prisma.Sql {
  const { queries, areMade } = changesBefore(changes);
  const isSeen = Prisma.sql`dirty_at IS NOT DISTINCT FROM ${claim.dirtyAt}::timestamptz`;
  // One row, always updated: one that was marked while this waited for it is seen as it is then.
  return Prisma.sql`
    WITH ${more.first} ${queries} ${more.queries} finished AS (
      UPDATE smartsheet_connections SET
        sync_state = CASE WHEN ${isSeen} THEN 'idle' ELSE sync_state END,
        sync_job_id = CASE WHEN ${isSeen} THEN NULL ELSE sync_job_id END,
        retrying_since = CASE WHEN ${isSeen} THEN NULL ELSE retrying_since END,
        dirty_at = CASE WHEN ${isSeen} THEN NULL ELSE dirty_at END,
        updated_at = clock_timestamp()
      WHERE ${claimHolds(claim)} AND ${areMade} AND ${more.areMade}
      RETURNING sync_state = 'idle' AS is_idle, dirty_at)`;
}

function toFinish(claim: SyncClaim, row: FinishRow): Exclude<SyncFinish, { outcome: 'lost' }> {
  return row.is_idle ? { outcome: 'idle' } : { outcome: 'again', claim: { ...claim, dirtyAt: row.dirty_at } };
}

/**
 * Records for how long Smartsheet has left the calls of a run unanswered; null when it answers again. Changes nothing
 * when another run has the connection by now.
 */
export async function recordSlowness(
  db: Db,
  { claim, slowForMs }: { claim: SyncClaim; slowForMs: number | null },
): Promise<void> {
  const since = slowForMs === null ? Prisma.sql`NULL` : before(slowForMs);
  await db.$executeRaw`
    UPDATE smartsheet_connections SET slow_since = ${since}
    WHERE ${claimHolds(claim)}`;
}

function before(ms: number) {
  return Prisma.sql`clock_timestamp() - make_interval(secs => ${ms / 1000}::float8)`;
}

/**
 * Defers the rest of a run: the connection goes back to `queued` with a new job that starts later, by the database's
 * clock, before those of a lower priority if a person has asked for something during the run. Returns false when the job was
 * taken over.
 */
export async function deferSync(input: {
  tx: Tx;
  queue: Queue;
  claim: SyncClaim;
  deferral: Deferral;
  priority: number;
}): Promise<boolean> {
  const { tx, queue, claim, deferral, priority } = input;
  const { connectionId } = claim;
  const next = randomUUID();
  const { parkedUntil, limitedUntil, retryingSince, startAfter } = columnsAfter(deferral, claim);
  const [row] = await tx.$queryRaw<{ until: Date; priority: number }[]>`
    UPDATE smartsheet_connections c SET sync_state = 'queued', sync_job_id = ${next}::uuid, sync_attempt = 0,
      parked_until = ${parkedUntil}, limited_until = ${limitedUntil}, retrying_since = ${retryingSince},
      sync_starts_at = greatest(${parkedUntil}, ${startAfter}), sync_priority = greatest(${priority}::int, c.sync_priority)
    WHERE ${claimHolds(claim)}
    RETURNING sync_starts_at AS until, sync_priority AS priority`;
  if (!row) return false;
  await sendSync({ tx, queue, connectionId, jobId: next, startAfter: row.until, priority: row.priority });
  return true;
}

/** Enqueues the job of a connection under the id that its row holds, in the caller's transaction. */
export async function sendSync(input: {
  tx: Tx;
  queue: Queue;
  connectionId: string;
  jobId: string;
  startAfter: Date | null;
  priority: number;
}): Promise<void> {
  const { tx, queue, connectionId, jobId, startAfter, priority } = input;
  const options = { id: jobId, priority, startAfter: startAfter ?? undefined };
  await queue.send(tx, 'sync-connection', { connectionId }, options);
}
