import type { Column, Sheet } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterEach, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { intern } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
afterEach(async () => {
  // Everybody is at the same account of the sandbox: the next test finds its columns free.
  await app.db.automation.deleteMany();
});

async function connectedUser(account?: string, scopes?: string[]) {
  const user = await app.signIn();
  const choice = { ...(account && { account }), ...(scopes && { scopes }) };
  return { ...user, connection: await connectSandbox(app, sandbox, { userId: user.userId, ...choice }) };
}

type Headers = Record<string, string>;
const list = (headers: Headers) =>
  app.app.inject({ url: '/api/smartsheet/sheets', query: { includeAll: 'true' }, headers });
const readColumns = (sheetId: string | number, headers: Headers) =>
  app.app.inject({ url: `/api/smartsheet/sheets/${sheetId}/columns`, headers });
const readStatus = async (userId: string) =>
  (await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } })).status;

test.each(['/api/smartsheet/sheets', '/api/smartsheet/sheets/1/columns'])(
  '%s needs a session',
  async (url) => {
    expect((await app.app.inject({ url })).json().code).toBe('unauthenticated');
  },
);

test('a user has a list read thirty times a minute at most, and others have theirs', async () => {
  const { headers } = await app.signIn();
  const codes = [];
  for (let count = 0; count < 31; count += 1) codes.push((await list(headers)).statusCode);
  expect(codes.filter((code) => code === 409)).toHaveLength(30);
  const refused = await list(headers);
  expect(refused.json().code).toBe('rate_limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await readColumns(1, headers)).statusCode).toBe(409);
  expect((await list((await app.signIn()).headers)).statusCode).toBe(409);
});

test('sheets cannot be listed without a connection, and the answer says to connect', async () => {
  const { headers } = await app.signIn();
  const reply = await list(headers);
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'smartsheet_not_connected']);
});

test('a user sees the sheets of their own account, sorted by name, in one call', async () => {
  await connectedUser();
  const { headers } = await connectedUser(intern);
  await sandbox.call('DELETE', '/api/calls');
  const reply = await list(headers);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject([
    { name: 'Staff directory', writable: false },
    { name: 'Time sheet 2026', accessLevel: 'EDITOR', writable: false },
  ]);
  expect(await sandbox.call('GET', '/api/calls')).toMatchObject({ calls: 1 });
});

test('a long list comes whole and sorted', async () => {
  const { headers } = await connectedUser();
  const sheets: Sheet[] = (await list(headers)).json();
  expect(sheets.length).toBeGreaterThan(300);
  const sites = sheets.map(({ name }) => name).filter((name) => name.startsWith('Site '));
  expect(sites).toEqual(sites.toSorted());
  expect(sheets.find(({ name }) => name === 'Projects')).toMatchObject({
    accessLevel: 'OWNER',
    writable: true,
  });
});

test('a list that comes in pages is followed to its end, and one that is cut says how many are missing', async () => {
  const { headers } = await connectedUser();
  const whole = await list(headers);
  expect(whole.headers['x-incomplete-list']).toBeUndefined();
  const faults = (body: object) => sandbox.call('PUT', '/api/faults', { body });
  for (const sheetList of ['pages', 'tokens']) {
    await faults({ sheetList });
    const paged = await list(headers);
    expect(paged.json()).toEqual(whole.json());
    expect(paged.headers['x-incomplete-list']).toBeUndefined();
  }
  await faults({ sheetList: 'cut' });
  const cut = await list(headers);
  await faults({});
  expect(cut.json()).toHaveLength(100);
  expect(cut.headers['x-incomplete-list']).toBe(String(whole.json().length));
});

