// Pages of docs/runbooks are followed: their state is caused, their alert fires, and what they tell to ask has an answer. Those
// about the machines beside the product are followed in exporter-rehearsals.test.ts.
import { readdirSync } from 'node:fs';
import { markConnectionDirty } from '@picksync/db';
import { freePort } from '@picksync/embedded-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabaseDoor } from './testing/database-door.ts';
import { assertRehearsed, hasPromtool, readRunbook, rehearse } from './testing/rehearsal.ts';
import { runWorker } from './testing/run-worker.ts';
import { spawnApi } from './testing/spawn-api.ts';
import { openWorld } from './testing/world.ts';

const world = await openWorld();
afterAll(world.close);

const pages = readdirSync(new URL('../../../docs/runbooks', import.meta.url)).map((file) =>
  file.slice(0, -3),
);

test.each(pages)('every statement on the page %s runs', async (page) => {
  for (const statement of readRunbook(page).statements)
    await expect(world.pool.query(statement), statement).resolves.toBeDefined();
});

type Worker = Awaited<ReturnType<typeof runWorker>>;

async function readMetrics({ address }: Worker): Promise<string> {
  return (await fetch(`${address}/metrics`)).text();
}

/** Starts a worker that has the duty to read the database, which it has not done before. */
async function startReading() {
  const worker = await runWorker(world);
  const reads = async () => (await readMetrics(worker)).includes('picksync_workers_alive 1');
  await vi.waitUntil(reads, { timeout: 60_000 });
  return { worker, first: await readMetrics(worker) };
}

type Case = {
  page: string;
  alert: string;
  /** The value that the page's state has in the metrics. */
  sign: RegExp;
  minutes: number;
  cause: () => Promise<unknown>;
};

const tenMinutesAgo = () => new Date(Date.now() - 10 * 60_000);

const cases: Case[] = [
  {
    page: 'queue-late',
    alert: 'QueueLate',
    sign: /picksync_queue_oldest_seconds\{queue="send-mail"\} [3-9]\d{3}/,
    minutes: 10,
    cause: () =>
      world.pool.query(
        `INSERT INTO pgboss.job (name, data, created_on, start_after)
         SELECT 'send-mail', '{}', now() - interval '1 hour', now() - interval '1 hour'`,
      ),
  },
  {
    page: 'sweep-stale',
    alert: 'SweepStale',
    sign: /picksync_sweep_overdue_connections 1/,
    minutes: 20,
    cause: async () => {
      const { connection } = await world.newAccount();
      await world.prisma.smartsheetConnection.update({
        where: { id: connection.id },
        data: { nextSweepAt: tenMinutesAgo() },
      });
    },
  },
  {
    page: 'connections-lost',
    alert: 'ConnectionsLost',
    sign: /picksync_connections\{status="needs_reconnect",region="us"\} 6/,
    minutes: 10,
    cause: async () => {
      for (let count = 0; count < 6; count += 1) {
        const { connection } = await world.newAccount();
        await world.prisma.smartsheetConnection.update({
          where: { id: connection.id },
          data: { status: 'needs_reconnect' },
        });
      }
    },
  },
  {
    page: 'payments-stuck',
    alert: 'PaymentsStuck',
    sign: /picksync_receipt_gaps 2/,
    minutes: 15,
    cause: () => world.prisma.receiptCounter.create({ data: { year: 2026, last: 2 } }),
  },
  {
    page: 'old-sealing-key',
    alert: 'OldSealingKey',
    sign: /picksync_sealed_secrets\{key="older",current="false"\} 1/,
    minutes: 25 * 60,
    cause: async () => {
      const { connection } = await world.newAccount();
      await world.prisma.smartsheetConnection.update({
        where: { id: connection.id },
        data: { accessTokenSealed: 'older.of.another.key' },
      });
    },
  },
];

/** What a worker says before all causes and after them, and the second one, which goes on. */
let before: string;
let after: string;
let worker: Worker;

beforeAll(async () => {
  const first = await startReading();
  before = first.first;
  await first.worker.stop();
  for (const { cause } of cases) await cause();
  const second = await startReading();
  after = second.first;
  worker = second.worker;
});
afterAll(() => worker.stop());

test.each(cases)('$page: its state has its value, and its alert fires', ({ page, alert, sign, minutes }) => {
  expect(before).not.toMatch(sign);
  expect(after).toMatch(sign);
  assertRehearsed(page, alert, { before, after, minutes });
});

