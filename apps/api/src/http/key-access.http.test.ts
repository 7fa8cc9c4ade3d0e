import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ keyCallsPerMinute: 3 });
});
afterAll(() => app.close());

const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;

test('each key has its own number of calls a minute, and is told how many are left', async () => {
  const { id: userId } = await testUser(app.db, premium);
  const [key, other] = [await app.createKey(userId), await app.createKey(userId)];
  const call = (headers: Record<string, string>) => app.app.inject({ url: '/api/configurations', headers });
  for (const left of [2, 1, 0]) {
    const answer = await call(key.headers);
    expect([answer.statusCode, answer.headers['ratelimit-policy']]).toEqual([200, '"key";q=3;w=60']);
    expect(answer.headers.ratelimit).toMatch(new RegExp(`^"key";r=${left};t=\\d+$`));
  }
  const refused = await call(key.headers);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await call(other.headers)).statusCode).toBe(200);
  await app.passTime(60_000);
  expect((await call(key.headers)).statusCode).toBe(200);
});
