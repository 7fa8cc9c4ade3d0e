import { allEndpoints, maxApiKeys, toPath } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const dayMs = 24 * 60 * 60 * 1000;
const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
const url = '/api/account/api-keys';
const wanted = { name: 'Warehouse report', scope: 'write', expiresInDays: 90 };

type Headers = Record<string, string>;
const create = (headers: Headers, payload: object = wanted) =>
  app.app.inject({ method: 'POST', url, headers, payload });
const list = async (headers: Headers) => (await app.app.inject({ url, headers })).json();
const call = async (
  headers: Headers,
  path = '/api/configurations',
  method: 'GET' | 'POST' | 'DELETE' = 'GET',
) => {
  const answer = await app.app.inject({ method, url: path, headers });
  return [answer.statusCode, answer.json().code];
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function program(user: Parameters<TestApp['signIn']>[0] = {}, scope: 'read' | 'write' = 'write') {
  const person = await app.signIn({ ...premium, ...user });
  return { person, ...(await app.createKey(person.userId, scope)) };
}

describe('a key', () => {
  test('is shown once, and stored as a hash', async () => {
    const { userId, headers } = await app.signIn(premium);
    const answer = await create(headers);
    const { key, apiKey } = answer.json();
    expect(answer.statusCode).toBe(201);
    expect(apiKey).toMatchObject({ name: 'Warehouse report', scope: 'write', lastUsedAt: null });
    expect(apiKey.prefix).toBe(key.slice(0, 8));
    expect(new Date(apiKey.expiresAt).getTime()).toBe(app.clock.at.getTime() + 90 * dayMs);
    expect(await list(headers)).toEqual([apiKey]);
    const row = await app.db.apiKey.findFirstOrThrow({ where: { userId } });
    expect(JSON.stringify(row)).not.toContain(key);
    expect(app.log.lines().join('\n')).not.toContain(key);
  });

  test('tells the program that has it what it may do, and how much room the plan has', async () => {
    const { person, id, key, headers } = await program({}, 'read');
    const connection = await testConnection(app.db, { userId: person.userId });
    await testAutomation(app.db, { connection });
    await testAutomation(app.db, { connection, isActive: false });
    const current = `${url}/current`;
    const answer = (await app.app.inject({ url: current, headers })).json();
    const room = { configurationCount: 2, activeCount: 1, configurationLimit: expect.any(Number) };
    expect(answer).toEqual({ apiKey: expect.objectContaining({ id, scope: 'read' }), ...room });
    expect(JSON.stringify(answer)).not.toContain(key);
    const ofPerson = await app.app.inject({ url: current, headers: person.headers });
    expect(ofPerson.json()).toEqual({ apiKey: null, ...room });
  });

  test('opens its owner’s automations and nobody else’s', async () => {
    const { person, headers } = await program();
    const other = await program();
    const connection = await testConnection(app.db, { userId: person.userId });
    const { id } = await testAutomation(app.db, { connection });
    expect((await app.app.inject({ url: '/api/configurations', headers })).json()).toMatchObject([{ id }]);
    expect((await app.app.inject({ url: `/api/configurations/${id}`, headers })).json()).toMatchObject({
      id,
    });
    for (const [path, method] of [
      [`/api/configurations/${id}`, 'GET'],
      [`/api/configurations/${id}/runs`, 'GET'],
      [`/api/configurations/${id}/sync`, 'POST'],
      [`/api/configurations/${id}`, 'DELETE'],
    ] as const) {
      expect(await call(other.headers, path, method)).toEqual([404, 'not_found']);
    }
  });

  test('needs no origin, and brings no right of a cookie that comes with it', async () => {
    const { person, headers } = await program();
    const connection = await testConnection(app.db, { userId: person.userId });
    const { id } = await testAutomation(app.db, { connection });
    const reader = await app.createKey(person.userId, 'read');
    const both = { ...reader.headers, cookie: person.headers.cookie, origin: person.headers.origin };
    expect(await call(both, `/api/configurations/${id}`, 'DELETE')).toEqual([403, 'api_key_read_only']);
    const foreign = { ...headers, origin: 'https://elsewhere.example' };
    expect(await call(foreign, `/api/configurations/${id}`, 'DELETE')).toEqual([200, undefined]);
  });

  test('changes nothing when it may only read', async () => {
    const { headers } = await program({}, 'read');
    expect(await call(headers)).toEqual([200, undefined]);
    const unsafe = allEndpoints.filter(({ programs }) => programs === 'write');
    expect(unsafe.length).toBeGreaterThan(3);
    for (const { method, path } of unsafe) {
      const to = toPath({ path }, { params: { id: '0193b1f0-0000-7000-8000-000000000001' } });
      const answer = await app.app.inject({ method, url: to, headers });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'api_key_read_only']);
    }
  });

  test('is refused by every other call, whatever it is about', async () => {
    const { headers } = await program();
    const others = allEndpoints.filter((one) => one.access !== 'public' && !one.programs);
    expect(others.map(({ path }) => path)).toContain(url);
    for (const { method, path, failTo } of others) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const params = Object.fromEntries(names.map((name) => [name, '0193b1f0-0000-7000-8000-000000000001']));
      const answer = await app.app.inject({ method, url: toPath({ path }, { params }), headers });
      // A browser that navigates is sent on instead of being shown JSON.
      if (failTo) expect([path, answer.headers.location]).toEqual([path, expect.stringContaining(failTo)]);
      else expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'api_key_not_accepted']);
    }
  });

  test('is nobody where everybody may call', async () => {
    const { headers } = await program();
    const status = await app.app.inject({ url: '/api/auth/status', headers });
    expect(status.json()).toMatchObject({ isAuthenticated: false });
  });

  test('says whether it was mistyped, cut, revoked or made up, or has expired', async () => {
    const { person, key, id, headers } = await program();
    const unknown = await app.createKey(person.userId);
    await app.db.apiKey.delete({ where: { id: unknown.id } });
    expect(await call(bearer(key.slice(0, -1)))).toEqual([401, 'api_key_malformed']);
    expect(await call(bearer(`${key}x`))).toEqual([401, 'api_key_malformed']);
    expect(await call(bearer('pks_'))).toEqual([401, 'api_key_malformed']);
    expect(await call(bearer(`pks_${'x'.repeat(8000)}`))).toEqual([401, 'api_key_malformed']);
    expect(await call(unknown.headers)).toEqual([401, 'api_key_revoked']);
    expect(await call(headers)).toEqual([200, undefined]);

    const expiresAt = new Date(app.clock.at.getTime() + 1);
    await app.db.apiKey.update({ where: { id }, data: { expiresAt } });
    expect(await call(headers)).toEqual([200, undefined]);
    await app.db.apiKey.update({ where: { id }, data: { expiresAt: app.clock.at } });
    expect(await call(headers)).toEqual([401, 'api_key_expired']);

    const revoked = await app.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: person.headers });
    expect(revoked.json()).toEqual({ message: 'API key revoked' });
    expect(await call(headers)).toEqual([401, 'api_key_revoked']);
    expect(await list(person.headers)).toEqual([]);
    const trail = { url: '/api/account/security-activity', headers: person.headers };
    const told = (await app.app.inject(trail)).json().map(({ action }: { action: string }) => action);
    expect(told.toSorted()).toEqual(['api_key_created', 'api_key_created', 'api_key_revoked']);
  });

  test('stops the moment the plan of its owner ends, and works again with the next', async () => {
    const subscriptionEndDate = new Date(app.clock.at.getTime() + dayMs);
    const { person, headers } = await program({ subscriptionStatus: 'cancelled', subscriptionEndDate });
    expect(await call(headers)).toEqual([200, undefined]);
    const began = app.clock.at;
    app.clock.at = subscriptionEndDate;
    expect(await call(headers)).toEqual([403, 'plan_required']);
    await app.db.user.update({ where: { id: person.userId }, data: premium });
    expect(await call(headers)).toEqual([200, undefined]);
    app.clock.at = began;
  });

  test('says when it was used last, and writes that once a minute at most', async () => {
    const { person, headers } = await program();
    const began = app.clock.at;
    const lastUsed = async () => (await list(person.headers))[0].lastUsedAt;
    expect(await lastUsed()).toBeNull();
    for (const [afterMs, seen] of [
      [0, 0],
      [59_999, 0],
      [60_000, 60_000],
    ] as const) {
      app.clock.at = new Date(began.getTime() + afterMs);
      await call(headers);
      expect(await lastUsed()).toBe(new Date(began.getTime() + seen).toISOString());
    }
    app.clock.at = began;
  });

  test('cannot be revoked by another user', async () => {
    const { id, headers } = await program();
    const other = await app.signIn(premium);
    expect(await call(other.headers, `${url}/${id}`, 'DELETE')).toEqual([404, 'not_found']);
    expect(await call(headers)).toEqual([200, undefined]);
  });
});

