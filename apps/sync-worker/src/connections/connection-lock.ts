import type { AdvisoryLocks } from '@picksync/db';
import type { Sleep } from '@picksync/smartsheet-client';

/** What the work gets while it holds the lock of a connection. */
export type HeldConnection = {
  /** Aborted when the lock is lost or the job is over. */
  signal: AbortSignal;
  /** Throws unless the lock is certainly held. Call it right before each call to Smartsheet. */
  assertHeld: () => void;
};

export type WithConnectionLock = <T>(options: {
  connectionId: string;
  /** How long to wait for the lock; 0 gives up at once. Waits of more than some seconds are for the queue. */
  waitMs: number;
  signal: AbortSignal;
  work: (held: HeldConnection) => Promise<T>;
}) => Promise<{ value: T } | undefined>;

const pauseMs = 100;

/**
 * Returns a function that runs work under the lock of a connection, which one worker holds at a time. Undefined when the
 * lock did not come free. The job queue gives a connection to one worker at a time already; the lock also keeps out a
 * worker that was taken for dead and goes on, and the job that mends webhooks.
 */
export function createConnectionLock(options: {
  locks: AdvisoryLocks;
  sleep: Sleep;
  now: () => Date;
}): WithConnectionLock {
  const { locks, sleep, now } = options;
  return async ({ connectionId, waitMs, signal, work }) => {
    // Workers of an older version lock by this name too.
    const name = `account:${connectionId}`;
    const giveUpAt = now().getTime() + waitMs;
    let lock = await locks.tryLock(name);
    while (!lock && now().getTime() < giveUpAt) {
      await sleep(pauseMs, signal);
      lock = await locks.tryLock(name);
    }
    if (!lock) return undefined;
    try {
      const held = { signal: AbortSignal.any([signal, lock.signal]), assertHeld: lock.assertHeld };
      return { value: await work(held) };
    } finally {
      await lock.release();
    }
  };
}
