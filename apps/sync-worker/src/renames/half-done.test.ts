import { withoutFindings } from '@picksync/db';
import { beforeEach, expect, test } from 'vitest';
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
type Scene = Awaited<ReturnType<typeof makeRenamedScene>>;

/** An automation that has made both names options, and renamed no cell yet. */
async function makeHalfDone(wanted: Wanted, names: Record<number, string>): Promise<Scene> {
  const scene = await makeRenamedScene(world, account, wanted);
  await scene.sync();
  await scene.rename(names);
  await world.sandbox.faults({
    errorRate: 1,
    errorStatus: 503,
    operations: ['rows.update'],
    accounts: [account.email],
  });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  await expect.poll(scene.findIntent).not.toBeNull();
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
  await world.sandbox.faults({});
  return scene;
}

async function goOn(scene: Scene): Promise<void> {
  await letTimePass(world, '20 minutes');
  await scene.sync();
}

const acme: Wanted = {
  names: ['Acme', 'Bolt', null],
  options: ['Acme', 'Bolt'],
  cells: ['Acme', 'Bolt', 'Acme'],
};

function setOptions(scene: Scene, options: string[]) {
  const path = `/api/console/sheets/${scene.target.id}/columns/${scene.automation.targetColumnId}`;
  return world.sandbox.call('PATCH', path, { options });
}

test('cells that still say the old name get the new one before another row of the source says the old one', async () => {
  const scene = await makeHalfDone(acme, { 0: 'Acme GmbH' });
  await scene.lockRow(2, true);
  await scene.rename({ 2: 'Acme' });
  await goOn(scene);
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt', 'Acme']);
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt', 'Acme']);

  // From now on the name means what the source says; the cell that was locked still means the other one.
  await scene.setCells({ 1: 'Acme' });
  await scene.lockRow(2, false);
  await scene.sync();
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Acme', 'Acme GmbH']);
  expect(await scene.findIntent()).toBeNull();
});

test('a rename goes on where case counts no more or again, and no name of a row is remembered', async () => {
  const scene = await makeHalfDone(acme, { 0: 'Acme GmbH' });
  const where = { id: scene.automation.id };
  const automationId = scene.automation.id;
  await world.prisma.automation.update({ where, data: { ignoreCase: true } });
  expect(await world.prisma.sourceNames.count({ where: { automationId } })).toBe(0);
  await goOn(scene);
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt', 'Acme GmbH']);
});

test('cells are renamed although somebody has deleted the old option by hand, and it does not come back', async () => {
  const scene = await makeHalfDone(acme, { 0: 'Acme GmbH' });
  await setOptions(scene, ['Acme GmbH', 'Bolt']);
  await goOn(scene);
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt', 'Acme GmbH']);
  expect(await scene.findIntent()).toBeNull();
});

test('cells follow their name further although somebody has deleted the option that they were to get', async () => {
  const scene = await makeHalfDone(acme, { 0: 'Acme GmbH' });
  await scene.setCells({ 2: 'Acme GmbH' });
  await setOptions(scene, ['Acme', 'Bolt']);
  await scene.rename({ 0: 'Acme AG' });
  await goOn(scene);
  expect(await scene.readOptions()).toEqual(['Acme AG', 'Bolt']);
  // The option of the last one was deleted by hand, which is no rename.
  expect(await scene.readCells()).toEqual(['Acme AG', 'Bolt', 'Acme GmbH']);
});

test('a cell that waits gets its name although the old names were kept meanwhile and its option deleted by hand', async () => {
  const cells = ['Acme', 'Bolt', 'Cord'];
  const scene = await makeRenamedScene(world, account, { names: cells, options: cells, cells });
  await scene.sync();
  await scene.lockRow(0, true);
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  await scene.rename({ 1: 'Both', 2: 'Both' });
  await scene.sync();
  const { fingerprint } = (await scene.readRow()).review as { fingerprint: string };
  const data = { keptReview: fingerprint, manualSyncAt: new Date() };
  await world.prisma.automation.update({ where: { id: scene.automation.id }, data });
  await scene.sync();
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Both', 'Acme', 'Bolt', 'Cord']);

  await setOptions(scene, ['Acme GmbH', 'Both', 'Bolt', 'Cord']);
  await scene.sync();
  await scene.lockRow(0, false);
  await scene.rename({ 1: 'Bolt', 2: 'Cord' });
  await scene.sync();
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt', 'Cord']);
  expect(await scene.findIntent()).toBeNull();
});

