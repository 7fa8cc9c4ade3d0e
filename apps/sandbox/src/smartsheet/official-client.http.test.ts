import { createHash } from 'node:crypto';
import { createClient } from 'smartsheet';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/callback-receiver.ts';
import {
  createTestSheet,
  officeEmail,
  startSandbox,
  type TestSandbox,
  type TestSheet,
} from '../testing/sandbox.ts';

// Smartsheet's own client, unchanged except for the base URL.

let sandbox: TestSandbox;
let receiver: Receiver;
let accessToken: string;
let sheet: TestSheet;
beforeAll(async () => {
  sandbox = await startSandbox({ CLIENT_ID: 'app', CLIENT_SECRET: 'secret' });
  receiver = await startReceiver();
});
beforeEach(async () => {
  accessToken = await sandbox.token();
  sheet = await createTestSheet(sandbox, {
    token: accessToken,
    columns: [
      { title: 'Kind', type: 'PICKLIST', options: ['a', 'b'] },
      { title: 'Tags', type: 'MULTI_PICKLIST', options: ['x', 'y'] },
    ],
    rows: [['one', 'a', ['x', 'y']], ['two']],
  });
});
afterEach(() => sandbox.call('DELETE', '/api/faults'));
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

function client(more: object = {}) {
  return createClient({ accessToken, baseUrl: `${sandbox.url}/2.0/`, ...more });
}

test('the official client reads the user and the server', async () => {
  expect(await client().users.getCurrentUser({})).toMatchObject({ email: officeEmail, firstName: 'Olivia' });
  expect((await client().server.getInfo({})).supportedLocales).toContain('en_US');
});

test('the official client lists sheets and reads one, with its version', async () => {
  const { sheets } = client();
  const list = await sheets.listSheets({ queryParameters: { includeAll: true, include: 'sheetVersion' } });
  expect(list.data.find(({ id }: { id: number }) => id === sheet.id)).toMatchObject({ version: 2 });
  const queryParameters = { level: 2, include: 'objectValue', columnIds: String(sheet.columns.Tags) };
  const read = await sheets.getSheet({ sheetId: sheet.id, queryParameters });
  expect(read.columns).toMatchObject([{ type: 'MULTI_PICKLIST', options: ['x', 'y'] }]);
  expect(read.rows[0].cells[0].objectValue).toEqual({ objectType: 'MULTI_PICKLIST', values: ['x', 'y'] });
  expect(await sheets.getSheetVersion({ sheetId: sheet.id })).toEqual({ version: 2 });
});

test('the official client reads and changes columns', async () => {
  const { sheets } = client();
  const context = { sheetId: sheet.id, columnId: sheet.columns.Kind };
  expect((await sheets.getColumns({ sheetId: sheet.id })).data).toHaveLength(3);
  const changed = await sheets.updateColumn({ ...context, body: { type: 'PICKLIST', options: ['c'] } });
  expect(changed).toMatchObject({ message: 'SUCCESS', result: { options: ['c'], index: 1 } });
  const refused = sheets.updateColumn({ ...context, body: { options: ['d'] } });
  await expect(refused).rejects.toMatchObject({
    statusCode: 400,
    errorCode: 1090,
    refId: expect.any(String),
  });
  const added = await sheets.addColumn({ sheetId: sheet.id, body: { title: 'New', type: 'DATE', index: 3 } });
  await sheets.deleteColumn({ sheetId: sheet.id, columnId: added.result.id });
  expect((await sheets.getColumns({ sheetId: sheet.id })).data).toHaveLength(3);
});

test('the official client makes a workspace with folders, and copies a sheet into it', async () => {
  const { workspaces, folders, sheets } = client();
  const { result: workspace } = await workspaces.createWorkspace({ body: { name: 'Projects' } });
  const folder = await workspaces.createFolder({ workspaceId: workspace.id, body: { name: '2026' } });
  await sheets.copySheet({
    sheetId: sheet.id,
    body: { destinationType: 'folder', destinationId: folder.result.id, newName: 'Plant D' },
    queryParameters: { include: 'data' },
  });
  const inWorkspace = await workspaces.getWorkspaceChildren({ workspaceId: workspace.id });
  expect(inWorkspace.data).toMatchObject([{ resourceType: 'folder', name: '2026' }]);
  const inFolder = await folders.getFolderChildren({ folderId: folder.result.id });
  expect(inFolder.data).toMatchObject([{ resourceType: 'sheet', name: 'Plant D', accessLevel: 'OWNER' }]);
});

