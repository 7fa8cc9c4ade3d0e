import { afterAll, afterEach } from 'vitest';
import { runWorker } from './run-worker.ts';
import { type SpawnedWorker, spawnWorker } from './spawn-worker.ts';
import { openWorld } from './world.ts';

/**
 * Opens a world for the tests of a file, with workers in processes of their own. After each test nothing is wrong with the
 * sandbox any more, and no worker runs.
 */
export async function openProcessWorld() {
  const world = await openWorld();
  const workers: SpawnedWorker[] = [];
  const stops: (() => Promise<void>)[] = [];
  afterAll(() => world.close());
  afterEach(async () => {
    await world.sandbox.faults({});
    await Promise.all(workers.splice(0).map((worker) => worker.kill('SIGKILL')));
    await Promise.all(stops.splice(0).map((stop) => stop()));
  });

  return {
    world,
    /** Starts a worker, with settings beside those of the world. */
    startWorker: async (settings: Record<string, string> = {}): Promise<SpawnedWorker> => {
      const worker = await spawnWorker(world, settings);
      workers.push(worker);
      return worker;
    },
    /** Starts a worker that is not killed, so that it needs no process of its own. Returns what stops it, before the test ends. */
    startWorkerHere: async (): Promise<() => Promise<void>> => {
      const worker = await runWorker(world);
      let stopped: Promise<void> | undefined;
      const stop = () => {
        stopped ??= worker.stop();
        return stopped;
      };
      stops.push(stop);
      return stop;
    },
  };
}
