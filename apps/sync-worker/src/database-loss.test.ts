import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { spawnWorker } from './testing/spawn-worker.ts';
import { openWorld, type World } from './testing/world.ts';

// Slow for a reason: three hundred connections are ended, and the worker opens them again.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const underTest = 'picksync-under-test';

/** Ends one connection of the worker, whatever it is in the middle of. Returns whether there was one. */
async function terminateOne(): Promise<boolean> {
  const { rowCount } = await world.pool.query(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT pid FROM pg_stat_activity WHERE application_name = $1 ORDER BY random() LIMIT 1) AS one`,
    [underTest],
  );
  return rowCount === 1;
}

test('a worker outlives three hundred terminated connections and then does what was asked of it', async () => {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => world.newAccount()));
  const wanted = await Promise.all(
    accounts.map(async (account) => ({
      account,
      ...(await world.newAutomation({ account, values: ['Ada'], options: [] })),
    })),
  );
  const worker = await spawnWorker(world, {
    DATABASE_URL: `${world.environment.DATABASE_URL}?application_name=${underTest}`,
  });
  onTestFinished(() => void worker.kill('SIGKILL'));

  for (let ended = 0; ended < 300; ) {
    // Something to do for every connection, so that jobs, their records and the locks are hit in the middle.
    for (const { account, automation } of wanted)
      await world.mark(account.connection.id, { automationIds: [automation.id] });
    for (let turn = 0; turn < 10; turn += 1) if (await terminateOne()) ended += 1;
  }
  for (const { account, automation, source } of wanted) {
    await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'Grace' } });
    await world.mark(account.connection.id, { automationIds: [automation.id] });
  }
  for (const { automation } of wanted)
    await expect.poll(() => world.readOptions(automation)).toEqual(['Grace']);
  expect(await worker.kill('SIGTERM')).toBe(0);
});
