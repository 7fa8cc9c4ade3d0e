import { AppError } from '@picksync/contracts';
import pLimit from 'p-limit';

export type BoundedLimit = {
  <T>(work: () => Promise<T>): Promise<T>;
  /** How many calls run and wait. */
  readonly load: () => number;
};

/** Returns a limit that runs `atOnce` calls at a time and lets `waiting` more wait. Throws `unavailable` beyond that. */
export function createBoundedLimit({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedLimit {
  const limit = pLimit(atOnce);
  const load = () => limit.activeCount + limit.pendingCount;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (load() >= atOnce + waiting) throw new AppError('unavailable');
    return limit(work);
  };
  return Object.assign(run, { load });
}
