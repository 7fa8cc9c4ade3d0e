import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { openQueue } from './queue/queue.ts';
import { createReadinessCheck } from './readiness.ts';
import { toOldServerError } from './server-version.ts';
import { workerHandlers } from './testing/worker-handlers.ts';
import { pretendOldServer, testDatabase } from './testing.ts';

test('a server from 18 on will do, and an older one is named', () => {
  expect([180_000, 180_004, 190_001].map(toOldServerError)).toEqual([undefined, undefined, undefined]);
  expect(toOldServerError(170_006)?.message).toContain('is PostgreSQL 17, and Picksync needs 18');
});

test('a migration of a server that is too old says so, and changes nothing', async () => {
  const db = await testDatabase({ poolSize: 1 });
  onTestFinished(db.close);
  await db.pool.query('DROP SCHEMA pgboss CASCADE');
  await pretendOldServer(db.url);
  const program = fileURLToPath(new URL('migrate.main.ts', import.meta.url));
  const env = { PATH: process.env.PATH, DATABASE_URL: db.url };
  const run = promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env,
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr:
      'The database could not be brought up to date: the server is PostgreSQL 15, and Picksync needs 18 or newer. docs/self-hosting.md says where to get it.\n',
  });
  const { rows } = await db.pool.query("SELECT to_regnamespace('pgboss') AS queue");
  expect(rows).toEqual([{ queue: null }]);
});

test('a process whose server becomes an older one is not ready', async () => {
  const db = await testDatabase({ poolSize: 1 });
  onTestFinished(db.close);
  const queue = await openQueue({ url: db.runtimeUrl, onError: () => {} });
  await queue.run('sync-worker', workerHandlers());
  await pretendOldServer(db.url);
  const database = openDatabase({ url: db.runtimeUrl, poolSize: 1 });
  onTestFinished(async () => {
    await queue.stop({ graceMs: 1 });
    await database.close();
  });
  const check = createReadinessCheck({ pool: database.pool, queue, timeoutMs: 5_000 });
  await expect.poll(async () => [...(await check()).keys()]).toEqual(['schema']);
  expect((await check()).get('schema')?.message).toContain('is PostgreSQL 15');
});
