import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../base/context.ts';
import { readStatus, type Status } from '../../base/status/read-status.ts';

/** Measurements come once a minute. */
const freshMs = 10_000;

/** So long a visitor waits for a database that is slow to answer. */
const patienceMs = 2_000;

/**
 * Creates the cached reader of the status. While the database does not answer it returns what was read last, which says by
 * its time how old it is.
 */
export function createStatusReader({ db, now }: Pick<Context, 'db' | 'now'>): () => Promise<Status> {
  let last: Status | null = null;
  let reading: Promise<Status> | null = null;
  let freshUntil = 0;
  const read = async () => {
    freshUntil = Number.POSITIVE_INFINITY;
    try {
      last = await readStatus(db, now());
      freshUntil = now().getTime() + freshMs;
      return last;
    } catch (error) {
      freshUntil = 0;
      if (last) return last;
      throw error;
    }
  };
  return () => {
    if (!reading || now().getTime() >= freshUntil) reading = read();
    const isWaiting = freshUntil === Number.POSITIVE_INFINITY;
    if (!last || !isWaiting) return reading;
    return Promise.race([reading, delay(patienceMs, last, { ref: false })]);
  };
}
