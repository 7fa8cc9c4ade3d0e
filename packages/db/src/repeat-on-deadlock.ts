import { wasGivenUp } from './unavailable.ts';

const maxAttempts = 3;

/**
 * Runs a transaction, and again when PostgreSQL gave it up in favour of another one (a deadlock, a conflict). Only for
 * transactions that do nothing outside the database. Locks are taken in one order everywhere (`row-locks.ts`); this is
 * for the cases that were missed.
 */
export async function repeatOnDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === maxAttempts || !wasGivenUp(error)) throw error;
    }
  }
}
