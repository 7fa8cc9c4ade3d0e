import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { rememberBrowser } from '../recognized-devices/recognized-devices.ts';

/** Two processes on one database. */
let first: TestApp;
let second: TestApp;
beforeAll(async () => {
  first = await testApp();
  second = await testApp({ beside: first });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** Calls one of the processes after the other, `times` altogether, and returns the last reply and all statuses. */
async function call(times: number, path: string, payload: Record<string, unknown>) {
  const replies = [];
  for (let turn = 0; turn < times; turn += 1) {
    const { app } = turn % 2 === 0 ? first : second;
    replies.push(await app.inject({ method: 'POST', url: path, headers: { origin }, payload }));
  }
  return { last: replies.at(-1), statuses: replies.map((reply) => reply.statusCode) };
}

const cases = [
  ['passwords', '/api/auth/login', 10, 401, { password: 'Willow-Meadow-77' }],
  ['mails', '/api/auth/resend-verification', 5, 200, {}],
  ['codes', '/api/auth/verify-email', 5, 400, { otp: '000000' }],
] as const;

test.each(cases)(
  'two processes together take as many tries of %s as one alone, and say when to try again',
  async (name, path, most, taken, fields) => {
    const { last, statuses } = await call(most + 1, path, { email: `${name}@clients.example`, ...fields });
    expect(statuses).toEqual([...Array(most).fill(taken), 429]);
    expect(Number(last?.headers['retry-after'])).toBe(last?.json().retryAfterSeconds);
    expect(last?.json().retryAfterSeconds).toBeGreaterThan(0);
  },
);

test('one network causes so many mails an hour to whatever addresses, and others are not held back', async () => {
  const api = await testApp({ mailsPerHour: 3, trustProxy: ['127.0.0.1'] });
  const mailTo = async (email: string, from: string) => {
    const headers = { origin, 'x-forwarded-for': from };
    const url = '/api/auth/resend-verification';
    return (await api.app.inject({ method: 'POST', url, headers, payload: { email } })).statusCode;
  };
  const statuses = [];
  for (const name of ['ada', 'ben', 'cleo', 'dan'])
    statuses.push(await mailTo(`${name}@clients.example`, '198.51.100.7'));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await api.waitingJobs('send-mail')).toHaveLength(3);
  const payload = { email: 'eve@clients.example', password: 'Spruce-Harbor-42' };
  const headers = { origin, 'x-forwarded-for': '198.51.100.7' };
  const registered = await api.app.inject({ method: 'POST', url: '/api/auth/register', headers, payload });
  expect([registered.statusCode, await api.db.user.count()]).toEqual([429, 0]);
  expect(await mailTo('dan@clients.example', '203.0.113.9')).toBe(200);
  await api.passTime(60 * 60_000);
  expect(await mailTo('eve@clients.example', '198.51.100.7')).toBe(200);
  await api.close();
});

test('leaves a reset in each hour to the owner of an address whose mails strangers have used up', async () => {
  const api = await testApp({ trustProxy: ['127.0.0.1'] });
  const { id: userId, email } = await testUser(api.db);
  const ask = (path: string, from: string, cookie = '') =>
    api.app.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      headers: { origin, 'x-forwarded-for': from, cookie },
      payload: { email },
    });
  const flood = async (count: number) => {
    for (let index = 0; index < count; index += 1)
      await ask('resend-verification', `198.51.${count}.${index}`);
  };
  await flood(15);
  await api.passTime(60 * 60_000);
  await flood(16);
  await api.passTime(60 * 60_000);
  expect((await ask('resend-verification', '192.0.2.1')).statusCode).toBe(429);
  expect((await ask('forgot-password', '192.0.2.1')).statusCode).toBe(200);
  const voided = await ask('forgot-password', '203.0.113.7');
  expect([voided.statusCode, voided.json().message]).toEqual([
    429,
    expect.stringContaining('has a link that still works'),
  ]);
  const { linkExpiresAt } = await api.db.oneTimeCode.findFirstOrThrow({
    where: { userId, purpose: 'reset_password', usedAt: null },
  });
  expect(linkExpiresAt?.getTime()).toBe(api.clock.at.getTime() + 60 * 60_000);
  const browserTokens: string[] = [];
  const place = { userId, browserTokens, userAgent: 'Firefox', ipAddress: '192.0.2.1' };
  const { tokens } = await api.db.$transaction((tx) => rememberBrowser(api.context, tx, place));
  const known = await ask('forgot-password', '203.0.113.7', `picksync-browser=${tokens.join('.')}`);
  expect(known.statusCode).toBe(200);
  await api.passTime(60 * 60_000);
  expect((await ask('forgot-password', '203.0.113.8')).statusCode).toBe(200);
  await api.close();
});

test('the count is there for a process that has just started, until its window is over', async () => {
  const login = { email: 'ada@clients.example', password: 'Willow-Meadow-77' };
  await call(10, '/api/auth/login', login);
  const fresh = await testApp({ beside: first });
  const attempt = () =>
    fresh.app.inject({ method: 'POST', url: '/api/auth/login', headers: { origin }, payload: login });
  expect((await attempt()).statusCode).toBe(429);
  await fresh.passTime(15 * 60_000);
  expect((await attempt()).statusCode).toBe(401);
  await fresh.close();
});

test('no address of a person stands in the counts', async () => {
  const keys = (await first.db.throttle.findMany()).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(3);
  expect(keys.filter((key) => !/^[a-z-]+:[\w-]{43}$/.test(key))).toEqual([]);
});
