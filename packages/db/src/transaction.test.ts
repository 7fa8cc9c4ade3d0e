import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { openSilencingProxy, testDatabase } from './testing.ts';
import { inTransaction } from './transaction.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const db = await testDatabase();
afterAll(db.close);

function openPool(url = db.url, answerTimeoutMs?: number) {
  const errors: Error[] = [];
  const { pool, prisma, close } = openDatabase({
    url,
    poolSize: 2,
    ...(answerTimeoutMs !== undefined && { answerTimeoutMs }),
    onConnectionError: (error) => errors.push(error),
  });
  onTestFinished(close);
  return { pool, prisma, errors };
}

const catchFailure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Ends a connection as an operator or a failing server does, and waits until the server has let go of it. */
const terminate = (pid: number) => db.pool.query('SELECT pg_terminate_backend($1, 10000)', [pid]);

test('a connection that ends between two statements of a transaction fails the transaction, not the process', async () => {
  const { pool, errors } = openPool();
  const work = inTransaction(pool, async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    // The client hears of its end while nobody waits for a statement.
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await terminate(rows[0].pid);
    await ended;
    await client.query('SELECT 1');
  });
  expect(isDatabaseUnavailable(await catchFailure(work))).toBe(true);
  expect(errors).toHaveLength(1);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a connection of Prisma that ends between two statements fails the transaction, not the process', async () => {
  const { prisma, errors } = openPool();
  const work = prisma.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await terminate(row?.pid ?? 0);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await tx.user.count();
  });
  expect(isDatabaseUnavailable(await catchFailure(work))).toBe(true);
  expect(await prisma.plan.count()).toBe(3);
});

test('a connection that ends while it is idle is reported once and replaced', async () => {
  const { pool, errors } = openPool();
  const { rows } = await pool.query('SELECT pg_backend_pid() AS pid');
  await terminate(rows[0].pid);
  await expect.poll(() => errors.length).toBe(1);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a connection whose other side fell silent is given up, and the next one works', async () => {
  const proxy = await openSilencingProxy(db.url);
  onTestFinished(proxy.close);
  const { pool } = openPool(proxy.url, 2000);
  await pool.query('SELECT 1');
  proxy.silence();
  expect(isDatabaseUnavailable(await catchFailure(pool.query('SELECT 1')))).toBe(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
