import { plantedSheet } from '@picksync/sync-engine/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SpawnedWorker, spawnWorker } from './testing/spawn-worker.ts';
import { openWorld, type TestAccount, type World } from './testing/world.ts';

// Slow for a reason: workers in processes of their own are killed or stopped, and others have to notice that by themselves.

let world: World;
/** The workers that run: one that is left over from a test works in the next. */
let workers: SpawnedWorker[] = [];

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await endAll();
  await world.close();
});
afterEach(async ({ task }) => {
  await world.sandbox.faults({});
  // One may stand still.
  if (task.result?.state === 'fail') await endAll();
});

const endAll = () => Promise.all(workers.splice(0).map((worker) => worker.kill('SIGKILL')));

async function end(worker: SpawnedWorker, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  workers = workers.filter((one) => one !== worker);
  return worker.kill(signal);
}

/** Has so many workers run, of those that are there and of new ones. */
async function haveWorkers(count: number): Promise<SpawnedWorker[]> {
  const missing = Math.max(0, count - workers.length);
  workers.push(...(await Promise.all(Array.from({ length: missing }, () => spawnWorker(world)))));
  return workers;
}

async function haveTwo(): Promise<[SpawnedWorker, SpawnedWorker]> {
  const [one, two] = await haveWorkers(2);
  if (!one || !two) throw new Error('There are no two workers');
  return [one, two];
}
/** Until the silence of a worker is noticed, on a machine that has other things to do. */
const slow = { interval: 100 };
const readState = async (account: TestAccount) => (await world.readConnection(account)).syncState;
/** What a worker logged when its job of that account ended; a job of an account before may end in between. */
const jobEnd = ({ lines }: SpawnedWorker, { connection }: TestAccount) =>
  lines.find((line) => line.queue === 'sync-connection' && line.connection === connection.id);
const countCalls = async ({ email }: TestAccount) => (await world.sandbox.calls()).accounts[email];

/** Somebody else who may edit a sheet of the connection: their calls are not the connection's. */
async function startColleague(sheetId: string): Promise<TestAccount> {
  const colleague = await world.newAccount();
  await world.sandbox.call('PUT', '/api/shares', { sheetId, account: colleague.email, access: 'EDITOR' });
  return colleague;
}

test('two workers and 200 marks on one connection: no overlapping calls, and the last state is right', async () => {
  const account = await world.newAccount();
  const { automation, source } = await world.newAutomation({ account, values: ['start', 'b'], options: [] });
  const colleague = await startColleague(source.id);
  await world.sandbox.forgetCalls();
  await haveTwo();

  for (let count = 1; count <= 200; count += 1) {
    if (count % 20 === 0) {
      await world.setRows(colleague, { sheet: source, column: 'Name', values: { 0: `edit ${count}` } });
    }
    await world.mark(account.connection.id, { automationIds: [automation.id] });
  }
  await expect.poll(() => readState(account)).toBe('idle');

  const counted = await countCalls(account);
  expect(counted?.largestOverlap).toBe(1);
  expect(await world.readOptions(automation)).toEqual(['edit 200', 'b']);
});

test('a worker that is killed in the middle loses nothing: another takes the job over and finishes it', async () => {
  const account = await world.newAccount();
  const { automation } = await world.newAutomation({ account, values: ['a', 'b'], options: [] });
  const [one, two] = await haveTwo();
  await world.sandbox.faults({ lagMs: 60_000, operations: ['columns.update'], accounts: [account.email] });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await expect.poll(async () => (await countCalls(account))?.operations['columns.update']).toBe(1);

  const [victim, other] = (await runningIn(one)) > 0 ? [one, two] : [two, one];
  await world.sandbox.faults({});
  await end(victim, 'SIGKILL');
  await expect.poll(() => readState(account)).toBe('idle');

  expect(await world.readOptions(automation)).toEqual(['a', 'b']);
  await expect.poll(() => jobEnd(other, account)).toMatchObject({ ended: 'done', changed: 1 });
});

