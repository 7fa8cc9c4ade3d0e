import { Prisma } from '@picksync/db';
import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actBeside } from '../../testing/act-beside.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';

const password = 'Spruce-Harbor-42';
let api: TestApp;
let passwordHash: string;

beforeAll(async () => {
  api = await testApp();
  passwordHash = await api.context.passwords.hash(password);
});
afterAll(() => api.close());

type Browser = { headers: Record<string, string> };

const methods = async ({ headers }: Browser) =>
  (await api.app.inject({ url: '/api/auth/proof', headers })).json();

const prove = ({ headers }: Browser, payload: object) =>
  api.app.inject({ method: 'POST', url: '/api/auth/prove', headers, payload });

const provenAt = async (userId: string) =>
  (await api.db.session.findFirstOrThrow({ where: { userId } })).provenAt;

test('the sign-in is a step-up, and a password given again is another one', async () => {
  const browser = await api.signIn({ passwordHash });
  expect(await provenAt(browser.userId)).toEqual(api.clock.at);
  expect(await methods(browser)).toEqual({ methods: ['password'] });
  await api.passTime(60 * 60_000);
  const answer = await prove(browser, { method: 'password', password });
  expect(answer.statusCode).toBe(200);
  expect(await provenAt(browser.userId)).toEqual(api.clock.at);
});

test('a wrong password proves nothing, says so at its field, and leaves the session as it is', async () => {
  const browser = await api.signIn({ passwordHash });
  const before = await provenAt(browser.userId);
  await api.passTime(4 * 60_000);
  const answer = await prove(browser, { method: 'password', password: 'Wrong-Harbor-42' });
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    expect.objectContaining({ errors: { password: 'This is not your password. Please try again.' } }),
  ]);
  expect(answer.cookies).toEqual([]);
  expect(await provenAt(browser.userId)).toEqual(before);
  expect((await methods(browser)).methods).toEqual(['password']);
});

test('a step-up gives the session another cookie, and the one before opens nothing any more', async () => {
  const browser = await api.signIn({ passwordHash });
  const answer = await prove(browser, { method: 'password', password });
  const [cookie] = answer.cookies;
  expect(cookie).toMatchObject({ name: 'picksync', httpOnly: true, sameSite: 'Lax' });
  const renewed = { headers: { cookie: `picksync=${cookie?.value}`, origin } };
  expect((await methods(renewed)).methods).toEqual(['password']);
  expect((await methods(browser)).code).toBe('unauthenticated');
});

test('the bearer value stays valid after a step-up', async () => {
  const browser = await api.signIn({ passwordHash });
  await prove(browser, { method: 'password', password });
  const bearer = { headers: { authorization: `Bearer ${browser.authToken}` } };
  expect((await methods(bearer)).methods).toEqual(['password']);
});

test('eight step-ups at once give one browser one cookie', async () => {
  const browser = await api.signIn({ passwordHash });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => prove(browser, { method: 'password', password })),
  );
  const given = answers.flatMap(({ cookies }) => cookies);
  expect(given).toHaveLength(1);
  const headers = { cookie: `picksync=${given[0]?.value}`, origin };
  expect((await methods({ headers })).methods).toEqual(['password']);
});

test('a call that takes longer than a step-up beside it does not bring back the cookie from before', async () => {
  const browser = await api.signIn({ passwordHash });
  await api.passTime(6 * 60_000);
  const { url, headers } = { url: '/api/account', ...browser };
  const save = () => api.app.inject({ method: 'PATCH', url, headers, payload: { clock: 'h24' } });
  const { statusCode, cookies } = await actBeside(api, save, {
    lock: Prisma.sql`SELECT FROM users WHERE id = ${browser.userId}::uuid FOR NO KEY UPDATE`,
    change: async () => {
      const proven = await prove(browser, { method: 'password', password });
      expect(proven.cookies).toHaveLength(1);
    },
  });
  expect([statusCode, cookies]).toEqual([200, []]);
});

