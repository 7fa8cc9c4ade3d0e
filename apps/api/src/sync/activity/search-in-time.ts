import { AppError } from '@picksync/contracts';
import { type Db, wasTooSlow } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';

/** How long a search may read: the activity of a large account has a million entries, and no index serves a part of a word. */
const searchTimeoutMs = 5_000;

type Search = { userId: string; search: string | undefined; timeoutMs?: number };

/**
 * Reads the activity, and ends a search that takes too long or comes too often. Throws `validation_failed` for the one,
 * `too_many_attempts` for the other.
 */
export async function searchInTime<T>(
  { db, throttles }: Pick<Context, 'db' | 'throttles'>,
  { userId, search, timeoutMs = searchTimeoutMs }: Search,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  if (!search) return read(db);
  await consumeTry(throttles.activitySearches, userId);
  try {
    return await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`;
      return read(tx);
    });
  } catch (error) {
    if (!wasTooSlow(error)) throw error;
    const message = 'There is too much to search through. Choose an automation or a status as well.';
    throw new AppError('validation_failed', { cause: error, message, errors: { search: message } });
  }
}
