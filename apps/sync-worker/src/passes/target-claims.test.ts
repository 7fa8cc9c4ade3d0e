import { expect, test } from 'vitest';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world } = await openWorldWithWorker();
async function sync({ connection: { id } }: TestAccount, automationId: string): Promise<void> {
  await world.mark(id, { automationIds: [automationId] });
  await expect
    .poll(
      async () => (await world.prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } })).syncState,
    )
    .toBe('idle');
}

test('an automation whose target another one took while its connection was refused is paused and says so', async () => {
  const one = await world.newAccount();
  const other = await world.newSharingUser(one);
  const { automation, target } = await world.newAutomation({
    account: one,
    values: ['Acme'],
    options: ['Old'],
  });
  const { id } = one.connection;
  await world.prisma.smartsheetConnection.update({ where: { id }, data: { status: 'needs_reconnect' } });
  await world.newAutomation({ account: other, values: ['Bolt'], options: [], target });
  // As after a refresh whose answer was stored late: nobody has looked at the automations.
  await world.prisma.smartsheetConnection.update({ where: { id }, data: { status: 'connected' } });
  await sync(one, automation.id);
  expect(await world.readOptions(automation)).toEqual(['Old']);
  const row = await world.prisma.automation.findUniqueOrThrow({ where: { id: automation.id } });
  const { isActive, pausedBy, lastErrorReason, failingSince, dirtyAt } = row;
  expect([isActive, pausedBy, lastErrorReason, failingSince, dirtyAt]).toEqual([
    false,
    'system',
    'target_claimed',
    null,
    null,
  ]);
  const entries = await world.prisma.activityLog.findMany({ where: { automationId: automation.id } });
  expect(entries.map(({ action }) => action)).toEqual(['pause_automation']);
});

test('two users who share a sheet: only the one whose automation is active writes to it', async () => {
  const one = await world.newAccount();
  const other = await world.newSharingUser(one);
  const { automation, target } = await world.newAutomation({ account: one, values: ['Acme'], options: [] });
  const theirs = await world.newAutomation({
    account: other,
    values: ['Bolt'],
    options: [],
    target,
    fields: { isActive: false },
  });
  await sync(one, automation.id);
  await sync(other, theirs.automation.id);
  expect(await world.readOptions(automation)).toEqual(['Acme']);

  await world.prisma.automation.update({ where: { id: automation.id }, data: { isActive: false } });
  await world.prisma.automation.update({ where: { id: theirs.automation.id }, data: { isActive: true } });
  await sync(one, automation.id);
  await sync(other, theirs.automation.id);
  expect(await world.readOptions(automation)).toEqual(['Bolt']);
});
