import { isUrgentQueue, type QueueState, readQueueStates } from '@picksync/db';
import type { Context } from '../base/context.ts';

/** Returns the state of each queue, with after how many seconds a job that waits in it counts as late. */
export async function readLimitedQueues({
  db,
  settings,
}: Pick<Context, 'db' | 'settings'>): Promise<(QueueState & { limitSeconds: number })[]> {
  const { usual, urgent } = settings.queueLimits;
  const states = await readQueueStates(db);
  return states.map((state) => ({ ...state, limitSeconds: isUrgentQueue(state.name) ? urgent : usual }));
}
