import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestSheet,
  officeEmail,
  partnerEmail,
  startSandbox,
  type TestSandbox,
} from '../testing/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

function post(path: string, body: object) {
  return sandbox.call('POST', path, { body });
}

describe('tokens', () => {
  test('are issued without a browser, with all scopes and the real lifetime', async () => {
    const { status, body } = await post('/api/tokens', { account: officeEmail });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresAt: '2026-11-09T08:59:59.000Z',
      accountId: sandbox.account(officeEmail).id,
    });
  });

  test('can be short-lived or personal', async () => {
    const short = (await post('/api/tokens', { account: officeEmail, expiresIn: 0 })).body;
    expect((await sandbox.call('GET', '/2.0/users/me', { token: short.accessToken })).body.errorCode).toBe(
      1003,
    );
    const personal = (await post('/api/tokens', { account: officeEmail, personal: true })).body;
    expect(personal).toMatchObject({ refreshToken: null, expiresAt: null });
  });

  test.each([
    ['an account that does not exist', { account: 'no@one.example' }, 404],
    ['a scope that does not exist', { account: officeEmail, scopes: ['READ_MINDS'] }, 400],
  ])('are refused for %s', async (_case, body, status) => {
    expect((await post('/api/tokens', body)).status).toBe(status);
  });
});

test('accounts are created once per address', async () => {
  const body = { email: 'new@bench.example', firstName: 'New' };
  expect((await post('/api/accounts', body)).status).toBe(201);
  expect((await post('/api/accounts', body)).status).toBe(409);
  const token = await sandbox.token('new@bench.example');
  expect((await sandbox.call('GET', '/2.0/sheets', { token })).body.totalCount).toBe(0);
});

describe('calls', () => {
  test('are counted by account, operation and status, with the largest overlap', async () => {
    const office = await sandbox.token(officeEmail);
    const partner = await sandbox.token(partnerEmail);
    const { id } = await createTestSheet(sandbox, { token: office });
    await sandbox.call('DELETE', '/api/calls');
    await sandbox.call('PUT', '/api/faults', { body: { hold: 'before' } });
    const list = (token: string) => sandbox.call('GET', '/2.0/sheets', { token });
    const held = [list(office), list(office), list(office), list(partner)];
    await expect.poll(async () => (await sandbox.call('GET', '/api/held')).body).toHaveLength(4);
    await sandbox.call('DELETE', '/api/faults');
    await Promise.all(held);
    await sandbox.call('POST', `/2.0/sheets/${id}/rows`, { token: office, body: { cells: [] } });
    await sandbox.call('GET', '/2.0/sheets', { token: 'nobody' });
    const { body } = await sandbox.call('GET', '/api/calls');
    expect(body).toMatchObject({ calls: 6, writes: 1, largestOverlap: 3, largestWriteOverlap: 1 });
    expect(body.statuses).toEqual({ 200: 5, 401: 1 });
    expect(body.effects).toEqual({ [id]: { 'rows.add': 1 } });
    expect(body.accounts[officeEmail]).toEqual({
      calls: 4,
      writes: 1,
      operations: { 'sheets.list': 3, 'rows.add': 1 },
      statuses: { 200: 4 },
      largestOverlap: 3,
    });
    expect(body.accounts[partnerEmail].largestOverlap).toBe(1);
  });

  test('are counted by the integration source that they name', async () => {
    const token = await sandbox.token(officeEmail);
    await sandbox.call('DELETE', '/api/calls');
    const headers = { 'smartsheet-integration-source': 'APPLICATION,Org,App' };
    await sandbox.call('GET', '/2.0/users/me', { token, headers });
    await sandbox.call('GET', '/2.0/serverinfo', { headers });
    await sandbox.call('GET', '/2.0/users/me', { token });
    const { body } = await sandbox.call('GET', '/api/calls');
    expect(body.sources).toEqual({ 'APPLICATION,Org,App': 2, '(none)': 1 });
  });

  test('can be cleared', async () => {
    await sandbox.call('DELETE', '/api/calls');
    expect((await sandbox.call('GET', '/api/calls')).body).toMatchObject({
      calls: 0,
      writes: 0,
      accounts: {},
    });
  });
});

test('a reset restores the seeded sheets with their ids and removes everything else', async () => {
  const token = await sandbox.token(officeEmail);
  const before = [...sandbox.state.sheets.keys()].sort();
  const { id } = await createTestSheet(sandbox, { token });
  await sandbox.call('DELETE', `/2.0/sheets/${before[0]}`, { token });
  const [untouched, renamed] = [before[1], before[2]].map((one) => sandbox.state.sheets.get(one ?? 0));
  const name = renamed?.name;
  await sandbox.call('PUT', `/2.0/sheets/${before[2]}`, { token, body: { name: 'Renamed' } });
  expect(renamed?.name).toBe('Renamed');
  await sandbox.call('PUT', '/api/faults', { body: { storm: true } });
  await sandbox.call('PUT', '/api/identity-faults', { body: { token: 'hang' } });
  expect((await post('/api/reset', {})).status).toBe(204);
  expect(sandbox.state.sheets.has(id)).toBe(false);
  expect(sandbox.state.sheets.size).toBe(317);
  expect(sandbox.state.sheets.get(before[1] ?? 0)).toBe(untouched);
  expect(sandbox.state.sheets.get(before[2] ?? 0)?.name).toBe(name);
  expect((await sandbox.call('GET', '/api/faults')).body.storm).toBe(false);
  expect((await sandbox.call('GET', '/api/identity-faults')).body.token).toBe('answer');
  expect((await sandbox.call('GET', '/2.0/users/me', { token })).status).toBe(401);
});
