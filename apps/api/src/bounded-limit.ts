import { AppError } from '@picksync/contracts';
import pLimit from 'p-limit';

export type BoundedLimit = {
  <T>(work: () => Promise<T>): Promise<T>;
  /** How many calls run and wait. */
  readonly load: () => number;
};

type Bounds = {
  atOnce: number;
  waiting: number;
  /** The message for a caller that is refused; by default that the service is not ready. */
  message?: string;
};

/** Returns a limit that runs `atOnce` calls at a time and lets `waiting` more wait. Throws `unavailable` beyond that. */
export function createBoundedLimit({ atOnce, waiting, message }: Bounds): BoundedLimit {
  const limit = pLimit(atOnce);
  const load = () => limit.activeCount + limit.pendingCount;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (load() >= atOnce + waiting)
      throw new AppError('unavailable', message === undefined ? {} : { message });
    return limit(work);
  };
  return Object.assign(run, { load });
}
