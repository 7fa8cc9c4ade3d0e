import { testConnection, testDatabase } from '@picksync/db/testing';
import { BudgetExhausted } from '@picksync/smartsheet-client';
import { afterAll, expect, test } from 'vitest';
import { createSmartsheetBudget } from './budget.ts';
import { type AccountUse, createAccountLimiter, forJobs, forPeople, forSearches } from './limiter.ts';

const database = await testDatabase();
afterAll(database.close);
const budget = createSmartsheetBudget(database);

/** A limiter on a real budget, and how long it slept. */
async function createLimiter(use: AccountUse, onSleep: (ms: number) => Promise<void> = async () => {}) {
  const { id: connectionId } = await testConnection(database.prisma);
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
    await onSleep(ms);
  };
  return { connectionId, waits, ...createAccountLimiter({ ...use, budget, connectionId, sleep }) };
}

type Limiter = Awaited<ReturnType<typeof createLimiter>>;

/** Moves the account's time on, as if nobody had called for so long. */
const pass = (connectionId: string, ms: number) =>
  database.pool.query(
    'UPDATE smartsheet_budgets SET full_at = full_at - make_interval(secs => $2) WHERE connection_id = $1',
    [connectionId, ms / 1000],
  );

/** Calls until the limiter makes its caller wait or gives up. */
async function callsAtOnce({ acquire, waits }: Limiter) {
  for (let calls = 0; ; calls += 1) {
    await acquire({ weight: 1 }).catch(() => waits.push(0));
    if (waits.length > 0) return calls;
  }
}

const catchRefusal = ({ acquire }: Limiter) => acquire({ weight: 1 }).catch((error: unknown) => error);

test('background work makes some calls at once, and leaves some for the user’s own clicks', async () => {
  const background = await createLimiter(forJobs);
  const calls = await callsAtOnce(background);
  expect(calls).toBeGreaterThanOrEqual(60);
  const { granted } = await budget.take({ connectionId: background.connectionId });
  expect(granted).toBe(true);
});

test('a search makes a few calls at once, and leaves those that people and the syncs they ask for need', async () => {
  const search = await createLimiter(forSearches);
  const calls = await callsAtOnce(search);
  expect(calls).toBeGreaterThanOrEqual(30);
  expect(calls).toBeLessThan(60);
  const { connectionId } = search;
  const background = { ...(await createLimiter(forJobs)), connectionId };
  const jobs = await callsAtOnce({
    ...background,
    ...createAccountLimiter({
      ...forJobs,
      budget,
      connectionId,
      sleep: () => Promise.reject(new Error('no')),
    }),
  });
  expect(jobs).toBeGreaterThanOrEqual(29);
});

test('a wait that would be long is left to the queue, which is told how long', async () => {
  const background = await createLimiter(forJobs);
  await background.backOff({ forMs: 60_000 });
  const refusal = await catchRefusal(background);
  expect(refusal).toBeInstanceOf(BudgetExhausted);
  expect((refusal as BudgetExhausted).retryAfterMs).toBeGreaterThan(55_000);
  expect(refusal).toMatchObject({ isAfterRefusal: true });
  expect(background.waits).toEqual([]);
});

test('background work waits a second in all, then is left until a useful number of calls is there', async () => {
  const background = await createLimiter(forJobs, (ms) => pass(background.connectionId, ms).then(() => {}));
  await budget.take({ connectionId: background.connectionId, weight: 60 });
  let refusal: unknown;
  for (let calls = 0; refusal === undefined && calls < 20; calls += 1)
    refusal = await catchRefusal(background);
  expect(background.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(1_000);
  expect(refusal).toBeInstanceOf(BudgetExhausted);
  expect(refusal).toMatchObject({ isAfterRefusal: false });

  const { connectionId } = background;
  await pass(connectionId, (refusal as BudgetExhausted).retryAfterMs);
  const again = await callsAtOnce({
    ...(await createLimiter(forJobs)),
    ...createAccountLimiter({
      ...forJobs,
      budget,
      connectionId,
      sleep: async () => Promise.reject(new Error('waited')),
    }),
  });
  expect(again).toBeGreaterThanOrEqual(19);
});

test('an aborted call does not wait', async () => {
  const { acquire } = await createLimiter(forJobs);
  await expect(acquire({ weight: 1, signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
});

test('a person’s call goes out at once while the account has calls left, also those that jobs must leave', async () => {
  const { acquire, waits, connectionId } = await createLimiter(forPeople);
  await budget.take({ connectionId, weight: 60, reserve: 60 });
  expect(await budget.take({ connectionId, reserve: 60 })).toMatchObject({ granted: false });
  await acquire({ weight: 1 });
  expect(waits).toEqual([]);
});

test('a person’s call waits for its turn when it comes soon', async () => {
  const person = await createLimiter(forPeople, (ms) => pass(person.connectionId, ms).then(() => {}));
  await budget.take({ connectionId: person.connectionId, weight: 120 });
  await person.acquire({ weight: 1 });
  expect(person.waits).toHaveLength(1);
});

test('a person does not wait for the end of a pause that Smartsheet asked for', async () => {
  const person = await createLimiter(forPeople);
  await person.backOff({ forMs: 60_000 });
  const refusal = await catchRefusal(person);
  expect(refusal).toBeInstanceOf(BudgetExhausted);
  expect(refusal).toMatchObject({ retryAfterMs: expect.closeTo(60_000, -4) });
  expect(person.waits).toEqual([]);
});
