// Slow for a reason: workers in processes of their own come and go while people edit.
import { describe, expect, test } from 'vitest';
import { openScene } from '../testing/scene.ts';
import { createRandom, drawSeeds } from '../testing/seeds.ts';
import { openProcessWorld } from '../testing/world-of-processes.ts';

const { world, startWorker } = await openProcessWorld();

describe.each(drawSeeds(1))('seed %i', (seed) => {
  test('workers that are replaced while people edit do nothing twice, and nobody sees a failure', async () => {
    const random = createRandom(seed);
    const scene = await openScene(world, { random, accounts: 3, sources: 2, targets: 1 });
    await world.sandbox.faults({ lagMs: 20 });
    let old = await startWorker();
    const logs = [old.lines];
    for (let deploy = 0; deploy < 2; deploy += 1) {
      for (let count = 0; count < 6; count += 1) {
        await scene.edit();
        await scene.mark(random.pick(scene.accounts));
      }
      const next = await startWorker();
      logs.push(next.lines);
      expect(await old.kill('SIGTERM')).toBe(0);
      old = next;
    }
    for (const account of scene.accounts) await scene.mark(account);
    await scene.untilAtRest();
    expect(await world.prisma.automation.count({ where: { lastError: { not: null } } })).toBe(0);
    await scene.assertAllIsWell({ logs });
  });

  test('each change is found by one of many concurrent sweeps, and no connection is asked twice', async () => {
    const random = createRandom(seed);
    const scene = await openScene(world, { random, accounts: 8, sources: 1, targets: 1 });
    const workers = await Promise.all([startWorker(), startWorker()]);
    for (const account of scene.accounts) await scene.mark(account);
    await scene.untilAtRest();
    for (const source of scene.sources) await scene.edit(source);
    await world.prisma.smartsheetConnection.updateMany({ data: { nextSweepAt: new Date(0) } });
    await world.sandbox.forgetCalls();
    await Promise.all(Array.from({ length: 6 }, () => world.queue.send(world.prisma, 'sweep', {})));

    const ids = scene.accounts.map(({ connection }) => connection.id);
    const unswept = () =>
      world.prisma.smartsheetConnection.count({ where: { id: { in: ids }, lastSweptAt: null } });
    await expect.poll(unswept).toBe(0);
    const isRight = () =>
      scene.assertOptions().then(
        () => true,
        () => false,
      );
    await expect.poll(isRight).toBe(true);
    await scene.untilAtRest();
    const { accounts } = await world.sandbox.calls();
    for (const { email } of scene.accounts) expect(accounts[email]?.operations['sheets.list']).toBe(1);
    await scene.assertAllIsWell({ logs: workers.map(({ lines }) => lines) });
  });
});
