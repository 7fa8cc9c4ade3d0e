import type { AdvisoryLocks } from '@picksync/db';
import type { Sleep } from '@picksync/smartsheet-client';

/** What the work gets while it has a connection to itself. */
export type Ownership = {
  /** Aborted when the connection may be somebody else's from now on, or the job is over. */
  signal: AbortSignal;
  /** Throws unless the connection is ours for sure: for the moment before each call. */
  assertOwned: () => void;
};

export type OwnAccount = <T>(options: {
  connectionId: string;
  /** How long to wait for whoever is at it; 0 gives up at once. Longer waits than a second are for the queue. */
  waitMs: number;
  signal: AbortSignal;
  work: (ownership: Ownership) => Promise<T>;
}) => Promise<{ value: T } | undefined>;

const pauseMs = 100;

/**
 * Does something with a connection while nobody else does, in this process or another. Undefined when it did not come
 * free. The job queue gives a connection to one worker at a time already; this also holds for a worker that was taken
 * for dead and goes on, and for the sweep.
 */
export function createOwnAccount({
  locks,
  sleep,
  now,
}: {
  locks: AdvisoryLocks;
  sleep: Sleep;
  now: () => Date;
}): OwnAccount {
  return async ({ connectionId, waitMs, signal, work }) => {
    const name = `account:${connectionId}`;
    const giveUpAt = now().getTime() + waitMs;
    let lock = await locks.tryLock(name);
    while (!lock && now().getTime() < giveUpAt) {
      await sleep(pauseMs, signal);
      lock = await locks.tryLock(name);
    }
    if (!lock) return undefined;
    try {
      return {
        value: await work({
          signal: AbortSignal.any([signal, lock.signal]),
          assertOwned: lock.assertHeld,
        }),
      };
    } finally {
      await lock.release();
    }
  };
}
