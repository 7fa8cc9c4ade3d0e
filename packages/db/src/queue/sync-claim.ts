import type { Tx } from '../database.ts';
import { Prisma } from '../generated/client.ts';

/**
 * Says which job works on a connection: the fence against a worker that was replaced. Made by `beginSync`, ended by
 * `finishSync`; every check before a write and every record compares it with the connection's row.
 */
export type SyncClaim = {
  connectionId: string;
  jobId: string;
  attempt: number;
  /** Everything marked up to here is what this run has to do. */
  dirtyAt: Date | null;
};

/** Returns the condition that finds the row of a connection only while the run with this claim is the one for it. */
export function claimHolds({ connectionId, jobId, attempt }: SyncClaim): Prisma.Sql {
  return Prisma.sql`id = ${connectionId}::uuid AND sync_state = 'running' AND sync_job_id = ${jobId}::uuid
    AND sync_attempt = ${attempt}`;
}

/** Thrown when a run is about to write although another job has the connection by now. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/** The names of the changes that are made in one statement with the check of a claim. */
const names = [Prisma.sql`change_1`, Prisma.sql`change_2`, Prisma.sql`change_3`];

/**
 * Returns up to three changes as `WITH` queries, each followed by a comma, and a condition for the end of another
 * `WHERE`: it makes PostgreSQL run the changes before it locks that row.
 */
export function changesBefore(changes: readonly Prisma.Sql[]): { queries: Prisma.Sql; areMade: Prisma.Sql } {
  if (changes.length === 0) return { queries: Prisma.empty, areMade: Prisma.empty };
  const made = names.slice(0, changes.length);
  const queries = made.map((name, index) => Prisma.sql`${name} AS (${changes[index]}),`);
  const conditions = made.map((name) => Prisma.sql`AND (SELECT count(*) FROM ${name}) >= 0`);
  return { queries: Prisma.join(queries, ' '), areMade: Prisma.join(conditions, ' ') };
}

/**
 * Throws `ClaimLostError` when another run stands for the connection by now; else no other run takes over before the
 * transaction ends. Call it last in a transaction that records a run: the connection's row is locked after all others.
 *
 * Up to three changes are made before that in the same statement, as `WITH` queries that return rows: `change_1` and so
 * on. A change that reads an earlier one by its name runs after it. No two may change one row.
 */
export async function assertClaimHolds(
  tx: Tx,
  claim: SyncClaim,
  changes: readonly Prisma.Sql[] = [],
): Promise<void> {
  const { queries, areMade } = changesBefore(changes);
  const held = await tx.$queryRaw<unknown[]>`
    WITH ${queries} claim AS (
      SELECT 1 AS held FROM smartsheet_connections
      WHERE ${claimHolds(claim)} ${areMade}
      FOR SHARE)
    SELECT held FROM claim`;
  if (held.length === 0) throw new ClaimLostError('Another run stands for the connection by now');
}
