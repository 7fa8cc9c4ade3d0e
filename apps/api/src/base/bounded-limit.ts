import { AppError } from '@picksync/contracts';
import pLimit from 'p-limit';

type BoundedLimit = {
  <T>(work: () => Promise<T>, options?: { goesFirst?: boolean }): Promise<T>;
  /** How many calls run and wait. */
  readonly load: () => number;
};

type Bounds = {
  atOnce: number;
  /** How many priority calls may wait, and as many of the others. */
  waiting: number;
  /** The message for a caller that is refused; by default that the service is not ready. */
  message?: string;
};

/**
 * Returns a limit that runs `atOnce` calls at a time and lets `waiting` more wait. Throws `unavailable` beyond that. Priority
 * calls wait in a queue of their own; the others start only while that queue is empty.
 */
export function createBoundedLimit({ atOnce, waiting, message }: Bounds): BoundedLimit {
  const limit = pLimit(atOnce);
  const [first, others] = [createLine(), createLine()];
  const run = async <T>(work: () => Promise<T>, { goesFirst = false } = {}): Promise<T> => {
    const line = goesFirst ? first : others;
    if (line.calls >= atOnce + waiting) {
      const cause = new Error(`${atOnce} calls run, and ${waiting} wait already`);
      throw new AppError('unavailable', { cause, ...(message !== undefined && { message }) });
    }
    line.calls += 1;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    line.waiting.push(() => work().then(resolve, reject));
    // The next caller in the queues takes a place that becomes free.
    void limit(async () => (first.waiting.shift() ?? others.waiting.shift())?.());
    return promise.finally(() => {
      line.calls -= 1;
    });
  };
  return Object.assign(run, { load: () => first.calls + others.calls });
}

function createLine(): { calls: number; waiting: (() => Promise<void>)[] } {
  return { calls: 0, waiting: [] };
}

type UserLimit = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Returns a limit for all users together in which no user can take the places of the others: each has a limit of their
 * own before the common one. Throws `unavailable` beyond either.
 */
export function createUserLimit({ ofUser, ...ofAll }: Bounds & { ofUser: Bounds }): UserLimit {
  const all = createBoundedLimit(ofAll);
  const users = new Map<string, { limit: BoundedLimit; calls: number }>();
  return async (userId, work) => {
    const own = users.get(userId) ?? { limit: createBoundedLimit(ofUser), calls: 0 };
    users.set(userId, own);
    own.calls += 1;
    try {
      return await own.limit(() => all(work));
    } finally {
      own.calls -= 1;
      if (own.calls === 0) users.delete(userId);
    }
  };
}
