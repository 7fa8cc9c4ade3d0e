import { makeSheet } from '@picksync/sync-engine/testing';
import { beforeEach, expect, test } from 'vitest';
import { readAttachedFiles } from '../testing/attached-files.ts';
import { letTimePass } from '../testing/passing-time.ts';
import { makeRenamedScene } from '../testing/renamed-scene.ts';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

type Wanted = Parameters<typeof makeRenamedScene>[2];

/** An automation whose first sync has been: its names are known. */
async function make(wanted: Wanted) {
  const scene = await makeRenamedScene(world, account, { options: wanted.names as string[], ...wanted });
  await scene.sync();
  return scene;
}

test('a name that changes in the source is renamed as an option and in the cells that use it', async () => {
  const scene = await make({ names: ['Acme', 'Bolt'], cells: ['Acme', 'Bolt', null, 'Acme'] });
  await scene.rename({ 0: 'Acme GmbH' });
  await world.sandbox.forgetCalls();
  await scene.sync();
  // Source, definition and cells are read, both names written, the cells, a look, and the list without the old name.
  expect(await scene.countCalls()).toEqual({ 'sheets.get': 4, 'columns.update': 2, 'rows.update': 1 });
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt', null, 'Acme GmbH']);
  const [, run] = await scene.findRuns();
  expect(run).toMatchObject({ outcome: 'changed', added: 0, removed: 0, renamed: 1, cellsRenamed: 2 });
  expect(await scene.findIntent()).toBeNull();
  const [entry] = await world.prisma.activityLog.findMany({ where: { automationId: scene.automation.id } });
  expect(entry?.details).toContain('1 option renamed. 2 cells changed.');
  expect(entry?.renamed).toBe(1);

  await world.sandbox.forgetCalls();
  await scene.sync();
  expect(await scene.countCalls()).toEqual({ 'sheets.get': 2 });
});

test('before the first sync nothing is known, so that a name is added and another removed', async () => {
  const scene = await makeRenamedScene(world, account, {
    names: ['Acme GmbH'],
    options: ['Acme'],
    cells: ['Acme'],
  });
  await scene.sync();
  expect(await scene.readOptions()).toEqual(['Acme GmbH']);
  expect(await scene.readCells()).toEqual(['Acme']);
  expect(await scene.findRuns()).toMatchObject([{ added: 1, removed: 1, renamed: 0 }]);
});

test('in a multi-select cell only this name changes', async () => {
  const scene = await make({
    names: ['Acme', 'Bolt', 'Coral'],
    cells: [['Acme', 'Bolt'], ['Coral'], ['Acme', 'Bolt', 'Coral']],
    column: { type: 'MULTI_PICKLIST' },
  });
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  expect(await scene.readCells()).toEqual([['Acme GmbH', 'Bolt'], ['Coral'], ['Acme GmbH', 'Bolt', 'Coral']]);
});

test('a column that is restricted to its list gets the new name, and stays restricted', async () => {
  const scene = await make({ names: ['Acme'], cells: ['Acme'] });
  const path = `/2.0/sheets/${scene.target.id}/columns/${scene.automation.targetColumnId}`;
  await world.sandbox.call('PUT', path, { type: 'PICKLIST', validation: true }, account.token);
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  expect(await scene.readCells()).toEqual(['Acme GmbH']);
  expect(await scene.readOptions()).toEqual(['Acme GmbH']);
  type Sheet = { columns: { validation?: boolean }[] };
  const sheet = await world.sandbox.call<Sheet>(
    'GET',
    `/2.0/sheets/${scene.target.id}`,
    undefined,
    account.token,
  );
  expect(sheet.columns[1]?.validation).toBe(true);
});

