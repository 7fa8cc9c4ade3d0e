// Slow for a reason: the API is killed and started again and again, in a process of its own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openCallbackRelay } from '../testing/callback-relay.ts';
import { runWorker } from '../testing/run-worker.ts';
import { openScene, type Scene } from '../testing/scene.ts';
import { createRandom, drawSeeds } from '../testing/seeds.ts';
import { type SpawnedApi, spawnApi } from '../testing/spawn-api.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
let relay: Awaited<ReturnType<typeof openCallbackRelay>>;
let worker: Awaited<ReturnType<typeof runWorker>>;
let running: SpawnedApi | undefined;

beforeAll(async () => {
  world = await openWorld({ RETRY_HOUR_MS: '4000' });
  relay = await openCallbackRelay();
  worker = await runWorker(world, { SMARTSHEET_CALLBACK_BASE: relay.url });
});
afterAll(async () => {
  await running?.kill();
  await worker.stop();
  await relay.close();
  await world.close();
});

/** Starts an API in the place of the one before. */
async function startApi(): Promise<SpawnedApi> {
  relay.leadNowhere();
  await running?.kill();
  running = await spawnApi(world);
  relay.leadTo(running.url);
  return running;
}

/** A scene whose sheets tell of changes themselves; nobody marks anything. */
async function sceneWithWebhooks(seed: number): Promise<Scene> {
  const scene = await openScene(world, { random: createRandom(seed), accounts: 2, sources: 2, targets: 1 });
  for (const { connection } of scene.accounts) {
    await world.mark(connection.id, {
      sheetIds: scene.sources.map(({ sheet }) => sheet.id),
    });
    await world.queue.send(world.prisma, 'mend-webhooks', { connectionId: connection.id });
  }
  const enabled = async () => {
    const wanted = new Set(scene.sources.map(({ sheet }) => sheet.id));
    const hooks = await world.sandbox.webhooks();
    return hooks.filter(({ sheetId, status }) => wanted.has(String(sheetId)) && status === 'ENABLED').length;
  };
  await expect.poll(enabled).toBe(scene.sources.length);
  await scene.untilAtRest();
  // What the first writes are told of costs no row, and is answered 200 whatever the database does.
  await untilTold(scene);
  return scene;
}

/** Resolves when Smartsheet has nothing more to tell, and all that it told is done. */
async function untilTold(scene: Scene): Promise<void> {
  const busy = async () => (await world.sandbox.webhooks()).filter(({ isBusy }) => isBusy).length;
  await expect.poll(busy).toBe(0);
  await scene.untilAtRest();
}

const rowCount = async (table: string) =>
  (await world.pool.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count as number;

describe.each(drawSeeds(1))('seed %i', (seed) => {
  let api: SpawnedApi | undefined;
  let opened: Scene | undefined;
  /** The tests of a seed go on with one scene and one API. */
  const goOn = async () => {
    api ??= await startApi();
    opened ??= await sceneWithWebhooks(seed);
    return { api, scene: opened };
  };

  test('an API that is killed again and again while people edit loses no callback it took, nor any other', async () => {
    const random = createRandom(seed);
    const { scene } = await goOn();
    for (let count = 0; count < 12; count += 1) {
      await scene.edit();
      if (count % 6 !== 3) continue;
      await api?.kill();
      for (let more = random.below(4); more > 0; more -= 1) await scene.edit();
      api = await startApi();
    }
    await untilTold(scene);
    await scene.assertAllIsWell({ logs: [worker.lines, api?.lines ?? []] });
  });

  test('callbacks that come again, late and in any order, cost no call and no row; forged ones nothing at all', async () => {
    const random = createRandom(seed);
    const { scene } = await goOn();
    relay.delivered.length = 0;
    for (let count = 0; count < 8; count += 1) await scene.edit();
    await untilTold(scene);
    const callbacks = relay.delivered.filter(({ status }) => status === 200).map(({ callback }) => callback);
    expect(callbacks.length).toBeGreaterThan(0);
    const { calls } = await world.sandbox.calls();
    const receipts = await rowCount('provider_events');
    expect(receipts).toBeGreaterThan(0);

    const again = random.shuffle([...callbacks, ...callbacks, ...callbacks]);
    expect(await Promise.all(again.map(relay.send))).toEqual(again.map(() => 200));
    const forged = callbacks.flatMap(({ path, headers, body }) => {
      const changed = Buffer.from(body);
      changed[random.below(changed.length)] = 0x20;
      const { 'smartsheet-hmac-sha256': _signature, ...unsigned } = headers;
      return [
        { path, headers, body: Buffer.concat([changed, Buffer.from(' ')]) },
        { path, headers: unsigned, body },
        { path: path.replace(/[^/]+$/, randomUUID()), headers, body },
        { path, headers, body: Buffer.alloc(0) },
        { path, headers, body: Buffer.alloc(1024 * 1024, 0x20) },
      ];
    });
    for (const status of await Promise.all(forged.map(relay.send))) {
      expect([400, 401, 403, 404, 413]).toContain(status);
    }
    await scene.untilAtRest();
    expect((await world.sandbox.calls()).calls).toBe(calls);
    expect(await rowCount('provider_events')).toBe(receipts);
    await scene.assertAllIsWell({ logs: [worker.lines] });
  });

  test('a database that is full or read-only takes no callback, and Smartsheet tells it later', async () => {
    const { api, scene } = await goOn();
    // As PostgreSQL refuses what it has no room for, or may not write.
    const code = createRandom(seed).pick(['53100', '25006']);
    // What a trigger does is replaced without a lock on its table: dropping four of them deadlocks with those who write.
    const beforeWrites = (statement: string) =>
      world.pool.query(`
        CREATE OR REPLACE FUNCTION before_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; END $$`);
    const makeRoom = () => beforeWrites('RETURN NULL');
    onTestFinished(() => makeRoom().then(() => {}));
    await beforeWrites(`RAISE EXCEPTION 'could not write' USING ERRCODE = '${code}'`);
    const tables = ['provider_events', 'smartsheet_connections', 'sheets', 'automations'];
    for (const table of tables) {
      await world.pool.query(
        `CREATE OR REPLACE TRIGGER before_write BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION before_write()`,
      );
    }
    relay.delivered.length = 0;
    for (let count = 0; count < 4; count += 1) await scene.edit();
    await expect.poll(() => relay.delivered.length).toBeGreaterThan(0);
    expect(new Set(relay.delivered.map(({ status }) => status))).toEqual(new Set([503]));

    await makeRoom();
    await untilTold(scene);
    await scene.assertAllIsWell({ logs: [worker.lines, api.lines] });
  });
});
