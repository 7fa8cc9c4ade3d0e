import { randomUUID } from 'node:crypto';
import type { LikelyPairs } from '@picksync/contracts';
import { testAutomation } from '@picksync/db/testing';
import { makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { intern, office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { everythingStored, findChangedTables } from '../../testing/stored.ts';

const { app, sandbox } = await sandboxApp();

type Headers = Record<string, string>;
type Dropdown = { title: string; options: string[]; type?: string; locked?: boolean };

let token: string;
const tag = `Canary${randomUUID().slice(0, 8)}`;
/** Values that nothing else in the account has. */
const values = Array.from({ length: 9 }, (_, index) => `${tag} value ${index}`);
const sheets: Record<string, SandboxSheet> = {};

const made = (name: string, columns: Dropdown[] = [], rows: string[] = []) =>
  makeSheet(
    {
      call: <T>(method: string, path: string, body?: object, of?: string) =>
        sandbox.call<T>(method, path, { body, ...(of && { token: of }) }),
    },
    {
      token,
      name,
      columns: columns.map((column) => ({ type: 'PICKLIST', ...column })),
      rows: rows.map((row) => [row]),
    },
  );

beforeAll(async () => {
  token = await sandbox.newPersonalToken(intern);
  sheets.clients = await made('Clients of the test', [], values);
  sheets.hours = await made('Hours of the test', [
    { title: 'Customer', options: [...values.slice(0, 5), 'x', 'y'], type: 'MULTI_PICKLIST' },
    { title: 'Phase', options: ['Open', 'Done'] },
  ]);
  sheets.contracts = await made('Contracts of the test', [{ title: 'Clients of the test', options: [] }]);
});

async function connectedUser(account: string = intern) {
  const user = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  const connection = await connectSandbox(app, sandbox, { userId: user.userId, account });
  await sandbox.call('DELETE', '/api/calls');
  return { ...user, connection };
}

const look = (headers: Headers) => app.app.inject({ url: '/api/smartsheet/likely-pairs', headers });
const readPairs = async (headers: Headers): Promise<LikelyPairs> => {
  const reply = await look(headers);
  expect(reply.statusCode).toBe(200);
  return reply.json();
};
const readCalls = async () => (await sandbox.call<{ calls: number }>('GET', '/api/calls')).calls;
/** Which of the dropdowns of this test are in the reply. */
const listTargets = ({ pairs }: LikelyPairs) =>
  pairs.flatMap(({ target }) => (/ of the test$/.test(target.sheetName) ? [target.columnName] : []));

test('columns that belong together are found with names and counts, and nothing of them is stored', async () => {
  const { headers } = await connectedUser();
  const before = await everythingStored(app);
  const reply = await readPairs(headers);
  expect(await findChangedTables(before, app)).toEqual(['public.smartsheet_budgets']);
  expect(listTargets(reply)).toEqual(['Customer', 'Clients of the test']);
  expect(reply.pairs.find(({ target }) => target.columnName === 'Customer')).toEqual({
    source: {
      sheetId: sheets.clients?.id,
      sheetName: 'Clients of the test',
      columnId: sheets.clients?.columns.Name,
      columnName: 'Name',
    },
    target: {
      sheetId: sheets.hours?.id,
      sheetName: 'Hours of the test',
      columnId: sheets.hours?.columns.Customer,
      columnName: 'Customer',
      isMultiSelect: true,
    },
    hasSameName: false,
    optionCount: 7,
    matchingCount: 5,
  });
  expect(reply).toMatchObject({ unread: 0, stoppedBy: null });
  const stored = [...(await everythingStored(app)).values()].join('\n');
  expect(stored + app.log.text() + JSON.stringify(reply)).not.toContain(tag);
});

test('pairs found before are named again in a few calls, without those filled or changed meanwhile', async () => {
  const { headers, connection } = await connectedUser();
  const first = await readPairs(headers);
  // The list of sheets, and each sheet once.
  expect(await readCalls()).toBe(first.looked + 1);
  await sandbox.call('DELETE', '/api/calls');
  expect(await readPairs(headers)).toEqual(first);
  const involved = first.pairs.flatMap(({ source, target }) => [source.sheetId, target.sheetId]);
  expect(await readCalls()).toBe(new Set(involved).size);

  const { id: sheetId = '', columns } = sheets.hours ?? {};
  const path = `/2.0/sheets/${sheetId}/columns/${columns?.Customer}`;
  const options = [...values.slice(0, 5), 'x', 'y', 'z'];
  await sandbox.call('PUT', path, { token, body: { type: 'MULTI_PICKLIST', options } });
  expect(listTargets(await readPairs(headers))).toEqual(['Clients of the test']);

  const targetColumnId = sheets.contracts?.columns['Clients of the test'] ?? '';
  const place = { sheetId: sheets.contracts?.id ?? '', targetColumnId };
  await testAutomation(app.db, { connection, ...place, isActive: false });
  expect(listTargets(await readPairs(headers))).toEqual([]);
});

test('two searches of one person at once read the sheets once', async () => {
  const { headers } = await connectedUser();
  const [first, second] = await Promise.all([readPairs(headers), readPairs(headers)]);
  expect(second).toEqual(first);
  const involved = first.pairs.flatMap(({ source, target }) => [source.sheetId, target.sheetId]);
  expect(await readCalls()).toBe(first.looked + 1 + new Set(involved).size);
});

test('a chosen source has the dropdowns that fit it, from the same search, also where another fits better', async () => {
  const { headers } = await connectedUser();
  const copy = await made('Copy for this', [], values.slice(0, 4));
  const first = await readPairs(headers);
  await sandbox.call('DELETE', '/api/calls');
  const ofSource = async ({ id, columns }: Partial<SandboxSheet>) => {
    const query = `sourceSheetId=${id}&sourceColumnId=${columns?.Name}`;
    const reply = await app.app.inject({ url: `/api/smartsheet/likely-pairs?${query}`, headers });
    return listTargets(reply.json());
  };
  expect((await ofSource(sheets.clients ?? {})).toSorted()).toEqual(['Clients of the test', 'Customer']);
  expect(await ofSource(copy)).toEqual(['Customer']);
  expect(await readCalls()).toBeLessThan(first.looked);
  const half = await app.app.inject({
    url: `/api/smartsheet/likely-pairs?sourceSheetId=${copy.id}`,
    headers,
  });
  expect(half.statusCode).toBe(400);
});

test('a search that is under way says how far it is, to its user only', async () => {
  const { headers } = await connectedUser(office);
  const other = await app.signIn();
  const readProgress = async (of: Headers) =>
    (await app.app.inject({ url: '/api/smartsheet/likely-pairs/progress', headers: of })).json().progress;
  expect(await readProgress(headers)).toBeNull();
  await sandbox.call('PUT', '/api/faults', { body: { hold: 'before', operations: ['sheets.get'], skip: 8 } });
  const search = readPairs(headers);
  await expect.poll(() => readProgress(headers)).toEqual({ looked: 8, wanted: 50 });
  expect(await readProgress(other.headers)).toBeNull();
  await sandbox.call('DELETE', '/api/faults');
  await sandbox.call('DELETE', '/api/held');
  await search;
  expect(await readProgress(headers)).toBeNull();
});

describe('the options of a sheet that are values of a source', () => {
  const readMatches = async (
    headers: Headers,
    { sheetId, columnId }: { sheetId?: string; columnId?: string },
  ) =>
    app.app.inject({
      url: `/api/smartsheet/sheets/${sheets.hours?.id}/matches?sourceSheetId=${sheetId}&sourceColumnId=${columnId}`,
      headers,
    });
  const clients = () => ({ sheetId: sheets.clients?.id ?? '', columnId: sheets.clients?.columns.Name ?? '' });

  test('are counted for each dropdown, in two calls, and nothing of them is stored', async () => {
    const { headers } = await connectedUser();
    const before = await everythingStored(app);
    const reply = await readMatches(headers, clients());
    expect(reply.json()).toEqual([
      { columnId: sheets.hours?.columns.Customer, matchingCount: 5 },
      { columnId: sheets.hours?.columns.Phase, matchingCount: 0 },
    ]);
    expect(await readCalls()).toBe(2);
    expect(await findChangedTables(before, app)).toEqual(['public.smartsheet_budgets']);
    expect(app.log.text() + reply.body).not.toContain(tag);
  });

  test('are not counted where the source cannot be read, or its column has no texts', async () => {
    const { headers } = await connectedUser();
    const nothing = { ...clients(), columnId: '123456789' };
    expect((await readMatches(headers, nothing)).json()).toEqual([]);
    await sandbox.call('PUT', '/api/faults', {
      body: { errorRate: 1, errorStatus: 500, sheets: [sheets.clients?.id] },
    });
    expect((await readMatches(headers, clients())).json()).toEqual([]);
  });
});

test('a search looks at fifty of several hundred sheets', async () => {
  const { headers } = await connectedUser(office);
  const reply = await readPairs(headers);
  expect(reply).toMatchObject({ looked: 50, stoppedBy: null });
  expect(reply.total).toBeGreaterThan(200);
  expect(await readCalls()).toBe(51);
  expect(reply.pairs.length).toBeLessThanOrEqual(12);
});

describe('a search that Smartsheet is in the way of', () => {
  test('goes on without a sheet that cannot be read', async () => {
    const { headers } = await connectedUser();
    const faults = { errorRate: 1, errorStatus: 500, sheets: [sheets.contracts?.id] };
    await sandbox.call('PUT', '/api/faults', { body: faults });
    const reply = await readPairs(headers);
    expect(reply).toMatchObject({ unread: 1, stoppedBy: null });
    expect(listTargets(reply)).not.toContain('Clients of the test');
  });

  test('returns what it has when it is told to wait', async () => {
    const { headers } = await connectedUser(office);
    const storm = { storm: true, retryAfter: 1, operations: ['sheets.get'], skip: 8 };
    await sandbox.call('PUT', '/api/faults', { body: storm });
    const cut = await readPairs(headers);
    expect(cut).toMatchObject({ stoppedBy: 'smartsheet' });
    expect(cut.looked).toBeLessThan(50);
  });

  test('is refused where the sheets cannot be listed', async () => {
    const { headers } = await connectedUser();
    await sandbox.call('PUT', '/api/faults', { body: { storm: true } });
    const reply = await look(headers);
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'smartsheet_busy']);
  });

  test('ends where the calls of the account are used up', async () => {
    const { headers, connection } = await connectedUser();
    await readPairs(headers);
    const other = await connectedUser();
    await app.db.smartsheetBudget.create({
      data: { connectionId: other.connection.id, fullAt: new Date(Date.now() + 600_000) },
    });
    expect((await look(other.headers)).json().code).toBe('smartsheet_paced');
    await app.db.smartsheetConnection.update({
      where: { id: connection.id },
      data: { status: 'disconnected' },
    });
    expect((await look(headers)).json().code).toBe('smartsheet_not_connected');
  });
});