test('columns tell which of them an automation may fill, and why not the others', async () => {
  const { headers, connection } = await connectedUser();
  const { id, columns } = await sandbox.sheet('Time sheet 2026');
  const getId = (title: string) => String(columns.find((column) => column.title === title)?.id);
  await testAutomation(app.db, { connection, sheetId: String(id), targetColumnId: getId('Project') });
  const reply = await readColumns(id, headers);
  const byTitle = new Map((reply.json() as Column[]).map((column) => [column.title, column]));
  expect([...byTitle.keys()]).toEqual(columns.map(({ title }) => title));
  expect(byTitle.get('Client')).toMatchObject({ type: 'PICKLIST', selectable: true, reason: null });
  expect(byTitle.get('Client')?.options).toContain('Marlow Foods');
  expect(byTitle.get('Activities')).toMatchObject({ type: 'MULTI_PICKLIST', selectable: true });
  expect(byTitle.get('Project')).toMatchObject({
    selectable: false,
    reason: 'Another automation, perhaps a colleague’s, already fills this column',
  });
  expect(byTitle.get('Approved')).toMatchObject({ reason: 'Symbol columns have a fixed list' });
  expect(byTitle.get('Hours')).toMatchObject({ reason: 'Neither a dropdown nor a contact column' });
  expect(byTitle.get('Hours')).not.toHaveProperty('options');
});

test('the automation that is being edited does not stand in its own way, others still do', async () => {
  const { headers, connection } = await connectedUser();
  const { id, columns } = await sandbox.sheet('Time sheet 2026');
  const fill = (title: string) => {
    const targetColumnId = String(columns.find((column) => column.title === title)?.id);
    return testAutomation(app.db, { connection, sheetId: String(id), targetColumnId });
  };
  const [edited] = [await fill('Project'), await fill('Client')];
  const url = `/api/smartsheet/sheets/${id}/columns`;
  const reply = await app.app.inject({ url, headers, query: { automationId: edited.id } });
  const views: Column[] = reply.json();
  expect(views.find(({ title }) => title === 'Project')).toMatchObject({ selectable: true, reason: null });
  expect(views.find(({ title }) => title === 'Client')).toMatchObject({ selectable: false });
});

test('a column that somebody else’s automation fills is not known to be taken', async () => {
  const { headers } = await connectedUser();
  const { id, columns } = await sandbox.sheet('Time sheet 2026');
  const target = String(columns.find(({ title }) => title === 'Client')?.id);
  const connection = await testConnection(app.db);
  await testAutomation(app.db, { connection, sheetId: String(id), targetColumnId: target });
  const columnViews: Column[] = (await readColumns(id, headers)).json();
  expect(columnViews.find((column) => column.id === target)?.selectable).toBe(true);
});

test('no column may be filled on a sheet where the user is no admin', async () => {
  const { headers } = await connectedUser(intern);
  const { id } = await sandbox.sheet('Time sheet 2026');
  const columns: Column[] = (await readColumns(id, headers)).json();
  expect(columns.find(({ title }) => title === 'Client')).toMatchObject({
    selectable: false,
    reason: 'You need to be an admin or the owner of this sheet',
  });
});

test('the columns of a large sheet come without its rows, in one call', async () => {
  const { headers } = await connectedUser();
  const { id } = await sandbox.sheet('Parts catalogue');
  await sandbox.call('DELETE', '/api/calls');
  expect((await readColumns(id, headers)).statusCode).toBe(200);
  expect(await sandbox.call('GET', '/api/calls')).toMatchObject({
    calls: 1,
    operations: { 'sheets.get': 1 },
  });
});

test('a sheet that is not shared with the user is not found', async () => {
  const { headers } = await connectedUser(intern);
  const { id } = await sandbox.sheet('Projects');
  for (const sheetId of [id, '7', 'nonsense', '0', '9223372036854775808', '99999999999999999999']) {
    const reply = await readColumns(sheetId, headers);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  }
});