test('the bearer value alone proves nothing, and never yields the cookie', async () => {
  const { userId, authToken, headers } = await api.signIn({ passwordHash });
  const before = await provenAt(userId);
  await api.passTime(60_000);
  const bearer = { headers: { authorization: `Bearer ${authToken}` } };
  const answer = await prove(bearer, { method: 'password', password });
  expect([answer.statusCode, answer.cookies]).toEqual([401, []]);
  expect(await provenAt(userId)).toEqual(before);
  expect((await methods({ headers })).methods).toEqual(['password']);
});

test('a bearer value that somebody took before a step-up does not have it, and one from after it has', async () => {
  const { headers, authToken } = await api.signIn({ passwordHash });
  const byBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const takeBearer = async (browser: Browser) =>
    byBearer((await api.app.inject({ url: '/api/auth/token', ...browser })).json().token);
  const addApp = async (browser: Browser) => {
    const wanted = { method: 'POST', url: '/api/account/two-factor/totp', ...browser } as const;
    return (await api.app.inject(wanted)).json().code;
  };
  expect(await addApp(byBearer(authToken))).toBeUndefined();
  await api.passTime(11 * 60_000);
  const taken = await takeBearer({ headers });
  await api.passTime(1000);
  const [cookie] = (await prove({ headers }, { method: 'password', password })).cookies;
  const browser = { headers: { cookie: `picksync=${cookie?.value}`, origin } };
  expect(await addApp(taken)).toBe('proof_required');
  expect((await methods(taken)).methods).toEqual(['password']);
  expect(await addApp(browser)).toBeUndefined();
  // A page sends both, and the bearer value may be older than the step-up.
  expect(await addApp({ headers: { ...taken.headers, ...browser.headers } })).toBeUndefined();
  expect(await addApp(await takeBearer(browser))).toBeUndefined();
  // It is valid for another minute, and has no more than before.
  expect(await addApp(taken)).toBe('proof_required');
});

test('a bearer value that is asked for while its session is proved is not given', async () => {
  const browser = await api.signIn({ passwordHash });
  await api.passTime(60_000);
  const renew = () => api.app.inject({ url: '/api/auth/token', ...browser });
  const { statusCode, body } = await actBeside(api, renew, {
    lock: Prisma.sql`SELECT FROM sessions WHERE user_id = ${browser.userId}::uuid FOR NO KEY UPDATE`,
    change: ({ session }) =>
      session.updateMany({ where: { userId: browser.userId }, data: { provenAt: api.clock.at } }),
  });
  expect([statusCode, JSON.parse(body).token]).toEqual([200, null]);
});

test('tries are counted per person, however many come at once', async () => {
  const browser = await api.signIn({ passwordHash });
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => prove(browser, { method: 'password', password: 'Wrong-Harbor-42' })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(10);
  const refused = await prove(browser, { method: 'password', password });
  expect([refused.statusCode, refused.headers['retry-after'] !== undefined]).toEqual([429, true]);
  const other = await api.signIn({ passwordHash });
  expect((await prove(other, { method: 'password', password })).statusCode).toBe(200);
});

test('the password of another person proves nothing, and an account without one has none to give', async () => {
  const other = await testUser(api.db, { passwordHash: await api.context.passwords.hash('Maple-Canal-77') });
  const browser = await api.signIn({ passwordHash });
  expect(other.id).not.toBe(browser.userId);
  expect((await prove(browser, { method: 'password', password: 'Maple-Canal-77' })).statusCode).toBe(400);
  const withoutPassword = await api.signIn({ passwordHash: null });
  expect(await methods(withoutPassword)).toEqual({ methods: ['email_code'] });
  expect((await prove(withoutPassword, { method: 'password', password })).statusCode).toBe(400);
});

test.each([
  [{}],
  [{ method: 'password' }],
  [{ method: 'password', password: '' }],
  [{ method: 'password', password: 'x'.repeat(201) }],
  [{ method: 'password', password: ['Spruce-Harbor-42'] }],
  [{ method: 'birthday', password }],
  [{ method: 'password', password, userId: 'somebody' }],
])('%j is no step-up', async (payload) => {
  const browser = await api.signIn({ passwordHash });
  expect((await prove(browser, payload)).json().code).toBe('validation_failed');
});