test('the official client makes, lists, reads, narrows and deletes a report', async () => {
  const { reports, workspaces } = client();
  const { result: workspace } = await workspaces.createWorkspace({ body: { name: 'Reports' } });
  const column = { title: 'Tags', type: 'MULTI_PICKLIST', index: 1 };
  const { result } = await reports.createReport({
    body: {
      name: 'All tags',
      destination: { destinationType: 'workspace', destinationId: workspace.id },
      // The client exports only the type of this enum.
      scope: [{ assetType: 'sheet' as never, assetId: sheet.id }],
      columns: [{ title: 'Name', type: 'TEXT_NUMBER', primary: true, index: 0 }, column],
    },
  });
  const reportId = result.id;
  const list = await reports.listReports({ queryParameters: { includeAll: true } as never });
  expect(list.data).toContainEqual(expect.objectContaining({ id: reportId, isSummaryReport: false }));
  const queryParameters = { level: 3, include: 'objectValue,sourceSheets', pageSize: 1, page: 1 };
  const read = await reports.getReport({ reportId, queryParameters });
  expect(read).toMatchObject({ totalRowCount: 2, sourceSheets: [{ id: sheet.id }] });
  expect(read.rows).toMatchObject([{ sheetId: sheet.id, rowNumber: 1 }]);
  expect(read.rows[0]?.cells[1]?.objectValue).toEqual({ objectType: 'MULTI_PICKLIST', values: ['x', 'y'] });
  const criterion = { column: { title: 'Tags', type: 'MULTI_PICKLIST' }, operator: 'IS_BLANK', values: [] };
  const filters = { operator: 'AND', criteria: [criterion] };
  await reports.updateReportDefinition({ reportId, body: { filters } });
  expect((await reports.getReport({ reportId })).totalRowCount).toBe(1);
  expect((await reports.listReportColumns({ reportId })).data).toHaveLength(2);
  await reports.deleteReport({ reportId });
  await expect(reports.getReport({ reportId })).rejects.toMatchObject({ statusCode: 404, errorCode: 1006 });
});

test('the official client sets the contacts of a column, and reads those of cells', async () => {
  const { sheets } = client();
  const { id: sheetId } = sheet;
  const body = { title: 'Team', type: 'MULTI_CONTACT_LIST', index: 3 };
  const columnId = (await sheets.addColumn({ sheetId, body })).result.id;
  const ann = { name: 'Ann Lee', email: 'ann@b.example' };
  const contactOptions = [ann, { email: 'bo@c.example' }];
  const write = { type: 'MULTI_CONTACT_LIST', contactOptions };
  const { result } = await sheets.updateColumn({ sheetId, columnId, body: write });
  expect(result).toMatchObject({ type: 'MULTI_CONTACT_LIST', contactOptions });
  const objectValue = { objectType: 'MULTI_CONTACT', values: [{ objectType: 'CONTACT', ...ann }] };
  const row = { id: sheet.rows[0], cells: [{ columnId, objectValue }] };
  await sheets.updateRow({ sheetId, body: [row] });
  const queryParameters = { level: 2, include: 'objectValue', columnIds: String(columnId) };
  const read = await sheets.getSheet({ sheetId, queryParameters });
  expect(read.columns).toMatchObject([{ type: 'MULTI_CONTACT_LIST', contactOptions }]);
  expect(read.rows[0].cells[0].objectValue).toEqual(objectValue);
});