test('sync-slow: edits that waited while no worker was there make its alert fire', async () => {
  const account = await world.newAccount();
  const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
  const { id } = automation;
  const old = await readMetrics(worker);
  await world.prisma.$transaction(async (tx) => {
    const marks = { connectionId: account.connection.id, automationIds: [id] };
    await markConnectionDirty({ tx, queue: world.queue, ...marks });
    await tx.automation.update({ where: { id }, data: { dirtyAt: tenMinutesAgo() } });
  });
  const read = () => readMetrics(worker);
  await expect.poll(read).toContain('picksync_sync_delay_seconds_bucket{le="900",cause="callback"} 1');
  const now = await read();
  expect(now).toContain('picksync_sync_delay_seconds_bucket{le="300",cause="callback"} 0');
  assertRehearsed('sync-slow', 'SyncSlow', { before: old, after: now, minutes: 20, goesOn: true });
});

test('dead-letters: the first one of a process makes its alert fire', async () => {
  const read = () => readMetrics(worker);
  const old = await read();
  const { id: connectionId } = (await world.newAccount()).connection;
  const startAfter = new Date(Date.now() + 60_000);
  const id = await world.queue.send(world.prisma, 'mend-webhooks', { connectionId }, { startAfter });
  // A payload that does not fit is no work for anybody.
  await world.pool.query(`UPDATE pgboss.job SET data = '{}', start_after = now() WHERE id = $1`, [id]);
  const dead = 'picksync_jobs_total{queue="mend-webhooks",outcome="dead"} 1';
  await expect.poll(read).toContain(dead);
  assertRehearsed('dead-letters', 'DeadLetters', { before: old, after: await read(), minutes: 5 });
});

test('api-errors: an API whose database is away makes its alert fire, and what is asked of it alone does not', async () => {
  const door = await openDatabaseDoor(world.runtimeUrl);
  onTestFinished(door.close);
  const port = String(await freePort());
  const settings = { DATABASE_URL: door.url, METRICS_PORT: port, HEALTH_TIMEOUT_MS: '1000' };
  const api = await spawnApi(world, settings);
  onTestFinished(() => api.kill());
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const ask = async (path: string) => (await fetch(`${api.url}${path}`)).status;
  const healthy = await read();
  door.shut();
  await expect.poll(() => ask('/readyz')).toBe(503);
  // What listens may be found gone before a statement that was under way is.
  await expect.poll(read).toContain('picksync_ready{part="database"} 0');
  const unready = await read();
  const failing =
    'http_server_request_duration_seconds_count{method="GET",route="/api/subscription/plans",status_class="5xx"} 1';
  expect(await ask('/api/subscription/plans')).toBe(503);
  await expect.poll(read).toContain(failing);
  const refusing = await read();
  assertRehearsed('api-errors', 'ApiErrors', { before: healthy, after: refusing, minutes: 15, goesOn: true });
  if (hasPromtool)
    expect(
      rehearse({
        alert: 'ApiErrors',
        queries: [],
        before: healthy,
        after: unready,
        minutes: 15,
        goesOn: true,
      }).fires,
    ).toBe(false);
});

test('database-not-writable: its state has its value, and its alert fires', async () => {
  const ready = (value: number) => `picksync_ready{part="database_writable"} ${value}`;
  const read = () => readMetrics(worker);
  await expect.poll(read).toContain(ready(1));
  const old = await read();
  const name = new URL(world.url).pathname.slice(1);
  const setReading = async (isOn: boolean) => {
    await world.pool.query('SET default_transaction_read_only = off');
    await world.pool.query(
      `ALTER DATABASE ${name} SET default_transaction_read_only = ${isOn ? 'on' : 'off'}`,
    );
    await world.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  };
  await setReading(true);
  await expect.poll(read).toContain(ready(0));
  const readOnly = await read();
  await setReading(false);
  await expect.poll(read).toContain(ready(1));
  assertRehearsed('database-not-writable', 'DatabaseNotWritable', {
    before: old,
    after: readOnly,
    minutes: 3,
  });
});

test('no-worker: without any process its alert fires', ({ skip }) => {
  if (!hasPromtool) return skip('promtool is missing (Debian: apt-get install prometheus)');
  const { fires } = rehearse({ alert: 'NoWorker', queries: [], before, after: '', minutes: 10 });
  expect(fires).toBe(true);
});