test('cells of locked rows keep the old name, which stays an option until they are unlocked', async () => {
  const scene = await make({ names: ['Acme'], cells: ['Acme', 'Acme', 'Acme'] });
  await scene.lockRow(1, true);
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Acme', 'Acme GmbH']);
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Acme']);
  expect(await scene.readRow()).toMatchObject({ lastRunWarnings: ['cells_locked'], lastError: null });
  expect((await scene.findRuns()).at(-1)).toMatchObject({ renamed: 1, cellsRenamed: 2, cellsLocked: 1 });
  expect(await scene.findIntent()).toMatchObject({ cells: 1, cellsLocked: 1, fingerprint: '' });

  await scene.sync();
  expect((await scene.findRuns()).at(-1)).toMatchObject({ outcome: 'unchanged' });
  await scene.lockRow(1, false);
  await scene.sync();
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Acme GmbH', 'Acme GmbH']);
  expect(await scene.readOptions()).toEqual(['Acme GmbH']);
  expect((await scene.findRuns()).at(-1)).toMatchObject({ cellsRenamed: 1, cellsLocked: 0 });
  expect(await scene.findIntent()).toBeNull();
  expect((await scene.readRow()).lastRunWarnings).toEqual([]);
});

test('a run that writes something else counts no name that only waits for its cells', async () => {
  const scene = await make({ names: ['Acme', 'Bolt', 'Coral'], cells: ['Acme', 'Bolt'] });
  await scene.lockRow(0, true);
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  expect((await scene.findRuns()).at(-1)).toMatchObject({ renamed: 1, cellsRenamed: 0, cellsLocked: 1 });
  await scene.rename({ 2: '' });
  await scene.sync();
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Acme', 'Bolt']);
  expect((await scene.findRuns()).at(-1)).toMatchObject({ outcome: 'changed', removed: 1, renamed: 0 });
  expect(await scene.findIntent()).toMatchObject({ cellsLocked: 1 });
  await scene.rename({ 1: 'Bolt AG' });
  await scene.sync();
  expect((await scene.findRuns()).at(-1)).toMatchObject({ renamed: 1, cellsRenamed: 1, cellsLocked: 1 });
});

test('more rows than the limit wait for a person, and an approval writes exactly that', async () => {
  const scene = await make({
    names: ['Acme', 'Bolt'],
    cells: ['Acme', 'Acme'],
    fields: { maxRenamedRows: 1 },
  });
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  const row = await scene.readRow();
  expect(row).toMatchObject({ lastRunOutcome: 'waiting_review', lastErrorReason: 'names_changed' });
  expect(row.review).toMatchObject({ renamed: 1, renamedRows: 2, added: 0, removed: 0 });
  expect(row.lastError).toContain('In the source 1 name changed, and 2 rows use it.');
  expect(await scene.readOptions()).toEqual(['Acme', 'Bolt']);
  const { fingerprint } = row.review as { fingerprint: string };
  await world.prisma.automation.update({
    where: { id: scene.automation.id },
    data: { approvedReview: fingerprint, manualSyncAt: new Date() },
  });
  await scene.sync();
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Acme GmbH']);
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  expect((await scene.findRuns()).at(-1)).toMatchObject({ renamed: 1, answer: 'approved' });
});

test('the names that were ticked are forgotten with the approval that they were part of', async () => {
  const scene = await make({ names: ['Acme'], cells: ['Acme'], fields: { maxRenamedRows: 0 } });
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  const { fingerprint } = (await scene.readRow()).review as { fingerprint: string };
  const data = { approvedReview: fingerprint, approvedRenames: [], manualSyncAt: new Date() };
  await world.prisma.automation.update({ where: { id: scene.automation.id }, data });
  await scene.sync();
  expect(await scene.readCells()).toEqual(['Acme']);
  expect(await scene.readOptions()).toEqual(['Acme GmbH']);
  expect(await scene.readRow()).toMatchObject({ approvedReview: null, approvedRenames: null });
});

test('the names are put back while a review waits, so that it ends by itself', async () => {
  const scene = await make({ names: ['Acme'], cells: ['Acme'], fields: { maxRenamedRows: 0 } });
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  await scene.rename({ 0: 'Acme' });
  await scene.sync();
  expect(await scene.readRow()).toMatchObject({ lastRunOutcome: 'unchanged', review: null, lastError: null });
  const entries = await world.prisma.activityLog.findMany({
    where: { automationId: scene.automation.id },
    orderBy: { id: 'asc' },
  });
  expect(entries.at(-1)?.details).toContain('the names are back as they were');
});

