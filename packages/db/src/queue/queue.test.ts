import pg from 'pg';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { apiHandlers } from '../testing/api-handlers.ts';
import { testDatabase } from '../testing.ts';
import { DeadLetter, type Job } from './job.ts';
import { openQueue, type Queue } from './queue.ts';

const db = await testDatabase();
const queues: Queue[] = [];
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop({ graceMs: 1000 })));
  await db.pool.query('DELETE FROM pgboss.job');
});
afterAll(db.close);

async function open(options: { pollSeconds?: number } = {}): Promise<Queue> {
  const queue = await openQueue({ url: db.url, onError: () => {}, ...options });
  queues.push(queue);
  return queue;
}

const mail = { mail: 'verify_email', codeId: '0192f0c4-0000-7000-8000-000000000001' };

const sending = (handle: (job: Job<'send-mail'>) => Promise<void>, concurrency = 1) =>
  apiHandlers({ 'send-mail': { concurrency, handle } });

const jobs = async (name: string) =>
  (await db.pool.query('SELECT * FROM pgboss.job WHERE name = $1', [name])).rows;

const isCompleted = ({ state }: { state: string }) => state === 'completed';

test('a job and its rows are committed together', async () => {
  const queue = await open();
  await db.prisma.$transaction(async (tx) => {
    await tx.contactMessage.create({ data: { email: 'a@example.com', message: 'Hello' } });
    await queue.send(tx, 'send-mail', mail);
  });
  expect(await jobs('send-mail')).toHaveLength(1);
});

test('a transaction that is rolled back leaves neither row nor job', async () => {
  const queue = await open();
  const attempt = db.prisma.$transaction(async (tx) => {
    await tx.contactMessage.create({ data: { email: 'rolled-back@example.com', message: 'Hello' } });
    await queue.send(tx, 'send-mail', mail);
    throw new Error('no');
  });
  await expect(attempt).rejects.toThrow('no');
  expect(await jobs('send-mail')).toEqual([]);
  expect(await db.prisma.contactMessage.count({ where: { email: 'rolled-back@example.com' } })).toBe(0);
});

test('a payload that does not fit its schema is not sent', async () => {
  const queue = await open();
  const sent = async () => queue.send(db.prisma, 'sync-connection', { connectionId: 'not-an-id' });
  await expect(sent()).rejects.toThrow(/UUID/i);
});

test('a job is worked at once, without waiting for the next look', async () => {
  // Looking once an hour, only a call can explain that any of this ends.
  const queue = await open({ pollSeconds: 3600 });
  const worked: Job<'send-mail'>[] = [];
  await queue.run(
    'api',
    sending(async (job) => {
      worked.push(job);
    }),
  );
  for (let count = 1; count <= 5; count += 1) {
    await queue.send(db.prisma, 'send-mail', mail);
    await expect.poll(async () => (await jobs('send-mail')).filter(isCompleted)).toHaveLength(count);
  }
  expect(worked[0]).toMatchObject({ queue: 'send-mail', attempt: 0, isLastAttempt: false, payload: mail });
});

test('a loop goes straight from one job to the next', async () => {
  const queue = await open({ pollSeconds: 3600 });
  for (let count = 0; count < 20; count += 1) await queue.send(db.prisma, 'send-mail', mail);
  await queue.run(
    'api',
    sending(async () => {}),
  );
  await expect.poll(async () => (await jobs('send-mail')).filter(isCompleted)).toHaveLength(20);
});

test('a single idle loop looks for an announced job, and another for the next', async () => {
  const queue = await open({ pollSeconds: 3600 });
  const worked: string[] = [];
  await queue.run(
    'api',
    sending(async ({ id }) => void worked.push(id), 20),
  );
  await queue.send(db.prisma, 'send-mail', mail);
  await expect.poll(async () => (await jobs('send-mail')).filter(isCompleted)).toHaveLength(1);
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  const looks = () =>
    sent.mock.calls.filter(([statement]) =>
      /j\.name = 'send-mail'\s+AND j\.state </.test(String(Object(statement).text ?? statement)),
    ).length;
  await queue.send(db.prisma, 'send-mail', mail);
  await expect.poll(async () => (await jobs('send-mail')).filter(isCompleted)).toHaveLength(2);
  expect(looks()).toBeGreaterThan(0);
  expect(looks()).toBeLessThan(5);
});