test('a worker that is stopped in the middle is taken over from, and writes nothing when it goes on', async () => {
  const account = await world.newAccount();
  const { automation, source } = await world.newAutomation({ account, values: ['a', 'b'], options: [] });
  const colleague = await startColleague(source.id);
  const [one, two] = await haveTwo();
  await world.sandbox.forgetCalls();
  // It is stopped while an answer is on its way, and finds that answer when it goes on.
  await world.sandbox.faults({ hold: 'after', operations: ['sheets.get'], accounts: [account.email] });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await expect.poll(async () => (await world.sandbox.held()).length, slow).toBe(1);
  const [stopped, other] = (await runningIn(one)) > 0 ? [one, two] : [two, one];
  stopped.signal('SIGSTOP');
  await world.sandbox.faults({});
  await expect.poll(() => readState(account), slow).toBe('idle');
  expect(await world.readOptions(automation)).toEqual(['a', 'b']);
  expect((await countCalls(account))?.writes).toBe(1);

  await world.setRows(colleague, { sheet: source, column: 'Name', values: { 0: 'later' } });
  await world.mark(account.connection.id, { sheetIds: [source.id], automationIds: [automation.id] });
  await expect.poll(() => readState(account), slow).toBe('idle');
  const runs = () => world.prisma.automationRun.count({ where: { automationId: automation.id } });
  const [before, runsBefore] = [await countCalls(account), await runs()];
  stopped.signal('SIGCONT');
  await expect.poll(() => jobEnd(stopped, account), slow).toBeDefined();
  expect(await countCalls(account)).toEqual(before);
  expect(await runs()).toBe(runsBefore);
  expect(await world.readOptions(automation)).toEqual(['later', 'b']);

  // It goes on working as if nothing had been.
  expect(await end(other, 'SIGTERM')).toBe(0);
  await world.setRows(colleague, { sheet: source, column: 'Name', values: { 0: 'last' } });
  await world.mark(account.connection.id, { sheetIds: [source.id], automationIds: [automation.id] });
  await expect.poll(() => readState(account), slow).toBe('idle');
  expect(await world.readOptions(automation)).toEqual(['last', 'b']);
  await runningIn(stopped);
});

test('a worker that is told to end finishes what it began and hands the rest to another', async () => {
  const account = await world.newAccount();
  const made = [];
  for (let count = 0; count < 12; count += 1) {
    made.push(await world.newAutomation({ account, values: [`v${count}`], options: [] }));
  }
  await world.sandbox.forgetCalls();
  await world.sandbox.faults({ hold: 'after', operations: ['columns.update'], accounts: [account.email] });
  const [first] = await haveWorkers(1);
  if (!first) throw new Error('There is no worker');
  await world.mark(account.connection.id, { automationIds: made.map(({ automation }) => automation.id) });
  await expect.poll(async () => (await world.sandbox.held()).length).toBeGreaterThan(0);

  const ended = end(first, 'SIGTERM');
  await expect.poll(async () => (await readHealth(first)).status).toBe('stopping');
  await world.sandbox.faults({});
  expect(await ended).toBe(0);
  expect(jobEnd(first, account)).toMatchObject({ ended: 'deferred', reason: 'turn_over' });
  expect(await readState(account)).toBe('queued');

  await haveWorkers(1);
  await expect.poll(() => readState(account)).toBe('idle');
  // Nothing was left out, and nothing was done twice.
  expect(await countCalls(account)).toMatchObject({ writes: 12 });
  for (const { automation, source } of made) {
    expect(await world.readOptions(automation)).toEqual([expect.stringMatching(/^v\d+$/)]);
    expect(source.rows).toHaveLength(1);
  }
});

test('a source of 20,000 rows fits into a worker whose heap is bounded to 96 MB', async () => {
  const account = await world.newAccount();
  const office = { token: (await world.sandbox.token()).accessToken, name: 'Parts catalogue' };
  const parts = await plantedSheet(world.sandbox, office);
  await world.sandbox.call('PUT', '/api/shares', {
    sheetId: parts.id,
    account: account.email,
    access: 'VIEWER',
  });
  const { automation } = await world.newAutomation({
    account,
    source: { ...parts, columns: { Name: parts.columns.Maker ?? '' } },
    values: [],
    options: [],
  });
  await endAll();
  // What a process holds depends on how often the engine collects garbage; what it needs does not.
  const worker = await spawnWorker(world, { NODE_OPTIONS: '--max-old-space-size=96' });
  workers.push(worker);
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await expect.poll(async () => (await world.readOptions(automation)).length).toBeGreaterThan(200);
  expect(await end(worker, 'SIGTERM')).toBe(0);
});

/** What a worker says of itself. */
async function readHealth({ address }: SpawnedWorker): Promise<{ status: string; running: number }> {
  const answer = await fetch(`${address}/healthz`);
  return (await answer.json()) as { status: string; running: number };
}

/** Jobs a worker is in the middle of, as it says itself. */
async function runningIn(worker: SpawnedWorker): Promise<number> {
  const { status, running } = await readHealth(worker);
  expect(status).toBe('ok');
  return running;
}
