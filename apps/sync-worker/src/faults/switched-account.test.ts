import { randomUUID } from 'node:crypto';
import { createSealer, parseSealingKeys } from '@picksync/db';
import { sealTokens } from '@picksync/smartsheet-account';
import { afterAll, expect, test } from 'vitest';
import { runWorker } from '../testing/run-worker.ts';
import { openWorld, sealingKeys } from '../testing/world.ts';

const world = await openWorld();
afterAll(() => world.close());

test('a run that is under way when its user connects another account calls nobody with the new token and records nothing', async () => {
  const account = await world.newAccount();
  const { id } = account.connection;
  const { automation } = await world.newAutomation({ account, values: ['One'], options: [] });
  const email = `other-${randomUUID().slice(0, 8)}@example.com`;
  await world.sandbox.account(email);
  const theirs = await world.sandbox.token(email);
  await world.sandbox.faults({ hold: 'before', operations: ['sheets.get'] });
  const worker = await runWorker(world);
  await world.mark(id, { automationIds: [automation.id] });
  await expect.poll(async () => (await world.sandbox.held()).length).toBeGreaterThan(0);

  // What the API writes when another account is connected.
  const tokens = { ...theirs, expiresAt: new Date(theirs.expiresAt) };
  await world.prisma.smartsheetConnection.update({
    where: { id },
    data: {
      ...sealTokens(createSealer(parseSealingKeys(sealingKeys)), id, tokens),
      tokenVersion: { increment: 1 },
      accountId: randomUUID(),
      accountEmail: email,
      statusChangedAt: new Date(),
      ...{ syncState: 'idle', syncJobId: null, syncAttempt: 0, dirtyAt: null },
    },
  });
  await world.sandbox.forgetCalls();
  await world.sandbox.faults({});
  await expect.poll(() => worker.findJobs('sync-connection').length).toBeGreaterThan(0);
  await worker.stop();

  const { accounts } = await world.sandbox.calls();
  expect(Object.keys(accounts)).not.toContain(email);
  expect(await world.readOptions(automation)).toEqual([]);
  const after = await world.prisma.automation.findUniqueOrThrow({ where: { id: automation.id } });
  expect(after).toMatchObject({ lastRunAt: null, lastError: null, targetFingerprint: null });
  expect(await world.prisma.automationRun.count({ where: { automationId: automation.id } })).toBe(0);
  expect(await world.readConnection(account)).toMatchObject({ status: 'connected', syncState: 'idle' });
});
