// Slow for a reason: processes are killed and fall silent, and one does nothing for some seconds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { apiHandlers } from '../testing/api-handlers.ts';
import { openSilencingProxy, testDatabase } from '../testing.ts';
import { type Duty, type DutyTimes, type DutyTurn, defaultTimes } from './duties.ts';
import { openQueue, type Queue } from './queue.ts';
import { createSupervise } from './supervise.ts';

const db = await testDatabase({ poolSize: 4 });
const queues: Queue[] = [];
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop({ graceMs: 1000 })));
  await db.pool.query('DELETE FROM pgboss.job');
});
afterAll(db.close);

const mail = { mail: 'verify_email', codeId: '0192f0c4-0000-7000-8000-000000000001' };

const handlers = (sendMail: () => Promise<void> = async () => {}) =>
  apiHandlers({ 'send-mail': { concurrency: 1, handle: sendMail } });

/** Processes of these tests do not wait as long for each other as real ones. */
const quick: DutyTimes = { askEveryMs: 200, silenceMs: 3000 };

async function open(url = db.url, dutyTimes: DutyTimes = quick): Promise<Queue> {
  const queue = await openQueue({ url, onError: () => {}, answerTimeoutMs: 2000, dutyTimes });
  queues.push(queue);
  return queue;
}

/** Starts a process whose duty does nothing but say that it has begun and ended. */
async function runWithDuty(url?: string) {
  const queue = await open(url);
  const turns = { begun: 0, ended: 0 };
  const duty: Duty = async ({ signal }) => {
    turns.begun += 1;
    if (!signal.aborted) await once(signal, 'abort');
    turns.ended += 1;
  };
  await queue.run('api', handlers(), { duty });
  return { queue, turns };
}

const stop = async (queue: Queue) => {
  queues.splice(queues.indexOf(queue), 1);
  await queue.stop({ graceMs: 1000 });
};

/** Starts a process that does nothing but take its turn. Resolves when it supervises. */
async function spawnSupervisor() {
  const path = fileURLToPath(new URL('supervise.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, DATABASE_URL: db.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** Schedules a queue for every minute, and makes it due at once. */
async function schedule(name: string) {
  onTestFinished(async () => void (await db.pool.query('DELETE FROM pgboss.schedule')));
  const sql = "INSERT INTO pgboss.schedule (name, cron, timezone) VALUES ($1, '* * * * *', 'UTC')";
  await db.pool.query(sql, [name]);
  await db.pool.query('UPDATE pgboss.version SET cron_on = NULL');
}

const readJobs = async (name: string) =>
  (await db.pool.query('SELECT * FROM pgboss.job WHERE name = $1', [name])).rows;

test('a duty belongs to a single process, and another takes it on when that one stops', async () => {
  const first = await runWithDuty();
  await expect.poll(() => first.turns.begun).toBe(1);
  const others = await Promise.all([runWithDuty(), runWithDuty()]);
  const begun = () => others.reduce((count, { turns }) => count + turns.begun, 0);
  await stop(first.queue);
  expect(first.turns.ended).toBe(1);
  await expect.poll(begun).toBe(1);
});

test('a process that lost its connection ends its duty, and takes it on again', async () => {
  const { turns } = await runWithDuty();
  await expect.poll(() => turns.begun).toBe(1);
  // Of this database alone: other files have locks on the same server.
  await db.pool.query(`
    SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND l.granted AND l.pid <> pg_backend_pid() AND d.datname = current_database()`);
  await expect.poll(() => turns).toEqual({ begun: 2, ended: 1 });
});

test('a duty goes to another process when nothing is heard of the one that has it', async () => {
  const proxy = await openSilencingProxy(db.url);
  onTestFinished(proxy.close);
  const silent = await runWithDuty(proxy.url);
  await expect.poll(() => silent.turns.begun).toBe(1);
  const other = await runWithDuty();
  proxy.silence();
  await expect.poll(() => silent.turns.ended).toBe(1);
  await expect.poll(() => other.turns.begun + silent.turns.begun).toBe(2);
});

test('jobs that become due are begun by a process that does not look for them itself', async () => {
  await spawnSupervisor();
  const begun: number[] = [];
  const worker = await open();
  await worker.run(
    'api',
    handlers(async () => {
      begun.push(Date.now());
      if (begun.length === 1) throw new Error('not yet');
    }),
  );
  await worker.send(db.prisma, 'send-mail', mail, { delaySeconds: 1 });
  // The one that was delayed, and its retry.
  await expect.poll(() => begun.length).toBe(2);
});

test('scheduled jobs come also when the supervisor was killed right before', async () => {
  const supervisor = await spawnSupervisor();
  const scheduled = async () => (await readJobs('sweep')).length;
  const other = await open();
  await other.run('api', handlers());
  supervisor.kill('SIGKILL');
  await once(supervisor, 'exit');
  await schedule('sweep');
  await expect.poll(scheduled).toBe(1);
});

test('two supervisors at once make each scheduled job once', async () => {
  await schedule('sweep');
  const stopping = new AbortController();
  let looks = 0;
  const turn: DutyTurn = {
    signal: stopping.signal,
    query: async (text, values) => {
      looks += 1;
      return (await db.pool.query(text, values)).rows;
    },
    announced: () => 0,
  };
  const settings = { connectionString: db.url, schema: 'pgboss', migrate: false, supervise: false };
  const supervise = createSupervise({ settings, channel: 'nobody', pollMs: 50, onError: () => {} });
  const ended = Promise.all([supervise(turn), supervise(turn)]);
  await expect.poll(async () => (await readJobs('sweep')).length).toBe(1);
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThan(before + 20);
  stopping.abort();
  await ended;
  expect(await readJobs('sweep')).toHaveLength(1);
});

test('a process without work sends less than a statement a second', async () => {
  const { turns } = await runWithDuty();
  // It supervises by then: duties that are free are given at once.
  await expect.poll(() => turns.begun).toBe(1);
  const name = 'without work';
  const other = await open(`${db.url}?application_name=${encodeURIComponent(name)}`, defaultTimes);
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  await other.run('api', handlers());
  const own = () =>
    sent.mock.calls.filter((_, index) => getApplicationName(sent.mock.contexts[index]) === name);
  const count = (part: RegExp) => own().filter(([text]) => part.test(String(text))).length;
  await expect.poll(() => count(/pg_try_advisory_lock/)).toBeGreaterThan(0);
  sent.mockClear();
  const since = performance.now();
  // It asks every two seconds or so whether a duty is free.
  await expect.poll(() => count(/pg_try_advisory_lock/)).toBeGreaterThan(1);
  const seconds = (performance.now() - since) / 1000;
  expect(own().length).toBeLessThan(seconds);
});

function getApplicationName(client: unknown): unknown {
  return (client as { connectionParameters?: { application_name?: string } }).connectionParameters
    ?.application_name;
}
