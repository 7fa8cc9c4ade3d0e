import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { authenticate, endSession, extendSession, renewAuthToken, startSession } from './sessions.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const start = new Date('2026-11-21T10:00:00Z');
let api: TestApp;

beforeAll(async () => {
  api = await testApp();
});
beforeEach(() => {
  api.clock.at = start;
});
afterAll(() => api.close());

async function signedIn() {
  const user = await testUser(api.db);
  const session = await startSession(api.context, {
    userId: user.id,
    userAgent: undefined,
    ipAddress: '127.0.0.1',
  });
  return { user, ...session };
}

const byCookie = (cookie: string) => authenticate(api.context, { cookie, bearer: undefined });
const byBearer = (bearer: string) => authenticate(api.context, { cookie: undefined, bearer });

async function callerBy(cookie: string) {
  const caller = await byCookie(cookie);
  if (!caller) throw new Error('nobody is signed in');
  return caller;
}

test('either secret opens the session, and each only in its own place', async () => {
  const { user, token, authToken } = await signedIn();
  expect(await byCookie(token)).toMatchObject({ via: 'cookie', user: { id: user.id, email: user.email } });
  expect(await byBearer(authToken)).toMatchObject({ via: 'bearer', user: { id: user.id } });
  expect(await byCookie(authToken)).toBeNull();
  expect(await byBearer(token)).toBeNull();
  expect(await byCookie('made up')).toBeNull();
});

test('each secret of each session is made of 256 bits of its own', async () => {
  const sessions = [await signedIn(), await signedIn(), await signedIn()];
  const secrets = sessions.flatMap(({ token, authToken }) => [token, authToken]);
  expect(new Set(secrets).size).toBe(6);
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
});

test('both secrets of one session count as the bearer, and of two sessions the cookie counts', async () => {
  const [ada, grace] = [await signedIn(), await signedIn()];
  const own = await authenticate(api.context, { cookie: ada.token, bearer: ada.authToken });
  expect(own?.via).toBe('bearer');
  const mixed = await authenticate(api.context, { cookie: ada.token, bearer: grace.authToken });
  expect(mixed).toMatchObject({ via: 'cookie', user: { id: ada.user.id } });
});

test('the bearer value runs out after a quarter of an hour, the session goes on', async () => {
  const { token, authToken } = await signedIn();
  await api.passTime(15 * minuteMs);
  expect(await byBearer(authToken)).toBeNull();
  expect((await authenticate(api.context, { cookie: token, bearer: authToken }))?.via).toBe('cookie');
});

test('a renewed bearer value takes the place of the one before, which stays valid for a minute', async () => {
  const { token, authToken } = await signedIn();
  const renewed = (await renewAuthToken(api.context, await callerBy(token))) ?? '';
  await api.passTime(minuteMs - 1);
  for (const bearer of [renewed, authToken]) expect((await byBearer(bearer))?.via).toBe('bearer');
  await api.passTime(1);
  expect(await byBearer(renewed)).not.toBeNull();
  expect(await byBearer(authToken)).toBeNull();
});

test('a bearer value lives no longer than its quarter of an hour because another one was asked for', async () => {
  const { token, authToken } = await signedIn();
  await api.passTime(14.5 * minuteMs);
  await renewAuthToken(api.context, await callerBy(token));
  await api.passTime(0.5 * minuteMs);
  expect(await byBearer(authToken)).toBeNull();
});

test('only the last bearer value before the present one stays valid, and none after the session', async () => {
  const { token, authToken } = await signedIn();
  const second = (await renewAuthToken(api.context, await callerBy(token))) ?? '';
  await renewAuthToken(api.context, await callerBy(token));
  expect(await byBearer(authToken)).toBeNull();
  expect(await byBearer(second)).not.toBeNull();
  await endSession(api.context, await callerBy(token));
  expect(await byBearer(second)).toBeNull();
});

test('a bearer value does not renew itself: only the cookie does', async () => {
  const { token, authToken } = await signedIn();
  const caller = await byBearer(authToken);
  if (!caller) throw new Error('nobody is signed in');
  expect(await renewAuthToken(api.context, caller)).toBeNull();
  expect(await byBearer(authToken)).not.toBeNull();
  const both = await authenticate(api.context, { cookie: token, bearer: authToken });
  if (!both) throw new Error('nobody is signed in');
  expect(await renewAuthToken(api.context, both)).toEqual(expect.any(String));
});

test('a session that ended opens nothing any more, by neither secret', async () => {
  const { token, authToken } = await signedIn();
  await endSession(api.context, await callerBy(token));
  expect(await byCookie(token)).toBeNull();
  expect(await byBearer(authToken)).toBeNull();
});

test('a session that waits for its second factor opens nothing', async () => {
  const { user, token } = await signedIn();
  await api.db.session.updateMany({ where: { userId: user.id }, data: { awaitsSecondFactor: true } });
  expect(await byCookie(token)).toBeNull();
});

test('a session ends after thirty days without use', async () => {
  const { token } = await signedIn();
  await api.passTime(30 * dayMs - 1);
  expect(await byCookie(token)).not.toBeNull();
  await api.passTime(1);
  expect(await byCookie(token)).toBeNull();
});

test('use puts off the end of a session, no more often than every five minutes', async () => {
  const { token } = await signedIn();
  await api.passTime(5 * minuteMs - 1);
  expect(await extendSession(api.context, await callerBy(token), { cookie: token })).toBeNull();
  await api.passTime(1);
  const expiresAt = await extendSession(api.context, await callerBy(token), { cookie: token });
  expect(expiresAt).toEqual(new Date(api.clock.at.getTime() + 30 * dayMs));
  expect(await extendSession(api.context, await callerBy(token), { cookie: token })).toBeNull();
});

test('a user was last seen when they last used a session, also once it has ended', async () => {
  const { user, token } = await signedIn();
  const lastSeen = async () => (await api.db.user.findUniqueOrThrow({ where: { id: user.id } })).lastSeenAt;
  expect(await lastSeen()).toEqual(api.clock.at);
  await api.passTime(5 * minuteMs);
  const caller = await callerBy(token);
  await extendSession(api.context, caller, { cookie: token });
  const used = api.clock.at;
  expect(await lastSeen()).toEqual(used);
  // A request of the same moment, which has read the session before.
  await api.passTime(minuteMs);
  await extendSession(api.context, caller, { cookie: token });
  expect(await lastSeen()).toEqual(used);
  await endSession(api.context, caller);
  expect(await lastSeen()).toEqual(used);
});

test('a request does not wait for another one that changes its user', async () => {
  const { user, token } = await signedIn();
  const signedInAt = api.clock.at;
  await api.passTime(5 * minuteMs);
  const caller = await callerBy(token);
  await api.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM users WHERE id = ${user.id}::uuid FOR UPDATE`;
    await extendSession(api.context, caller, { cookie: token });
  });
  const seen = await api.db.user.findUniqueOrThrow({ where: { id: user.id }, include: { sessions: true } });
  expect(seen).toMatchObject({ lastSeenAt: signedInAt, sessions: [{ lastSeenAt: api.clock.at }] });
});

test('however much it is used, a session ends ninety days after the sign-in', async () => {
  const { token } = await signedIn();
  for (let month = 0; month < 3; month += 1) {
    await api.passTime(29 * dayMs);
    await extendSession(api.context, await callerBy(token), { cookie: token });
  }
  await api.passTime(3 * dayMs - 1);
  expect(await byCookie(token)).not.toBeNull();
  await api.passTime(1);
  expect(await byCookie(token)).toBeNull();
});
