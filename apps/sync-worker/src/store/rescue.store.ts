import { type Db, markConnectionDirty, type PrismaClient, type Queue, repeatOnDeadlock } from '@picksync/db';

/** A sync that a worker has begun and not ended. */
export type BegunSync = { id: string; syncJobId: string | null; syncAttempt: number };

/**
 * How often a connection is rescued at most. One whose workers die again this soon may be the cause: it is left to the
 * queue, which waits longer and gives up after a few tries.
 */
const rescueEveryMinutes = 10;

/** Returns the syncs that may be taken over, by the database's clock. */
export function findBegunSyncs(db: Db, { limit }: { limit: number }): Promise<BegunSync[]> {
  return db.$queryRaw<BegunSync[]>`
    SELECT id, sync_job_id AS "syncJobId", sync_attempt AS "syncAttempt" FROM smartsheet_connections
    WHERE sync_state = 'running'
      AND (rescued_at IS NULL OR rescued_at < clock_timestamp() - make_interval(mins => ${rescueEveryMinutes}))
    ORDER BY id LIMIT ${limit}`;
}

/** Puts a connection back into the queue with a new job. False when its job has moved on by itself. */
export function queueAnew(begun: BegunSync, { prisma, queue }: { prisma: PrismaClient; queue: Queue }) {
  return repeatOnDeadlock(() =>
    prisma.$transaction(async (tx) => {
      const { id: connectionId, syncJobId, syncAttempt } = begun;
      const count = await tx.$executeRaw`
      UPDATE smartsheet_connections SET sync_state = 'idle', sync_job_id = NULL, rescued_at = clock_timestamp()
      WHERE id = ${connectionId}::uuid AND sync_state = 'running' AND sync_job_id = ${syncJobId}::uuid
        AND sync_attempt = ${syncAttempt}`;
      if (count === 0) return false;
      await markConnectionDirty({ tx, queue, connectionId });
      return true;
    }),
  );
}
