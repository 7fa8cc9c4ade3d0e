import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '../generated/client.ts';
import { jobPriorities } from './catalog.ts';
import { sendSync } from './connection-queue.ts';
import type { Queue } from './queue.ts';

type Stranded = { id: string; status: string; start_after: Date };

/** How long a connection backs off after its job went to the dead letters, unless it is marked meanwhile. */
const restSeconds = 5 * 60;

/**
 * Finds connections whose row waits for a job that is gone or over (tries used up, dropped, deleted by hand) and gives
 * them a new one; those no longer connected go to rest. Part of every sweep. Returns how many it repaired, at most
 * a hundred at a time.
 */
export async function repairConnections(input: { prisma: PrismaClient; queue: Queue }): Promise<number> {
  const { prisma, queue } = input;
  return prisma.$transaction(async (tx) => {
    const stranded = await tx.$queryRaw<Stranded[]>`
      SELECT c.id, c.status, greatest(c.parked_until, clock_timestamp() + CASE WHEN over.state = 'failed'
        THEN make_interval(secs => ${restSeconds}) ELSE interval '0' END) AS start_after
      FROM smartsheet_connections c
      LEFT JOIN pgboss.job over ON over.name = 'sync-connection' AND over.id = c.sync_job_id
      WHERE c.sync_state <> 'idle' AND (over.state IS NULL OR over.state > 'active')
      ORDER BY c.id
      LIMIT 100 FOR NO KEY UPDATE OF c SKIP LOCKED`;
    for (const { id, status, start_after: startAfter } of stranded) {
      if (status !== 'connected') {
        await tx.smartsheetConnection.update({ where: { id }, data: { syncState: 'idle', syncJobId: null } });
        continue;
      }
      const jobId = randomUUID();
      const priority = jobPriorities.sweep;
      const job = { syncJobId: jobId, syncAttempt: 0, syncStartsAt: startAfter, syncPriority: priority };
      await tx.smartsheetConnection.update({ where: { id }, data: { syncState: 'queued', ...job } });
      await sendSync({ tx, queue, connectionId: id, jobId, startAfter, priority });
    }
    return stranded.length;
  });
}