test('jobs of which only one is announced are worked at once, as many as there are loops', async () => {
  const queue = await open({ pollSeconds: 3600 });
  const released = Promise.withResolvers<void>();
  await queue.run(
    'api',
    sending(() => released.promise, 5),
  );
  await db.prisma.$transaction(async (tx) => {
    for (let count = 0; count < 7; count += 1) await queue.send(tx, 'send-mail', mail);
  });
  await expect.poll(queue.running).toBe(5);
  released.resolve();
  await expect.poll(async () => (await jobs('send-mail')).filter(isCompleted)).toHaveLength(7);
});

test('a job that throws is tried again, and what is kept of the failure is not its text', async () => {
  const queue = await open({ pollSeconds: 0.5 });
  const second = Promise.withResolvers<Job<'send-mail'>>();
  await queue.run(
    'api',
    sending(async (job) => {
      if (job.attempt > 0) return second.resolve(job);
      throw Object.assign(new TypeError('cell says Secret Client'), { code: 'E_CELL' });
    }),
  );
  await queue.send(db.prisma, 'send-mail', mail);
  await second.promise;
  const everything = JSON.stringify(await jobs('send-mail'));
  expect(everything).not.toContain('Secret Client');
});

test('a job that cannot succeed goes to the dead letters at once', async () => {
  const queue = await open();
  let tries = 0;
  await queue.run(
    'api',
    sending(async () => {
      tries += 1;
      throw new DeadLetter('never');
    }),
  );
  await queue.send(db.prisma, 'send-mail', mail);
  await expect.poll(() => jobs('dead-letters')).toHaveLength(1);
  expect(tries).toBe(1);
  const [letter] = await jobs('dead-letters');
  expect(letter).toMatchObject({ source_name: 'send-mail', data: mail });
});

test('a waiting job for the same account makes a second unnecessary, one for another account does not', async () => {
  const queue = await open();
  const send = (connectionId: string) => queue.send(db.prisma, 'mend-webhooks', { connectionId });
  expect(await send('0192f0c4-0000-7000-8000-000000000002')).toEqual(expect.any(String));
  expect(await send('0192f0c4-0000-7000-8000-000000000002')).toBeNull();
  expect(await send('0192f0c4-0000-7000-8000-000000000003')).toEqual(expect.any(String));
});

test('stopping waits for the job that runs', async () => {
  const queue = await open();
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await queue.run(
    'api',
    sending(async () => {
      begun.resolve();
      await finish.promise;
    }),
  );
  await queue.send(db.prisma, 'send-mail', mail);
  await begun.promise;
  const stopped = queue.stop({ graceMs: 5000 });
  finish.resolve();
  await stopped;
  expect((await jobs('send-mail')).map(({ state }) => state)).toEqual(['completed']);
});

test('a job that does not end in time is told so, and given back', async () => {
  const queue = await open();
  const begun = Promise.withResolvers<AbortSignal>();
  await queue.run(
    'api',
    sending(async ({ signal }) => {
      begun.resolve(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }),
  );
  await queue.send(db.prisma, 'send-mail', mail);
  const signal = await begun.promise;
  await queue.stop({ graceMs: 10 });
  expect(signal.aborted).toBe(true);
  expect((await jobs('send-mail')).map(({ state }) => state)).toEqual(['retry']);
});

test('a handler that never ends holds up its loop only until the time of its job is over', async () => {
  const queue = await open({ pollSeconds: 3600 });
  const begun: string[] = [];
  await db.prisma.$transaction(async (tx) => {
    for (let count = 0; count < 2; count += 1) await queue.send(tx, 'send-mail', mail);
  });
  await db.pool.query("UPDATE pgboss.job SET expire_seconds = 1 WHERE name = 'send-mail'");
  await queue.run(
    'api',
    sending(async ({ id }) => {
      if (begun.push(id) === 1) await new Promise(() => {});
    }),
  );
  const completed = async () => (await jobs('send-mail')).filter(isCompleted);
  await expect.poll(completed).toHaveLength(1);
  expect(new Set(begun).size).toBe(2);
});

test('a database that was not migrated is refused', async () => {
  await expect(openQueue({ url: db.url, schema: 'elsewhere', onError: () => {} })).rejects.toThrow();
});
