import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';

const requestsPerMinute = { reads: 1000, writes: 1000, signIns: 1000, callbacks: 1000, userWrites: 6 };

let api: TestApp;
let other: TestApp;
beforeAll(async () => {
  api = await testApp({ requestsPerMinute });
  other = await testApp({ requestsPerMinute, beside: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

/** Sends a change that is refused for its body; it counts all the same. */
async function change(at: TestApp, headers: Record<string, string>): Promise<number> {
  const request = { method: 'PATCH', url: '/api/account', headers, payload: {} } as const;
  return (await at.app.inject(request)).statusCode;
}

async function changeOften(headers: Record<string, string>, times: number): Promise<number[]> {
  const answers = [];
  for (let done = 0; done < times; done += 1)
    answers.push(await change(done % 2 === 0 ? api : other, headers));
  return answers;
}

test('two processes together allow one user no more changes than one does, and one session half of them', async () => {
  const stolen = await api.signIn();
  const own = await api.signIn({ userId: stolen.userId });
  const third = await api.signIn({ userId: stolen.userId });
  expect((await changeOften(stolen.headers, 5)).filter((status) => status !== 429)).toHaveLength(3);
  expect((await changeOften(own.headers, 3)).filter((status) => status !== 429)).toHaveLength(3);
  expect(await change(other, third.headers)).toBe(429);
  const somebodyElse = await api.signIn();
  expect(await change(other, somebodyElse.headers)).not.toBe(429);
});

test('a program uses up none of what its owner may change', async () => {
  const owner = await api.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  const { headers } = await api.createKey(owner.userId);
  const create = (at: TestApp) =>
    at.app.inject({ method: 'POST', url: '/api/configurations', headers, payload: {} });
  const answers = [];
  for (let times = 0; times < 7; times += 1)
    answers.push((await create(times % 2 === 0 ? api : other)).statusCode);
  expect(answers.map((status) => status === 429)).toEqual([...Array(6).fill(false), true]);
  expect(await change(api, owner.headers)).not.toBe(429);
});

test('says when a user may change something again', async () => {
  const { headers } = await api.signIn();
  await changeOften(headers, 6);
  const refused = await api.app.inject({ method: 'PATCH', url: '/api/account', headers, payload: {} });
  expect(refused.json()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
