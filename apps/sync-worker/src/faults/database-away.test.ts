// Slow for a reason: connections fall silent, and only a time limit tells that they are gone.
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabaseDoor } from '../testing/database-door.ts';
import { openScene } from '../testing/scene.ts';
import { createRandom, drawSeeds } from '../testing/seeds.ts';
import { spawnWorker } from '../testing/spawn-worker.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => world.sandbox.faults({}));

/** A worker whose way to the database can be shut. */
async function workerBehindDoor(settings: Record<string, string> = {}) {
  const door = await openDatabaseDoor(world.environment.DATABASE_URL);
  onTestFinished(() => door.close());
  const worker = await spawnWorker(world, { ...settings, DATABASE_URL: door.url });
  onTestFinished(() => worker.kill('SIGKILL').then(() => {}));
  return { door, worker };
}

const readHealth = async (address: string) => (await fetch(`${address}/healthz`)).status;
const isReady = async (address: string) => (await fetch(`${address}/readyz`)).status === 200;
const isAlive = async (address: string) => (await fetch(`${address}/livez`)).status === 200;

describe.each(drawSeeds(1))('seed %i', (seed) => {
  test('a database that is away while dropdowns are written costs nothing but time', async () => {
    const scene = await openScene(world, { random: createRandom(seed), accounts: 3, targets: 2 });
    const { door, worker } = await workerBehindDoor();
    await world.sandbox.faults({ hold: 'after', operations: ['columns.update'] });
    for (const account of scene.accounts) await scene.mark(account);
    await expect.poll(async () => (await world.sandbox.held()).length).toBeGreaterThanOrEqual(3);

    door.shut();
    await world.sandbox.faults({});
    await expect.poll(() => readHealth(worker.address)).toBe(503);
    await expect.poll(() => isReady(worker.address)).toBe(false);
    expect(await isAlive(worker.address)).toBe(true);
    door.open();
    await scene.untilAtRest();

    expect(await readHealth(worker.address)).toBe(200);
    await expect.poll(() => isReady(worker.address)).toBe(true);
    expect(await scene.writes()).toEqual(scene.targets.map(() => 1));
    await scene.assertAllIsWell({ logs: [worker.lines] });
  });

  test('connections that the server ends, again and again, cost no work and no worker', async () => {
    const random = createRandom(seed);
    const scene = await openScene(world, { random, accounts: 3, sources: 2, targets: 1 });
    const { door, worker } = await workerBehindDoor();
    await world.sandbox.faults({ lagMs: 10 });
    let ended = 0;
    // A worker that has not come back yet has nothing to lose; on a loaded machine that takes its time.
    while (ended <= 15) {
      await scene.edit();
      await scene.mark(random.pick(scene.accounts));
      const { rowCount } = await world.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = ANY($1)',
        [door.ports()],
      );
      ended += rowCount ?? 0;
    }
    for (const account of scene.accounts) await scene.mark(account);
    await scene.untilAtRest();
    expect(await readHealth(worker.address)).toBe(200);
    await scene.assertAllIsWell({ logs: [worker.lines] });
  });
});

test('connections that fall silent are given up, and the work is done on new ones', async () => {
  const scene = await openScene(world, { random: createRandom(1), accounts: 2, targets: 1 });
  // Every connection of the queue may be open by now, and then it is the time limit that frees them.
  const { door, worker } = await workerBehindDoor({ DATABASE_TIMEOUT_MS: '10000' });
  door.freeze();
  for (const account of scene.accounts) await scene.mark(account);
  await scene.untilAtRest();
  expect(await readHealth(worker.address)).toBe(200);
  await scene.assertAllIsWell({ logs: [worker.lines] });
});
