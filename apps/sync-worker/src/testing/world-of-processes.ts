import { afterAll, afterEach } from 'vitest';
import { type SpawnedWorker, spawnWorker } from './spawn-worker.ts';
import { openWorld } from './world.ts';

/**
 * Opens a world for the tests of a file, with workers in processes of their own. After each test nothing is wrong with the
 * sandbox any more, and no worker runs.
 */
export async function openProcessWorld() {
  const world = await openWorld();
  const workers: SpawnedWorker[] = [];
  afterAll(() => world.close());
  afterEach(async () => {
    await world.sandbox.faults({});
    await Promise.all(workers.splice(0).map((worker) => worker.kill('SIGKILL')));
  });

  return {
    world,
    /** Starts a worker, with settings beside those of the world. */
    startWorker: async (settings: Record<string, string> = {}): Promise<SpawnedWorker> => {
      const worker = await spawnWorker(world, settings);
      workers.push(worker);
      return worker;
    },
  };
}
