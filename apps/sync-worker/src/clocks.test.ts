import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SpawnedWorker, spawnWorker } from './testing/spawn-worker.ts';
import { openWorld, type TestAccount, type World } from './testing/world.ts';

let world: World;
let worker: SpawnedWorker | undefined;

beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => {
  await worker?.kill('SIGKILL');
  await world.sandbox.faults({});
});
afterAll(() => world.close());

const slow = { interval: 50 };
const shiftedClock = fileURLToPath(new URL('testing/shifted-clock.ts', import.meta.url));

/** In how many minutes something of a connection is, by the database's clock. */
async function minutesAhead({ connection }: TestAccount, column: string): Promise<number | null> {
  const { rows } = await world.pool.query(
    `SELECT extract(epoch FROM ${column} - clock_timestamp())::float8 / 60 AS minutes
     FROM smartsheet_connections WHERE id = $1`,
    [connection.id],
  );
  return rows[0].minutes;
}

test.each([-2, 2])(
  'a worker whose clock is %d hours off works as if it were right',
  async (hours) => {
    worker = await spawnWorker(world, {
      NODE_OPTIONS: `--import=${shiftedClock}`,
      CLOCK_SHIFT_MS: String(hours * 3_600_000),
    });
    const account = await world.newAccount();
    const { id } = account.connection;
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    const readState = async () => (await world.readConnection(account)).syncState;

    // A run is dated right, and needs no new token for a wrong reason.
    await world.mark(id, { automationIds: [automation.id] });
    await expect.poll(readState, slow).toBe('idle');
    const { lastRunAt } = await world.prisma.automation.findUniqueOrThrow({ where: { id: automation.id } });
    expect(Math.abs(Date.now() - Number(lastRunAt?.getTime()))).toBeLessThan(60_000);
    expect((await world.readConnection(account)).tokenExpiresAt).toEqual(account.connection.tokenExpiresAt);

    // What is due is swept, and is due again in its place of the next window.
    await world.pool.query(
      "UPDATE smartsheet_connections SET next_sweep_at = clock_timestamp() - interval '1 minute' WHERE id = $1",
      [id],
    );
    await world.queue.send(world.prisma, 'sweep', {});
    await expect.poll(() => minutesAhead(account, 'last_swept_at'), slow).not.toBeNull();
    expect(await minutesAhead(account, 'last_swept_at')).toBeGreaterThan(-1);
    await expect.poll(() => minutesAhead(account, 'next_sweep_at'), slow).toBeCloseTo(14, 0);

    // What is not due is left alone.
    await world.pool.query(
      "UPDATE smartsheet_connections SET next_sweep_at = clock_timestamp() + interval '5 minutes' WHERE id = $1",
      [id],
    );
    const job = await world.queue.send(world.prisma, 'sweep', {});
    await expect.poll(() => worker?.lines.find((line) => line.job === job), slow).toBeDefined();
    expect(await minutesAhead(account, 'next_sweep_at')).toBeCloseTo(5, 0);

    // A pause ends when it should.
    await world.sandbox.faults({ errorRate: 1, errorStatus: 500, accounts: [account.email] });
    await world.mark(id, { automationIds: [automation.id] });
    await expect.poll(() => minutesAhead(account, 'parked_until'), slow).not.toBeNull();
    expect(await minutesAhead(account, 'parked_until')).toBeCloseTo(1, 0);
  },
  120_000,
);
