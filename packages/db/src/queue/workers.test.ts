import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { beginSync } from '../testing/begin-sync.ts';
import { workerHandlers } from '../testing/worker-handlers.ts';
import { testConnection, testDatabase } from '../testing.ts';
import { finishSync } from './connection-queue.ts';
import type { JobHandler } from './job.ts';
import { markConnectionDirty } from './mark-connection.ts';
import { openQueue, type Queue } from './queue.ts';
import type { SyncClaim } from './sync-claim.ts';

const db = await testDatabase({ poolSize: 20 });
const queues: Queue[] = [];
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop({ graceMs: 1000 })));
});
afterAll(db.close);

async function open(): Promise<Queue> {
  const queue = await openQueue({ url: db.url, onError: () => {}, pollSeconds: 0.5 });
  queues.push(queue);
  return queue;
}

const syncing = (handle: JobHandler<'sync-connection'>, concurrency = 4) =>
  workerHandlers({ 'sync-connection': { concurrency, handle } });

const mark = (queue: Queue, connectionId: string) =>
  db.prisma.$transaction((tx) => markConnectionDirty({ tx, queue, connectionId }));

const newAccount = async () => (await testConnection(db.prisma)).id;

const readState = async (id: string) =>
  (await db.prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } })).syncState;

/** Works a connection's job the way a worker does: until nothing new came in. */
const until = (work: (connectionId: string) => Promise<void>): JobHandler<'sync-connection'> => {
  return async (job) => {
    let claim: SyncClaim | undefined = await beginSync(db.prisma, job);
    while (claim) {
      await work(claim.connectionId);
      const finish = await finishSync(db.prisma, claim);
      claim = finish.outcome === 'again' ? finish.claim : undefined;
    }
  };
};

test('two workers and two hundred marks on one connection never overlap, and the last mark is seen', async () => {
  const account = await newAccount();
  const seen: number[] = [];
  let [marks, inside, overlaps] = [0, 0, 0];
  const work = until(async () => {
    inside += 1;
    if (inside > 1) overlaps += 1;
    const { rows } = await db.pool.query('SELECT $1::int AS marks', [marks]);
    seen.push(rows[0].marks);
    inside -= 1;
  });
  const [one, two] = [await open(), await open()];
  await one.run('sync-worker', syncing(work));
  await two.run('sync-worker', syncing(work));
  for (let count = 1; count <= 200; count += 1) {
    marks = count;
    await mark(count % 2 ? one : two, account);
  }
  await expect.poll(() => readState(account)).toBe('idle');
  expect(overlaps).toBe(0);
  expect(seen.at(-1)).toBe(200);
});

test('long work of some connections, asked for again meanwhile, does not hold up the quick work of others', async () => {
  const queue = await open();
  const long = await Promise.all([newAccount(), newAccount(), newAccount()]);
  const quick = await Promise.all(Array.from({ length: 10 }, newAccount));
  const [begun, released] = [new Set<string>(), Promise.withResolvers<void>()];
  await queue.run(
    'sync-worker',
    syncing(
      until(async (id) => {
        begun.add(id);
        if (long.includes(id)) await released.promise;
      }),
    ),
  );
  for (const id of long) await mark(queue, id);
  await expect.poll(() => begun.size).toBe(3);
  for (const id of [...long, ...quick]) await mark(queue, id);
  await expect.poll(() => quick.filter((id) => begun.has(id)).length).toBe(10);
  expect(await Promise.all(long.map(readState))).toEqual(['running', 'running', 'running']);
  released.resolve();
  await expect.poll(() => Promise.all(long.map(readState))).toEqual(['idle', 'idle', 'idle']);
});

test('the job of a worker that was killed is taken over, and ends', async () => {
  const account = await newAccount();
  const path = fileURLToPath(new URL('hold-job.fixture.ts', import.meta.url));
  const victim = spawn(process.execPath, [path], {
    env: { ...process.env, DATABASE_URL: db.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const sender = await open();
  await mark(sender, account);
  await once(victim.stdout, 'data');
  victim.kill('SIGKILL');
  await once(victim, 'exit');
  // Ten seconds without a sign of life is the least the queue accepts for all; for this job one is enough.
  await db.pool.query(
    "UPDATE pgboss.job SET heartbeat_seconds = 1 WHERE state = 'active' AND name = 'sync-connection'",
  );

  const attempts: number[] = [];
  const work = until(async () => {});
  await sender.run(
    'sync-worker',
    syncing(async (job) => {
      attempts.push(job.attempt);
      await work(job);
    }),
  );
  await expect.poll(() => readState(account)).toBe('idle');
  expect(attempts).toEqual([1]);
});