test('an old name that somebody chose while the answer to the last list was lost becomes the new one', async () => {
  const scene = await makeRenamedScene(world, account, acme);
  await scene.sync();
  await scene.rename({ 0: 'Acme GmbH' });
  const mine = { accounts: [account.email] };
  const held = async () => (await world.sandbox.held()).map(({ operation }) => operation);
  await world.sandbox.faults({ hold: 'before', operations: ['rows.update'], ...mine });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  await expect.poll(held).toEqual(['rows.update']);
  await world.sandbox.faults({ hold: 'before', reset: 'after', operations: ['columns.update'], ...mine });
  await world.sandbox.release();
  await expect.poll(held).toEqual(['columns.update']);
  const columnId = scene.automation.targetColumnId;
  const cell = { rowId: scene.target.rows[1], columnId, value: 'Acme' };
  await world.sandbox.call('PUT', `/api/console/sheets/${scene.target.id}/cells`, cell);
  await world.sandbox.faults({ errorRate: 1, errorStatus: 503, operations: ['sheets.get'], ...mine });
  await world.sandbox.release();
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
  await world.sandbox.faults({});
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  await goOn(scene);
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Acme GmbH', 'Acme GmbH']);
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  const told = (await scene.findRuns()).filter(({ renamed }) => renamed > 0);
  expect(told).toMatchObject([{ renamed: 1, cellsRenamed: 3 }]);
});

/** Records that Smartsheet has refused the cells of two rows at a time. */
async function refuse(scene: Scene, at: Date): Promise<void> {
  const intent = await scene.findIntent();
  const refused = { at: at.toISOString(), rows: [scene.target.rows[0], scene.target.rows[2]].map(String) };
  const pairs = ((intent?.pairs ?? []) as object[]).map((pair) => ({ ...pair, refused }));
  const where = { automationId: scene.automation.id };
  await world.prisma.renameIntent.update({ where, data: { pairs } });
}

/** An automation of which two cells were refused just now, and are left for that. */
async function makeRefused(): Promise<Scene> {
  const scene = await makeHalfDone(acme, { 0: 'Acme GmbH' });
  await refuse(scene, new Date());
  await world.sandbox.forgetCalls();
  await goOn(scene);
  expect((await scene.countCalls())['rows.update']).toBeUndefined();
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Acme', 'Bolt']);
  expect(await scene.readRow()).toMatchObject({ lastRunWarnings: ['cells_locked'] });
  return scene;
}

test('cells that Smartsheet has refused are tried again a day later', async () => {
  const scene = await makeRefused();
  await refuse(scene, new Date(Date.now() - 25 * 60 * 60_000));
  await scene.sync();
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt', 'Acme GmbH']);
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
});

test('cells that Smartsheet has refused are tried again at once when a person asks for a sync', async () => {
  const scene = await makeRefused();
  const where = { id: scene.automation.id };
  await world.prisma.automation.update({ where, data: { manualSyncAt: new Date() } });
  await scene.sync();
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt', 'Acme GmbH']);
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  expect(await scene.readRow()).toMatchObject({ lastRunWarnings: [] });
});

test('an approval does not count where far more rows use the names than the person saw', async () => {
  const scene = await makeRenamedScene(world, account, { ...acme, fields: { maxRenamedRows: 0 } });
  await scene.sync();
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  const where = { id: scene.automation.id };
  const approve = async () => {
    const { fingerprint } = (await scene.readRow()).review as { fingerprint: string };
    const data = { approvedReview: fingerprint, manualSyncAt: new Date() };
    await world.prisma.automation.update({ where, data });
    await scene.sync();
  };
  await scene.setCells({ 1: 'Acme' });
  await approve();
  expect(await scene.readCells()).toEqual(['Acme', 'Acme', 'Acme']);
  expect(await scene.readRow()).toMatchObject({
    lastRunOutcome: 'waiting_review',
    review: { renamedRows: 3, outdatedBy: 'target' },
  });
  await approve();
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Acme GmbH', 'Acme GmbH']);
});

