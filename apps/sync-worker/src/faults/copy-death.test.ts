// Slow for a reason: workers in processes of their own are killed, and others have to notice that by themselves.
import { beforeEach, expect, test } from 'vitest';
import { readAttachedFiles } from '../testing/attached-files.ts';
import { makeCopy, requestRestore } from '../testing/restores.ts';
import type { TestAccount, World } from '../testing/world.ts';
import { openProcessWorld } from '../testing/world-of-processes.ts';

const { world, startWorker, startWorkerHere } = await openProcessWorld();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

type Made = Awaited<ReturnType<World['newAutomation']>>;
type Hold = { hold: 'before' | 'after'; operations: string[] };

const isIdle = async () => (await world.readConnection(account)).syncState === 'idle';
const texts = async ({ target }: Made) =>
  (await readAttachedFiles(world, account, target.id)).map(({ text }) =>
    text.trimEnd().split('\r\n').slice(1),
  );

/** Kills the worker that has begun `act` when it waits at a call, and lets another one go on. */
async function killAt({ target }: Made, hold: Hold, act: () => Promise<unknown>): Promise<void> {
  const victim = await startWorker();
  await world.sandbox.faults({ ...hold, sheets: [target.id] });
  await act();
  await expect.poll(async () => (await world.sandbox.held()).length).toBe(1);
  await victim.kill('SIGKILL');
  await startWorkerHere();
  await world.sandbox.faults({});
}

async function countWrites({ target }: Made): Promise<number> {
  return (await world.sandbox.calls()).effects[target.id]?.['columns.update'] ?? 0;
}

const moments: [string, Hold][] = [
  ['before its copy is attached', { hold: 'before', operations: ['attachments.add'] }],
  ['after its copy is attached, before anybody knows', { hold: 'after', operations: ['attachments.add'] }],
  ['between its copy and its write', { hold: 'before', operations: ['columns.update'] }],
  ['after its write, before anybody knows', { hold: 'after', operations: ['columns.update'] }],
];

test.each(moments)('a removal whose worker is killed %s is done once, with one copy', async (_when, hold) => {
  const fields = { keepCopies: true, settingsVersion: 5 };
  const made = await world.newAutomation({ account, values: ['a', 'new'], options: ['a', 'b', 'c'], fields });
  const { id: automationId } = made.automation;
  await world.sandbox.forgetCalls();
  await killAt(made, hold, () => world.mark(account.connection.id, { automationIds: [automationId] }));

  await expect.poll(isIdle).toBe(true);
  await expect.poll(() => world.readOptions(made.automation)).toEqual(['a', 'new']);
  expect(await texts(made)).toEqual([['a', 'b', 'c']]);
  const runs = await world.prisma.automationRun.findMany({ where: { automationId } });
  const [copy, ...others] = await world.prisma.listCopy.findMany({ where: { automationId } });
  expect(others).toEqual([]);
  expect(runs).toMatchObject([{ outcome: 'changed', added: 1, removed: 2, copyId: copy?.id }]);
  expect(copy).toMatchObject({ runAt: runs[0]?.at, lostAs: null });
  expect(await countWrites(made)).toBe(1);
  expect(await world.prisma.writeIntent.count({ where: { automationId } })).toBe(0);
});

test.each(moments)('a restore whose worker is killed %s is done once, and rests', async (_when, hold) => {
  const stopFirst = await startWorkerHere();
  const made = await makeCopy(world, {
    account,
    sync: async ({ automation: { id } }) => {
      await world.mark(account.connection.id, { automationIds: [id] });
      await expect.poll(isIdle).toBe(true);
    },
  });
  await stopFirst();
  const { id: automationId } = made.automation;
  await world.sandbox.forgetCalls();
  await killAt(made, hold, () => requestRestore(world, made, ['a', 'new']));

  const where = { automationId };
  await expect
    .poll(async () => (await world.prisma.listRestore.findUnique({ where }))?.endedAt)
    .not.toBeNull();
  await expect.poll(isIdle).toBe(true);
  expect(await world.prisma.listRestore.findUnique({ where })).toMatchObject({
    refusal: null,
    added: 2,
    removed: 1,
  });
  expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'c']);
  // The list that it replaced is kept, once.
  expect(await texts(made)).toEqual([
    ['a', 'b', 'c'],
    ['a', 'new'],
  ]);
  const runs = await world.prisma.automationRun.findMany({ where, orderBy: { at: 'asc' } });
  expect(runs.slice(1)).toMatchObject([{ outcome: 'changed', restoredBefore: made.runAt }]);
  const row = await world.prisma.automation.findUniqueOrThrow({ where: { id: automationId } });
  expect(row).toMatchObject({ isActive: false, pausedBy: 'user', restoringAt: null, dirtyAt: null });
  expect(row.restedAt).not.toBeNull();
  expect(await countWrites(made)).toBe(1);
});
