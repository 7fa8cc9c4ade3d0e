import type pg from 'pg';

/**
 * Runs statements of the pool in a transaction: all of them are committed, or none when `work` throws. A connection that
 * breaks meanwhile fails the next statement: `openDatabase` listens for the errors of its clients.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection on which even the rollback fails must not be used again.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}