/** Six names change, a person is asked, and something else comes in between before one of them is put back. */
async function askInBetween(comeBetween: (scene: Scene) => Promise<void>) {
  const names = ['1', '2', '3', '4', '5', '6'];
  const scene = await makeRenamedScene(world, account, { names, options: names, cells: names });
  await scene.sync();
  await scene.rename({ 0: '1a', 1: '2a', 2: '3a', 3: '4a', 4: '5a', 5: '6a' });
  await scene.sync();
  await comeBetween(scene);
  await scene.rename({ 5: '6' });
  await scene.sync();
  expect(await scene.readRow()).toMatchObject({ lastErrorReason: 'names_changed', review: { renamed: 5 } });
  expect(await scene.readCells()).toEqual(names);
  return { scene, names };
}

test('fewer names than a review waits for are not renamed without an answer', async () => {
  await askInBetween(async () => {});
});

test('a question about names stays open when a sync fails for another reason in between', async () => {
  await askInBetween(async (scene) => {
    const { token } = account;
    const path = `/2.0/sheets/${scene.target.id}/columns/${scene.automation.targetColumnId}`;
    await world.sandbox.call('PUT', path, { type: 'TEXT_NUMBER' }, token);
    await scene.sync();
    expect(await scene.readRow()).toMatchObject({ lastRunOutcome: 'failed', review: null });
    const options = ['1', '2', '3', '4', '5', '6'];
    await world.sandbox.call('PUT', path, { type: 'PICKLIST', options }, token);
  });
});

test('a question about names stays open over a pause, until the names are back as they were', async () => {
  const { scene, names } = await askInBetween(async ({ automation: { id } }) => {
    // What the API forgets when an automation is paused and activated.
    await world.prisma.automation.update({ where: { id }, data: withoutFindings });
  });
  await scene.rename({ 0: '1', 1: '2', 2: '3', 3: '4', 4: '5' });
  await scene.sync();
  expect(await scene.readRow()).toMatchObject({ lastRunOutcome: 'unchanged' });
  await scene.rename({ 0: '1a' });
  await scene.sync();
  expect(await scene.readCells()).toEqual(['1a', ...names.slice(1)]);
});

test('an automation that reads the cells sees those that were renamed before a pause', async () => {
  const cells = Array.from({ length: 520 }, () => 'Acme');
  const names = ['Acme'];
  const fields = { maxRenamedRows: 1_000 };
  const scene = await makeRenamedScene(world, account, { names, options: names, cells, fields });
  const columnId = String(scene.target.columns.Pick);
  const reader = await world.newAutomation({
    account,
    values: [],
    options: names,
    source: scene.target,
    fields: { sourceColumnId: columnId, sourceColumnName: 'Pick' },
  });
  await world.mark(account.connection.id, { automationIds: [reader.automation.id] });
  await scene.sync();
  await scene.rename({ 0: 'Acme GmbH' });
  const mine = { accounts: [account.email] };
  await world.sandbox.faults({ hold: 'before', operations: ['rows.update'], ...mine });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  const isHeld = async () => (await world.sandbox.held()).some((one) => one.account === account.email);
  await expect.poll(isHeld).toBe(true);
  const where = { id: scene.automation.id };
  await world.prisma.automation.update({ where, data: { isActive: false } });
  await world.sandbox.faults({});
  await world.sandbox.release();
  await expect.poll(() => world.readOptions(reader.automation)).toEqual(['Acme GmbH', 'Acme']);
  const all = await scene.readCells();
  expect(all.filter((cell) => cell === 'Acme GmbH')).toHaveLength(500);
});
