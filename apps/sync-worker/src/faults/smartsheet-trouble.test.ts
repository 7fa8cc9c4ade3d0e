// Slow for a reason: calls are tried again after the pauses that the product makes between them.
import { describe, expect, test } from 'vitest';
import { openScene } from '../testing/scene.ts';
import { createRandom, drawSeeds } from '../testing/seeds.ts';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker } = await openWorldWithWorker();
const reads = ['sheets.get'];
const writes = ['columns.update'];

/** What one call or several meet. None of it may be taken for the truth, or for what the user did. */
const troubles: [string, object][] = [
  ...[500, 502, 503, 504, 4004].flatMap((errorStatus): [string, object][] => [
    [`reads that answer ${errorStatus}`, { errorRate: 1, errorStatus, operations: reads }],
    [`writes that answer ${errorStatus}`, { errorRate: 1, errorStatus, operations: writes }],
  ]),
  ...(['before', 'after'] as const).flatMap((reset): [string, object][] => [
    [`reads cut off ${reset} they take effect`, { reset, operations: reads }],
    [`writes cut off ${reset} they take effect`, { reset, operations: writes }],
  ]),
  ...['truncated', 'html', 'error'].flatMap((body): [string, object][] => [
    [`reads whose body is ${body}`, { body, operations: reads }],
    [`writes whose body is ${body}`, { body, operations: writes }],
  ]),
  ...['fewer', 'missing', 'repeated', 'strange'].map((rows): [string, object] => [
    `reads with rows that are ${rows}`,
    { rows, operations: reads },
  ]),
];

const countCalls = async ({ email }: TestAccount) =>
  (await world.sandbox.calls()).accounts[email]?.calls ?? 0;

describe.each(drawSeeds(2))('seed %i', (seed) => {
  test('every dropdown ends right and no write is made twice after Smartsheet has answered with errors for a while', async () => {
    const random = createRandom(seed);
    const scene = await openScene(world, { random, accounts: 2, targets: 2 });
    for (const [name, trouble] of random.shuffle(troubles).slice(0, 4)) {
      for (const source of scene.sources) await scene.edit(source);
      const accounts = scene.accounts.map(({ email }) => email);
      await world.sandbox.faults({ ...trouble, accounts, times: 1 + random.below(6) });
      for (const account of scene.accounts) await scene.mark(account);
      await scene.untilAtRestInTime();
      await world.sandbox.faults({});
      await scene.assertOptions().catch((error: unknown) => {
        throw new Error(`after ${name}`, { cause: error });
      });
    }
    const failures = await world.prisma.automation.count({ where: { failingSince: { not: null } } });
    expect(failures).toBe(0);
    await scene.assertAllIsWell({ logs: [worker.lines] });
  });
});

describe.each(drawSeeds(1))('seed %i', (seed) => {
  test('a connection in a storm of 429s is asked once in each pause, and nobody else notices', async () => {
    const random = createRandom(seed);
    const scene = await openScene(world, { random, accounts: 2 });
    const [stormy, calm] = scene.accounts as [TestAccount, TestAccount];
    const retryAfter = random.pick([null, 60]);
    await world.sandbox.faults({ storm: true, retryAfter, accounts: [stormy.email] });
    for (const account of scene.accounts) await scene.mark(account);
    await scene.untilAtRest([calm]);
    await scene.assertOptions([calm]);
    await scene.untilIdleOrPaused([stormy]);

    for (let pause = 0; pause < 2; pause += 1) {
      const before = await countCalls(stormy);
      for (let click = 0; click < 5; click += 1) await scene.mark(stormy);
      await scene.mark(calm);
      await scene.untilAtRest([calm]);
      await scene.untilIdleOrPaused([stormy]);
      expect(await countCalls(stormy)).toBe(before);
      await scene.letTimePass('16 minutes');
      await expect.poll(() => countCalls(stormy)).toBeGreaterThan(before);
      await scene.untilIdleOrPaused([stormy]);
      // Two sheets may be asked for side by side.
      expect(await countCalls(stormy)).toBeLessThanOrEqual(before + 2);
    }
    await world.sandbox.faults({});
    await scene.untilAtRestInTime();
    await scene.assertAllIsWell({ logs: [worker.lines] });
  });

  test('a sheet that always fails keeps nothing else of its connection waiting', async () => {
    const random = createRandom(seed);
    const scene = await openScene(world, { random, accounts: 1, sources: 3, targets: 1 });
    const broken = random.pick(scene.sources);
    const [account] = scene.accounts as [TestAccount];
    await world.sandbox.faults({ errorRate: 1, sheets: [broken.sheet.id] });
    await scene.mark(account);
    const others = scene.targets.filter(({ source }) => source !== broken);
    const done = async () => {
      const runs = others.map(({ automationId }) =>
        world.prisma.automation.count({ where: { id: automationId, lastRunOutcome: 'changed' } }),
      );
      return (await Promise.all(runs)).reduce((sum, count) => sum + count, 0);
    };
    await expect.poll(done).toBe(others.length);
    await world.sandbox.faults({});
    await scene.untilAtRestInTime();
    await scene.assertAllIsWell({ logs: [worker.lines] });
  });

  test('changes that pile up behind a slow Smartsheet are one job for each connection', async () => {
    const random = createRandom(seed);
    const scene = await openScene(world, { random, accounts: 3, targets: 1 });
    await world.sandbox.faults({ hold: 'before', operations: reads });
    for (let count = 0; count < 12; count += 1) {
      await scene.edit();
      for (const account of scene.accounts) await scene.mark(account);
    }
    const { rows } = await world.pool.query(
      `SELECT 1 FROM pgboss.job WHERE name = 'sync-connection' AND state < 'completed'`,
    );
    expect(rows.length).toBeLessThanOrEqual(scene.accounts.length);
    await world.sandbox.faults({});
    await scene.untilAtRest();
    const { operations } = await world.sandbox.calls();
    // Twice each sheet of each connection: for what was held, and for all that came meanwhile.
    expect(operations['sheets.get']).toBeLessThanOrEqual(2 * 2 * scene.accounts.length);
    await scene.assertAllIsWell({ logs: [worker.lines] });
  });
});
