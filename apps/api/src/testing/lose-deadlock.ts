import { countLockWaits } from '@picksync/db/testing';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** What another transaction locks, and what it locks once the act waits for that. */
type Other = { first: string; second: string };

/**
 * Begins an act beside another transaction that locks the same rows in the opposite order. PostgreSQL gives up the act's
 * transaction, because the other one does not look for a deadlock. Returns what comes of the act.
 */
export async function loseDeadlock<Answer>(
  { admin }: Pick<TestApp, 'admin'>,
  act: () => Promise<Answer>,
  { first, second }: Other,
): Promise<Answer> {
  const other = await admin.connect();
  try {
    await other.query('BEGIN');
    // The one that looks for a deadlock first loses it.
    await other.query("SET LOCAL deadlock_timeout = '20s'");
    await other.query(first);
    const answer = act();
    await expect.poll(() => countLockWaits(admin)).toBe(1);
    await other.query(second);
    await other.query('COMMIT');
    return await answer;
  } finally {
    other.release();
  }
}
