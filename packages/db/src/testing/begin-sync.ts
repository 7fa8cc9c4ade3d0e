import type { Db } from '../database.ts';
import { beginStatement, type SyncJob, toClaim } from '../queue/connection-queue.ts';
import type { SyncClaim } from '../queue/sync-claim.ts';

/** Begins the job of a connection as a worker does, and returns its claim; undefined when the job was replaced. */
export async function beginSync(
  db: Db,
  job: SyncJob,
): Promise<(SyncClaim & { isInOutage: boolean }) | undefined> {
  const [row] = await db.$queryRaw<{ dirty_at: Date | null; is_in_outage: boolean }[]>(beginStatement(job));
  return row && { ...toClaim(job, row.dirty_at), isInOutage: row.is_in_outage };
}
