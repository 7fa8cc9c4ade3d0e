import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { workerHandlers } from '../testing/worker-handlers.ts';
import { testDatabase } from '../testing.ts';
import { readConnectedProcesses, toApplicationName } from './connected-processes.ts';
import { openQueue } from './queue.ts';

const db = await testDatabase({ poolSize: 2 });
afterAll(db.close);

async function open(processName: 'api' | 'sync-worker') {
  const queue = await openQueue({ url: db.url, onError: () => {}, processName });
  onTestFinished(() => queue.stop({ graceMs: 1 }));
  await queue.run('sync-worker', workerHandlers());
}

const count = async () => (await readConnectedProcesses(db.pool)).count;

test('two processes of one kind count as two, however many connections each has', async () => {
  await open('api');
  await open('api');
  await open('sync-worker');
  await expect.poll(count).toBe(3);
});

test('a process is as old as its start, also when its connections are newer', async () => {
  await open('api');
  await expect.poll(count).toBe(1);
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'picksync-queue api %'`,
  );
  const inMs = 5_000;
  await db.pool.query(
    'SELECT pg_terminate_backend(pid, $2) FROM pg_stat_activity WHERE application_name = $1',
    [rows[0]?.name, inMs],
  );
  await expect.poll(count).toBe(1);
  const { since } = await readConnectedProcesses(db.pool);
  expect(since).toEqual(new Date(Math.floor(performance.timeOrigin / 1000) * 1000));
});

test('the oldest process is told, and a name without a start counts by its connection', async () => {
  const names = ['picksync-queue api 2026-01-02T03:04:05Z aaaaaa', 'picksync-queue'];
  for (const name of names) {
    const client = new pg.Client({ connectionString: db.url, application_name: name });
    await client.connect();
    onTestFinished(() => client.end());
  }
  expect(await readConnectedProcesses(db.pool)).toEqual({
    count: 2,
    since: new Date('2026-01-02T03:04:05Z'),
  });
});

test('the longest name fits into what PostgreSQL keeps', () => {
  expect(toApplicationName('sync-worker').length).toBeLessThan(64);
});
