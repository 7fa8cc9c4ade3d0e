import type { Tx } from '../database.ts';

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

/**
 * Finds the connection only while the run with this claim is the one for it. For checks before a write:
 * `automation.count({ where: { id, connection: { is: claimHolds(claim) } } })`.
 */
export function claimHolds({ connectionId, jobId, attempt }: SyncClaim) {
  return {
    id: connectionId,
    syncState: 'running' as const,
    syncJobId: jobId,
    syncAttempt: attempt,
  };
}

/** Thrown when a run would write although another job has the connection by now. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/**
 * Throws `ClaimLostError` when another run stands for the connection by now; else no other run takes over before the
 * transaction ends. Call it last in a transaction that records a run: the connection's row is locked after all others.
 */
export async function assertClaimHolds(tx: Tx, { connectionId, jobId, attempt }: SyncClaim): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM smartsheet_connections
    WHERE id = ${connectionId}::uuid AND sync_state = 'running' AND sync_job_id = ${jobId}::uuid
      AND sync_attempt = ${attempt}
    FOR SHARE`;
  if (held.length === 0) throw new ClaimLostError('Another run stands for the connection by now');
}
