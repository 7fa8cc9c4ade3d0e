import { randomUUID } from 'node:crypto';
import { makeReport, makeSheet, removeFromReport, type SandboxSheet } from '@picksync/sync-engine/testing';
import { beforeEach, expect, test } from 'vitest';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker, atRest, readRow } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
  await world.prisma.user.update({
    where: { id: account.connection.userId },
    data: { subscriptionTier: 'premium', subscriptionStatus: 'active', trialEndDate: null },
  });
});

/** Lets the check come round, and waits until what it asked for is over. */
async function sweep(): Promise<void> {
  const { id } = account.connection;
  const data = { nextSweepAt: new Date(Date.now() - 1000) };
  await world.prisma.smartsheetConnection.update({ where: { id }, data });
  const job = await world.queue.send(world.prisma, 'sweep', {});
  await expect.poll(() => worker.lines.find((line) => line.job === job)).toBeDefined();
  await atRest(account);
}

type Wanted = { sheets: string[][]; options?: string[]; fields?: object; target?: SandboxSheet };

/** An automation whose source is a report of these sheets, which was not synced yet. */
async function make({ sheets: lists, options = [], fields = {}, target }: Wanted) {
  const { sandbox } = world;
  const { token, connection } = account;
  const sheets: SandboxSheet[] = [];
  for (const values of lists) {
    const rows = values.map((value) => [value]);
    sheets.push(await makeSheet(sandbox, { token, name: `Part ${randomUUID().slice(0, 8)}`, rows }));
  }
  const report = await makeReport(sandbox, {
    token,
    name: 'All parts',
    sheetIds: sheets.map(({ id }) => id),
    columns: [{ title: 'Pick', type: 'PICKLIST' }],
  });
  const { automation } = await world.newAutomation({
    account,
    values: [],
    options,
    ...(target && { target }),
    fields: {
      sourceKind: 'report',
      sourceSheetId: report.id,
      sourceColumnId: report.columns.Name,
      settingsVersion: 8,
      ...fields,
    },
  });
  return {
    automation,
    report,
    sheets,
    sync: async () => {
      await world.mark(connection.id, { automationIds: [automation.id] });
      await atRest(account);
      return readRow(automation.id);
    },
    readOptions: () => world.readOptions(automation),
    leave: (...gone: (SandboxSheet | undefined)[]) =>
      removeFromReport(sandbox, { token, report, sheetIds: gone.flatMap((sheet) => sheet?.id ?? []) }),
    countCalls: async () => (await sandbox.calls()).accounts[account.email]?.operations ?? {},
  };
}

const many = (name: string, count = 8) => Array.from({ length: count }, (_, index) => `${name} ${index}`);

test('a dropdown follows the rows of all sheets of a report, whose number is remembered', async () => {
  const made = await make({ sheets: [['Acme', 'Bolt'], ['Coral']], options: ['Old'] });
  await world.sandbox.forgetCalls();
  expect(await made.sync()).toMatchObject({
    lastRunOutcome: 'changed',
    sourceSheetCount: 2,
    sourceSheetName: 'All parts',
    sourceColumnName: 'Name',
    sourceSheetPermalink: expect.stringContaining('/reports/'),
  });
  expect(await made.readOptions()).toEqual(['Acme', 'Bolt', 'Coral']);
  expect(await made.countCalls()).toEqual({ 'reports.get': 1, 'sheets.get': 1, 'columns.update': 1 });
});

test('a filter may look at the sheet that a row lies in', async () => {
  const made = await make({ sheets: [['Acme'], ['Bolt']] });
  const [, second] = made.sheets;
  const columnId = made.report.columns['Sheet name'] ?? '';
  const rule = { columnId, columnName: 'Sheet name', operator: 'equals', value: second?.name ?? '' };
  const filters = { match: 'all', rules: [rule] };
  await world.prisma.automation.update({ where: { id: made.automation.id }, data: { filters } });
  await made.sync();
  expect(await made.readOptions()).toEqual(['Bolt']);
});

test('each sweep reads the report again, and asks for the version of no report', async () => {
  const made = await make({ sheets: [['Acme']] });
  await made.sync();
  const [sheet] = made.sheets;
  await world.setRows(account, { sheet: sheet as SandboxSheet, column: 'Name', values: { 0: 'Acme GmbH' } });
  await world.sandbox.forgetCalls();
  await sweep();
  expect(await made.readOptions()).toEqual(['Acme GmbH']);
  const calls = { 'reports.get': 1, 'sheets.version': 1, 'sheets.get': 1 };
  expect(await made.countCalls()).toEqual({ ...calls, 'columns.update': 1 });
  await world.sandbox.forgetCalls();
  await sweep();
  expect(await made.countCalls()).toEqual(calls);
});

test('fewer sheets ask for a review below the limit, and an approval counts for the new number', async () => {
  const made = await make({ sheets: [many('Acme'), ['Bolt'], ['Coral']] });
  await made.sync();
  await made.leave(made.sheets[1]);
  const waiting = await made.sync();
  expect(waiting).toMatchObject({
    lastErrorReason: 'fewer_source_sheets',
    lastError: expect.stringMatching(/^The report reads 2 sheets instead of 3, so nothing was changed\./),
    lastRunOutcome: 'waiting_review',
    sourceSheetCount: 3,
  });
  expect(await made.readOptions()).toContain('Bolt');
  const { fingerprint } = waiting.review as { fingerprint: string };
  const data = { approvedReview: fingerprint };
  await world.prisma.automation.update({ where: { id: made.automation.id }, data });
  expect(await made.sync()).toMatchObject({ lastError: null, sourceSheetCount: 2 });
  expect(await made.readOptions()).not.toContain('Bolt');
});

