import { jobPriorities, openAdvisoryLocks } from '@picksync/db';
import { afterAll, expect, test } from 'vitest';
import { createSyncConnection } from '../passes/sync-connection.job.ts';
import { readSyncJob } from '../testing/sync-job.ts';
import { openTestContext } from '../testing/test-context.ts';
import { openWorld } from '../testing/world.ts';
import { createConnectionLock } from './connection-lock.ts';

const world = await openWorld();
const locks = openAdvisoryLocks({ url: world.url });
afterAll(async () => {
  await locks.close();
  await world.close();
});
const context = await openTestContext(world);

/** Runs the job of a connection whose lock another job, such as that of the webhooks, releases after so long. */
async function runBeside(heldMs: number, priority: number) {
  const account = await world.newAccount();
  const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
  const connectionId = account.connection.id;
  await world.mark(connectionId, { automationIds: [automation.id] });
  const held = await locks.tryLock(`account:${connectionId}`);
  let waitedMs = 0;
  const withConnectionLock = createConnectionLock({
    locks: openLocks,
    now: () => new Date(waitedMs),
    sleep: async (ms) => {
      waitedMs += ms;
      if (waitedMs >= heldMs) await held?.release();
    },
  });
  const { ended } = await createSyncConnection({ ...context, withConnectionLock })(
    await readSyncJob(world, account, { priority }),
  );
  await held?.release();
  return ended;
}

const openLocks = openAdvisoryLocks({ url: world.url });
afterAll(() => openLocks.close());

test('a sync that somebody waits for waits for the webhooks of a new automation, and others make room', async () => {
  expect(await runBeside(2_000, jobPriorities.person)).toBe('done');
  expect(await runBeside(2_000, jobPriorities.sweep)).toBe('deferred');
  expect(await runBeside(60_000, jobPriorities.person)).toBe('deferred');
});
