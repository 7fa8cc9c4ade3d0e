import { openAdvisoryLocks } from '@picksync/db';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runWorker } from '../testing/run-worker.ts';
import { openWorld, type TestAccount, type World } from '../testing/world.ts';

let world: World;
let stopWorker = async () => {};

beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => {
  await stopWorker();
  await world.sandbox.faults({});
});
afterAll(() => world.close());

const slow = { interval: 20 };

async function startWorker(syncConcurrency: number) {
  const worker = await runWorker(world, { SYNC_CONCURRENCY: String(syncConcurrency) });
  stopWorker = worker.stop;
  return {
    /** Connections whose jobs have ended, in that order. */
    ended: (how = 'done') =>
      worker
        .findJobs('sync-connection')
        .flatMap(({ ended, connection }) => (ended === how ? [connection] : [])),
  };
}

async function accountWith(automations: number): Promise<{ account: TestAccount; automationIds: string[] }> {
  const account = await world.newAccount();
  const automationIds: string[] = [];
  for (let count = 0; count < automations; count += 1) {
    const { automation } = await world.newAutomation({ account, values: [`v${count}`], options: [] });
    automationIds.push(automation.id);
  }
  return { account, automationIds };
}

const readState = async (account: TestAccount) => (await world.readConnection(account)).syncState;

test('a click is taken up before everything a sweep found, also when the sweep had found the same before', async () => {
  const backlog = await Promise.all(Array.from({ length: 8 }, () => accountWith(1)));
  const [clicked] = backlog.slice(-1);
  if (!clicked) throw new Error('There is no backlog');
  for (const { account, automationIds } of backlog) {
    await world.mark(account.connection.id, { automationIds, priority: 'sweep' });
  }
  await world.mark(clicked.account.connection.id, { automationIds: [], priority: 'person' });

  const worker = await startWorker(1);
  await expect.poll(() => worker.ended().length, slow).toBe(backlog.length);
  expect(worker.ended()[0]).toBe(clicked.account.connection.id);
  expect(await world.readOptions(await newAutomation(clicked.automationIds))).toEqual(['v0']);
});

const newAutomation = ([id]: string[]) =>
  world.prisma.automation.findUniqueOrThrow({ where: { id: id ?? '' } });

test('a connection that is worked on elsewhere holds up nobody', async () => {
  const [busy, quiet] = [await accountWith(1), await accountWith(1)];
  const elsewhere = openAdvisoryLocks({ url: world.url });
  expect(await elsewhere.tryLock(`account:${busy.account.connection.id}`)).toBeDefined();
  const worker = await startWorker(1);
  await world.mark(busy.account.connection.id, { automationIds: busy.automationIds, priority: 'person' });
  await expect.poll(() => worker.ended('deferred').length, slow).toBeGreaterThan(0);

  await world.mark(quiet.account.connection.id, { automationIds: quiet.automationIds, priority: 'sweep' });
  await expect.poll(() => worker.ended(), slow).toEqual([quiet.account.connection.id]);
  expect(await readState(busy.account)).not.toBe('idle');

  await elsewhere.close();
  await expect.poll(() => readState(busy.account), slow).toBe('idle');
  // A job is logged after its connection is at rest.
  await expect
    .poll(() => worker.ended(), slow)
    .toEqual([quiet.account.connection.id, busy.account.connection.id]);
});

test('a click on a quiet connection is answered while a noisy one with many automations is always due', async () => {
  const [noisy, quiet] = [await accountWith(30), await accountWith(1)];
  const backlog = await Promise.all(Array.from({ length: 6 }, () => accountWith(1)));
  await world.sandbox.faults({ lagMs: 70, accounts: [noisy.account.email] });
  const noise = () => world.mark(noisy.account.connection.id, { automationIds: noisy.automationIds });
  await noise();
  for (const { account, automationIds } of backlog) {
    await world.mark(account.connection.id, { automationIds, priority: 'sweep' });
  }
  await world.mark(quiet.account.connection.id, { automationIds: quiet.automationIds, priority: 'person' });
  const worker = await startWorker(2);

  await expect.poll(() => worker.ended()[0], slow).toBe(quiet.account.connection.id);
  expect(await readState(noisy.account)).not.toBe('idle');
  await noise();
  await world.mark(quiet.account.connection.id, { automationIds: quiet.automationIds, priority: 'person' });
  const answers = () => worker.ended().filter((id) => id === quiet.account.connection.id).length;
  await expect.poll(answers, slow).toBe(2);
  expect(await readState(noisy.account)).not.toBe('idle');
});

test('connections that hang leave half of the slots to those that answer', async () => {
  const hanging = await Promise.all(Array.from({ length: 4 }, () => accountWith(1)));
  const healthy = await accountWith(1);
  await world.sandbox.faults({ hang: true, accounts: hanging.map(({ account }) => account.email) });
  for (const { account, automationIds } of hanging) {
    await world.pool.query(
      'UPDATE smartsheet_connections SET retrying_since = clock_timestamp() WHERE id = $1',
      [account.connection.id],
    );
    await world.mark(account.connection.id, { automationIds, priority: 'event' });
  }
  const ids = hanging.map(({ account }) => account.connection.id);
  const worker = await startWorker(2);
  const deferred = () => worker.ended('deferred').filter((id) => ids.includes(String(id)));
  // One is being tried, the others are told to come again.
  await expect.poll(() => deferred().length, slow).toBe(3);
  const { connection } = healthy.account;
  await world.mark(connection.id, { automationIds: healthy.automationIds, priority: 'sweep' });
  await expect.poll(() => worker.ended(), slow).toContain(connection.id);
  expect(worker.ended().filter((id) => ids.includes(String(id)))).toEqual([]);
});
