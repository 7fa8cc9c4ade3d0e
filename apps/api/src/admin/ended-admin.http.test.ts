import { Prisma } from '@picksync/db';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actBeside } from '../testing/act-beside.ts';
import { everythingStored, findChangedTables } from '../testing/stored.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

let api: TestApp;
let admin: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  api = await testApp();
});
beforeEach(async () => {
  admin = await api.signIn({ role: 'admin' });
});
afterAll(() => api.close());

const post = (path: string, payload?: object) =>
  api.app.inject({
    method: 'POST',
    url: `/api/admin/${path}`,
    headers: admin.headers,
    ...(payload && { payload }),
  });
type Answer = Awaited<ReturnType<typeof post>>;

const coupon = { code: 'THIEF', discountType: 'percent', discountPercent: 100 };
const terms = { validForPlanIds: [], expiryDate: null, maxUses: null };
const reason = 'Mine';

/** Prepares an act, and returns it. */
const acts: Record<string, () => Promise<() => Promise<Answer>>> = {
  'a coupon that is created': async () => () => post('coupons', { ...coupon, ...terms }),
  'a plan that is given': async () => {
    await api.signIn({ email: 'given@ended.example' });
    return () => post('subscription/activate', { userEmail: 'given@ended.example', planId: 3 });
  },
  'an account that is disabled': async () => {
    const { userId } = await api.signIn({ email: 'disabled@ended.example' });
    return () => post(`users/${userId}/disable`, { reason });
  },
  'sessions that are ended': async () => {
    await api.signIn({ email: 'signed-in@ended.example' });
    return () => post('end-sessions', { reason });
  },
  'an incident that is opened': async () => () =>
    post('status/incidents', { title: 'Down', parts: ['website'], text: 'It is.' }),
  'a maintenance that is begun': async () => () =>
    post('maintenance/begin', { to: new Date(api.clock.at.getTime() + 3_600_000).toISOString() }),
  'dead letters that are tried again': async () => () => post('queues/sweep/redrive'),
};

const countOthers = () => api.db.session.count({ where: { userId: { not: admin.userId } } });

test.each(Object.entries(acts))('%s: nothing changes when the session ends meanwhile', async (_, prepare) => {
  const act = await prepare();
  const [before, others] = [await everythingStored(api), await countOthers()];
  const where = { userId: admin.userId };
  const answer = await actBeside(api, act, {
    lock: Prisma.sql`SELECT FROM sessions WHERE user_id = ${admin.userId}::uuid FOR UPDATE`,
    change: (tx) => tx.session.deleteMany({ where }),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  expect(await findChangedTables(before, api)).toEqual([]);
  expect(await countOthers()).toBe(others);
});

test('a plan is not given by somebody whose role is taken away meanwhile', async () => {
  const { userId } = await api.signIn({ email: 'role@ended.example' });
  const give = { userEmail: 'role@ended.example', planId: 3 };
  const answer = await actBeside(api, () => post('subscription/activate', give), {
    lock: Prisma.sql`SELECT FROM users WHERE id = ${userId}::uuid FOR UPDATE`,
    change: (tx) => tx.user.update({ where: { id: admin.userId }, data: { role: 'user' } }),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  expect(await api.db.subscription.count({ where: { userId } })).toBe(0);
});

test('everybody is signed out when administrators ask for it at once: one of them stays', async () => {
  const other = await api.signIn({ role: 'admin', email: 'at-once@ended.example' });
  await api.signIn({ email: 'user@ended.example' });
  const ask = (headers: Record<string, string>) =>
    api.app.inject({ method: 'POST', url: '/api/admin/end-sessions', headers, payload: { reason } });
  const answers = await actBeside(api, () => Promise.all([ask(admin.headers), ask(other.headers)]), {
    lock: Prisma.sql`SELECT FROM sessions FOR UPDATE`,
    change: async () => {},
    waiting: 2,
  });
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
  expect(await api.db.session.count()).toBe(1);
});

test('a plan for an account that is deleted meanwhile is not found, and the administrator stays signed in', async () => {
  const { userId } = await api.signIn({ email: 'gone@ended.example' });
  const give = { userEmail: 'gone@ended.example', planId: 3 };
  const answer = await actBeside(api, () => post('subscription/activate', give), {
    lock: Prisma.sql`SELECT FROM users WHERE id = ${userId}::uuid FOR UPDATE`,
    change: (tx) => tx.user.delete({ where: { id: userId } }),
  });
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'This account was deleted meanwhile.']);
});
