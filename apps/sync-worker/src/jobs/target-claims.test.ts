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

test('an automation that does not hold the claim on its target writes nothing', async () => {
  const account = await world.newAccount();
  const { automation } = await world.newAutomation({ account, values: ['Acme'], options: ['Old'] });
  await world.prisma.targetClaim.deleteMany({ where: { automationId: automation.id } });
  await sync(account, automation.id);
  expect(await world.optionsOf(automation)).toEqual(['Old']);
});

test('of two users who share a sheet only the one whose automation is active writes to it', async () => {
  const one = await world.newAccount();
  const other = await world.newUserOf(one);
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
  expect(await world.optionsOf(automation)).toEqual(['Acme']);

  await world.prisma.automation.update({ where: { id: automation.id }, data: { isActive: false } });
  await world.prisma.automation.update({ where: { id: theirs.automation.id }, data: { isActive: true } });
  await sync(one, automation.id);
  await sync(other, theirs.automation.id);
  expect(await world.optionsOf(automation)).toEqual(['Bolt']);
});
