// Slow for a reason: a worker that is told to end gives its jobs ten seconds first.
import { afterAll, expect, test } from 'vitest';
import { spawnWorker } from '../testing/spawn-worker.ts';
import { openWorld } from '../testing/world.ts';

const world = await openWorld();
afterAll(() => world.close());

const expired = { tokenExpiresAt: new Date(Date.now() - 60_000) };

test('a worker that is told to stop in the middle of a refresh stores the new tokens before it ends', async () => {
  const account = await world.newAccount();
  const { id } = account.connection;
  const { automation } = await world.newAutomation({ account, values: ['One'], options: [] });
  await world.prisma.smartsheetConnection.update({ where: { id }, data: expired });
  await world.sandbox.faults({ hold: 'after', operations: ['oauth.token'] });
  const worker = await spawnWorker(world);
  await world.mark(id, { automationIds: [automation.id] });
  await expect.poll(async () => (await world.sandbox.held()).length).toBe(1);

  const ended = worker.kill('SIGTERM');
  // Nothing of the process is left to be ended but the refresh, for which Smartsheet takes its time.
  const lockSessions = async () => {
    const { rows } = await world.pool.query(
      "SELECT FROM pg_stat_activity WHERE application_name = 'picksync-locks' AND datname = current_database()",
    );
    return rows.length;
  };
  await expect.poll(lockSessions).toBe(0);
  await world.sandbox.release();
  expect(await ended).toBe(0);

  const connection = await world.readConnection(account);
  expect(connection).toMatchObject({ status: 'connected', tokenVersion: 1, refreshLeaseId: null });
  const next = await spawnWorker(world);
  const options = () => world.readOptions(automation);
  await expect.poll(options).toEqual(['One']);
  await next.kill('SIGTERM');
});
