import { expect, onTestFinished, test, vi } from 'vitest';
import { readSyncJob } from '../testing/sync-job.ts';
import { openTestContext } from '../testing/test-context.ts';
import { openWorld } from '../testing/world.ts';
import { createSyncConnection } from './sync-connection.job.ts';

const world = await openWorld();
const context = await openTestContext(world);
const syncConnection = createSyncConnection(context);

/** What becomes of one statement of a run: it does not arrive, or is committed and its answer does not arrive. */
const losses = ['statement', 'answer'] as const;

/** A run that is alone in its pass is recorded by the statement that ends the pass; of two, each has its own. */
const passes = [
  { runs: 'alone', statements: 3 },
  { runs: 'beside another', statements: 5 },
] as const;

test.each(
  passes.flatMap(({ runs, statements }) =>
    losses.flatMap((loss) =>
      Array.from({ length: statements }, (_, index) => [runs, loss, index + 1] as const),
    ),
  ),
)(
  'a run %s that loses the %s no. %i is told, counted and listed once by the next try',
  async (runs, loss, nth) => {
    const account = await world.newAccount();
    const { automation, source } = await world.newAutomation({ account, values: ['a'], options: [] });
    const { id: connectionId, userId } = account.connection;
    let attempt = 0;
    const run = async () => syncConnection(await readSyncJob(world, account, { attempt }));
    const others =
      runs === 'alone'
        ? []
        : [(await world.newAutomation({ account, values: ['x'], options: ['x'] })).automation];
    const automationIds = [automation, ...others].map(({ id }) => id);
    const mark = () => world.mark(connectionId, { automationIds });
    const countUpdates = async () =>
      (await context.prisma.user.findUniqueOrThrow({ where: { id: userId } })).dropdownUpdates;
    await mark();
    await run();
    expect(await countUpdates()).toBe(1);

    await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'b' } });
    await mark();
    const send = context.pool.query.bind(context.pool) as (...args: unknown[]) => Promise<unknown>;
    let sent = 0;
    const query = vi.spyOn(context.pool, 'query').mockImplementation((async (...args: unknown[]) => {
      sent += 1;
      if (sent !== nth) return send(...args);
      if (loss === 'answer') await send(...args);
      throw new Error('Connection terminated unexpectedly');
    }) as never);
    onTestFinished(() => query.mockRestore());
    await expect(run()).rejects.toThrow('Connection terminated');
    query.mockRestore();
    attempt = 1;
    await run();

    const where = { automationId: automation.id };
    expect(await world.readOptions(automation)).toEqual(['b']);
    expect(await countUpdates()).toBe(2);
    expect(await context.prisma.automationRun.count({ where: { ...where, outcome: 'changed' } })).toBe(2);
    expect(await context.prisma.activityLog.count({ where })).toBe(2);
    expect(await context.prisma.writeIntent.count({ where })).toBe(0);
    expect(await world.readConnection(account)).toMatchObject({ syncState: 'idle', dirtyAt: null });
    const row = await context.prisma.automation.findUniqueOrThrow({ where: { id: automation.id } });
    expect(row).toMatchObject({
      dirtyAt: null,
      outsideChanges: [],
      keptHashes: [],
    });
  },
);
