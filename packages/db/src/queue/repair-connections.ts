import { randomUUID } from 'node:crypto';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { sendSync } from './connection-queue.ts';
import { queueSchema } from './install-queues.ts';
import type { Queue } from './queue.ts';

interface Stranded {
  id: string;
  parked_until: Date | null;
  status: string;
}

/**
 * Finds accounts whose row waits for a job that is gone or over (retries used up, dropped, deleted by hand) and gives
 * them a new one; those no longer connected go to rest. Part of every sweep. Answers how many it mended, at most
 * `limit` at a time.
 */
export async function repairConnections({
  prisma,
  queue,
  limit = 100,
  schema = queueSchema,
}: {
  prisma: PrismaClient;
  queue: Queue;
  limit?: number;
  schema?: string;
}): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const stranded = await tx.$queryRaw<Stranded[]>`
      SELECT c.id, c.parked_until, c.status FROM smartsheet_connections c
      WHERE c.sync_state <> 'idle' AND NOT EXISTS (
        SELECT FROM ${Prisma.raw(`"${schema}"`)}.job j
        WHERE j.name = 'sync-connection' AND j.id = c.sync_job_id AND j.state IN ('created', 'retry', 'active'))
      ORDER BY c.id
      LIMIT ${limit} FOR NO KEY UPDATE OF c SKIP LOCKED`;
    for (const { id, parked_until, status } of stranded) {
      if (status !== 'connected') {
        await tx.smartsheetConnection.update({ where: { id }, data: { syncState: 'idle', syncJobId: null } });
        continue;
      }
      const jobId = randomUUID();
      await tx.smartsheetConnection.update({
        where: { id },
        data: { syncState: 'queued', syncJobId: jobId, syncAttempt: 0 },
      });
      await sendSync({ tx, queue, connectionId: id, jobId, startAfter: parked_until });
    }
    return stranded.length;
  });
}
