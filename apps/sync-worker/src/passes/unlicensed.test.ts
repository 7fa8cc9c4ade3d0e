import { failureSentence } from '@picksync/contracts';
import { makeSheet } from '@picksync/sync-engine/testing';
import { expect, test } from 'vitest';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, atRest } = await openWorldWithWorker();

test('an admin of the destination whom Smartsheet refuses learns that it is for want of a license', async () => {
  const [owner, admin] = [await world.newAccount(), await world.newAccount()];
  const { email } = admin;
  const columns = [{ title: 'Pick', type: 'PICKLIST', options: ['old'] }];
  const target = await makeSheet(world.sandbox, { token: owner.token, name: 'Shared', columns });
  await world.sandbox.call('PUT', '/api/shares', { sheetId: target.id, account: email, access: 'ADMIN' });
  await world.sandbox.call('PUT', '/api/accounts/license', { account: email, licensed: false });
  const made = await world.newAutomation({ account: admin, values: ['old', 'new'], options: [], target });
  const { id } = made.automation;
  const automation = () => world.prisma.automation.findUniqueOrThrow({ where: { id } });
  const run = async () => {
    await world.mark(admin.connection.id, { automationIds: [id] });
    await atRest(admin);
  };

  await run();
  expect(await automation()).toMatchObject({
    lastErrorReason: 'target_unlicensed',
    lastError: failureSentence('target_unlicensed'),
  });
  expect(await world.readOptions(made.automation)).toEqual(['old']);

  await world.sandbox.call('PUT', '/api/accounts/license', { account: email, licensed: true });
  await run();
  expect(await automation()).toMatchObject({ lastError: null });
  expect(await world.readOptions(made.automation)).toEqual(['old', 'new']);
});
