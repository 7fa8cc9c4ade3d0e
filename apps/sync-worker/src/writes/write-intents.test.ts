import { memoryVersion } from '@picksync/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SpawnedWorker, spawnWorker } from '../testing/spawn-worker.ts';
import { openWorld, type TestAccount, type World } from '../testing/world.ts';

// Slow for a reason: workers in processes of their own are killed or stopped, and others have to notice that by themselves.

let world: World;
let account: TestAccount;
/** The worker that is there: who ended one test begins the next. */
let worker: SpawnedWorker | undefined;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await worker?.kill('SIGKILL');
  await world.close();
});
beforeEach(async () => {
  account = await world.newAccount();
});
afterEach(() => world.sandbox.faults({}));

async function startWorker(): Promise<void> {
  worker ??= await spawnWorker(world);
}

async function killWorker(): Promise<void> {
  await worker?.kill('SIGKILL');
  worker = undefined;
}

const atRest = () => expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');

type Made = Awaited<ReturnType<World['newAutomation']>>;

/** Kills a worker when Smartsheet has written a list and before the worker hears of it. */
async function killAfterWrite({ automation, target }: Made): Promise<void> {
  await startWorker();
  await world.sandbox.faults({ hold: 'after', operations: ['columns.update'], sheets: [target.id] });
  const before = await world.readOptions(automation);
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await expect.poll(() => world.readOptions(automation)).not.toEqual(before);
  await killWorker();
  await world.sandbox.faults({});
}

const countWrites = async () =>
  (await world.sandbox.calls()).accounts[account.email]?.operations['columns.update'] ?? 0;
const countUpdates = async () =>
  (await world.prisma.user.findUniqueOrThrow({ where: { id: account.connection.userId } })).dropdownUpdates;
const readVersion = async (id: string) =>
  (await world.prisma.automation.findUniqueOrThrow({ where: { id } })).settingsVersion;
const findRuns = (automationId: string) =>
  world.prisma.automationRun.findMany({ where: { automationId }, orderBy: { at: 'asc' } });
const findActivity = (automationId: string) =>
  world.prisma.activityLog.findMany({ where: { automationId }, orderBy: { id: 'asc' } });

test('a write that a killed worker did not record is told and counted once by the next, and not repeated', async () => {
  const made = await world.newAutomation({ account, values: ['a', 'b'], options: ['old'] });
  await killAfterWrite(made);
  const { id } = made.automation;
  expect(await world.prisma.writeIntent.count({ where: { automationId: id } })).toBe(1);
  expect(await countUpdates()).toBe(0);

  await startWorker();
  await atRest();
  expect(await countWrites()).toBe(1);
  expect(await countUpdates()).toBe(1);
  expect(await findRuns(id)).toMatchObject([{ outcome: 'changed', added: 2, removed: 1, optionCount: 2 }]);
  expect(await findActivity(id)).toMatchObject([{ status: 'success', added: 2, removed: 1 }]);
  expect(await world.prisma.writeIntent.count({ where: { automationId: id } })).toBe(0);
});

test('a validation that was lost before the worker died is set back by the next, which says so', async () => {
  const column = { validation: true };
  const made = await world.newAutomation({ account, values: ['a'], options: ['old'], column });
  const { automation, target } = made;
  const path = `/2.0/sheets/${target.id}/columns/${automation.targetColumnId}`;
  const validation = (value: boolean) =>
    world.sandbox.call('PUT', path, { type: 'PICKLIST', validation: value }, account.token);
  await validation(true);
  await killAfterWrite(made);
  await validation(false);

  await startWorker();
  await atRest();
  type Sheet = { columns: { validation?: boolean; options?: string[] }[] };
  const sheet = await world.sandbox.call<Sheet>(
    'GET',
    `/2.0/sheets/${target.id}?level=2`,
    undefined,
    account.token,
  );
  expect(sheet.columns[1]).toMatchObject({ validation: true, options: ['a'] });
  const row = await world.prisma.automation.findUniqueOrThrow({ where: { id: automation.id } });
  expect(row.lastRunWarnings).toEqual(['validation_restored']);
  expect(await countUpdates()).toBe(1);
});

test('a lost write and the one after it are both reported and counted, and no change by hand is seen', async () => {
  const fields = { graceDays: 3, drift: 'keep', settingsVersion: 2 };
  const made = await world.newAutomation({ account, values: ['a', 'b'], options: [], fields });
  await killAfterWrite(made);
  await world.setRows(account, { sheet: made.source, column: 'Name', values: { 0: 'c' } });

  await startWorker();
  await atRest();
  const { id } = made.automation;
  expect(await world.readOptions(made.automation)).toEqual(['c', 'b', 'a']);
  expect(await countWrites()).toBe(2);
  expect(await countUpdates()).toBe(2);
  const row = await world.prisma.automation.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ keptHashes: [], excludedHashes: [], baseHashes: { length: 3 } });
  expect(row.leaving).toMatchObject([{ leavesAt: row.leavingAt?.toISOString() }]);
  expect(await findRuns(id)).toMatchObject([
    { outcome: 'changed', added: 2 },
    { outcome: 'changed', added: 1, removed: 0 },
  ]);
  expect(await findActivity(id)).toHaveLength(2);
});

test('an intent whose write did not arrive is neither told nor counted', async () => {
  const { automation, target } = await world.newAutomation({ account, values: ['a'], options: ['old'] });
  await startWorker();
  await world.sandbox.faults({ hold: 'before', operations: ['columns.update'], sheets: [target.id] });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  const intents = () => world.prisma.writeIntent.count({ where: { automationId: automation.id } });
  await expect.poll(intents).toBe(1);
  // Before the list is written and before an older worker could come across what is remembered of it.
  expect(await readVersion(automation.id)).toBe(memoryVersion);
  await killWorker();
  await world.sandbox.faults({});

  await startWorker();
  await atRest();
  expect(await world.readOptions(automation)).toEqual(['a']);
  expect(await countUpdates()).toBe(1);
  expect(await intents()).toBe(0);
  // An API of before, which knows less, does not take it back.
  await world.prisma.automation.update({ where: { id: automation.id }, data: { settingsVersion: 1 } });
  expect(await readVersion(automation.id)).toBe(memoryVersion);
});
