import { randomUUID } from 'node:crypto';
import { createSealer, parseSealingKeys } from '@picksync/db';
import { retireAccount } from '@picksync/smartsheet-account';
import { afterAll, expect, test } from 'vitest';
import { runWorker } from '../testing/run-worker.ts';
import { openWorld, sealingKeys } from '../testing/world.ts';

const world = await openWorld();
afterAll(() => world.close());

test('a run that is under way when its account is deleted writes nothing, ends, and leaves nothing but the token to be ended', async () => {
  const account = await world.newAccount();
  const { id, userId } = account.connection;
  const { automation } = await world.newAutomation({ account, values: ['One'], options: [] });
  await world.sandbox.faults({ hold: 'before', operations: ['sheets.get'] });
  const worker = await runWorker(world);
  await world.mark(id, { automationIds: [automation.id] });
  await expect.poll(async () => (await world.sandbox.held()).length).toBeGreaterThan(0);

  // What the API writes when an account is deleted.
  const retired = { id: randomUUID(), connection: await world.readConnection(account), webhookIds: [] };
  await world.prisma.$transaction(async (tx) => {
    await retireAccount(tx, retired, createSealer(parseSealingKeys(sealingKeys)));
    await world.queue.send(tx, 'end-retired-account', { retiredAccountId: retired.id });
    await tx.user.delete({ where: { id: userId } });
  });
  await world.sandbox.faults({});
  await expect.poll(() => worker.findJobs('sync-connection').length).toBeGreaterThan(0);
  await expect.poll(() => world.prisma.retiredAccount.count()).toBe(0);
  await worker.stop();

  expect(worker.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect(await world.readOptions(automation)).toEqual([]);
  expect(await world.prisma.automationRun.count({ where: { automationId: automation.id } })).toBe(0);
  expect(await world.prisma.activityLog.count({ where: { userId } })).toBe(0);
  const { rows } = await world.pool.query<{ state: string }>(
    "SELECT state FROM pgboss.job WHERE data->>'connectionId' = $1 AND state IN ('created', 'retry', 'active', 'failed')",
    [id],
  );
  expect(rows).toEqual([]);
});