test('a search and opening the form again leave the calls that clicks and a first sync need', async () => {
  const { headers, connection } = await connectedUser(office);
  await readPairs(headers);
  await readPairs(headers);
  const { fullAt } = await app.db.smartsheetBudget.findUniqueOrThrow({
    where: { connectionId: connection.id },
  });
  // Three calls are refilled in a second, and 120 are a full budget.
  const used = ((fullAt.getTime() - Date.now()) / 1000) * 3;
  expect(120 - used).toBeGreaterThan(70);
});

test('an admin without a license is not offered what only its owner may fill', async () => {
  const { headers, connection } = await connectedUser(office);
  const all = await readPairs(headers);
  await app.db.smartsheetConnection.update({ where: { id: connection.id }, data: { licensed: false } });
  await app.db.smartsheetBudget.deleteMany();
  const own = await readPairs(headers);
  const levels = new Map<string, string>();
  const list = await app.app.inject({ url: '/api/smartsheet/sheets', headers });
  for (const { id, accessLevel } of list.json()) levels.set(id, accessLevel);
  for (const { target } of own.pairs) expect(levels.get(target.sheetId)).toBe('OWNER');
  expect(all.pairs.length).toBeGreaterThanOrEqual(own.pairs.length);
});

test('a person who looks again and again is asked to wait', async () => {
  const { headers } = await app.signIn();
  const codes: string[] = [];
  for (let tries = 0; tries < 21; tries += 1) codes.push((await look(headers)).json().code);
  expect(new Set(codes.slice(0, 20))).toEqual(new Set(['smartsheet_not_connected']));
  expect(codes.at(-1)).toBe('rate_limited');
});
