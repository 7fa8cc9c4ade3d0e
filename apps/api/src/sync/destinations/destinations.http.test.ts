import { randomUUID } from 'node:crypto';
import type { Candidate, Candidates } from '@picksync/contracts';
import { testAutomation } from '@picksync/db/testing';
import { makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { intern, office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { everythingStored, findChangedTables } from '../../testing/stored.ts';
import { readSheetDefinition } from '../smartsheet/with-smartsheet.ts';
import { readSheets } from './read-sheets.ts';

const { app, sandbox } = await sandboxApp();
const basic = { subscriptionStatus: 'active', subscriptionTier: 'basic' } as const;

type Headers = Record<string, string>;
type Dropdown = { title: string; options: string[]; type?: string };

let token: string;
const tag = randomUUID().slice(0, 8);
/** Forty-two values that nothing else in the account has. */
const values = Array.from({ length: 42 }, (_, index) => `${tag} value ${index}`);

const sheets: Record<string, SandboxSheet> = {};
const made = (name: string, columns: Dropdown[] = [], rows: string[] = [], by = token) =>
  makeSheet(
    {
      call: <T>(method: string, path: string, body?: object, of?: string) =>
        sandbox.call<T>(method, path, { body, ...(of && { token: of }) }),
    },
    {
      token: by,
      name: `${tag} ${name}`,
      columns: columns.map((column) => ({ type: 'PICKLIST', ...column })),
      rows: rows.map((row) => [row]),
    },
  );

beforeAll(async () => {
  token = await sandbox.newPersonalToken(intern);
  const others = Array.from({ length: 15 }, (_, index) => `Other ${index}`);
  sheets.list = await made('list', [], values);
  sheets.followed = await made('followed', [{ title: 'Client', options: [] }]);
  sheets.invoices = await made('invoices', [
    { title: 'Client', options: [...values.slice(0, 38), 'x', 'y'] },
    { title: 'Phase', options: ['Open', 'Done'] },
  ]);
  const customers = [...values.slice(0, 29), 'x', 'y'];
  sheets.tickets = await made('tickets', [{ title: 'Customer', options: customers, type: 'MULTI_PICKLIST' }]);
  sheets.wishes = await made('wishes', [{ title: 'Company', options: [...values.slice(0, 11), ...others] }]);
  sheets.contracts = await made('contracts', [{ title: 'client', options: [] }]);
  // More than one call looks at.
  for (let index = 0; index < 6; index += 1) await made(`plain ${index}`);
});

const readCalls = async (account: string) => {
  type Calls = { accounts: Record<string, { calls: number }> };
  return (await sandbox.call<Calls>('GET', '/api/calls')).accounts[account]?.calls;
};

const place = (sheet: string, column: string) => ({
  sheetId: sheets[sheet]?.id ?? '',
  targetColumnId: sheets[sheet]?.columns[column] ?? '',
});
const source = () => ({
  sourceSheetId: sheets.list?.id ?? '',
  sourceSheetName: sheets.list?.name ?? '',
  sourceColumnId: sheets.list?.columns.Name ?? '',
  sourceColumnName: 'Name',
});

/** A user with an automation that fills `Client` of the followed sheet from the list. */
async function owner(billingStatus: object = basic) {
  const user = await app.signIn(basic);
  const connection = await connectSandbox(app, sandbox, { userId: user.userId, account: intern });
  await app.db.user.update({ where: { id: user.userId }, data: billingStatus });
  const target = { ...place('followed', 'Client'), sheetName: 'followed', targetColumnName: 'Client' };
  const automation = await testAutomation(app.db, { connection, ...source(), ...target, isActive: false });
  return { ...user, connection, automation };
}

const look = (headers: Headers, payload: object) =>
  app.app.inject({ method: 'POST', url: '/api/configurations/candidates', headers, payload });
const add = (headers: Headers, payload: object) =>
  app.app.inject({ method: 'POST', url: '/api/configurations/destinations', headers, payload });
const sourceIds = () => {
  const { sourceSheetId, sourceColumnId } = source();
  return { sourceSheetId, sourceColumnId };
};

/** Follows the search to its end. */
async function searchAll(headers: Headers, body: object = {}) {
  const pages: Candidates[] = [];
  for (let from: number | null | undefined; from !== null; ) {
    const reply = await look(headers, { ...sourceIds(), ...body, ...(from && { from }) });
    expect(reply.statusCode).toBe(200);
    const page: Candidates = reply.json();
    pages.push(page);
    from = page.next;
  }
  return pages;
}

const named = (found: readonly Candidate[], sheet: string) =>
  found.find(({ sheetName }) => sheetName === `${tag} ${sheet}`);

test('columns that look like the list are found in all sheets, with what the first sync would do, and nothing of it is kept', async () => {
  const { headers, automation } = await owner();
  await sandbox.call('DELETE', '/api/calls');
  const before = await everythingStored(app);
  const pages = await searchAll(headers, { automationId: automation.id });
  expect(await findChangedTables(before, app)).toEqual(['public.smartsheet_budgets']);

  const total = pages[0]?.total ?? 0;
  expect(total).toBeGreaterThan(10);
  expect(pages.map(({ looked }) => looked)).toEqual([
    ...Array.from({ length: Math.ceil(total / 10) - 1 }, (_, index) => (index + 1) * 10),
    total,
  ]);
  expect(pages[0]).toMatchObject({ listSize: 42, unread: 0, waitMs: 0 });
  // The list of sheets and the source once, then one call for each sheet.
  expect(await readCalls(intern)).toBe(total + 2);

  const found = pages.flatMap(({ candidates }) => candidates);
  expect(named(found, 'invoices')).toMatchObject({
    ...{ columnName: 'Client', hasSameName: true, isMultiSelect: false, optionCount: 40, matchingCount: 38 },
    ...{ firstSync: { added: 4, removed: 2, needsReview: false }, reason: null },
  });
  expect(named(found, 'tickets')).toMatchObject({
    ...{ columnName: 'Customer', hasSameName: false, isMultiSelect: true, matchingCount: 29 },
    ...{ firstSync: { added: 13, removed: 2, needsReview: false } },
  });
  expect(named(found, 'wishes')).toMatchObject({
    firstSync: { added: 31, removed: 15, needsReview: true },
  });
  expect(named(found, 'contracts')).toMatchObject({ hasSameName: true, optionCount: 0, matchingCount: 0 });
  // What follows already, the list itself and other columns are not offered.
  expect(named(found, 'followed')).toBeUndefined();
  expect(found.filter(({ columnName }) => columnName === 'Phase' || columnName === 'Name')).toEqual([]);
  expect(JSON.stringify(pages)).not.toContain(`${tag} value`);
});

test('the figures are those of the preview', async () => {
  const { headers } = await owner();
  const found = (await searchAll(headers)).flatMap(({ candidates }) => candidates);
  for (const [sheet, column] of [
    ['invoices', 'Client'],
    ['wishes', 'Company'],
  ] as const) {
    const names = { sheetName: 'a', targetColumnName: 'b' };
    const payload = { ...source(), ...place(sheet, column), ...names };
    const url = '/api/configurations/preview';
    const preview = (await app.app.inject({ method: 'POST', url, headers, payload })).json();
    expect(named(found, sheet)?.firstSync).toEqual({
      added: preview.added.count,
      removed: preview.removed.count,
      needsReview: preview.needsReview,
    });
  }
});

describe('a column that cannot be chosen is shown with the reason', () => {
  test('because another automation fills it, or because it would lead back to the list', async () => {
    const other = await owner();
    await testAutomation(app.db, {
      connection: other.connection,
      ...place('contracts', 'client'),
      sourceSheetId: '9',
    });
    const { sheetId: sourceSheetId, targetColumnId: sourceColumnId } = place('tickets', 'Customer');
    const { sourceSheetId: sheetId, sourceColumnId: targetColumnId } = source();
    const back = { sourceSheetId, sourceColumnId, sheetId, targetColumnId };
    await testAutomation(app.db, { connection: other.connection, ...back });

    const { headers } = await owner();
    const found = (await searchAll(headers)).flatMap(({ candidates }) => candidates);
    expect(named(found, 'contracts')).toMatchObject({
      reason: 'Another automation, perhaps a colleague’s, already fills this column',
      firstSync: null,
    });
    expect(named(found, 'tickets')).toMatchObject({ reason: 'It would lead back to its own source' });
    expect(named(found, 'invoices')).toMatchObject({ reason: null });
    await app.db.automation.deleteMany({ where: { userId: other.userId } });
  });

  test('because the right or the room is missing', async () => {
    const { headers } = await owner();
    const long = await made(
      'long list',
      [],
      Array.from({ length: 501 }, (_, index) => `n${index}`),
    );
    await made('for the long one', [{ title: 'Number', options: ['n1', 'n2'] }]);
    const body = { sourceSheetId: long.id, sourceColumnId: long.columns.Name };
    const found = (await searchAll(headers, body)).flatMap(({ candidates }) => candidates);
    expect(named(found, 'for the long one')).toMatchObject({
      reason: expect.stringMatching(/501 options/),
      firstSync: null,
    });
    const viewer = (await searchAll(headers)).flatMap(({ candidates }) => candidates);
    for (const { reason, firstSync } of viewer) expect(reason === null).toBe(firstSync !== null);
  });
});

test('a search stops where the calls of the account are used up, and says when to go on', async () => {
  const { headers, connection } = await owner();
  const first: Candidates = (await look(headers, sourceIds())).json();
  expect(first).toMatchObject({ looked: 10, next: 10 });
  const away = new Date(Date.now() + 600_000);
  await app.db.smartsheetBudget.update({
    where: { connectionId: connection.id },
    data: { fullAt: away },
  });
  const stopped: Candidates = (await look(headers, { ...sourceIds(), from: 10 })).json();
  expect(stopped).toMatchObject({ looked: 10, next: 10, candidates: [], waitsFor: 'calls' });
  expect(stopped.waitMs).toBeGreaterThanOrEqual(2000);
});

test('a search waits when Smartsheet refuses its calls, for as long as it is asked to', async () => {
  const { headers } = await owner();
  await look(headers, sourceIds());
  await sandbox.call('PUT', '/api/faults', {
    body: { storm: true, retryAfter: 7, operations: ['sheets.get'] },
  });
  const stopped: Candidates = (await look(headers, { ...sourceIds(), from: 10 })).json();
  expect(stopped).toMatchObject({ looked: 10, next: 10, waitMs: 7_000, waitsFor: 'smartsheet' });
});

test('a search leaves the calls that people and the syncs of what they choose need', async () => {
  const user = await app.signIn(basic);
  const connection = await connectSandbox(app, sandbox, { userId: user.userId, account: office });
  const { id, columns } = await sandbox.sheet('Clients');
  const sourceColumnId = String(columns.find(({ title }) => title === 'Client name')?.id);
  const payload = { sourceSheetId: String(id), sourceColumnId };
  let page: Candidates = (await look(user.headers, payload)).json();
  while (page.next !== null && page.waitsFor === null) {
    page = (await look(user.headers, { ...payload, from: page.next })).json();
  }
  expect(page).toMatchObject({ waitsFor: 'calls', next: page.looked });
  expect(page.looked).toBeGreaterThan(10);
  // The bucket is never lower than what is kept, however long the search takes.
  const [{ left } = { left: 0 }] = await app.db.$queryRaw<{ left: number }[]>`
    SELECT 120 - extract(epoch FROM greatest(full_at - clock_timestamp(), interval '0')) * 3 AS left
    FROM smartsheet_budgets WHERE connection_id = ${connection.id}::uuid`;
  expect(Number(left)).toBeGreaterThanOrEqual(89);
});

test('a search is refused as other looks at Smartsheet are, and of a foreign automation nothing is told', async () => {
  const { headers, connection, automation } = await owner();
  const gone = await look(headers, { sourceSheetId: '7', sourceColumnId: '8' });
  expect([gone.statusCode, gone.json().code]).toEqual([422, 'source_not_found']);
  const stranger = await owner();
  const foreign = await look(stranger.headers, { ...sourceIds(), automationId: automation.id });
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'not_found']);
  await app.db.smartsheetConnection.update({
    where: { id: connection.id },
    data: { status: 'disconnected' },
  });
  expect((await look(headers, sourceIds())).json().code).toBe('smartsheet_not_connected');
});

