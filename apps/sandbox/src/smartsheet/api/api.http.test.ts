import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestSheet,
  getError,
  internEmail,
  officeEmail,
  partnerEmail,
  startSandbox,
  type TestSandbox,
} from '../../testing/sandbox.ts';
import { allScopes } from '../model.ts';
import { type Operation, operationRules } from './operations.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const guarded = (Object.keys(operationRules) as Operation[]).flatMap((operation) => {
  const { scope } = operationRules[operation];
  return scope === null || scope === 'open' ? [] : [{ operation, scope }];
});
function path(operation: Operation) {
  return `/2.0${operationRules[operation].url.replaceAll(/:\w+/g, '1234567890123456')}`;
}
const empty = { headers: { 'content-type': 'application/json' } };

describe('authentication', () => {
  test('a missing header gets 403 with code 1004 and a refId', async () => {
    const { status, body } = await sandbox.call('GET', '/2.0/users/me');
    expect(status).toBe(403);
    expect(body).toEqual({
      errorCode: 1004,
      message: expect.any(String),
      refId: expect.stringMatching(/^\w{12}$/),
    });
  });

  test('an unknown token gets 401 with code 1002', async () => {
    expect(getError(await sandbox.call('GET', '/2.0/users/me', { token: 'nobody' }))).toEqual([401, 1002]);
  });

  test.each(guarded)('$operation requires the scope $scope and no other', async ({ operation, scope }) => {
    const { method } = operationRules[operation];
    const without = await sandbox.token(officeEmail, { scopes: allScopes.filter((one) => one !== scope) });
    expect(getError(await sandbox.call(method, path(operation), { token: without, ...empty }))).toEqual([
      403, 1004,
    ]);
    const only = await sandbox.token(officeEmail, { scopes: [scope] });
    expect((await sandbox.call(method, path(operation), { token: only, ...empty })).status).not.toBe(403);
  });

  test.each([
    ['GET', '', 'VIEWER'],
    ['GET', '/version', 'VIEWER'],
    ['GET', '/columns', 'VIEWER'],
    ['POST', '/rows', 'EDITOR'],
    ['PUT', '/rows', 'EDITOR'],
    ['DELETE', '/rows', 'EDITOR'],
    ['PUT', '', 'ADMIN'],
    ['POST', '/columns', 'ADMIN'],
    ['PUT', '/columns/1', 'ADMIN'],
    ['DELETE', '/columns/1', 'ADMIN'],
    ['DELETE', '', 'OWNER'],
  ])('%s /sheets/{id}%s needs at least %s', async (method, below, least) => {
    const owner = await sandbox.token(officeEmail);
    const token = await sandbox.token(partnerEmail);
    const { id } = await createTestSheet(sandbox, { token: owner });
    const share = (access: string) =>
      sandbox.call('PUT', '/api/shares', { body: { sheetId: id, account: partnerEmail, access } });
    const levels = ['VIEWER', 'COMMENTER', 'EDITOR', 'EDITOR_SHARE', 'ADMIN', 'OWNER'];
    for (const access of levels.slice(0, -1)) {
      await share(access);
      const { status } = await sandbox.call(method, `/2.0/sheets/${id}${below}`, { token, ...empty });
      const isAllowed = levels.indexOf(access) >= levels.indexOf(least);
      expect([access, status === 403]).toEqual([access, !isAllowed]);
    }
  });

  test('a sheet that is not shared gets 404', async () => {
    const { id } = await createTestSheet(sandbox, { token: await sandbox.token(officeEmail) });
    const token = await sandbox.token(internEmail);
    expect(getError(await sandbox.call('GET', `/2.0/sheets/${id}`, { token }))).toEqual([404, 1006]);
  });
});