test('a token that was revoked asks for a new connection, once and for all', async () => {
  const { headers, userId } = await connectedUser();
  await sandbox.call('PUT', '/api/faults', { body: { revoke: ['office@northwind.example'] } });
  const first = await list(headers);
  expect([first.statusCode, first.json()]).toEqual([
    409,
    {
      code: 'smartsheet_needs_reconnect',
      message: 'Your Smartsheet authentication has expired. Please reconnect your Smartsheet account.',
    },
  ]);
  expect(await readStatus(userId)).toBe('needs_reconnect');
  expect(await app.db.activityLog.findMany({ where: { userId } })).toMatchObject([
    { action: 'disconnect_smartsheet', status: 'error', details: expect.stringContaining('Reconnect') },
  ]);
  await sandbox.call('DELETE', '/api/calls');
  expect((await list(headers)).json().code).toBe('smartsheet_needs_reconnect');
  expect(await sandbox.call('GET', '/api/calls')).toMatchObject({ calls: 0 });
});

test('a connection without the right to read sheets has to be made again', async () => {
  const { headers, userId } = await connectedUser(undefined, ['ADMIN_WEBHOOKS']);
  const reply = await list(headers);
  expect([reply.json().code, await readStatus(userId)]).toEqual([
    'smartsheet_needs_reconnect',
    'needs_reconnect',
  ]);
});

test('an expired token is refreshed during the call, and the user does not notice', async () => {
  const { headers, userId, connection } = await connectedUser();
  await app.db.smartsheetConnection.update({ where: { userId }, data: { tokenExpiresAt: new Date(0) } });
  expect((await list(headers)).statusCode).toBe(200);
  const after = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
  expect(after.accessTokenSealed).not.toBe(connection.accessTokenSealed);
  expect(after.tokenExpiresAt?.getTime()).toBeGreaterThan(Date.now());
});

test('a rate limit of Smartsheet is reported with the time to wait, and pauses the calls of the connection', async () => {
  const { headers, connection } = await connectedUser();
  await sandbox.call('PUT', '/api/faults', { body: { storm: true } });
  const reply = await list(headers);
  expect(reply.json()).toMatchObject({
    code: 'smartsheet_busy',
    message: 'The Smartsheet rate limit was exceeded. Please wait a minute and try again.',
    retryAfterSeconds: 60,
  });
  expect(reply.headers['retry-after']).toBe('60');
  await sandbox.call('DELETE', '/api/faults');
  await sandbox.call('DELETE', '/api/calls');
  expect((await list(headers)).json().code).toBe('smartsheet_busy');
  expect(await sandbox.call('GET', '/api/calls')).toMatchObject({ calls: 0 });
  const { parkedUntil } = await app.db.smartsheetConnection.findUniqueOrThrow({
    where: { id: connection.id },
  });
  expect(parkedUntil?.getTime()).toBeGreaterThan(Date.now() + 50_000);
});

test('calls that we hold back ourselves are not called a limit of Smartsheet', async () => {
  const { headers, connection } = await connectedUser();
  await app.db.smartsheetBudget.create({
    data: { connectionId: connection.id, fullAt: new Date(Date.now() + 120_000) },
  });
  const reply = await list(headers);
  expect(reply.json()).toMatchObject({
    code: 'smartsheet_paced',
    message: expect.stringMatching(/^Picksync is spacing out its calls to Smartsheet/),
    retryAfterSeconds: expect.any(Number),
  });
});

test('the answer says that Smartsheet is away, and the connection stays', async () => {
  const { headers, userId } = await connectedUser();
  await sandbox.call('PUT', '/api/faults', { body: { reset: 'before' } });
  const reply = await list(headers);
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'smartsheet_unavailable']);
  expect(await readStatus(userId)).toBe('connected');
});

test('no option and no cell is stored or logged', async () => {
  const { headers } = await connectedUser();
  const { id } = await sandbox.sheet('Time sheet 2026');
  expect((await readColumns(id, headers)).body).toContain('Bluebird Travel (closed)');
  expect(app.log.text()).not.toContain('Bluebird');
  expect(await app.db.sheet.count()).toBe(0);
});