test('the old names are kept until the source changes, and then it asks again', async () => {
  const scene = await make({
    names: ['Acme', 'Bolt'],
    cells: ['Acme'],
    fields: { maxRenamedRows: 0 },
  });
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  const { fingerprint } = (await scene.readRow()).review as { fingerprint: string };
  const where = { id: scene.automation.id };
  await world.prisma.automation.update({
    where,
    data: { keptReview: fingerprint, manualSyncAt: new Date() },
  });
  await scene.sync();
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt', 'Acme']);
  expect(await scene.readCells()).toEqual(['Acme']);
  await scene.sync();
  expect(await scene.readRow()).toMatchObject({ lastRunOutcome: 'unchanged' });

  await scene.rename({ 1: 'Bolt AG' });
  await scene.sync();
  expect(await scene.readRow()).toMatchObject({ lastErrorReason: 'names_changed', review: { renamed: 2 } });
});

test('without the right to write cells nothing is touched, and the reason is told', async () => {
  account = await world.newAccount({ scopes: ['READ_SHEETS', 'ADMIN_SHEETS', 'ADMIN_WEBHOOKS'] });
  const scene = await make({ names: ['Acme'], cells: ['Acme'] });
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  expect(await scene.readOptions()).toEqual(['Acme']);
  expect(await scene.readRow()).toMatchObject({
    lastRunOutcome: 'failed',
    lastErrorReason: 'cells_no_right',
  });
});

test('a list that is full has no room for both names, so that nothing is written', async () => {
  const names = Array.from({ length: 500 }, (_, n) => `Name ${n}`);
  const scene = await make({ names, cells: ['Name 7'] });
  await scene.rename({ 7: 'Name seven' });
  await scene.sync();
  expect(await scene.readRow()).toMatchObject({ lastErrorReason: 'names_need_room' });
  expect(await scene.readOptions()).toEqual(names);
});

test('a copy of the list as it was is kept before the old option goes', async () => {
  const scene = await make({ names: ['Acme', 'Bolt'], cells: ['Acme'], fields: { keepCopies: true } });
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  const files = await readAttachedFiles(world, account, scene.target.id);
  expect(files.map(({ text }) => text)).toEqual(['Pick\r\nAcme\r\nBolt\r\n']);
  const run = (await scene.findRuns()).at(-1);
  expect(run).toMatchObject({ renamed: 1, copyId: expect.any(String) });
});

test('a limit of Smartsheet in the middle waits, and what is left is renamed afterwards', async () => {
  const cells = Array.from({ length: 620 }, () => 'Acme');
  const scene = await make({ names: ['Acme'], cells, fields: { maxRenamedRows: 1_000 } });
  await scene.rename({ 0: 'Acme GmbH' });
  await world.sandbox.faults({ errorRate: 1, errorStatus: 503, operations: ['rows.update'] });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  await expect.poll(scene.findIntent).not.toBeNull();
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Acme']);
  await world.sandbox.faults({});
  await letTimePass(world, '20 minutes');
  await scene.sync();
  await expect.poll(scene.readOptions).toEqual(['Acme GmbH']);
  await scene.sync();
  expect(new Set(await scene.readCells())).toEqual(new Set(['Acme GmbH']));
  expect((await scene.findRuns()).filter(({ renamed }) => renamed > 0)).toMatchObject([
    { renamed: 1, cellsRenamed: 620 },
  ]);
});

