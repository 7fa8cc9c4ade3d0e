import { defaultSettings } from '@picksync/contracts';
import { createMemoryLimiter, createSmartsheetClient } from '@picksync/smartsheet-client';
import { createSheetReads, sheetNeeds } from '@picksync/sync-engine';
import { beforeEach, expect, test } from 'vitest';
import { makeRenamedScene } from '../testing/renamed-scene.ts';
import { untilAtRestInTime } from '../testing/scene.ts';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';
import { createAttempts } from './cell-attempts.ts';
import { readCells, renameCells } from './rename-cells.ts';

const { world } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

type Scene = Awaited<ReturnType<typeof makeRenamedScene>>;

const [oldName, newName] = ['Acme', 'Acme GmbH'];

/** An automation of which so many cells say the name that has become another in its source. */
async function makeRenamed(count: number): Promise<Scene> {
  const cells = Array.from({ length: count }, () => oldName);
  const fields = { maxRenamedRows: 1_000 };
  const scene = await makeRenamedScene(world, account, {
    names: [oldName],
    options: [oldName],
    cells,
    fields,
  });
  await scene.sync();
  await scene.rename({ 0: newName });
  await world.sandbox.forgetCalls();
  return scene;
}

/** Has Smartsheet refuse the cells of rows, by their place, whatever else is in the call. */
async function refuseRows({ target }: Scene, places: number[]): Promise<void> {
  const refusedRows = places.map((place) => target.rows[place]);
  await world.sandbox.faults({ refusedRows, accounts: [account.email] });
}

/** Returns the places of the rows that say a name. */
async function findPlaces(scene: Scene, name: string): Promise<number[]> {
  const cells = await scene.readCells();
  return cells.flatMap((cell, place) => (cell === name ? [place] : []));
}

/** Returns the places of the rows that are remembered as refused, and when they were. */
async function findRefused(scene: Scene): Promise<{ at: string; places: number[] } | null> {
  const [pair] = ((await scene.findIntent())?.pairs ?? []) as { refused?: { at: string; rows: string[] } }[];
  const rows = scene.target.rows.map(String);
  return pair?.refused
    ? { at: pair.refused.at, places: pair.refused.rows.map((row) => rows.indexOf(row)).sort((a, b) => a - b) }
    : null;
}

/** Moves the time at which cells were refused. */
async function refuseAt(scene: Scene, at: Date): Promise<void> {
  const pairs = ((await scene.findIntent())?.pairs ?? []) as { refused?: object }[];
  const moved = pairs.map((pair) => ({ ...pair, refused: { ...pair.refused, at: at.toISOString() } }));
  const where = { automationId: scene.automation.id };
  await world.prisma.renameIntent.update({ where, data: { pairs: moved } });
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000);

test('cells in one call are renamed but for those that Smartsheet refuses, and the old name stays an option for these', async () => {
  const scene = await makeRenamed(40);
  await refuseRows(scene, [3, 30]);
  await scene.sync();
  expect(await findPlaces(scene, oldName)).toEqual([3, 30]);
  expect(await scene.readOptions()).toEqual([newName, oldName]);
  expect(await scene.readRow()).toMatchObject({ lastRunWarnings: ['cells_locked'] });
  expect((await scene.findRuns()).at(-1)).toMatchObject({ renamed: 1, cellsRenamed: 38, cellsLocked: 2 });
  expect(await findRefused(scene)).toMatchObject({ places: [3, 30] });
  // Each of the two is found by halving, and not by a call for every cell.
  expect((await scene.countCalls())['rows.update']).toBeLessThan(25);

  await world.sandbox.forgetCalls();
  await scene.sync();
  expect((await scene.countCalls())['rows.update']).toBeUndefined();
  await world.sandbox.faults({});
  await refuseAt(scene, hoursAgo(25));
  await scene.sync();
  expect(await findPlaces(scene, oldName)).toEqual([]);
  expect(await scene.readOptions()).toEqual([newName]);
});

test('so many refused cells that a run has to stop are found by it and the runs after it, which go on where it stopped', async () => {
  const scene = await makeRenamed(64);
  const places = Array.from({ length: 22 }, (_, index) => 3 * index);
  await refuseRows(scene, places);
  // More calls than an account has at once: how many runs it takes depends on how fast they come back.
  const found = async () => {
    await scene.sync();
    return findRefused(scene);
  };
  await expect.poll(found).toMatchObject({ places });
  expect(await findPlaces(scene, oldName)).toEqual(places);
  expect((await scene.countCalls())['rows.update']).toBeLessThan(250);
});

