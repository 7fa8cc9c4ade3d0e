import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker, atRest } = await openWorldWithWorker();
let account: TestAccount;
const automationIds: string[] = [];

/** More sheets than the first page of the list holds, and two automations whose sheets come after them. */
beforeAll(async () => {
  account = await world.newAccount();
  const columns = [{ title: 'Name', type: 'TEXT_NUMBER', primary: true }];
  for (let count = 0; count < 110; count += 1) {
    await world.sandbox.call('POST', '/2.0/sheets', { name: `Sheet ${count}`, columns }, account.token);
  }
  for (const values of [
    ['a', 'b'],
    ['c', 'd'],
  ]) {
    const { automation } = await world.newAutomation({ account, values, options: values });
    automationIds.push(automation.id);
  }
});

beforeEach(() => world.sandbox.faults({}));

/** Brings both automations in step, so that a sweep finds nothing but what is changed after this. */
async function settle() {
  await world.mark(account.connection.id, { automationIds });
  await atRest(account);
}

/** Sweeps the connection, and returns the calls that this and what it asked for took, with the line of the job. */
async function sweep() {
  await world.prisma.smartsheetConnection.update({
    where: { id: account.connection.id },
    data: { nextSweepAt: new Date(Date.now() - 1000) },
  });
  await world.sandbox.forgetCalls();
  const job = await world.queue.send(world.prisma, 'sweep', {});
  await expect.poll(() => worker.lines.find((line) => line.job === job)).toBeDefined();
  await atRest(account);
  const calls = (await world.sandbox.calls()).accounts[account.email];
  return { operations: calls?.operations, line: worker.lines.find((one) => one.job === job) };
}

test('a list that comes as a whole is one call', async () => {
  await settle();
  const { operations, line } = await sweep();
  expect(operations).toEqual({ 'sheets.list': 1 });
  expect(line).toMatchObject({ unchanged: 1, listedInPart: 0 });
});

test('sheets that stand on a later page are found there, and taken for unchanged', async () => {
  await settle();
  await world.sandbox.faults({ sheetList: 'pages', accounts: [account.email] });
  const { operations, line } = await sweep();
  // 114 sheets are two pages: fewer calls than four sheets.
  expect(operations).toEqual({ 'sheets.list': 2 });
  expect(line).toMatchObject({ unchanged: 1, moved: 0, listedInPart: 0 });
});

test.each([
  ['cut', 1],
  ['tokens', 0],
] as const)(
  'a list that lacks sheets or versions is said to be in part, and changes are found: %s',
  async (sheetList, listedInPart) => {
    await settle();
    await world.sandbox.faults({ sheetList, accounts: [account.email] });
    const quiet = await sweep();
    expect(quiet.line).toMatchObject({ unchanged: 1, moved: 0, listedInPart });
    expect(quiet.operations?.['sheets.version']).toBe(4);

    const automation = await world.prisma.automation.findUniqueOrThrow({
      where: { id: automationIds[0] ?? '' },
    });
    const body = [
      { toBottom: true, cells: [{ columnId: Number(automation.sourceColumnId), value: sheetList }] },
    ];
    await world.sandbox.call('POST', `/2.0/sheets/${automation.sourceSheetId}/rows`, body, account.token);
    await sweep();
    expect(await world.readOptions(automation)).toContain(sheetList);
  },
);

test('a sheet that a list in part lacks is not taken for a deleted one, and a deleted one is', async () => {
  await settle();
  await world.sandbox.faults({ sheetList: 'cut', accounts: [account.email] });
  await sweep();
  const automation = () =>
    world.prisma.automation.findUniqueOrThrow({ where: { id: automationIds[1] ?? '' } });
  expect(await automation()).toMatchObject({ lastErrorReason: null });
  const { sourceSheetId } = await automation();
  await world.sandbox.call('DELETE', `/2.0/sheets/${sourceSheetId}`, undefined, account.token);
  await sweep();
  expect(await automation()).toMatchObject({ lastErrorReason: 'source_sheet_gone' });
});
