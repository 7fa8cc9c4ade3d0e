import { afterAll, expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { readSyncJob } from '../testing/sync-job.ts';
import { openTestContext } from '../testing/test-context.ts';
import { openWorld } from '../testing/world.ts';
import { createSyncConnection } from './sync-connection.job.ts';

const world = await openWorld();
let elapsedMs = 0;
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
        onCall?.(call);
      },
    }),
};

test('a connection that takes long makes room for others and goes on in another job', async () => {
  const account = await world.newAccount();
  const connectionId = account.connection.id;
  const first = await world.newAutomation({ account, values: ['a'], options: [] });
  const made = [first];
  for (let more = 0; more < 2; more += 1) {
    made.push(await world.newAutomation({ account, source: first.source, values: [], options: [] }));
  }
  await world.mark(connectionId, { automationIds: made.map(({ automation }) => automation.id) });
  const written = async () => {
    const options = await Promise.all(made.map(({ automation }) => world.readOptions(automation)));
    return options.filter((list) => list.length > 0).length;
  };

  const endings: unknown[] = [];
  for (let turn = 0; turn < 20 && (await world.readConnection(account)).syncState !== 'idle'; turn += 1) {
    const { ended } = await createSyncConnection(context)(await readSyncJob(world, account));
    endings.push(ended);
  }
  expect(endings).toEqual(['deferred', 'deferred', 'done']);
  expect(await written()).toBe(3);
});
