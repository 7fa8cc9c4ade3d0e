import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { updateDemoLogins } from './demo-logins.ts';
import { login } from './login.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const logIn = (email: string, password: string) =>
  login(api.context, { email, password, userAgent: undefined, ipAddress: '127.0.0.1' });

test('users and an admin can log in with the password that was given, also when it is given again', async () => {
  await updateDemoLogins(api.context, 'Spruce-Harbor-42');
  await updateDemoLogins(api.context, 'Willow-Meadow-77');
  for (const email of ['demo', 'connected', 'admin'].map((name) => `${name}@picksync.example`)) {
    await expect(logIn(email, 'Willow-Meadow-77')).resolves.toBeDefined();
  }
  const users = await api.db.user.findMany({ orderBy: { email: 'desc' } });
  expect(users.map(({ role }) => role)).toEqual(['user', 'user', 'admin']);
});

test('their trial begins anew whenever they are made', async () => {
  await updateDemoLogins(api.context, 'Spruce-Harbor-42');
  api.clock.at = new Date('2027-01-01T00:00:00Z');
  await updateDemoLogins(api.context, 'Spruce-Harbor-42');
  const demo = await api.db.user.findUnique({ where: { email: 'demo@picksync.example' } });
  expect(demo?.trialEndDate).toEqual(new Date('2027-01-15T00:00:00Z'));
});

test('a password that breaks the rules is refused', async () => {
  await expect(updateDemoLogins(api.context, 'demo')).rejects.toThrow('DEMO_PASSWORD');
});

test('the demo logins are removed with their sessions when they have no password, and nobody else is', async () => {
  const someone = await api.signIn();
  await updateDemoLogins(api.context, 'Spruce-Harbor-42');
  const admin = await api.db.user.findUniqueOrThrow({ where: { email: 'admin@picksync.example' } });
  const session = await api.signIn({ userId: admin.id });
  const status = async (headers: Record<string, string>) =>
    (await api.app.inject({ url: '/api/configurations', headers })).statusCode;
  expect(await status(session.headers)).toBe(200);

  await updateDemoLogins(api.context, undefined);
  expect(await api.db.user.count({ where: { email: { endsWith: '@picksync.example' } } })).toBe(0);
  expect(await status(session.headers)).toBe(401);
  expect(await status(someone.headers)).toBe(200);
  await expect(logIn('admin@picksync.example', 'Spruce-Harbor-42')).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
});
