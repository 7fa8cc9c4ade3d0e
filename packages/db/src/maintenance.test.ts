import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from 'vitest';
import { beginMaintenance, endMaintenance } from './change-maintenance.ts';
import { openDatabase } from './database.ts';
import { openMaintenance } from './maintenance.ts';
import type { Handlers } from './queue/job.ts';
import { openQueue, type Queue } from './queue/queue.ts';
import { workerHandlers } from './testing/worker-handlers.ts';
import { testDatabase } from './testing.ts';

const database = await testDatabase();
const { prisma } = database;
const queues: Queue[] = [];
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop({ graceMs: 1000 })));
  await prisma.maintenanceWindow.deleteMany();
  await database.pool.query('DELETE FROM pgboss.job');
});
afterAll(() => database.close());

const log = { warn: () => {} };
const now = () => new Date();
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const begin = () => beginMaintenance(prisma, { endsAt: inMinutes(20), actorId: null, now: now() });
const countJobs = async (state: string) =>
  (await database.pool.query('SELECT FROM pgboss.job WHERE name = $1 AND state = $2', ['tidy', state]))
    .rowCount;

/** A process of its own, with its queues. */
async function openProcess(given: Partial<Handlers<'sync-worker'>>) {
  const maintenance = await openMaintenance({ prisma, now, log });
  const { heard: also } = maintenance;
  const queue = await openQueue({ url: database.url, rest: maintenance, also, onError: () => {} });
  queues.push(queue);
  await queue.run('sync-worker', workerHandlers(given));
  return { maintenance, queue };
}

test('a job that runs when a maintenance begins is finished, and those that wait begin after its end', async () => {
  const running = Promise.withResolvers<void>();
  let begun = 0;
  const handle = async () => {
    begun += 1;
    if (begun === 1) await running.promise;
  };
  const { maintenance, queue } = await openProcess({ tidy: { concurrency: 1, handle } });
  await queue.send(prisma, 'tidy', {});
  await expect.poll(() => begun).toBe(1);
  await begin();
  await expect.poll(maintenance.isOn).toBe(true);
  await queue.send(prisma, 'tidy', {});
  running.resolve();
  await expect.poll(() => countJobs('completed')).toBe(1);
  // The one that supervises looks for jobs once more, and finds that one is due.
  expect(begun).toBe(1);
  expect(await countJobs('created')).toBe(1);
  queue.assertWorks();
  await endMaintenance(prisma, now());
  await expect.poll(() => countJobs('completed')).toBe(2);
});

test('a process that starts during a maintenance rests from the first moment', async () => {
  await begin();
  let begun = 0;
  const handle = async () => {
    begun += 1;
  };
  const { maintenance, queue } = await openProcess({ tidy: { concurrency: 1, handle } });
  expect(maintenance.isOn()).toBe(true);
  await queue.send(prisma, 'tidy', {});
  await expect.poll(() => queue.proof.isOpen()).toBe(true);
  expect(begun).toBe(0);
  await prisma.maintenanceWindow.deleteMany();
  await expect.poll(() => begun).toBe(1);
});

test('a window begins by the clock, and what is known stays while the database cannot be read', async () => {
  const clock = { at: now() };
  const second = openDatabase({ url: database.url, poolSize: 1 });
  await prisma.maintenanceWindow.create({ data: { startsAt: inMinutes(10), endsAt: inMinutes(20) } });
  const maintenance = await openMaintenance({ prisma: second.prisma, now: () => clock.at, log });
  expect(maintenance.isOn()).toBe(false);
  clock.at = inMinutes(11);
  expect(maintenance.isOn()).toBe(true);
  await second.close();
  await maintenance.load();
  expect(maintenance.isOn()).toBe(true);
});

test('an operator begins and ends a maintenance without a browser', async () => {
  const script = fileURLToPath(new URL('maintenance.main.ts', import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: database.url };
  const run = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [script, ...words], { env })).stdout;
  await expect(run()).rejects.toThrow('Say "begin 20"');
  expect(await run('end')).toBe('There is none.\n');
  expect(await run('begin', '20')).toMatch(/^It has begun, until about 20/);
  expect(await run('begin', '40')).toMatch(/^It was on already/);
  expect(await prisma.maintenanceWindow.findFirst()).toMatchObject({ endedAt: null, actorId: null });
  expect(await run('end')).toBe('It is over.\n');
});

test('a read that was waited for counts, also when another one has begun meanwhile', async () => {
  const maintenance = await openMaintenance({ prisma, now, log });
  await begin();
  const asked = maintenance.load();
  const heard = maintenance.load();
  await asked;
  expect(maintenance.isOn()).toBe(true);
  await heard;
});
