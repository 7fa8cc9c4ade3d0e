import { expect, test, vi } from 'vitest';
import { readSyncJob } from '../testing/sync-job.ts';
import { openTestContext } from '../testing/test-context.ts';
import { openWorld } from '../testing/world.ts';
import { createSyncConnection } from './sync-connection.job.ts';

const world = await openWorld();
const context = await openTestContext(world);
const syncConnection = createSyncConnection(context);
const account = await world.newAccount();

/** Runs the job of the connection here, and returns how often it sends something to the database through the pool. */
async function countStatements(automationId: string): Promise<{ queries: number; connections: number }> {
  const { id: connectionId } = account.connection;
  await world.mark(connectionId, { automationIds: [automationId] });
  const query = vi.spyOn(context.pool, 'query');
  const connect = vi.spyOn(context.pool, 'connect');
  await syncConnection(await readSyncJob(world, account));
  const counts = { queries: query.mock.calls.length, connections: connect.mock.calls.length };
  vi.restoreAllMocks();
  return counts;
}

test('a sync sends one statement to begin, one before its write, and one to record it and end', async () => {
  const { automation, source } = await world.newAutomation({ account, values: ['a'], options: [] });
  await countStatements(automation.id);
  await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'b' } });
  // Each statement takes a connection of its own: there is no transaction beside them.
  expect(await countStatements(automation.id)).toEqual({ queries: 3, connections: 3 });
  expect(await world.readOptions(automation)).toEqual(['b']);
  expect(await countStatements(automation.id)).toEqual({ queries: 2, connections: 2 });
});

test('an automation that follows names asks for them in one statement more, and remembers them in none', async () => {
  const fields = { renames: 'follow', settingsVersion: 6 };
  const made = await world.newAutomation({ account, values: ['a', 'b'], options: ['a', 'b'], fields });
  const { automation, source } = made;
  await countStatements(automation.id);
  expect(await countStatements(automation.id)).toEqual({ queries: 3, connections: 3 });
  await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'b', 1: 'a' } });
  expect(await countStatements(automation.id)).toEqual({ queries: 4, connections: 4 });
  const { names } = await world.prisma.sourceNames.findUniqueOrThrow({
    where: { automationId: automation.id },
  });
  expect(Object.values(Object(names)).toSorted()).toEqual(source.rows.toSorted());
});
