import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeToken, requestEmailChange } from '../people/email-change/email-change.ts';
import { origin, type TestApp, testApp } from '../testing/test-app.ts';

const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
const wanted = { name: 'Held back', scope: 'write', expiresInDays: null };
let api: TestApp;
let port: number;

beforeAll(async () => {
  api = await testApp();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const address = api.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  ({ port } = address);
});
afterAll(() => api.close());

/** Sends the head of a call alone. `finish` sends its body as well and returns the reply. */
function begin(path: string, { headers, payload }: { headers: Record<string, string>; payload: object }) {
  const body = JSON.stringify(payload);
  const head = {
    host: 'localhost',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return async () => {
    socket.write(body);
    const [status = '', ...rest] = (await text(socket)).split('\r\n');
    return { status: Number(status.split(' ')[1]), body: JSON.parse(rest.at(-1) ?? '') };
  };
}

/** A user whose session is extended by the next call, which shows that its head was read. */
async function idlePerson() {
  const person = await api.signIn(premium);
  await api.passTime(6 * 60_000);
  const isSeen = async () =>
    (await api.db.session.findFirstOrThrow({ where: { userId: person.userId } })).lastSeenAt.getTime() ===
    api.clock.at.getTime();
  return { ...person, isRead: () => expect.poll(isSeen).toBe(true) };
}

const endSessions = (userId: string) => api.db.session.deleteMany({ where: { userId } });

test('a call whose body arrives after its session has ended is refused', async () => {
  const { headers, userId, isRead } = await idlePerson();
  const finish = begin('/api/account/api-keys', { headers, payload: wanted });
  await isRead();
  await endSessions(userId);
  expect(await finish()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect(await api.db.apiKey.count({ where: { userId } })).toBe(0);
});

test('a call whose body arrives late is carried out while its session goes on', async () => {
  const { headers, userId, isRead } = await idlePerson();
  const finish = begin('/api/account/api-keys', { headers, payload: wanted });
  await isRead();
  expect(await finish()).toMatchObject({ status: 201 });
  expect(await api.db.apiKey.count({ where: { userId } })).toBe(1);
});

test('a call whose body arrives after its key was revoked is refused', async () => {
  const { userId } = await api.signIn(premium);
  const { id, headers } = await api.createKey(userId);
  const finish = begin('/api/configurations', { headers, payload: {} });
  const isUsed = async () => (await api.db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt !== null;
  await expect.poll(isUsed).toBe(true);
  await api.db.apiKey.update({ where: { id }, data: { revokedAt: api.clock.at } });
  expect(await finish()).toMatchObject({ status: 401, body: { code: 'api_key_revoked' } });
});

test('a call that anybody may make has no caller any more once the session has ended', async () => {
  const { headers, userId, isRead } = await idlePerson();
  const hash = await api.context.passwords.hash('Spruce-Harbor-42');
  await api.db.user.update({ where: { id: userId }, data: { passwordHash: hash } });
  await requestEmailChange(api.context, {
    userId,
    session: await api.db.session.findFirstOrThrow({ where: { userId } }),
    newEmail: 'intruder@clients.example',
    ipAddress: '127.0.0.1',
  });
  const { id } = await api.db.emailChange.findFirstOrThrow({ where: { userId } });
  const payload = { token: changeToken(api.context, { id, act: 'confirm' }) };
  const finish = begin('/api/email-change/confirm', { headers: { ...headers, origin }, payload });
  await isRead();
  await endSessions(userId);
  expect(await finish()).toMatchObject({ status: 400, body: { errors: { password: expect.any(String) } } });
});
