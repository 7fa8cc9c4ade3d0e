import { isDatabaseUnavailable, openDatabase } from '@picksync/db';
import { testDatabase } from '@picksync/db/testing';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';
import { createThrottle } from './throttle.ts';

const database = await testDatabase();
afterAll(database.close);
const { pool, prisma } = database;
const keyedHash = createKeyedHash('a secret of at least thirty-two characters');

const throttle = (name: string, max: number) =>
  createThrottle({ name, max, windowMs: 60_000 }, { pool, keyedHash });

/** Lets time pass for everything that is counted. */
const later = (seconds: number) =>
  prisma.$executeRaw`UPDATE throttles SET expire = expire - ${seconds * 1000}::bigint`;

test('takes as many tries as allowed, then makes the caller wait for the rest of the window', async () => {
  const { take } = throttle('window', 2);
  expect([await take('a'), await take('a')]).toEqual([0, 0]);
  await later(20);
  const wait = await take('a');
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(40);
  await later(40);
  expect(await take('a')).toBe(0);
});

test('tries that are refused do not make the wait longer', async () => {
  const { take } = throttle('refused', 1);
  await take('a');
  await later(30);
  for (let tries = 0; tries < 5; tries += 1) expect(await take('a')).toBeLessThanOrEqual(30);
  await later(30);
  expect(await take('a')).toBe(0);
});

test('keys and limits do not share tries, and a cleared key begins anew', async () => {
  const { take, clear } = throttle('keys', 1);
  await take('a');
  expect(await take('b')).toBe(0);
  expect(await throttle('other keys', 1).take('a')).toBe(0);
  expect(await take('a')).toBeGreaterThan(0);
  await clear('a');
  expect(await take('a')).toBe(0);
});

test('tries at the same moment in several processes are counted like tries one after another', async () => {
  const processes = [throttle('parallel', 5), throttle('parallel', 5)];
  const waits = await Promise.all(
    Array.from({ length: 20 }, (_, index) => processes[index % 2]?.take('somebody')),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
});

test('processes that hash with different secrets count the tries of a key together', async () => {
  const other = 'another one of thirty-two characters';
  const hashes = [
    createKeyedHash('a secret of at least thirty-two characters', [other]),
    createKeyedHash(other, ['a secret of at least thirty-two characters']),
    createKeyedHash(other),
  ];
  const [before, during, after] = hashes.map((one) =>
    createThrottle({ name: 'replaced', max: 3, windowMs: 60_000 }, { pool, keyedHash: one }),
  );
  expect([await throttle('replaced', 3).take('a'), await before?.take('a'), await during?.take('a')]).toEqual(
    [0, 0, 0],
  );
  expect(await before?.take('a')).toBeGreaterThan(0);
  expect(await during?.take('a')).toBeGreaterThan(0);
  await before?.clear('a');
  expect(await after?.take('a')).toBe(0);
});

test('a row says neither whom it counts for nor the same for two limits', async () => {
  await prisma.throttle.deleteMany();
  for (const name of ['one', 'two']) await throttle(name, 1).take('198.51.100.7 ada@clients.example');
  const rows = await prisma.throttle.findMany();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows.map(({ key }) => key))).not.toMatch(/ada|clients|198/);
});

test('takes no try while the database is away', async () => {
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', poolSize: 1 });
  onTestFinished(away.close);
  const { take } = createThrottle({ name: 'away', max: 1, windowMs: 60_000 }, { ...away, keyedHash });
  const error = await take('a').catch((cause: unknown) => cause);
  expect(isDatabaseUnavailable(error)).toBe(true);
});
