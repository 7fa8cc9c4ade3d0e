// Slow for a reason: workers in processes of their own are killed or stopped, and others have to notice that by themselves.
import { describe, expect, onTestFinished, test } from 'vitest';
import { openScene, type Scene } from '../testing/scene.ts';
import { createRandom, drawSeeds } from '../testing/seeds.ts';
import type { SpawnedWorker } from '../testing/spawn-worker.ts';
import type { TestAccount } from '../testing/world.ts';
import { openProcessWorld } from '../testing/world-of-processes.ts';

const { world, startWorker } = await openProcessWorld();
const getLogs = (all: SpawnedWorker[]) => all.map(({ lines }) => lines);
const isHeld = async ({ email }: TestAccount) =>
  (await world.sandbox.held()).some(({ account }) => account === email);
const readState = async (account: TestAccount) => (await world.readConnection(account)).syncState;

/** Has the worker take up a connection and wait at this call. */
async function stickAt(scene: Scene, { account, ...hold }: Hold & { account: TestAccount }): Promise<void> {
  await world.sandbox.faults({ ...hold, accounts: [account.email] });
  await scene.mark(account);
  await expect.poll(() => isHeld(account)).toBe(true);
}

type Hold = { hold: 'before' | 'after'; operations: string[] };
const write = ['columns.update'];

/** Locks rows for as long as the test needs, so that whoever wants to change them waits. */
async function lockRows(sql: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = await world.pool.connect();
  await client.query('BEGIN');
  // The test may take longer than a session of ours may be silent in a transaction.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  await client.query(`${sql} FOR UPDATE`, values);
  let isOver = false;
  const unlock = async () => {
    if (isOver) return;
    isOver = true;
    await client.query('ROLLBACK').finally(() => client.release());
  };
  onTestFinished(unlock);
  return unlock;
}

describe.each(drawSeeds(1))('seed %i', (seed) => {
  test('a worker that is killed, each of its connections at another step, loses nothing and repeats nothing', async () => {
    const scene = await openScene(world, { random: createRandom(seed), accounts: 6, targets: 1 });
    const [toRead, read, toWrite, written, toRecord, recorded] = scene.accounts as SixAccounts;
    // A call that is held is given up after half a minute, which a busy machine may need to start a process.
    const heir = await startWorker();
    heir.signal('SIGSTOP');
    const victim = await startWorker();

    // Written and answered, but the record waits for a lock.
    await stickAt(scene, { hold: 'before', operations: write, account: toRecord });
    const unlockAutomation = await lockRows('SELECT 1 FROM automations WHERE connection_id = $1', [
      toRecord.connection.id,
    ]);
    await world.sandbox.release();
    await expect.poll(() => countWrites(scene, toRecord)).toBe(1);

    // Recorded, and at rest, but the job is not yet over.
    await stickAt(scene, { hold: 'before', operations: write, account: recorded });
    const { syncJobId } = await world.readConnection(recorded);
    const unlockJob = await lockRows('SELECT 1 FROM pgboss.job WHERE id = $1', [syncJobId]);
    await world.sandbox.release();
    await expect.poll(() => readState(recorded)).toBe('idle');

    await stickAt(scene, { hold: 'before', operations: ['sheets.get'], account: toRead });
    await stickAt(scene, { hold: 'after', operations: ['sheets.get'], account: read });
    await stickAt(scene, { hold: 'before', operations: write, account: toWrite });
    await stickAt(scene, { hold: 'after', operations: write, account: written });

    heir.signal('SIGCONT');
    await victim.kill('SIGKILL');
    await Promise.all([unlockAutomation(), unlockJob()]);
    await world.sandbox.faults({});
    await scene.untilAtRest();

    // The first state alone was to be written, and to be told, by whoever.
    expect(await scene.writes()).toEqual(scene.targets.map(() => 1));
    expect(await toldUpdates(scene)).toEqual(scene.targets.map(() => 1));
    await scene.assertAllIsWell({ logs: getLogs([victim, heir]) });
  });

  test('workers that are killed one after the other while people edit lose nothing', async () => {
    const random = createRandom(seed);
    const scene = await openScene(world, { random, accounts: 3, sources: 2, targets: 1 });
    await world.sandbox.faults({ lagMs: 20 });
    const running = [await startWorker(), await startWorker()];
    const all = [...running];
    for (let kills = 0; kills < 2; kills += 1) {
      for (let count = 0; count < 6; count += 1) {
        await scene.edit();
        await scene.mark(random.pick(scene.accounts));
      }
      const victim = random.pick(running);
      await victim.kill('SIGKILL');
      const next = await startWorker();
      running.splice(running.indexOf(victim), 1, next);
      all.push(next);
    }
    await world.sandbox.faults({});
    for (const account of scene.accounts) await scene.mark(account);
    await scene.untilAtRest();
    await scene.assertAllIsWell({ repeats: 2, logs: getLogs(all) });
  });
});

type SixAccounts = [TestAccount, TestAccount, TestAccount, TestAccount, TestAccount, TestAccount];

async function countWrites({ targets }: Scene, account: TestAccount): Promise<number> {
  const { effects } = await world.sandbox.calls();
  const own = targets.filter(({ source }) => source.account === account);
  return own.reduce((sum, { sheetId }) => sum + (effects[sheetId]?.['columns.update'] ?? 0), 0);
}

/** How often each automation's owner was told that its dropdown was written. */
async function toldUpdates({ targets }: Scene): Promise<number[]> {
  return Promise.all(
    targets.map(({ automationId }) =>
      world.prisma.activityLog.count({ where: { automationId, action: 'update_dropdown' } }),
    ),
  );
}
