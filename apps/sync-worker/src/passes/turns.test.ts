import { jobPriorities } from '@picksync/db';
import { afterAll, expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { readSyncJob } from '../testing/sync-job.ts';
import { openTestContext } from '../testing/test-context.ts';
import { openWorld } from '../testing/world.ts';
import { createSyncConnection } from './sync-connection.job.ts';

const world = await openWorld();
const done: unknown[] = [];
let elapsedMs = 0;
/** Done with the next call to Smartsheet. */
let meanwhile: (() => Promise<unknown>) | undefined;
afterAll(() => world.close());
const opened = await openTestContext(world, { now: () => new Date(Date.now() + elapsedMs) });
// Every call to Smartsheet takes most of a minute.
const context: Context = {
  ...opened,
  openClient: ({ onCall, ...input }) =>
    opened.openClient({
      ...input,
      onCall: (call) => {
        elapsedMs += 40_000;
        done.push(meanwhile?.());
        meanwhile = undefined;
        onCall?.(call);
      },
    }),
};

/** A connection with three marked automations of one source, in the order of their ids. */
async function threeMarked() {
  const account = await world.newAccount();
  const first = await world.newAutomation({ account, values: ['a'], options: [] });
  const { source } = first;
  const more = () => world.newAutomation({ account, source, values: [], options: [] });
  const automations = [first, await more(), await more()].map(({ automation }) => automation);
  await world.mark(account.connection.id, { automationIds: automations.map(({ id }) => id) });
  const inOrder = automations.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const written = async () => {
    const lists = await Promise.all(inOrder.map((automation) => world.readOptions(automation)));
    return lists.map((list) => list.length > 0);
  };
  const takeTurn = async () => {
    const { ended } = await createSyncConnection(context)(await readSyncJob(world, account));
    return ended;
  };
  return { account, inOrder, written, takeTurn };
}

test('a connection that takes long makes room for others and goes on in another job', async () => {
  const { account, written, takeTurn } = await threeMarked();
  const endings: unknown[] = [];
  for (let turn = 0; turn < 20 && (await world.readConnection(account)).syncState !== 'idle'; turn += 1) {
    endings.push(await takeTurn());
  }
  expect(endings).toEqual(['deferred', 'deferred', 'done']);
  expect(await written()).toEqual([true, true, true]);
});

test('an automation that is clicked during a long turn comes next, and the others after everybody', async () => {
  const { account, inOrder, written, takeTurn } = await threeMarked();
  const automationIds = inOrder.slice(-1).map(({ id }) => id);
  meanwhile = () => world.mark(account.connection.id, { automationIds, priority: 'person' });
  await takeTurn();
  await Promise.all(done);
  expect(await written()).toEqual([true, false, false]);
  expect((await world.readConnection(account)).syncPriority).toBe(jobPriorities.person);
  await takeTurn();
  expect(await written()).toEqual([true, false, true]);
  expect((await world.readConnection(account)).syncPriority).toBe(jobPriorities.sweep);
});