describe('adding destinations', () => {
  test('creates an automation for each with the settings of the one they are like, and refuses each for itself', async () => {
    const { headers, automation, userId } = await owner();
    await app.db.automation.update({ where: { id: automation.id }, data: { maxRemovalPercent: 30 } });
    await sandbox.call('DELETE', '/api/calls');
    const destinations = [
      place('invoices', 'Client'),
      place('invoices', 'Name'),
      place('invoices', 'Phase'),
      place('contracts', 'client'),
    ];
    const reply = await add(headers, { automationId: automation.id, destinations });
    expect(reply.statusCode).toBe(200);
    const { message, results } = reply.json();
    expect(message).toBe('3 of 4 destinations added');
    const settings = { maxRemovalPercent: 30, isActive: true, ...sourceIds() };
    expect(results).toMatchObject([
      { ...destinations[0], configuration: settings, error: null },
      { ...destinations[1], configuration: null, error: { code: 'target_not_writable' } },
      { ...destinations[2], configuration: settings },
      { ...destinations[3], configuration: settings },
    ]);
    const rows = await app.db.automation.findMany({
      where: { userId, isActive: true },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ name }) => name)).toEqual([
      `${tag} list into ${tag} invoices, Client`,
      `${tag} list into ${tag} invoices, Phase`,
      `${tag} list into ${tag} contracts`,
    ]);
    expect(rows.every(({ dirtyAt }) => dirtyAt !== null)).toBe(true);
    // The list and each destination sheet once.
    expect(await readCalls(intern)).toBe(3);
    await app.db.automation.deleteMany({ where: { userId } });
  });

  test('goes as far as the plan allows', async () => {
    const { headers, automation, userId } = await owner({
      subscriptionStatus: 'trial',
      trialEndDate: new Date(Date.now() + 86_400_000),
      maxConfigurations: 2,
    });
    const destinations = [place('invoices', 'Client'), place('contracts', 'client')];
    await sandbox.call('DELETE', '/api/calls');
    const { results } = (await add(headers, { automationId: automation.id, destinations })).json();
    expect(results).toMatchObject([{ error: null }, { error: { code: 'plan_limit_reached' } }]);
    // The list and the first destination: what the plan does not allow is not looked up.
    expect(await readCalls(intern)).toBe(2);
    expect(await app.db.automation.count({ where: { userId } })).toBe(2);
    await app.db.automation.deleteMany({ where: { userId } });
  });

  test('makes nothing twice when it is sent again with its key, and retries what was refused', async () => {
    const { headers, automation, userId } = await owner();
    const destinations = [place('invoices', 'Client'), place('invoices', 'Name')];
    const body = { automationId: automation.id, destinations };
    const keyed = { ...headers, 'idempotency-key': 'three at once' };
    expect((await add({ ...headers, 'idempotency-key': 'with blanks' }, body)).json().code).toBe(
      'validation_failed',
    );
    keyed['idempotency-key'] = 'three-at-once';
    const first = (await add(keyed, body)).json();
    const again = await add(keyed, body);
    expect(again.json()).toMatchObject({
      results: [
        { configuration: { id: first.results[0].configuration.id } },
        { error: { code: 'target_not_writable' } },
      ],
    });
    expect(await app.db.automation.count({ where: { userId } })).toBe(2);
    const other = { ...body, destinations: [place('contracts', 'client')] };
    expect((await add(keyed, other)).json().code).toBe('idempotency_key_reused');
    await app.db.automation.deleteMany({ where: { userId } });
  });

  test('is refused for a foreign automation, for none and for too many', async () => {
    const { automation } = await owner();
    const stranger = await owner();
    const destinations = [place('invoices', 'Client')];
    const body = { automationId: automation.id, destinations };
    expect((await add(stranger.headers, body)).statusCode).toBe(404);
    const own = { automationId: stranger.automation.id };
    expect((await add(stranger.headers, { ...own, destinations: [] })).statusCode).toBe(400);
    const many = Array.from({ length: 21 }, () => destinations[0]);
    expect((await add(stranger.headers, { ...own, destinations: many })).statusCode).toBe(400);
    await app.db.smartsheetConnection.update({
      where: { id: stranger.connection.id },
      data: { status: 'disconnected' },
    });
    const refused = await add(stranger.headers, { ...own, destinations });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'smartsheet_not_connected']);
  });
});

