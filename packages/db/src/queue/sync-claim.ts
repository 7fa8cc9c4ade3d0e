import type pg from 'pg';
import type { Tx } from '../database.ts';
import { Prisma } from '../generated/client.ts';
import { isRefused, queryRows, refuseUnless } from '../raw-rows.ts';

/**
 * Says which job works on a connection: the fence against a worker that was replaced. Made by `beginStatement`, ended by
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

const lostMessage = 'Another run stands for the connection by now';

/** The names of the changes that are made in one statement with the check of a claim. */
const names = [Prisma.sql`change_1`, Prisma.sql`change_2`, Prisma.sql`change_3`, Prisma.sql`change_4`];

/**
 * Returns up to four changes as `WITH` queries, each followed by a comma, and a condition for another `WHERE`: it makes
 * PostgreSQL run the changes before it locks that row.
 */
export function changesBefore(changes: readonly Prisma.Sql[]): { queries: Prisma.Sql; areMade: Prisma.Sql } {
  if (changes.length === 0) return { queries: Prisma.empty, areMade: Prisma.sql`true` };
  const made = names.slice(0, changes.length);
  const queries = made.map((name, index) => Prisma.sql`${name} AS (${changes[index]}),`);
  const conditions = made.map((name) => Prisma.sql`(SELECT count(*) FROM ${name}) >= 0`);
  return { queries: Prisma.join(queries, ' '), areMade: Prisma.join(conditions, ' AND ') };
}

/**
 * Returns the statement that keeps others from taking the claim over until the transaction ends; no row when it is lost.
 * What `isReady` reads is done before the row is locked.
 */
export function lockClaim(claim: SyncClaim, isReady = Prisma.sql`true`): Prisma.Sql {
  return Prisma.sql`
    SELECT 1 AS held FROM smartsheet_connections WHERE ${claimHolds(claim)} AND ${isReady} FOR SHARE`;
}

/** Returns `WITH` queries that make the changes and then lock the connection's row as `claim`: no row when the claim is lost. */
function claimQueries(claim: SyncClaim, changes: readonly Prisma.Sql[]): Prisma.Sql {
  const { queries, areMade } = changesBefore(changes);
  return Prisma.sql`
    WITH ${queries} claim AS (${lockClaim(claim, areMade)})`;
}

/**
 * Throws `ClaimLostError` when another run stands for the connection by now; else no other run takes over before the
 * transaction ends. Call it last in a transaction that records a run: the connection's row is locked after all others.
 *
 * Up to four changes are made before that in the same statement, as `WITH` queries that return rows: `change_1` and so
 * on. A change that reads an earlier one by its name runs after it. No two may change one row.
 */
export async function assertClaimHolds(
  tx: Tx,
  claim: SyncClaim,
  changes: readonly Prisma.Sql[] = [],
): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`${claimQueries(claim, changes)} SELECT held FROM claim`;
  if (held.length === 0) throw new ClaimLostError(lostMessage);
}

/** Makes changes as `assertClaimHolds` does, in one statement of its own: none of them when the claim is lost. */
export async function changeUnderClaim(
  db: Pick<pg.Pool, 'query'>,
  claim: SyncClaim,
  changes: readonly Prisma.Sql[],
): Promise<void> {
  const queries = claimQueries(claim, changes);
  await queryUnderClaim(db, Prisma.sql`${queries} SELECT ${holdsClaim(Prisma.sql`claim`)}`);
}

const claimIsHeld = 'claim';

/** Returns the expression that undoes the statement, for `queryUnderClaim`, unless this query of it found the claim. */
export function holdsClaim(query: Prisma.Sql): Prisma.Sql {
  return refuseUnless(Prisma.sql`EXISTS (SELECT FROM ${query})`, claimIsHeld);
}

/** Runs a statement that ends with `holdsClaim`. Throws `ClaimLostError` when it was undone. */
export async function queryUnderClaim<Row extends object>(
  db: Pick<pg.Pool, 'query'>,
  statement: Prisma.Sql,
): Promise<Row[]> {
  try {
    return await queryRows<Row>(db, statement);
  } catch (error) {
    if (!isRefused(error, claimIsHeld)) throw error;
    throw new ClaimLostError(lostMessage, { cause: error });
  }
}
