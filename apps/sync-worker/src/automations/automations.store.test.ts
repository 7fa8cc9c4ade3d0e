import { settingNames } from '@picksync/contracts';
import { unusualSettings } from '@picksync/contracts/testing';
import { type Automation, Prisma, queryRows } from '@picksync/db';
import { testAutomation, testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { isUnchanged as isUnchangedRow } from './automations.store.ts';

const { prisma, pool, close } = await testDatabase();
afterAll(close);
const connection = await testConnection(prisma);

/** Whether an automation is what it was when it was taken up. */
async function isUnchanged(automation: Automation): Promise<boolean> {
  const sql = Prisma.sql`SELECT a.id FROM automations a WHERE ${isUnchangedRow(automation)}`;
  return (await queryRows(pool, sql)).length === 1;
}

async function isUnchangedAfter(data: Prisma.AutomationUncheckedUpdateInput, automation: Automation) {
  await prisma.automation.update({ where: { id: automation.id }, data });
  return isUnchanged(automation);
}

describe('an automation is no longer what it was when it was taken up', () => {
  test.each(settingNames)('when its %s was changed', async (name) => {
    const automation = await testAutomation(prisma, { connection });
    expect(await isUnchanged(automation)).toBe(true);
    expect(await isUnchangedAfter({ [name]: unusualSettings[name] }, automation)).toBe(false);
  });

  test.each([
    ['sourceSheetId', '7'],
    ['sourceColumnId', '7'],
    ['sheetId', '7'],
    ['targetColumnId', '7'],
    ['isActive', false],
    ['settingsVersion', 9],
  ])('when its %s was changed', async (name, value) => {
    const automation = await testAutomation(prisma, { connection });
    expect(await isUnchangedAfter({ [name]: value }, automation)).toBe(false);
  });
});

test('an automation with every setting set is found again as it was', async () => {
  const { filters, labelTemplate, addressColumn, ...rest } = unusualSettings;
  const json = {
    filters: filters ?? {},
    labelTemplate: labelTemplate ?? {},
    addressColumn: addressColumn ?? {},
  };
  const fields = { ...rest, ...json };
  const automation = await testAutomation(prisma, { connection, ...fields });
  expect(await isUnchanged(automation)).toBe(true);
});
