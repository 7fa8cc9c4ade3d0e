// Each page of docs/runbooks is followed: its state is caused, its alert fires, and what it tells to ask has an answer.
import { readdirSync } from 'node:fs';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { hasPromtool, type Runbook, readRunbook, rehearse } from './testing/rehearsal.ts';
import { runWorker } from './testing/run-worker.ts';
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

/** Returns the metrics of a worker that has the duty to read the database, which it has not done before. */
async function readFreshly(): Promise<string> {
  const worker = await runWorker(world);
  try {
    await expect.poll(() => readMetrics(worker)).toContain('picksync_workers_alive 1');
    return await readMetrics(worker);
  } finally {
    await worker.stop();
  }
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
    cause: async () => {
      await world.pool.query(
        `INSERT INTO pgboss.job (name, data, created_on, start_after)
         SELECT 'send-mail', '{}', now() - interval '1 hour', now() - interval '1 hour'`,
      );
      onTestFinished(() =>
        world.pool.query("DELETE FROM pgboss.job WHERE name = 'send-mail'").then(() => {}),
      );
    },
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

function assertRehearsed(
  page: string,
  alert: string,
  readings: { before: string; after: string; minutes: number },
) {
  const { queries }: Runbook = readRunbook(page);
  const { fires, unanswered } = rehearse({ alert, queries, ...readings });
  expect(fires).toBe(true);
  // The page knows a query that shows it.
  expect(unanswered.length).toBeLessThan(queries.length);
}

test.each(cases)(
  '$page: its state has its value, and its alert fires',
  async ({ page, alert, sign, minutes, cause }) => {
    const before = await readFreshly();
    expect(before).not.toMatch(sign);
    await cause();
    const after = await readFreshly();
    expect(after).toMatch(sign);
    if (hasPromtool) assertRehearsed(page, alert, { before, after, minutes });
  },
);

test('database-not-writable: its state has its value, and its alert fires', async () => {
  const worker = await runWorker(world);
  onTestFinished(worker.stop);
  const ready = (value: number) => `picksync_ready{part="database_writable"} ${value}`;
  const read = () => readMetrics(worker);
  await expect.poll(read).toContain(ready(1));
  const before = await read();
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
  await expect.poll(read, { timeout: 60_000 }).toContain(ready(0));
  const after = await read();
  await setReading(false);
  await expect.poll(read, { timeout: 60_000 }).toContain(ready(1));
  if (hasPromtool)
    assertRehearsed('database-not-writable', 'DatabaseNotWritable', { before, after, minutes: 3 });
});

test('dead-letters: the first one of a process makes its alert fire', async () => {
  const worker = await runWorker(world);
  onTestFinished(worker.stop);
  const read = () => readMetrics(worker);
  await expect.poll(read).toContain('picksync_workers_alive 1');
  const before = await read();
  const { id: connectionId } = (await world.newAccount()).connection;
  const startAfter = new Date(Date.now() + 60_000);
  const id = await world.queue.send(world.prisma, 'mend-webhooks', { connectionId }, { startAfter });
  // A payload that does not fit is no work for anybody.
  await world.pool.query(`UPDATE pgboss.job SET data = '{}', start_after = now() WHERE id = $1`, [id]);
  const dead = 'picksync_jobs_total{queue="mend-webhooks",outcome="dead"} 1';
  await expect.poll(read, { timeout: 60_000 }).toContain(dead);
  if (hasPromtool)
    assertRehearsed('dead-letters', 'DeadLetters', { before, after: await read(), minutes: 5 });
});

test('no-worker: without any process its alert fires', async ({ skip }) => {
  if (!hasPromtool) return skip('promtool is missing (Debian: apt-get install prometheus)');
  const { fires } = rehearse({
    alert: 'NoWorker',
    queries: [],
    before: await readFreshly(),
    after: '',
    minutes: 10,
  });
  expect(fires).toBe(true);
});
