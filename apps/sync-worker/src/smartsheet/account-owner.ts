import type { AdvisoryLocks } from '@picksync/db';
import type { Sleep } from '@picksync/smartsheet-client';

export type OwnAccount = <T>(ask: {
  connectionId: string;
  /** How long to wait for whoever is at it; 0 gives up at once. */
  waitMs: number;
  signal: AbortSignal;
  /** The signal tells that the account may be somebody else's from now on, or that the job is over. */
  work: (signal: AbortSignal) => Promise<T>;
}) => Promise<{ value: T } | undefined>;

const pauseMs = 100;

/**
 * Does something with an account while nobody else does, in this process or another. Undefined when the account
 * did not come free. The job queue gives an account to one worker at a time already; this also holds for a worker that
 * was taken for dead and goes on, and for the sweep.
 */
export const createOwnAccount =
  ({ locks, sleep, now }: { locks: AdvisoryLocks; sleep: Sleep; now: () => Date }): OwnAccount =>
  async ({ connectionId, waitMs, signal, work }) => {
    const name = `account:${connectionId}`;
    const giveUpAt = now().getTime() + waitMs;
    let lock = await locks.tryLock(name);
    while (!lock && now().getTime() < giveUpAt) {
      await sleep(pauseMs, signal);
      lock = await locks.tryLock(name);
    }
    if (!lock) return undefined;
    try {
      return { value: await work(AbortSignal.any([signal, lock.signal])) };
    } finally {
      await lock.release();
    }
  };
