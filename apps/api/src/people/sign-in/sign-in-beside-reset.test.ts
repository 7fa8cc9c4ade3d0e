import { randomUUID } from 'node:crypto';
import { Prisma } from '@picksync/db';
import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actBeside } from '../../testing/act-beside.ts';
import { authenticator } from '../../testing/authenticator.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { createCode } from '../../testing/two-factor.ts';
import { replacePassword } from '../auth/replace-password.ts';
import { signInWithProvider } from './sign-in-with-provider.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

/**
 * Sets a new password and removes all other ways in, and begins an act while the user is locked, before anything is removed.
 * Returns what comes of the act.
 */
function actBesideReset<T>(userId: string, act: () => Promise<T>): Promise<T> {
  const place = { network: '127.0.0.1', browserTokens: [] };
  const reset = { userId, passwordHash: 'new', removeOtherWaysIn: true, ...place };
  return actBeside(api, act, {
    lock: Prisma.sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`,
    change: (tx) => replacePassword(api.context, tx, reset),
  });
}

const post = (url: string, cookie: string, payload?: object) =>
  api.app.inject({ method: 'POST', url, headers: { origin, cookie }, ...(payload && { payload }) });

/** Asks for what a passkey signs, and returns it with the cookies of its browser. */
async function begin(url: string, cookie: string) {
  const answer = await post(url, cookie);
  const secret = answer.cookies.find(({ name }) => name === 'picksync-passkey')?.value;
  return { options: answer.json().options, cookie: `${cookie}; picksync-passkey=${secret}` };
}

test('a provider that a reset unlinks opens no session that outlives the reset', async () => {
  const key = `https://accounts.google.com ${randomUUID()}`;
  const { id: userId, email } = await testUser(api.db, { googleId: key });
  const identity = { provider: 'google', key, email, isEmailVerified: true } as const;
  const browser = { userAgent: 'test', ipAddress: '127.0.0.1', browserTokens: [] };
  const signIn = () => signInWithProvider(api.context, { identity, timeZone: undefined, browser });
  expect(await actBesideReset(userId, signIn)).toEqual({ outcome: 'expired' });
  expect(await api.db.session.count({ where: { userId } })).toBe(0);
});

test('a passkey that a reset removes opens nothing, and does not fail the reset', async () => {
  const { userId, headers } = await api.signIn();
  const device = authenticator({ origin });
  const adding = await begin('/api/account/passkeys/options', headers.cookie);
  const made = { name: 'Laptop', credential: device.make(adding.options) };
  expect((await post('/api/account/passkeys', adding.cookie, made)).statusCode).toBe(200);
  const using = await begin('/api/auth/passkey/options', '');
  const payload = { credential: device.use(using.options) };
  const signIn = () => post('/api/auth/login/passkey', using.cookie, payload);
  expect((await actBesideReset(userId, signIn)).json().code).toBe('passkey_refused');
  expect(await api.db.session.count({ where: { userId } })).toBe(0);
});

test('a session that a reset ends at that moment adds nothing', async () => {
  const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  const add = {
    apiKey: async (cookie: string) => {
      const payload = { name: 'A program', scope: 'write', expiresInDays: null };
      return () => post('/api/account/api-keys', cookie, payload);
    },
    passkey: async (cookie: string) => {
      const adding = await begin('/api/account/passkeys/options', cookie);
      const payload = { name: 'Laptop', credential: authenticator({ origin }).make(adding.options) };
      return () => post('/api/account/passkeys', adding.cookie, payload);
    },
    secondFactor: async (cookie: string) => {
      const { key } = (await post('/api/account/two-factor/totp', cookie)).json();
      const payload = { code: createCode(key, api.clock.at) };
      return () => post('/api/account/two-factor/totp/enable', cookie, payload);
    },
  };
  for (const [what, prepare] of Object.entries(add)) {
    const { userId, headers } = await api.signIn(premium);
    const answer = await actBesideReset(userId, await prepare(headers.cookie));
    expect([what, answer.json().code]).toEqual([what, 'unauthenticated']);
    const _count = { select: { apiKeys: true, passkeys: true } };
    const user = await api.db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { totpEnabledAt: true, _count },
    });
    expect(user).toEqual({ totpEnabledAt: null, _count: { apiKeys: 0, passkeys: 0 } });
  }
});
