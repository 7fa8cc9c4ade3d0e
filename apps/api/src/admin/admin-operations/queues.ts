import { AppError, type endpoints, type Reply } from '@picksync/contracts';
import { type Db, isQueueName, readQueueStates, readWorkers } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';

type View = Reply<typeof endpoints.adminOperations.queues>;

/** Seconds after which the oldest job of a queue is late: people wait for a sync, nobody waits for the tidying. */
const urgent = new Set(['sweep', 'sync-connection', 'send-webhooks']);

/** Returns the state of the queues, and how many workers there are. */
export async function readQueues(context: Context): Promise<View> {
  const [states, workers] = await Promise.all([readQueueStates(context.db), readWorkers(context.db)]);
  return {
    queues: states.map((state) => ({
      ...state,
      limitSeconds: urgent.has(state.name)
        ? context.settings.queueLimits.urgent
        : context.settings.queueLimits.usual,
    })),
    workers: { alive: workers.alive, lastHeardAt: workers.lastHeardAt?.toISOString() ?? null },
    at: context.now().toISOString(),
  };
}

export async function countDeadLetters(db: Db): Promise<number> {
  return (await readQueueStates(db)).reduce((sum, { dead }) => sum + dead, 0);
}

/** Gives the dead letters of a queue another try. Throws `not_found` for a queue that does not exist. */
export async function redriveQueue(
  context: Context,
  { name, adminId, network }: { name: string; adminId: string; network: string },
): Promise<{ message: string }> {
  if (!isQueueName(name)) throw new AppError('not_found', { message: 'There is no such queue.' });
  const jobs = await context.queue.redrive(name);
  const details = { name: `${name} (${jobs})` };
  await recordAudit(context.db, {
    userId: null,
    actorId: adminId,
    action: 'jobs_redriven',
    network,
    details,
    at: context.now(),
  });
  if (jobs === 0) return { message: 'There is nothing to redrive.' };
  return { message: jobs === 1 ? '1 dead letter is tried again.' : `${jobs} dead letters are tried again.` };
}
