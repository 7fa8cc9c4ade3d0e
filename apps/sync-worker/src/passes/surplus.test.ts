import { expect, test } from 'vitest';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, atRest, readRow } = await openWorldWithWorker();

test('the first run after a plan ended asks to have the newest automations paused, and does not write for them', async () => {
  const account = await world.newAccount();
  const { connection } = account;
  const { userId } = connection;
  const older = await world.newAutomation({ account, values: ['a'], options: [] });
  const newer = await world.newAutomation({ account, values: ['b'], options: ['old'] });
  await world.prisma.user.update({ where: { id: userId }, data: { trialEndDate: new Date(0) } });
  const automationIds = [older, newer].map(({ automation }) => automation.id);
  await world.mark(connection.id, { automationIds });

  const waiting = `
    SELECT data - 'traceparent' AS data FROM pgboss.job WHERE name = 'pause-surplus' AND state = 'created'`;
  const asked = async () => (await world.pool.query(waiting)).rows.map(({ data }) => data);
  await expect.poll(asked).toEqual([{ userId }]);
  await expect.poll(() => readRow(older.automation.id)).toMatchObject({ lastRunOutcome: 'changed' });
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
  expect(await world.readOptions(newer.automation)).toEqual(['old']);
  expect(await readRow(newer.automation.id)).toMatchObject({ lastRunOutcome: null, isActive: true });

  // As the job does.
  const paused = { isActive: false, pausedBy: 'system', dirtyAt: null } as const;
  await world.prisma.automation.update({ where: { id: newer.automation.id }, data: paused });
  await atRest(account);
  expect(await world.readOptions(older.automation)).toEqual(['a']);
});
