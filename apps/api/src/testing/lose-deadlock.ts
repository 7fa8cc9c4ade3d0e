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
    await other.query("SET LOCAL deadlock_timeout = '20s'");
    await other.query(first);
    const answer = act();
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1);
    await other.query(second);
    await other.query('COMMIT');
    return await answer;
  } finally {
    other.release();
  }
}