test('automations on one column of a source rename their own dropdowns, and one that reads the cells follows', async () => {
  const scene = await make({ names: ['Acme', 'Bolt'], cells: ['Acme', 'Bolt'] });
  const fields = { renames: 'follow', settingsVersion: 6 };
  const second = await world.newAutomation({
    account,
    values: [],
    options: ['Acme', 'Bolt'],
    source: scene.source,
    fields,
  });
  const columnId = String(scene.target.columns.Pick);
  const reader = await world.newAutomation({
    account,
    values: [],
    options: ['Acme', 'Bolt'],
    source: scene.target,
    fields: { ...fields, sourceColumnId: columnId, sourceColumnName: 'Pick' },
  });
  const ids = [scene, second, reader].map(({ automation }) => automation.id);
  await world.mark(account.connection.id, { automationIds: ids });
  await scene.sync();
  await scene.rename({ 0: 'Acme GmbH' });
  await world.mark(account.connection.id, { sheetIds: [scene.source.id] });
  await scene.sync();
  for (const { automation } of [scene, second, reader])
    expect(await world.readOptions(automation)).toEqual(['Acme GmbH', 'Bolt']);
  const runs = await world.prisma.automationRun.findMany({
    where: { automationId: { in: ids }, renamed: 1 },
  });
  expect(new Set(runs.map(({ automationId }) => automationId))).toEqual(new Set(ids));
});

test('a rename that was put back by hand half-way leaves nothing behind', async () => {
  const cells = Array.from({ length: 520 }, () => 'Acme');
  const scene = await make({ names: ['Acme'], cells, fields: { maxRenamedRows: 1_000 } });
  await scene.rename({ 0: 'Acme GmbH' });
  await world.sandbox.faults({ errorRate: 1, errorStatus: 503, operations: ['rows.update'] });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
  await expect.poll(scene.readOptions).toEqual(['Acme GmbH', 'Acme']);
  await world.sandbox.faults({});
  await scene.setCells({ 0: 'Acme GmbH' });
  await scene.rename({ 0: 'Acme' });
  await letTimePass(world, '20 minutes');
  await scene.sync();
  await expect.poll(scene.readOptions).toEqual(['Acme']);
  await scene.sync();
  expect(new Set(await scene.readCells())).toEqual(new Set(['Acme']));
});

test('a dropdown that has become a contact column loses its names, and a new one is written in place', async () => {
  const { token, connection } = account;
  const columns = [{ title: 'Person', type: 'CONTACT_LIST' }];
  const source = await makeSheet(world.sandbox, { token, name: 'People', columns, rows: [['row 0']] });
  const person = String(source.columns.Person);
  const objectValue = { objectType: 'CONTACT', name: 'Ana Costa', email: 'ana@b.example' };
  const rows = [{ id: Number(source.rows[0]), cells: [{ columnId: Number(person), objectValue }] }];
  await world.sandbox.call('PUT', `/2.0/sheets/${source.id}/rows`, rows, token);
  const contactOptions = [{ name: 'Ana', email: 'ana@b.example' }];
  const { automation, target } = await world.newAutomation({
    account,
    values: [],
    options: [],
    source,
    column: { type: 'CONTACT_LIST', options: undefined, contactOptions },
    fields: { renames: 'follow', settingsVersion: 7, sourceColumnId: person, sourceColumnName: 'Person' },
  });
  const automationId = automation.id;
  await world.prisma.sourceNames.create({ data: { automationId, names: { 'hash of Ana': '1' } } });
  await world.mark(connection.id, { automationIds: [automationId] });
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');
  expect(await world.prisma.automationRun.findMany({ where: { automationId } })).toMatchObject([
    { outcome: 'changed', added: 0, removed: 0, renamed: 1 },
  ]);
  expect(await world.prisma.sourceNames.findMany({ where: { automationId } })).toEqual([]);
  type Sheet = { columns: { title: string; contactOptions?: object[] }[] };
  const path = `/2.0/sheets/${target.id}?level=2`;
  const sheet = await world.sandbox.call<Sheet>('GET', path, undefined, token);
  expect(sheet.columns.find(({ title }) => title === 'Pick')?.contactOptions).toEqual([
    { name: 'Ana Costa', email: 'ana@b.example' },
  ]);
});