test('a key gets another name from its owner alone, and works as before', async () => {
  const { person, key, id } = await program();
  const rename = (headers: Headers, name: string) =>
    app.app.inject({ method: 'PATCH', url: `${url}/${id}`, headers, payload: { name } });
  const other = await app.signIn(premium);
  expect((await rename(other.headers, 'Taken')).statusCode).toBe(404);
  expect((await rename(person.headers, '  ')).json().errors).toHaveProperty('name');
  const answer = await rename(person.headers, ' Yard report ');
  expect(answer.json()).toMatchObject({ message: 'API key renamed', apiKey: { id, name: 'Yard report' } });
  expect(await list(person.headers)).toEqual([answer.json().apiKey]);
  expect((await call(bearer(key)))[0]).toBe(200);
  await call(person.headers, `${url}/${id}`, 'DELETE');
  expect((await rename(person.headers, 'Gone')).statusCode).toBe(404);
});

describe('creating a key', () => {
  test.each([
    ['a trial', {}],
    ['Free', { subscriptionStatus: 'free' }],
    ['Basic', { subscriptionStatus: 'active', subscriptionTier: 'basic' }],
    ['a Premium that is over', { ...premium, subscriptionStatus: 'expired' }],
  ] as const)('is refused on %s', async (_, user) => {
    const { headers } = await app.signIn(user);
    const answer = await create(headers);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'plan_required']);
    expect(await list(headers)).toEqual([]);
  });

  test('creates as many as fit when twenty come at once at the limit', async () => {
    const { userId, headers } = await app.signIn(premium);
    const { id } = await app.createKey(userId);
    for (let made = 1; made < maxApiKeys - 1; made += 1) await app.createKey(userId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(headers)));
    const codes = answers.map((answer) => answer.json().code ?? answer.statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 'too_many_api_keys')).toHaveLength(19);
    expect(await list(headers)).toHaveLength(maxApiKeys);
    await call(headers, `${url}/${id}`, 'DELETE');
    expect((await create(headers)).statusCode).toBe(201);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ scope: 'admin' }, 'scope'],
    [{ scope: undefined }, 'scope'],
    [{ expiresInDays: 10_000 }, 'expiresInDays'],
    [{ expiresInDays: undefined }, 'expiresInDays'],
  ])('%j is refused at its field', async (change, field) => {
    const { headers } = await app.signIn(premium);
    const answer = await create(headers, { ...wanted, ...change });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]]);
  });

  test('takes a name in any script', async () => {
    const { headers } = await app.signIn(premium);
    const answer = await create(headers, { ...wanted, name: ' דו״ח 📦 مخزن ', expiresInDays: null });
    expect(answer.json().apiKey).toMatchObject({ name: 'דו״ח 📦 مخزن', expiresAt: null });
  });
});
