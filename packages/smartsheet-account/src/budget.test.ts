import { openDatabase } from '@picksync/db';
import { testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';
import { createSmartsheetBudget, reservedForPeople, usefulToJobs } from './budget.ts';

const db = await testDatabase({ poolSize: 20 });
const elsewhere = openDatabase({ url: db.url, poolSize: 20 });
afterAll(async () => {
  await elsewhere.close();
  await db.close();
});

const budget = createSmartsheetBudget(db);
const another = createSmartsheetBudget(elsewhere);

const newAccount = async () => (await testConnection(db.prisma)).id;

/** Moves the account's time on, as if nobody had called for a while. */
const pass = (connectionId: string, seconds: number) =>
  db.pool.query(
    'UPDATE smartsheet_budgets SET full_at = full_at - make_interval(secs => $2) WHERE connection_id = $1',
    [connectionId, seconds],
  );

/** How many of so many that ask at once, through two processes, are let go. */
async function countGranted(
  count: number,
  input: { connectionId: string; reserve?: number; weight?: number },
) {
  const taken = await Promise.all(
    Array.from({ length: count }, (_, index) => (index % 2 ? budget : another).take(input)),
  );
  return taken.filter(({ granted }) => granted).length;
}

/** Runs something and says how many calls may have come back meanwhile: three a second, on a slow machine too. */
async function withRefill(work: () => Promise<number>) {
  const begun = performance.now();
  const granted = await work();
  return { granted, refill: Math.ceil(((performance.now() - begun) / 1000) * 3) + 1 };
}

test('two hundred concurrent calls through two processes get as many grants as the burst holds', async () => {
  const connectionId = await newAccount();
  const { granted, refill } = await withRefill(() => countGranted(200, { connectionId }));
  expect(granted).toBeGreaterThanOrEqual(120);
  expect(granted).toBeLessThanOrEqual(120 + refill);
});

test('background work leaves sixty calls to people', async () => {
  const connectionId = await newAccount();
  const input = { connectionId, reserve: reservedForPeople };
  const { granted, refill } = await withRefill(() => countGranted(100, input));
  expect(granted).toBeGreaterThanOrEqual(60);
  expect(granted).toBeLessThanOrEqual(60 + refill);
  expect(await countGranted(50, { connectionId })).toBe(50);
});

test('a refused call is told how long to wait, and is granted after that', async () => {
  const connectionId = await newAccount();
  await countGranted(200, { connectionId });
  const refused = await budget.take({ connectionId, weight: 10 });
  expect(refused.granted).toBe(false);
  expect(refused.waitMs).toBeGreaterThan(0);
  await pass(connectionId, refused.waitMs / 1000);
  expect(await budget.take({ connectionId, weight: 10 })).toMatchObject({ granted: true, waitMs: 0 });
});

test('no minute has more calls than Smartsheet allows', async () => {
  const connectionId = await newAccount();
  const { granted, refill } = await withRefill(async () => {
    let count = await countGranted(150, { connectionId });
    for (let second = 1; second <= 59; second += 1) {
      await pass(connectionId, 1);
      count += await countGranted(5, { connectionId });
    }
    return count;
  });
  expect(granted).toBeLessThanOrEqual(300 + refill);
  expect(granted).toBeGreaterThan(280);
});

test('a costly call counts ten times', async () => {
  const connectionId = await newAccount();
  const { granted, refill } = await withRefill(() => countGranted(20, { connectionId, weight: 10 }));
  expect(granted).toBeGreaterThanOrEqual(12);
  expect(granted).toBeLessThanOrEqual(12 + refill / 10);
});

test('a call that could never fit is refused for good', async () => {
  const input = { connectionId: await newAccount(), weight: 10, reserve: 115 };
  await expect(budget.take(input)).rejects.toThrow(RangeError);
});

test('a parked account makes no calls until then, and starts empty', async () => {
  const connectionId = await newAccount();
  const { granted, refill } = await withRefill(async () => {
    await another.backOff({ connectionId, forMs: 60_000 });
    const refused = await budget.take({ connectionId });
    expect(refused.granted).toBe(false);
    expect(refused.waitMs).toBeGreaterThan(30_000);
    expect(refused.waitMs).toBeLessThan(61_000);
    const { parkedUntil } = await db.prisma.smartsheetConnection.findUniqueOrThrow({
      where: { id: connectionId },
    });
    expect(parkedUntil?.getTime()).toBeGreaterThan(Date.now() + 30_000);
    await pass(connectionId, 60);
    return countGranted(50, { connectionId });
  });
  expect(granted).toBeLessThanOrEqual(refill);
});

test('jobs are granted calls once the announced pause is over', async () => {
  const connectionId = await newAccount();
  await budget.backOff({ connectionId, forMs: 60_000 });
  const parkedFor = async () => {
    const { rows } = await db.pool.query(
      'SELECT extract(epoch FROM parked_until - clock_timestamp())::float8 AS s FROM smartsheet_connections WHERE id = $1',
      [connectionId],
    );
    return rows[0].s;
  };
  await pass(connectionId, await parkedFor());
  const asJob = { connectionId, reserve: reservedForPeople };
  expect(await countGranted(usefulToJobs, asJob)).toBe(usefulToJobs);
});

test('parking again for less does not end the first pause', async () => {
  const connectionId = await newAccount();
  await budget.backOff({ connectionId, forMs: 60_000 });
  await budget.backOff({ connectionId, forMs: 1000 });
  expect((await budget.take({ connectionId })).waitMs).toBeGreaterThan(30_000);
});

test('accounts do not share a budget', async () => {
  const [one, two] = [await newAccount(), await newAccount()];
  await countGranted(200, { connectionId: one });
  expect((await budget.take({ connectionId: two })).granted).toBe(true);
});

test('calls of many accounts are taken together, each from its own budget, and those of accounts that are gone by nobody', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, newAccount));
  const usedUp = ids[0] ?? '';
  await countGranted(200, { connectionId: usedUp });
  const gone = '00000000-0000-4000-8000-000000000000';
  const input = { connectionIds: [gone, ...ids.toReversed()], reserve: reservedForPeople };
  const [one, other] = await Promise.all([budget.takeForEach(input), another.takeForEach(input)]);
  for (const granted of [one, other]) expect([...granted].toSorted()).toEqual(ids.slice(1).toSorted());
});

test('a call that was given back can be made by somebody else', async () => {
  const connectionId = await newAccount();
  const { granted: taken } = await withRefill(() => countGranted(200, { connectionId }));
  expect(taken).toBeGreaterThanOrEqual(120);
  await pass(connectionId, -3600);
  const fullAt = async () =>
    (await db.prisma.smartsheetBudget.findUniqueOrThrow({ where: { connectionId } })).fullAt.getTime();
  const before = await fullAt();
  await budget.refund([connectionId]);
  expect(before - (await fullAt())).toBeGreaterThan(300);
});
