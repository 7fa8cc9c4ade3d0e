import { afterAll, afterEach, expect } from 'vitest';
import { runWorker } from './run-worker.ts';
import { openWorld, type TestAccount } from './world.ts';

/**
 * Opens a world for the tests of a file, with a worker in this process. After each test nothing is wrong with the sandbox any
 * more; what a file wants to look at in the end, it looks at in an `afterAll` of its own, which comes first.
 */
export async function openWorldWithWorker() {
  const world = await openWorld();
  const worker = await runWorker(world);
  afterAll(async () => {
    await worker.stop();
    await world.close();
  });
  afterEach(() => world.sandbox.faults({}));

  const atRest = async (account: TestAccount): Promise<void> => {
    await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');
  };
  return {
    world,
    worker,
    atRest,
    readRow: (id: string) => world.prisma.automation.findUniqueOrThrow({ where: { id } }),
  };
}