test('the cells behind many that are refused are written, although each look at them is soon too old', async () => {
  const scene = await makeRenamed(80);
  const places = Array.from({ length: 36 }, (_, place) => place);
  await refuseRows(scene, places);
  const { automation } = scene;
  let at = Date.now();
  const now = () => new Date(at);
  const client = createSmartsheetClient({
    baseUrl: world.sandbox.apiBase,
    accessToken: async () => account.token,
    limiter: createMemoryLimiter({ burst: 1_000, now, sleep: async () => {} }),
    now,
    sleep: async () => {},
    random: Math.random,
    timeoutMs: 60_000,
    fetch: (url, init) => {
      if (init?.method === 'PUT') at += 1_000;
      return fetch(url, init);
    },
  });
  const settings = { ...defaultSettings, renames: 'follow' as const };
  const needs = sheetNeeds([{ ...automation, settings }]);
  const reads = createSheetReads({ client, call: {}, needs, now });
  const run = { automation, settings, client, call: {}, reads, shouldStop: () => false };
  await world.setOptions(account, automation, [newName, oldName]);
  const rename = { from: oldName, to: newName, isMerge: false, isUnderWay: false, isKept: false };
  const planned = { ...rename, id: 'a', option: 'leaves' as const, rows: 80, locked: 0 };
  const done = await renameCells({ now }, run, {
    read: await readCells({ now }, run),
    isOutdated: false,
    renames: [planned],
    attempts: createAttempts(),
    onRenamed: async () => true,
  });
  expect(done).toMatchObject({ ended: 'done', renamed: 44, left: { locked: 36 } });
  expect(await findPlaces(scene, oldName)).toEqual(places);
});

test('a cell that is refused today does not keep those of yesterday waiting', async () => {
  const scene = await makeRenamed(3);
  await refuseRows(scene, [0]);
  await scene.sync();
  expect(await findRefused(scene)).toMatchObject({ places: [0] });
  const yesterday = hoursAgo(23);
  await refuseAt(scene, yesterday);

  await world.sandbox.faults({});
  await scene.setCells({ 1: oldName });
  await refuseRows(scene, [0, 1]);
  await scene.sync();
  expect(await findRefused(scene)).toEqual({ at: yesterday.toISOString(), places: [0, 1] });

  // Once they were all tried again, they wait for another day.
  await refuseAt(scene, hoursAgo(25));
  const before = Date.now();
  await scene.sync();
  const again = await findRefused(scene);
  expect(again?.places).toEqual([0, 1]);
  expect(Date.parse(again?.at ?? '')).toBeGreaterThanOrEqual(before - 1_000);
});

test('cells that were written before a row of their call was found deleted are counted', async () => {
  const scene = await makeRenamed(4);
  const mine = { accounts: [account.email], refusedRows: [scene.target.rows[0]] };
  await world.sandbox.faults({ hold: 'before', operations: ['rows.update'], ...mine });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  await expect
    .poll(async () => (await world.sandbox.held()).some((one) => one.account === account.email))
    .toBe(true);
  const { target } = scene;
  await world.sandbox.call('DELETE', `/api/console/sheets/${target.id}/rows`, { rowIds: [target.rows[3]] });
  await world.sandbox.faults(mine);
  await world.sandbox.release();
  await untilAtRestInTime(world, [account.connection.id]);
  expect(await scene.readCells()).toEqual([oldName, newName, newName]);
  const told = (await scene.findRuns()).filter(({ renamed }) => renamed > 0);
  expect(told).toMatchObject([{ cellsRenamed: 2, cellsLocked: 1 }]);
});

test('an approval counts although it has cells tried again that were refused when it was asked for', async () => {
  const names = ['Acme', 'Bolt', 'Cord'];
  const scene = await makeRenamedScene(world, account, { names, options: names, cells: ['Acme'] });
  await scene.sync();
  await scene.rename({ 0: newName });
  await refuseRows(scene, [0]);
  await scene.sync();
  await world.sandbox.faults({});
  await scene.rename({ 1: 'Both', 2: 'Both' });
  await scene.sync();
  const { fingerprint } = (await scene.readRow()).review as { fingerprint: string };
  expect(await scene.readCells()).toEqual([oldName]);

  const data = { approvedReview: fingerprint, manualSyncAt: new Date() };
  await world.prisma.automation.update({ where: { id: scene.automation.id }, data });
  await scene.sync();
  expect(await scene.readRow()).toMatchObject({ lastRunOutcome: 'changed', review: null });
  expect(await scene.readOptions()).toEqual([newName, 'Both']);
  expect(await scene.readCells()).toEqual([newName]);
});
