import type pg from 'pg';

/** Returns how many statements wait for a lock in the database of a pool. */
export async function countLockWaits(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}