test('a search whose caller has hung up begins no further sheet', async () => {
  const { connection } = await owner();
  const client = app.context.smartsheet.openClient(connection, 'searches');
  const { sheets: wanted } = await client.sheets.list();
  const caller = new AbortController();
  let looks = 0;
  // The time is read before each sheet.
  const now = () => {
    looks += 1;
    if (looks === 4) caller.abort(new Error('nobody is there'));
    return new Date();
  };
  await sandbox.call('DELETE', '/api/calls');
  const reading = readSheets(wanted, {
    read: (sheetId, options) => readSheetDefinition(client, sheetId, options),
    now,
    signal: caller.signal,
  });
  await expect(reading).rejects.toThrow('nobody is there');
  expect(wanted.length).toBeGreaterThan(8);
  expect(await readCalls(intern)).toBeLessThanOrEqual(4);
});

test('a call looks at ten of several hundred sheets', async () => {
  const user = await app.signIn(basic);
  await connectSandbox(app, sandbox, { userId: user.userId, account: office });
  const { id, columns } = await sandbox.sheet('Clients');
  const sourceColumnId = String(columns.find(({ title }) => title === 'Client name')?.id);
  await sandbox.call('DELETE', '/api/calls');
  const page: Candidates = (await look(user.headers, { sourceSheetId: String(id), sourceColumnId })).json();
  expect(page).toMatchObject({ looked: 10, next: 10, unlisted: 0 });
  expect(page.total).toBeGreaterThan(200);
  expect(await readCalls(office)).toBe(12);
  await sandbox.call('PUT', '/api/faults', { body: { sheetList: 'cut' } });
  const cut: Candidates = (await look(user.headers, { sourceSheetId: String(id), sourceColumnId })).json();
  await sandbox.call('PUT', '/api/faults', { body: {} });
  expect(cut).toMatchObject({ total: 100, unlisted: page.total - 100 });
});
