import { afterAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { testDatabase } from './testing.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const db = await testDatabase();
const other = openDatabase({ url: db.url, poolSize: 2, onConnectionError: () => {} });
afterAll(async () => {
  await other.close();
  await db.close();
});

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a database that nobody listens for is unavailable, by Prisma and by the pool', async () => {
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', poolSize: 1 });
  expect(isDatabaseUnavailable(await failure(away.prisma.user.count()))).toBe(true);
  expect(isDatabaseUnavailable(await failure(away.pool.query('SELECT 1')))).toBe(true);
  await away.close();
});

test('a connection that ends in the middle of a transaction is a database that is unavailable', async () => {
  const broken = other.prisma.$transaction(async (tx) => {
    const [{ pid } = { pid: 0 }] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await db.pool.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
    await tx.user.count();
  });
  expect(isDatabaseUnavailable(await failure(broken))).toBe(true);
});

test('a transaction whose connection ends before its commit is answered is a database that is unavailable', async () => {
  const broken = other.prisma.$transaction(async (tx) => {
    const [{ pid } = { pid: 0 }] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await db.pool.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
  });
  expect(isDatabaseUnavailable(await failure(broken))).toBe(true);
});

test('a database that takes no writes at the moment is unavailable', async () => {
  const write = db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SET TRANSACTION READ ONLY`;
    await tx.plan.updateMany({ data: { configsLimit: 1 } });
  });
  expect(isDatabaseUnavailable(await failure(write))).toBe(true);
});

test('a statement that was cancelled for time says nothing about what was asked', async () => {
  const slow = db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL statement_timeout = 20`;
    await tx.$queryRaw`SELECT pg_sleep(1)::text`;
  });
  expect(isDatabaseUnavailable(await failure(slow))).toBe(true);
});

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
])('the driver’s words “%s” mean it as well', (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true);
});

test('a transaction that the server ended because its process was silent says nothing about what was asked', async () => {
  const silent = db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 20`;
    await expect
      .poll(() =>
        db.pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
        ),
      )
      .toMatchObject({ rowCount: 0 });
    await tx.user.count();
  });
  expect(isDatabaseUnavailable(await failure(silent))).toBe(true);
});

test('a statement that the database refuses is not unavailability', async () => {
  const refused = [
    () => db.prisma.contactMessage.create({ data: { email: 'a@example.com', message: '\0' } }),
    () => db.prisma.plan.update({ where: { id: 1 }, data: { name: 'Basic' } }),
    () => db.pool.query('SELECT nonsense'),
  ];
  for (const ask of refused) expect(isDatabaseUnavailable(await failure(ask()))).toBe(false);
  for (const other of [new Error('no'), 'no', null, undefined])
    expect(isDatabaseUnavailable(other)).toBe(false);
});
