import { createSmartsheetBudget } from '@picksync/db';
import { type TestDatabase, testConnection, testDatabase } from '@picksync/db/testing';
import { BudgetExhausted } from '@picksync/smartsheet-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountLimiter } from './account-limiter.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A limiter on a real budget, and how long it slept. */
async function limiter(onSleep: (ms: number) => Promise<void> = async () => {}) {
  const { id } = await testConnection(database.prisma);
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
    await onSleep(ms);
  };
  const budget = createSmartsheetBudget({ prisma: database.prisma });
  return { ...createAccountLimiter({ connectionId: id, budget, sleep }), connectionId: id, budget, slept };
}

test('a call goes out at once while the account has calls left, those the worker must leave included', async () => {
  const { acquire, slept, budget, connectionId } = await limiter();
  await budget.take({ connectionId, weight: 60, reserve: 60 });
  expect(await budget.take({ connectionId, reserve: 60 })).toMatchObject({ granted: false });
  await acquire({ weight: 1 });
  expect(slept).toEqual([]);
});

test('a call waits for its turn when it comes soon', async () => {
  const { prisma } = database;
  const refill = async () => void (await prisma.smartsheetBudget.deleteMany());
  const { acquire, slept, budget, connectionId } = await limiter(refill);
  await budget.take({ connectionId, weight: 120 });
  await acquire({ weight: 1 });
  expect(slept).toHaveLength(1);
});

test('a call does not wait for the end of a pause that Smartsheet asked for', async () => {
  const { acquire, park, slept } = await limiter();
  await park({ forMs: 60_000 });
  const refusal = await acquire({ weight: 1 }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BudgetExhausted);
  expect(refusal).toMatchObject({ retryAfterMs: expect.closeTo(60_000, -4) });
  expect(slept).toEqual([]);
});
