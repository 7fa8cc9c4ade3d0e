import { type Db, markConnectionDirty, type PrismaClient, type Queue } from '@picksync/db';

/** A job of an account that some worker began and has not ended. */
export type BegunSync = { id: string; syncJobId: string | null; syncAttempt: number };

export const findBegunSyncs = (db: Db): Promise<BegunSync[]> =>
  db.smartsheetConnection.findMany({
    where: { syncState: 'running' },
    select: { id: true, syncJobId: true, syncAttempt: true },
  });

/** Puts an account back into the queue with a new job. False when its job has moved on by itself. */
export const queueAnew = (begun: BegunSync, { prisma, queue }: { prisma: PrismaClient; queue: Queue }) =>
  prisma.$transaction(async (tx) => {
    const { id: connectionId, syncJobId, syncAttempt } = begun;
    const { count } = await tx.smartsheetConnection.updateMany({
      where: { id: connectionId, syncState: 'running', syncJobId, syncAttempt },
      data: { syncState: 'idle', syncJobId: null },
    });
    if (count === 0) return false;
    await markConnectionDirty({ tx, queue, connectionId });
    return true;
  });
