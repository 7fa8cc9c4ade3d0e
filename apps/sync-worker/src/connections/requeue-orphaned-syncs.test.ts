import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openAdvisoryLocks, openQueue } from '@picksync/db';
import { testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../testing/test-context.ts';
import { createConnectionLock } from './connection-lock.ts';
import { requeueOrphanedSyncs } from './requeue-orphaned-syncs.ts';

const database = await testDatabase();
const queue = await openQueue({ url: database.url, onError: () => {} });
afterAll(async () => {
  await queue.stop({ graceMs: 0 });
  await database.close();
});
const { prisma } = database;

/** Begins to look, as often as the machine allows; `looks` counts. */
function begin() {
  const locks = openAdvisoryLocks({ url: database.url });
  let looks = 0;
  const sleep = async (_ms: number, signal?: AbortSignal) => {
    looks += 1;
    await wait(1, undefined, { signal });
  };
  const withConnectionLock = createConnectionLock({ locks, sleep, now: () => new Date() });
  const stopping = new AbortController();
  const rescue = requeueOrphanedSyncs(testContext({ prisma, queue, withConnectionLock, sleep }));
  const ended = rescue({ signal: stopping.signal, query: async () => [], announced: () => looks });
  return {
    looks: () => looks,
    stop: async () => {
      stopping.abort();
      await ended;
      await locks.close();
    },
  };
}

test('a connection is left to its worker while that holds the lock, and given away when the lock is gone', async () => {
  const syncJobId = randomUUID();
  const { id } = await testConnection(prisma, { syncState: 'running', syncJobId });
  const readState = () => prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } });
  const worker = openAdvisoryLocks({ url: database.url });
  await worker.tryLock(`account:${id}`);
  const rescue = begin();

  await expect.poll(rescue.looks).toBeGreaterThan(20);
  expect(await readState()).toMatchObject({ syncState: 'running', syncJobId });

  await worker.close();
  await expect.poll(async () => (await readState()).syncState).toBe('queued');
  expect((await readState()).syncJobId).not.toBe(syncJobId);
  await rescue.stop();
});

test('a connection that costs one worker after the other is left to the queue for a while', async () => {
  const { id } = await testConnection(prisma, { syncState: 'running', syncJobId: randomUUID() });
  const readState = async () =>
    (await prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } })).syncState;
  const takenUp = () => prisma.smartsheetConnection.update({ where: { id }, data: { syncState: 'running' } });
  const rescue = begin();
  await expect.poll(readState).toBe('queued');

  await takenUp();
  // Another worker does not know what this one took over, but for the row.
  const another = begin();
  const looksBefore = rescue.looks();
  await expect.poll(rescue.looks).toBeGreaterThan(looksBefore + 20);
  await expect.poll(another.looks).toBeGreaterThan(20);
  expect(await readState()).toBe('running');

  await database.pool.query(
    "UPDATE smartsheet_connections SET rescued_at = rescued_at - interval '11 minutes' WHERE id = $1",
    [id],
  );
  await expect.poll(readState).toBe('queued');
  await rescue.stop();
  await another.stop();
});