test('names that changed and fewer sheets are one review, and its approval stands for both', async () => {
  const made = await make({ sheets: [['Acme', 'Zeta'], ['Bolt']], fields: { renames: 'follow' } });
  await made.sync();
  const [sheet] = made.sheets;
  const values = { 0: 'Merged', 1: 'Merged' };
  await world.setRows(account, { sheet: sheet as SandboxSheet, column: 'Name', values });
  const first = await made.sync();
  expect(first.lastErrorReason).toBe('names_changed');
  expect(first.review).not.toHaveProperty('fewerSheets');
  const { id } = made.automation;
  const approve = ({ review }: { review: unknown }) => {
    const { fingerprint } = review as { fingerprint: string };
    return world.prisma.automation.update({ where: { id }, data: { approvedReview: fingerprint } });
  };
  await approve(first);
  await made.leave(made.sheets[1]);
  const both = await made.sync();
  expect(both).toMatchObject({
    lastErrorReason: 'names_changed',
    lastError: expect.stringContaining('2 names changed, and the report reads 1 sheet instead of 2.'),
    review: { renamed: 2, fewerSheets: { found: 1, before: 2 } },
  });
  expect(await made.readOptions()).toEqual(['Acme', 'Zeta', 'Bolt']);
  await approve(both);
  expect(await made.sync()).toMatchObject({ lastError: null, sourceSheetCount: 1 });
  expect(await made.readOptions()).toEqual(['Merged']);
});

test('fewer sheets that take nothing away ask nobody, and options that leave later are asked about when they go', async () => {
  const made = await make({ sheets: [['Acme'], ['Acme'], ['Bolt']], fields: { graceDays: 1 } });
  await made.sync();
  await made.leave(made.sheets[1]);
  expect(await made.sync()).toMatchObject({ lastRunOutcome: 'unchanged', sourceSheetCount: 2 });
  await made.leave(made.sheets[2]);
  expect(await made.sync()).toMatchObject({ lastError: null, sourceSheetCount: 2 });
  const leaving = (await readRow(made.automation.id)).leaving as { hash: string; leavesAt: string }[];
  expect(leaving).toHaveLength(1);
  const data = { leaving: leaving.map((one) => ({ ...one, leavesAt: new Date(0).toISOString() })) };
  await world.prisma.automation.update({ where: { id: made.automation.id }, data });
  expect(await made.sync()).toMatchObject({ lastErrorReason: 'fewer_source_sheets' });
});

test('a report that is deleted, or has no such column any more, is said, and the dropdown keeps its options', async () => {
  const made = await make({ sheets: [['Acme']], options: ['Old'] });
  const { id } = made.automation;
  const gone = { sourceColumnId: made.report.columns.Pick ?? '' };
  await world.prisma.automation.update({ where: { id }, data: { sourceColumnId: '1' } });
  expect(await made.sync()).toMatchObject({ lastErrorReason: 'source_column_gone' });
  await world.prisma.automation.update({ where: { id }, data: gone });
  await world.sandbox.call('DELETE', `/2.0/reports/${made.report.id}`, undefined, account.token);
  expect(await made.sync()).toMatchObject({
    lastErrorReason: 'report_gone',
    lastError: 'The report was deleted, or is no longer shared with you. Choose another source.',
  });
  expect(await made.readOptions()).toEqual(['Old']);
});

test('a report that lists the target column itself is refused', async () => {
  const made = await make({ sheets: [['Acme']] });
  const { sandbox } = world;
  const { token } = account;
  const { sheetId, id } = made.automation;
  const fed = await makeReport(sandbox, {
    token,
    name: 'Fed',
    sheetIds: [sheetId],
    columns: [{ title: 'Pick', type: 'PICKLIST' }],
  });
  const cells = [{ columnId: Number(made.automation.targetColumnId), value: 'x', strict: false }];
  await sandbox.call('POST', `/2.0/sheets/${sheetId}/rows`, [{ toBottom: true, cells }], token);
  const columnId = fed.columns.Pick ?? '';
  const source = { sourceSheetId: fed.id, sourceColumnId: columnId };
  await world.prisma.automation.update({ where: { id }, data: source });
  expect(await made.sync()).toMatchObject({ lastErrorReason: 'report_lists_target' });
  const besides = { sourceColumnId: fed.columns.Name ?? '', addressColumn: { columnId, columnName: 'Pick' } };
  await world.prisma.automation.update({ where: { id }, data: { ...besides, lastErrorReason: null } });
  expect(await made.sync()).toMatchObject({ lastErrorReason: 'report_lists_target' });
});

test('a name that changes in a report is renamed: its rows are those of the sheets', async () => {
  const made = await make({
    sheets: [['Acme'], ['Bolt']],
    fields: { renames: 'follow' },
  });
  await made.sync();
  await world.setRows(account, {
    sheet: made.sheets[1] as SandboxSheet,
    column: 'Name',
    values: { 0: 'Bolt AG' },
  });
  expect(await made.sync()).toMatchObject({ lastRunRenamed: 1, lastRunAdded: 0, lastRunRemoved: 0 });
  expect(await made.readOptions()).toEqual(['Acme', 'Bolt AG']);
});