test('a user has the fields of the reference, with when they logged in', async () => {
  const { body } = await sandbox.call('GET', '/2.0/users/me', { token: await sandbox.token() });
  expect(body).toMatchObject({
    id: expect.any(Number),
    email: officeEmail,
    locale: 'en_US',
    account: { id: expect.any(Number), name: expect.any(String) },
    alternateEmails: [],
    sheetCount: -1,
    lastLogin: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
});

describe('URLs and bodies', () => {
  test.each([
    ['GET', '/2.0/nowhere', 404, 1006],
    ['GET', '/2.0/sheets/abc', 404, 1006],
    ['PATCH', '/2.0/sheets', 405, 1010],
    ['DELETE', '/2.0/webhooks', 405, 1010],
    ['GET', '/2.0/webhooks/1/resetsharedsecret', 405, 1010],
    ['GET', '/2.0/Sheets', 404, 1006],
    ['PATCH', '/2.0/sheets/', 405, 1010],
  ])('%s %s answers %i with code %i', async (method, address, status, code) => {
    const token = await sandbox.token();
    expect(getError(await sandbox.call(method, address, { token }))).toEqual([status, code]);
  });

  test('a trailing slash in a URL changes nothing', async () => {
    const token = await sandbox.token();
    expect((await sandbox.call('GET', '/2.0/sheets/?pageSize=1', { token })).status).toBe(200);
  });

  test.each([
    ['no body', {}, 1024],
    ['an empty body', empty, 1024],
    ['a body that is no JSON', { body: '{"name":' }, 1008],
    ['a body of another kind', { body: '<a/>', headers: { 'content-type': 'text/xml' } }, 1091],
  ])('%s is refused', async (_case, input, code) => {
    const token = await sandbox.token();
    expect(getError(await sandbox.call('POST', '/2.0/webhooks', { token, ...input }))).toEqual([400, code]);
  });
});

describe('the limits', () => {
  test('a token has 300 calls per minute, not counting rejected ones', async () => {
    const token = await sandbox.token();
    const me = () => sandbox.call('GET', '/2.0/users/me', { token });
    for (let n = 0; n < 300; n += 1) expect((await me()).status).toBe(200);
    const over = await me();
    expect([...getError(over), over.headers.get('retry-after')]).toEqual([429, 4003, null]);
    const other = await sandbox.token();
    expect((await sandbox.call('GET', '/2.0/users/me', { token: other })).status).toBe(200);
    sandbox.advance(60_000);
    expect((await me()).status).toBe(200);
  });

  test('each sheet accepts one write at a time, by any account', async () => {
    const [token, another] = [await sandbox.token(), await sandbox.token()];
    const { id } = await createTestSheet(sandbox, { token });
    const { id: elsewhere } = await createTestSheet(sandbox, { token });
    const add = (by: string, to = id) =>
      sandbox.call('POST', `/2.0/sheets/${to}/rows`, { token: by, body: { cells: [] } });
    await sandbox.call('PUT', '/api/faults', { body: { hold: 'after', times: 1 } });
    const first = add(token);
    await expect.poll(async () => (await sandbox.call('GET', '/api/held')).body.length).toBe(1);

    expect(getError(await add(token))).toEqual([500, 4004]);
    expect(getError(await add(another))).toEqual([500, 4004]);
    expect((await add(token, elsewhere)).status).toBe(200);
    expect((await sandbox.call('GET', `/2.0/sheets/${id}`, { token })).status).toBe(200);
    await sandbox.call('DELETE', '/api/held');
    expect((await first).status).toBe(200);
    expect((await add(another)).status).toBe(200);
  });
});

describe('faults', () => {
  const set = (body: object) => sandbox.call('PUT', '/api/faults', { body });
  afterEach(() => sandbox.call('DELETE', '/api/faults'));
  const me = async (account = officeEmail) =>
    sandbox.call('GET', '/2.0/users/me', { token: await sandbox.token(account) });

  test('`storm` rejects every call, with Retry-After if set', async () => {
    await set({ storm: true });
    expect(getError(await me())).toEqual([429, 4003]);
    await set({ storm: true, retryAfter: 7 });
    expect((await me()).headers.get('retry-after')).toBe('7');
  });

  test.each([
    [500, 500, 4000],
    [503, 503, 4001],
    [504, 500, 4002],
  ])('errorStatus %i answers %i with code %i', async (errorStatus, status, code) => {
    await set({ errorRate: 1, errorStatus });
    expect(getError(await me())).toEqual([status, code]);
  });

  test('errorStatus 502 returns an HTML page, as a proxy does', async () => {
    await set({ errorRate: 1, errorStatus: 502 });
    const { status, headers, body } = await me();
    expect([status, headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(body).toContain('<html>');
  });

  test('apply only to the selected operations and accounts, and end after `times` calls', async () => {
    await set({ storm: true, operations: ['users.me'], accounts: [partnerEmail], times: 1 });
    expect((await me(officeEmail)).status).toBe(200);
    const token = await sandbox.token(partnerEmail);
    expect((await sandbox.call('GET', '/2.0/sheets', { token })).status).toBe(200);
    expect((await me(partnerEmail)).status).toBe(429);
    expect((await me(partnerEmail)).status).toBe(200);
    expect((await sandbox.call('GET', '/api/faults')).body.storm).toBe(false);
  });

  test('a reset connection leaves the caller without a response, before or after the effect', async () => {
    const token = await sandbox.token();
    const { id } = await createTestSheet(sandbox, { token });
    const version = async () =>
      (await sandbox.call('GET', `/2.0/sheets/${id}/version`, { token })).body.version;
    const rename = () => sandbox.call('POST', `/2.0/sheets/${id}/rows`, { token, body: { cells: [] } });
    await set({ reset: 'before', operations: ['rows.add'] });
    await expect(rename()).rejects.toThrow('fetch failed');
    expect(await version()).toBe(1);
    await set({ reset: 'after', operations: ['rows.add'] });
    await expect(rename()).rejects.toThrow('fetch failed');
    expect(await version()).toBe(2);
  });

  test('a new object is not found for `createLagMs`', async () => {
    await set({ createLagMs: 2000 });
    const token = await sandbox.token();
    const { id } = await createTestSheet(sandbox, { token });
    const version = () => sandbox.call('GET', `/2.0/sheets/${id}/version`, { token });
    expect(getError(await version())).toEqual([404, 1006]);
    sandbox.advance(2000);
    expect((await version()).status).toBe(200);
  });

  test('a hanging call never gets a response', async () => {
    await set({ hang: true });
    const token = await sandbox.token();
    const waiting = fetch(`${sandbox.url}/2.0/users/me`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(100),
    });
    await expect(waiting).rejects.toThrow('timeout');
  });

  test('an unknown fault is rejected with a message', async () => {
    const { status, body } = await set({ strom: true });
    expect(status).toBe(400);
    expect(body.message).toContain('strom');
  });
});