test('the official client adds, changes, reads and deletes rows', async () => {
  const { sheets } = client();
  const cells = (value: string) => [{ columnId: sheet.columns.Name, value }];
  const added = await sheets.addRows({
    sheetId: sheet.id,
    body: [{ toBottom: true, cells: cells('three') }],
  });
  expect(added).toMatchObject({ version: 3, result: [{ rowNumber: 3 }] });
  const rowId = added.result[0].id;
  await sheets.updateRow({ sheetId: sheet.id, body: [{ id: rowId, cells: cells('changed') }] });
  const row = await sheets.getRow({ sheetId: sheet.id, rowId });
  expect(row.cells[0].value).toBe('changed');
  const gone = await sheets.deleteRows({
    sheetId: sheet.id,
    queryParameters: { ids: [rowId, sheet.rows[0]] },
  });
  expect(gone.result).toEqual([sheet.rows[0], rowId]);
  const last = await sheets.deleteRow({ sheetId: sheet.id, rowId: sheet.rows[1] });
  expect(last.result).toEqual([sheet.rows[1]]);
});

test('the official client creates, enables, lists and deletes webhooks, and gets callbacks', async () => {
  const { webhooks, sheets } = client({ changeAgent: 'official' });
  const body = {
    name: 'hook',
    callbackUrl: receiver.url,
    // The client exports only the type of this enum.
    scope: 'sheet' as never,
    scopeObjectId: sheet.id,
    events: ['*.*'],
    version: 1,
  };
  const { result } = await webhooks.createWebhook({ body });
  const webhookId = result.id ?? 0;
  const enabled = await webhooks.updateWebhook({ webhookId, body: { enabled: true } });
  expect(enabled.result).toMatchObject({ status: 'ENABLED', enabled: true });
  expect((await webhooks.listWebhooks({})).data.map(({ id }) => id)).toContain(webhookId);
  const row = { id: sheet.rows[0], cells: [{ columnId: sheet.columns.Name, value: 'x' }] };
  await sheets.updateRow({ sheetId: sheet.id, body: row });
  const [callback] = await receiver.until(1);
  expect(callback?.body).toMatchObject({ webhookId, scopeObjectId: sheet.id });
  expect((await webhooks.getWebhook({ webhookId })).status).toBe('ENABLED');
  expect((await webhooks.resetSharedSecret({ webhookId })).result.sharedSecret).not.toBe(result.sharedSecret);
  await webhooks.deleteWebhook({ webhookId });
  await expect(webhooks.getWebhook({ webhookId })).rejects.toMatchObject({
    statusCode: 404,
    errorCode: 1006,
  });
});

test('the official client exchanges a code, refreshes and revokes', async () => {
  const { tokens } = client();
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: 'app',
    scope: 'READ_SHEETS',
    redirect_uri: 'http://localhost:9/',
  });
  const allowed = await sandbox.call('POST', `/b/authorize?${asked}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `decision=allow&account=${sandbox.account(officeEmail).id}`,
  });
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code');
  const hash = (secret: string) => createHash('sha256').update(`secret|${secret}`).digest('hex');
  const granted = await tokens.getAccessToken({
    queryParameters: { client_id: 'app', code, hash: hash(code ?? '') },
  });
  const refreshed = await tokens.refreshAccessToken({
    queryParameters: {
      client_id: 'app',
      refresh_token: granted.refresh_token,
      hash: hash(granted.refresh_token),
    },
  });
  const renewed = client({ accessToken: refreshed.access_token });
  expect(await renewed.users.getCurrentUser({})).toMatchObject({ email: officeEmail });
  await renewed.tokens.revokeAccessToken({});
  await expect(renewed.users.getCurrentUser({})).rejects.toMatchObject({ statusCode: 401, errorCode: 1002 });
});

test('the official client succeeds by retrying after a temporary rate limit', async () => {
  const waits: number[] = [];
  const calcRetryBackoff = (count: number) => {
    waits.push(count);
    return 1;
  };
  await sandbox.call('PUT', '/api/faults', { body: { storm: true, times: 2 } });
  expect(await client({ calcRetryBackoff }).users.getCurrentUser({})).toMatchObject({ email: officeEmail });
  expect(waits).toEqual([0, 1]);
});
