import { type BoundedLimit, createBoundedLimit } from './bounded-limit.ts';

/** Runs work for a user. */
export type UserLimit = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

type Bounds = Parameters<typeof createBoundedLimit>[0];

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
