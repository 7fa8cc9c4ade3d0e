import { expect, test } from 'vitest';
import type { TestAccount } from './testing/world.ts';
import { openWorldWithWorker } from './testing/world-with-worker.ts';

// Slow for a reason: calls are tried again after the pauses that the product makes between them.

const { world, worker } = await openWorldWithWorker();
const slow = { interval: 50 };
const countCalls = async ({ email }: TestAccount) =>
  (await world.sandbox.calls()).accounts[email]?.calls ?? 0;
const countDeferrals = ({ connection }: TestAccount) =>
  worker.lines.filter((line) => line.connection === connection.id && line.ended === 'deferred');

async function newAccountWith(automations: number) {
  const account = await world.newAccount();
  const ids: string[] = [];
  for (let count = 0; count < automations; count += 1) {
    const { automation } = await world.newAutomation({ account, values: [`v${count}`], options: [] });
    ids.push(automation.id);
  }
  return { account, ids };
}

/** Has sweeps look, several times over. */
async function sweepOften({ connection }: TestAccount): Promise<void> {
  for (let count = 0; count < 4; count += 1) {
    await world.pool.query(
      'UPDATE smartsheet_connections SET next_sweep_at = clock_timestamp() WHERE id = $1',
      [connection.id],
    );
    const job = await world.queue.send(world.prisma, 'sweep', {});
    await expect.poll(() => worker.lines.some((line) => line.job === job), slow).toBe(true);
  }
}

/** Marks as people do who click and as callbacks do, and has sweeps look. */
async function pester(account: TestAccount, automationIds: string[]): Promise<void> {
  for (let count = 0; count < 10; count += 1) {
    await world.mark(account.connection.id, { automationIds });
    await world.mark(account.connection.id, { automationIds, priority: 'person' });
  }
  await sweepOften(account);
}

/** Lets the pause of a connection be over, for its row and for its job. */
async function endPause({ connection: { id } }: TestAccount): Promise<void> {
  await world.pool.query(
    `WITH over AS (
       UPDATE smartsheet_connections SET parked_until = clock_timestamp() WHERE id = $1 RETURNING sync_job_id)
     UPDATE pgboss.job SET start_after = clock_timestamp() FROM over
     WHERE name = 'sync-connection' AND id = over.sync_job_id`,
    [id],
  );
}

const secondsParked = async ({ connection: { id } }: TestAccount): Promise<number> => {
  const { rows } = await world.pool.query(
    'SELECT extract(epoch FROM parked_until - clock_timestamp())::float8 AS s FROM smartsheet_connections WHERE id = $1',
    [id],
  );
  return rows[0].s;
};

test('an outage costs one call at a time, at least a minute apart, however much is asked for meanwhile', async () => {
  const { account, ids } = await newAccountWith(8);
  await world.sandbox.forgetCalls();
  await world.sandbox.faults({ errorRate: 1, errorStatus: 500, accounts: [account.email] });
  await world.mark(account.connection.id, { automationIds: ids });
  await expect.poll(() => countDeferrals(account).length, slow).toBe(1);
  const noticed = await countCalls(account);

  await pester(account, ids);
  expect(await countCalls(account)).toBe(noticed);
  expect(await secondsParked(account)).toBeGreaterThan(30);

  // However often its pause ends, it is one call, and the pauses grow.
  for (const [tries, minutes] of [
    [1, 1],
    [2, 5],
    [3, 15],
  ] as const) {
    await world.pool.query(
      'UPDATE smartsheet_connections SET retrying_since = clock_timestamp() - make_interval(mins => $2) WHERE id = $1',
      [account.connection.id, minutes],
    );
    await endPause(account);
    await expect.poll(() => countDeferrals(account).length, slow).toBe(1 + tries);
    await pester(account, ids);
    expect(await countCalls(account)).toBe(noticed + tries);
    expect(await secondsParked(account)).toBeGreaterThan(minutes * 60 - 30);
  }
  expect(countDeferrals(account).every(({ reason }) => reason === 'outage')).toBe(true);

  await world.sandbox.faults({});
  await endPause(account);
  await expect.poll(async () => (await world.readConnection(account)).syncState, slow).toBe('idle');
  expect(await world.readConnection(account)).toMatchObject({ retryingSince: null });
  const rows = await world.prisma.automation.findMany({ where: { id: { in: ids } } });
  expect(rows.every(({ lastRunOutcome, lastError }) => lastRunOutcome === 'changed' && !lastError)).toBe(
    true,
  );
});

test('a connection that is limited is asked once a minute, also by sweeps', async () => {
  const { account, ids } = await newAccountWith(3);
  await world.sandbox.forgetCalls();
  await world.sandbox.faults({ storm: true, accounts: [account.email] });
  await world.mark(account.connection.id, { automationIds: ids });
  await expect.poll(() => countDeferrals(account).length, slow).toBe(1);
  const noticed = await countCalls(account);
  await pester(account, ids);
  expect(await countCalls(account)).toBe(noticed);
  expect(await secondsParked(account)).toBeGreaterThan(30);
});

test('a connection at rest that cannot be reached is probed by one sweep, and then left alone', async () => {
  const { account, ids } = await newAccountWith(2);
  await world.mark(account.connection.id, { automationIds: ids });
  await expect.poll(async () => (await world.readConnection(account)).syncState, slow).toBe('idle');
  await world.sandbox.forgetCalls();
  await world.sandbox.faults({ errorRate: 1, errorStatus: 503, accounts: [account.email] });
  await sweepOften(account);
  const noticed = await countCalls(account);
  expect(noticed).toBeGreaterThan(0);
  expect(noticed).toBeLessThanOrEqual(4);

  for (let tries = 1; tries <= 3; tries += 1) {
    await endPause(account);
    await sweepOften(account);
    expect(await countCalls(account)).toBe(noticed + tries);
  }
});
