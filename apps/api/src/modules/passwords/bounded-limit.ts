import { AppError } from '@picksync/contracts';
import pLimit from 'p-limit';

export type BoundedLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a limit that runs `atOnce` calls at a time and lets `waiting` more wait. Throws `unavailable` beyond that. */
export function createBoundedLimit({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedLimit {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw new AppError('unavailable');
    return limit(work);
  };
}
