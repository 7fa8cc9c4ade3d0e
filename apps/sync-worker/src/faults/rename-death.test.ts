// Slow for a reason: a worker in a process of its own is killed, and another one has to notice that by itself.
import { expect, test } from 'vitest';
import { makeRenamedScene } from '../testing/renamed-scene.ts';
import type { SpawnedWorker } from '../testing/spawn-worker.ts';
import type { TestAccount } from '../testing/world.ts';
import { openProcessWorld } from '../testing/world-of-processes.ts';

const { world, startWorker, startWorkerHere } = await openProcessWorld();

type Hold = { hold: 'before' | 'after'; operations: string[] };
const list = ['columns.update'];
const cells = ['rows.update'];

/** The calls of a rename, in their order: both names, the cells, the list without the old name. */
const deaths: [string, Hold[]][] = [
  ['before both names are written', [{ hold: 'before', operations: list }]],
  ['after both names are written', [{ hold: 'after', operations: list }]],
  ['before the cells are written', [{ hold: 'before', operations: cells }]],
  ['after the cells are written', [{ hold: 'after', operations: cells }]],
  [
    'before the old name is removed',
    [
      { hold: 'before', operations: cells },
      { hold: 'before', operations: list },
    ],
  ],
  [
    'after the old name is removed',
    [
      { hold: 'before', operations: cells },
      { hold: 'after', operations: list },
    ],
  ],
];

/** Has the worker wait at a call, whoever waits at another goes on. */
async function holdAt(account: TestAccount, hold: Hold): Promise<void> {
  await world.sandbox.faults({ ...hold, accounts: [account.email] });
  await world.sandbox.release();
}

test.each(deaths)('a worker that is killed %s leaves every cell with the new name', async (_when, holds) => {
  const account = await world.newAccount();
  const names = ['Acme', 'Bolt', 'Coral'];
  const scene = await makeRenamedScene(world, account, {
    names,
    options: names,
    cells: ['Acme', 'Bolt', 'Acme', null],
  });
  const stopFirst = await startWorkerHere();
  await scene.sync();
  await stopFirst();
  const victim: SpawnedWorker = await startWorker();
  // One name changes, one comes and one goes.
  await scene.rename({ 0: 'Acme GmbH', 2: 'Dune' });
  await scene.setCells({ 3: 'Coral' });
  const [first, ...others] = holds as [Hold, ...Hold[]];
  await world.sandbox.faults({ ...first, accounts: [account.email] });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  const isHeld = async () => (await world.sandbox.held()).some((one) => one.account === account.email);
  await expect.poll(isHeld).toBe(true);
  for (const hold of others) {
    await holdAt(account, hold);
    await expect
      .poll(async () => (await world.sandbox.held()).map(({ operation }) => operation))
      .toEqual(list);
  }
  await victim.kill('SIGKILL');
  await startWorkerHere();
  await world.sandbox.faults({});

  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt', 'Dune']);
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt', 'Acme GmbH', 'Dune']);
  const told = (await scene.findRuns()).filter(({ outcome }) => outcome === 'changed');
  expect(told.map(({ renamed }) => renamed)).toEqual([2]);
  expect(told).toMatchObject([{ added: 0, removed: 0, cellsRenamed: 3, cellsLocked: 0 }]);
  expect(await scene.findIntent()).toBeNull();
  expect(await world.prisma.writeIntent.count({ where: { automationId: scene.automation.id } })).toBe(0);
});
