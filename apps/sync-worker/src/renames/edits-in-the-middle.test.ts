import { beforeEach, expect, test } from 'vitest';
import { letTimePass } from '../testing/passing-time.ts';
import { makeRenamedScene } from '../testing/renamed-scene.ts';
import { requestRestore } from '../testing/restores.ts';
import { untilAtRestInTime } from '../testing/scene.ts';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

type Scene = Awaited<ReturnType<typeof makeRenamedScene>>;

/** An automation whose first sync has been: its names are known. */
async function make(wanted: Parameters<typeof makeRenamedScene>[2]): Promise<Scene> {
  const scene = await makeRenamedScene(world, account, { options: wanted.names as string[], ...wanted });
  await scene.sync();
  return scene;
}

/** Syncs, and does something while the first cells are about to be written. */
async function syncAndMeanwhile(scene: Scene, act: () => Promise<unknown>): Promise<void> {
  await world.sandbox.faults({ hold: 'before', operations: ['rows.update'], accounts: [account.email] });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  const isHeld = async () => (await world.sandbox.held()).some((one) => one.account === account.email);
  await expect.poll(isHeld).toBe(true);
  await act();
  await world.sandbox.faults({});
  await world.sandbox.release();
  // What is out of date by then is looked at again, a minute later.
  await untilAtRestInTime(world, [account.connection.id]);
}

/** Adds an option to the dropdown, as a person does in Smartsheet. */
async function addOption({ target, automation, readOptions }: Scene, option: string): Promise<void> {
  const path = `/api/console/sheets/${target.id}/columns/${automation.targetColumnId}`;
  await world.sandbox.call('PATCH', path, { options: [...(await readOptions()), option] });
}

const manyCells = Array.from({ length: 1_100 }, () => 'Acme');

test('an automation that is paused while cells are renamed changes no further cell, and goes on later', async () => {
  const scene = await make({ names: ['Acme'], cells: manyCells, fields: { maxRenamedRows: 2_000 } });
  await scene.rename({ 0: 'Acme GmbH' });
  const where = { id: scene.automation.id };
  await syncAndMeanwhile(scene, () => world.prisma.automation.update({ where, data: { isActive: false } }));
  const cells = await scene.readCells();
  expect(cells.filter((cell) => cell === 'Acme GmbH')).toHaveLength(500);
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Acme']);

  await world.prisma.automation.update({ where, data: { isActive: true } });
  await scene.sync();
  expect(new Set(await scene.readCells())).toEqual(new Set(['Acme GmbH']));
  expect(await scene.readOptions()).toEqual(['Acme GmbH']);
});

test('an option that somebody adds outlives a second run that ends before its cells do', async () => {
  const fields = { drift: 'keep', maxRenamedRows: 2_000 };
  const scene = await make({ names: ['Acme'], cells: manyCells, fields });
  await scene.rename({ 0: 'Acme GmbH' });
  const where = { id: scene.automation.id };
  const setActive = (isActive: boolean) => world.prisma.automation.update({ where, data: { isActive } });
  await syncAndMeanwhile(scene, async () => {
    await addOption(scene, 'Zulu');
    await setActive(false);
  });
  await setActive(true);
  await syncAndMeanwhile(scene, () => setActive(false));
  expect(new Set(await scene.readCells())).toEqual(new Set(['Acme GmbH', 'Acme']));

  await setActive(true);
  await scene.sync();
  expect(new Set(await scene.readCells())).toEqual(new Set(['Acme GmbH']));
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Zulu']);
});

test('an option that somebody adds while cells are renamed is kept where options by hand are', async () => {
  const scene = await make({ names: ['Acme', 'Bolt'], cells: ['Acme'], fields: { drift: 'keep' } });
  await scene.rename({ 0: 'Acme GmbH' });
  await syncAndMeanwhile(scene, () => addOption(scene, 'Zulu'));
  await expect.poll(scene.readOptions).toEqual(['Acme GmbH', 'Bolt', 'Zulu']);
  expect(await scene.readCells()).toEqual(['Acme GmbH']);
});

test('an option that somebody adds to a list that was put back before any cell was renamed is kept', async () => {
  const names = ['Acme', 'Bolt'];
  const options = [...names, 'Old'];
  const scene = await make({ names, options, cells: ['Acme'], fields: { drift: 'keep', keepCopies: true } });
  await scene.rename({ 0: 'Acme GmbH' });
  const mine = { accounts: [account.email] };
  await world.sandbox.faults({ errorRate: 1, errorStatus: 503, operations: ['rows.update'], ...mine });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  await expect.poll(scene.findIntent).not.toBeNull();
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
  const { id } = scene.automation;
  const copy = await world.prisma.listCopy.findFirstOrThrow({
    where: { automationId: id, runAt: { not: null } },
  });
  const made = { ...scene, copyId: copy.id, runAt: copy.runAt ?? copy.at };
  await requestRestore(world, made, ['Acme GmbH', 'Acme', 'Bolt']);
  await letTimePass(world, '20 minutes');
  await expect.poll(async () => (await scene.readRow()).restedAt).not.toBeNull();
  await world.sandbox.faults({});
  expect(await scene.readOptions()).toEqual(options);

  await addOption(scene, 'Zulu');
  const goesOn = { isActive: true, pausedBy: null, restedAt: null };
  await world.prisma.automation.update({ where: { id }, data: goesOn });
  await scene.sync();
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt', 'Zulu']);
  expect(await scene.readCells()).toEqual(['Acme GmbH']);
  expect((await scene.findRuns()).at(-1)).toMatchObject({
    added: 0,
    removed: 1,
    renamed: 1,
    cellsRenamed: 1,
  });
});

test('a multi-select cell that says an option which goes in the same sync gets the new name at once', async () => {
  const scene = await make({
    names: ['Acme', 'Bolt'],
    cells: [['Acme', 'Bolt'], ['Acme']],
    column: { type: 'MULTI_PICKLIST' },
    fields: { maxRemovalPercent: 100 },
  });
  await world.setRows(account, { sheet: scene.source, column: 'Name', values: { 0: 'Acme GmbH', 1: '' } });
  await scene.sync();
  expect(await scene.readCells()).toEqual([['Acme GmbH', 'Bolt'], ['Acme GmbH']]);
  expect(await scene.readOptions()).toEqual(['Acme GmbH']);
  expect((await scene.findRuns()).at(-1)).toMatchObject({ cellsRenamed: 2, cellsLocked: 0 });
});

test('a list with both names that may still arrive late is looked for after the run', async () => {
  const scene = await make({ names: ['Acme'], cells: ['Acme'] });
  await scene.rename({ 0: 'Acme GmbH' });
  const reset = { reset: 'before', operations: ['columns.update'], times: 1, accounts: [account.email] };
  await world.sandbox.faults(reset);
  await scene.sync();
  await world.sandbox.faults({});
  expect(await scene.readOptions()).toEqual(['Acme GmbH']);
  expect((await scene.readRow()).lookAgainAt).not.toBeNull();
});
