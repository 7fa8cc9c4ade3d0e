import { markConnectionDirty, openQueue } from '@picksync/db';
import { countLockWaits, testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';
import { letTimePass } from './passing-time.ts';

const database = await testDatabase();
const queue = await openQueue({ url: database.url, onError: () => {} });
afterAll(async () => {
  await queue.stop({ graceMs: 0 });
  await database.close();
});
const { prisma, pool } = database;

test.each(['pgboss.job', 'smartsheet_budgets'])(
  'time passes for everything at once, also where %s has to be waited for',
  async (held) => {
    const parkedUntil = new Date('2126-03-01T12:00:00Z');
    const { id: connectionId } = await testConnection(prisma, { parkedUntil });
    await prisma.$transaction((tx) => markConnectionDirty({ tx, queue, connectionId }));
    await pool.query('INSERT INTO smartsheet_budgets (connection_id, full_at) VALUES ($1, $2)', [
      connectionId,
      parkedUntil,
    ]);
    const times = async () => {
      const { rows } = await pool.query<{ job: Date; budget: Date; connection: Date }>(
        `SELECT start_after AS job, full_at AS budget, parked_until AS connection FROM smartsheet_connections c
         JOIN smartsheet_budgets b ON b.connection_id = c.id JOIN pgboss.job j ON j.id = c.sync_job_id WHERE c.id = $1`,
        [connectionId],
      );
      return Object.values(rows[0] ?? {}).map((time) => time.toISOString());
    };

    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT 1 FROM ${held} FOR UPDATE`);
    const passed = letTimePass(database, '1 hour');
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
    const meanwhile = await times();
    await holder.query('ROLLBACK');
    holder.release();
    await passed;
    expect(meanwhile).toEqual(Array(3).fill('2126-03-01T12:00:00.000Z'));
    expect(await times()).toEqual(Array(3).fill('2126-03-01T11:00:00.000Z'));
  },
);
