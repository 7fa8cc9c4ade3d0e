import { AppError } from '@picksync/contracts';
import type { Database } from '@picksync/db';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { KeyedHash } from './keyed-hash.ts';

export type Throttle = ReturnType<typeof createThrottle>;

export type ThrottleDeps = { pool: Database['pool']; keyedHash: KeyedHash };

type ThrottleLimit = {
  name: string;
  max: number;
  windowMs: number;
  /** Whether a key that was refused is refused without a statement until its window ends. Such a key cannot be cleared. */
  refusesFromMemory?: boolean;
};

/**
 * Counts tries by key in the database, for all API processes together: `max` within `windowMs` from the first one. The
 * row holds a keyed hash of the key; while a secret is being replaced, one row for each secret counts, because the processes
 * do not agree on the first. While the database cannot be reached, every try throws its error.
 */
export function createThrottle(
  { name, max, windowMs, refusesFromMemory = false }: ThrottleLimit,
  { pool, keyedHash }: ThrottleDeps,
) {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'throttles',
    // A migration creates the table, and the tidy job removes what has expired.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: max,
    duration: windowMs / 1000,
    ...(refusesFromMemory && { inMemoryBlockOnConsumed: max + 1 }),
  });

  function forEachHash<R>(key: string, work: (hash: string) => Promise<R>): Promise<R[]> {
    return Promise.all(keyedHash.all('throttle', key).map(work));
  }

  async function consumeHash(hash: string): Promise<TriesLeft> {
    try {
      return toTriesLeft(true, await limiter.consume(hash));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return toTriesLeft(false, refused);
    }
  }

  /** Takes one try. Returns whether one was left, how many are left now, and when all of them are back. */
  async function consume(key: string): Promise<TriesLeft> {
    const counts = await forEachHash(key, consumeHash);
    return counts.reduce(combineTriesLeft);
  }

  return {
    consume,
    /** Takes one try. Returns 0, or the seconds to wait when none is left. */
    async take(key: string): Promise<number> {
      const { isAdmitted, resetSeconds } = await consume(key);
      return isAdmitted ? 0 : resetSeconds;
    },
    /** Releases a try that turned out not to count. */
    async releaseTry(key: string): Promise<void> {
      await forEachHash(key, (hash) => limiter.reward(hash));
    },
    /** Forgets the tries of a key. */
    async clear(key: string): Promise<void> {
      await forEachHash(key, (hash) => limiter.delete(hash));
    },
  };
}

type TriesLeft = { isAdmitted: boolean; remaining: number; resetSeconds: number };

function toTriesLeft(isAdmitted: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): TriesLeft {
  const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return { isAdmitted, remaining: Math.max(0, remainingPoints), resetSeconds };
}

/** Returns what two counts of one key leave together. */
function combineTriesLeft(one: TriesLeft, other: TriesLeft): TriesLeft {
  return {
    isAdmitted: one.isAdmitted && other.isAdmitted,
    remaining: Math.min(one.remaining, other.remaining),
    resetSeconds: Math.max(one.resetSeconds, other.resetSeconds),
  };
}

/**
 * Consumes a try. Throws `rate_limited`, with the seconds to wait, when none is left. The message says what else the user may
 * do, by default nothing.
 */
export async function consumeTry(
  throttle: Throttle,
  key: string,
  { otherwise = 'and try again' } = {},
): Promise<void> {
  const retryAfterSeconds = await throttle.take(key);
  if (retryAfterSeconds === 0) return;
  throw new AppError('rate_limited', {
    details: { retryAfterSeconds },
    message: `Too many attempts. Please wait ${formatWait(retryAfterSeconds)} ${otherwise}.`,
  });
}

function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return 'a minute';
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
