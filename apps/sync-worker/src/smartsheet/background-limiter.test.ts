import { createSmartsheetBudget } from '@picksync/db';
import { testConnection, testDatabase } from '@picksync/db/testing';
import { BudgetExhausted } from '@picksync/smartsheet-client';
import { afterAll, expect, test } from 'vitest';
import { backgroundLimiter } from './background-limiter.ts';

const database = await testDatabase();
afterAll(database.close);
const budget = createSmartsheetBudget(database);

/** A limiter whose waits are only noted. */
async function limiter() {
  const { id: connectionId } = await testConnection(database.prisma);
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  return { connectionId, waits, ...backgroundLimiter({ budget, connectionId, sleep }) };
}

/** Calls until the limiter makes its caller wait or gives up. */
async function callsAtOnce({ acquire, waits }: Awaited<ReturnType<typeof limiter>>) {
  for (let calls = 0; ; calls += 1) {
    await acquire({ weight: 1 }).catch(() => waits.push(0));
    if (waits.length > 0) return calls;
  }
}

test('background work makes some calls at once, and leaves some for the user’s own clicks', async () => {
  const background = await limiter();
  const calls = await callsAtOnce(background);
  expect(calls).toBeGreaterThanOrEqual(60);
  const { granted } = await budget.take({ connectionId: background.connectionId });
  expect(granted).toBe(true);
});

test('a wait that would be long is left to the queue, which is told how long', async () => {
  const { acquire, park, waits } = await limiter();
  await park({ forMs: 60_000 });
  const refusal = await acquire({ weight: 1 }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BudgetExhausted);
  expect((refusal as BudgetExhausted).retryAfterMs).toBeGreaterThan(55_000);
  expect(waits).toEqual([]);
});

test('whoever is told to stop does not wait', async () => {
  const { acquire } = await limiter();
  await expect(acquire({ weight: 1, signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
});
