import { hash } from '@node-rs/argon2';
import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';

const oldPassword = 'Spruce-Harbor-42';
const password = 'Willow-Meadow-77';
let api: TestApp;
let passwordHash: string;

beforeAll(async () => {
  api = await testApp();
  passwordHash = await api.context.passwords.hash(oldPassword);
});
afterAll(() => api.close());

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers: { origin, ...headers }, payload });
const readToken = (headers: Record<string, string>) => api.app.inject({ url: '/api/auth/token', headers });

test('a password is judged while it is typed, without a session, and its rules are told as at the form', async () => {
  const judged = async (payload: object) => (await post('password-strength', payload)).json();
  expect(await judged({ password: 'Abcdefgh1!' })).toEqual({ verdict: 'easy' });
  expect(await judged({ password: 'Marlene.okafor1', email: 'marlene.okafor@clients' })).toEqual({
    verdict: 'easy',
  });
  expect(await judged({ password: 'tB7!qZ9$wE', email: '' })).toEqual({ verdict: 'fair' });
  expect((await judged({ password: 'short' })).errors).toEqual({
    password: 'Password must be at least 10 characters',
  });
  expect((await judged({ password: 'Aa1!'.repeat(51) })).errors).toHaveProperty('password');
});

test('a password of old parameters is hashed again at the login, also when two log in at once', async () => {
  const old = await hash(oldPassword, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
  const { id, email } = await testUser(api.db, { passwordHash: old });
  expect((await post('login', { email, password: 'Wrong-Harbor-42' })).statusCode).toBe(401);
  const readHash = async () => (await api.db.user.findUniqueOrThrow({ where: { id } })).passwordHash;
  expect(await readHash()).toBe(old);
  const logins = await Promise.all([1, 2, 3].map(() => post('login', { email, password: oldPassword })));
  expect(logins.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const renewed = await readHash();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await post('login', { email, password: oldPassword })).statusCode).toBe(200);
  expect(await readHash()).toBe(renewed);
});

async function withOldPassword() {
  const user = await testUser(api.db, { passwordHash, passwordNeedsUpdate: true });
  return { user, ...(await api.signIn({ userId: user.id })) };
}

test('a user who needs a new password can do nothing else, and goes on in a new session once it is set', async () => {
  const { user, headers } = await withOldPassword();
  const login = await post('login', { email: user.email, password: oldPassword });
  expect(login.statusCode).toBe(200);
  const refused = await readToken(headers);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'password_update_required']);
  const status = await api.app.inject({ url: '/api/auth/status', headers });
  expect(status.json()).toMatchObject({ isAuthenticated: true, passwordUpdateRequired: true });

  const answer = await post('update-password', { password }, headers);
  expect(answer.statusCode).toBe(200);
  expect((await readToken(headers)).statusCode).toBe(401);
  const cookie = answer.cookies.find(({ name }) => name === api.context.cookies.session.name);
  expect((await readToken({ authorization: `Bearer ${answer.json().authToken}` })).statusCode).toBe(200);
  expect((await readToken({ cookie: `${cookie?.name}=${cookie?.value}` })).statusCode).toBe(200);
  expect(await api.db.session.count({ where: { userId: user.id } })).toBe(1);
  expect((await post('login', { email: user.email, password: oldPassword })).statusCode).toBe(401);
});

test('the password that has to go is not taken again, nor one that is easy to guess', async () => {
  const { headers } = await withOldPassword();
  for (const refused of [oldPassword, 'Summer2024!']) {
    const answer = await post('update-password', { password: refused }, headers);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'weak_password']);
    expect(answer.json().errors).toHaveProperty('password');
  }
  expect((await readToken(headers)).statusCode).toBe(403);
});

test('refuses to set the password of anybody else', async () => {
  expect((await post('update-password', { password })).statusCode).toBe(401);
  const { headers } = await api.signIn({ passwordHash });
  const answer = await post('update-password', { password }, headers);
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
});

test('ten requests at once set the password once', async () => {
  const { user, headers } = await withOldPassword();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post('update-password', { password }, headers)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await api.db.session.count({ where: { userId: user.id } })).toBe(1);
});
