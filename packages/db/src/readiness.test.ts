// Slow for a reason: some tests make a database cluster of their own, and fill its disk.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { openListener } from './listener.ts';
import { createListenerProof } from './listener-proof.ts';
import { migrate } from './migrate.ts';
import { openQueue } from './queue/queue.ts';
import { createReadinessCheck } from './readiness.ts';
import { execute } from './testing/test-server.ts';
import { workerHandlers } from './testing/worker-handlers.ts';
import { openSharingPooler, openSilencingProxy, testDatabase } from './testing.ts';

const shared = await testDatabase();
afterAll(shared.close);

/** What a process opens, and its check; `failing` names the parts that fail now. */
async function openProcess(url: string, { timeoutMs = 5_000 } = {}) {
  const database = openDatabase({ url, poolSize: 3 });
  const queue = await openQueue({ url, onError: () => {} });
  await queue.run('sync-worker', workerHandlers());
  const proof = createListenerProof();
  const listener = openListener({
    url,
    channel: 'anything',
    proof,
    onNotification: () => {},
    onListening: () => {},
    onError: () => {},
  });
  onTestFinished(async () => {
    await listener.close();
    await queue.stop({ graceMs: 1 });
    await database.close();
  });
  const check = createReadinessCheck({ pool: database.pool, queue, proofs: [proof], timeoutMs });
  const failing = async () => [...(await check()).keys()].sort();
  return { failing, check, database, queue };
}

/** A process that is ready, on a database of the shared server. */
async function openReady(url: string, options?: { timeoutMs: number }) {
  const opened = await openProcess(url, options);
  await expect.poll(opened.failing).toEqual([]);
  return opened;
}

const endSessions = (name: string) =>
  shared.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);

test('a process is ready once it works off its queues, and one statement shows it', async () => {
  const { check, database } = await openReady(shared.runtimeUrl);
  const sent: unknown[] = [];
  database.pool.on('acquire', (client) => sent.push(client));
  expect(await check()).toEqual(new Map());
  expect(sent).toHaveLength(1);
});

test('a process that is asked while its session begins gets its lock all the same', async () => {
  const database = openDatabase({ url: shared.runtimeUrl, poolSize: 2 });
  const queue = await openQueue({ url: shared.runtimeUrl, onError: () => {} });
  onTestFinished(async () => {
    await queue.stop({ graceMs: 1 });
    await database.close();
  });
  const check = createReadinessCheck({ pool: database.pool, queue, timeoutMs: 5_000 });
  const asking = await shared.pool.connect();
  const waiting = `
    SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`;
  const isAwaited = async () => (await shared.pool.query(waiting)).rowCount;
  try {
    await asking.query('BEGIN');
    await asking.query('SELECT pg_advisory_xact_lock($1)', [queue.proof.lockKey]);
    await queue.run('sync-worker', workerHandlers());
    await expect.poll(isAwaited).toBe(1);
  } finally {
    await asking.query('COMMIT');
    asking.release();
  }
  await expect.poll(async () => [...(await check()).keys()]).toEqual([]);
});

test('a database that only reads is named as not writable, and as writable again later', async () => {
  const db = await testDatabase();
  onTestFinished(db.close);
  const { failing } = await openReady(db.runtimeUrl);
  const name = new URL(db.url).pathname.slice(1);
  const setting = 'default_transaction_read_only';
  await shared.pool.query(`ALTER DATABASE ${name} SET ${setting} = on`);
  await endSessions(name);
  await expect.poll(failing).toContain('database_writable');
  // What cannot be written is read all the same.
  expect(await failing()).not.toContain('database');
  // As the page about it tells an operator, who is connected to that database.
  await execute(db.url, `SET ${setting} = off`, `ALTER DATABASE ${name} RESET ${setting}`);
  await endSessions(name);
  await expect.poll(failing).toEqual([]);
});

test('a schema from before this version is named, and one from after it is not', async () => {
  const db = await testDatabase();
  onTestFinished(db.close);
  const { failing, check } = await openReady(db.runtimeUrl);
  const later = "UPDATE _prisma_migrations SET migration_name = '99991231235959_later' WHERE";
  await db.pool.query(`${later} migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`);
  expect(await failing()).toEqual([]);
  await db.pool.query("DELETE FROM _prisma_migrations WHERE migration_name >= '20261129500000'");
  expect(await failing()).toEqual(['schema']);
  expect((await check()).get('schema')?.message).toMatch(/^The database has the schema \d{14}, not \d{14}$/);
  // As in a database that the migrations of this version have not reached.
  await db.pool.query('DROP FUNCTION assert_writable, schema_version');
  expect(await failing()).toEqual(['schema']);
});

test('a disk without room is named as not writable', async () => {
  const db = await testDatabase();
  onTestFinished(db.close);
  const { failing } = await openReady(db.runtimeUrl);
  const name = new URL(db.url).pathname.slice(1);
  // The server then refuses a file of that size with an error of the same class.
  await shared.pool.query(`ALTER DATABASE ${name} SET temp_file_limit = '1kB'`);
  await endSessions(name);
  await expect.poll(failing).toEqual(['database_writable']);
});

test('every part fails while the database cannot be reached', async () => {
  const proxy = await openSilencingProxy(shared.runtimeUrl);
  onTestFinished(proxy.close);
  const { failing } = await openReady(proxy.url, { timeoutMs: 1_000 });
  proxy.close();
  const all = ['database', 'database_writable', 'listener', 'locks', 'queue', 'schema'];
  await expect.poll(failing).toEqual(all);
});

test('connections that fall silent are found out although new ones work', async () => {
  const proxy = await openSilencingProxy(shared.runtimeUrl);
  onTestFinished(proxy.close);
  const { failing } = await openReady(proxy.url, { timeoutMs: 1_000 });
  proxy.silence();
  await expect.poll(failing).toContain('database');
});

test('a pooler that shares sessions is found out by its listeners and its locks', async () => {
  const pooler = await openSharingPooler(shared.runtimeUrl);
  onTestFinished(pooler.close);
  const { failing } = await openProcess(pooler.url, { timeoutMs: 2_000 });
  await expect.poll(failing).toEqual(['listener', 'locks']);
});

test('a queue whose jobs cannot be looked for is named', async () => {
  const db = await testDatabase();
  onTestFinished(db.close);
  const { failing, queue } = await openReady(db.runtimeUrl);
  const role = new URL(db.runtimeUrl).username;
  await db.pool.query(`REVOKE ALL ON ALL TABLES IN SCHEMA pgboss FROM ${role}`);
  await db.pool.query(`GRANT SELECT ON pgboss.version TO ${role}`);
  await db.pool.query("SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'sweep')");
  await expect.poll(failing).toEqual(['queue']);
  await queue.stop({ graceMs: 1 });
});

/** A cluster of its own, of which the test decides the folder. */
async function startCluster(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  await migrate({ url: server.url });
  return server;
}

const mount = mkdtempSync(join(tmpdir(), 'picksync-disk-'));
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=755', 'tmpfs', mount]).status === 0;
afterAll(() => {
  if (canMount) spawnSync('umount', ['--lazy', mount]);
  rmSync(mount, { recursive: true, force: true });
});

test.runIf(canMount)('a disk that is full is named, and is well again when it has room', async () => {
  const server = await startCluster(join(mount, 'postgres'));
  onTestFinished(() => server.stop());
  const { failing } = await openReady(server.url);
  const filler = join(mount, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']);
  await expect.poll(failing).toContain('database_writable');
  truncateSync(filler);
  await expect.poll(failing).toEqual([]);
});
