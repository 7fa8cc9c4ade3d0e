import { createClient } from 'smartsheet';
import { beforeEach, expect, test } from 'vitest';
import { startReceiver } from '../../testing/callback-receiver.ts';
import {
  createTestSheet,
  getError,
  internEmail,
  openSandbox,
  partnerEmail,
  type TestSheet,
} from '../../testing/sandbox.ts';

const { sandbox, token } = await openSandbox();
const csv = 'Client\r\nBergström & Söner\r\n';

let sheet: TestSheet;
beforeEach(async () => {
  sheet = await createTestSheet(sandbox, { token });
});

function attach(
  options: { name?: string; text?: string; as?: string; headers?: Record<string, string> } = {},
) {
  const { name = 'List.csv', text = csv, as = token, headers = {} } = options;
  return sandbox.call('POST', `/2.0/sheets/${sheet.id}/attachments`, {
    token: as,
    headers: {
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      ...headers,
    },
    body: text,
  });
}

function attachments(path = '', { as = token, method = 'GET' } = {}) {
  return sandbox.call(method, `/2.0/sheets/${sheet.id}/attachments${path}`, { token: as });
}

function share(account: string, access: string) {
  return sandbox.call('PUT', '/api/shares', { body: { sheetId: sheet.id, account, access } });
}

test('a file can be attached, listed, read by its address and deleted', async () => {
  const { status, body } = await attach({ name: 'Kunden – Söner.csv' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    message: 'SUCCESS',
    version: 2,
    result: {
      name: 'Kunden – Söner.csv',
      attachmentType: 'FILE',
      mimeType: 'text/csv',
      parentType: 'SHEET',
      parentId: sheet.id,
      sizeInKb: 1,
    },
  });
  expect(body.result).not.toHaveProperty('url');
  expect((await attachments()).body).toMatchObject({ totalCount: 1, data: [{ id: body.result.id }] });
  const { url, urlExpiresInMillis } = (await attachments(`/${body.result.id}`)).body;
  const { pathname } = new URL(url);
  expect(await sandbox.call('GET', pathname)).toMatchObject({ status: 200, body: csv });
  sandbox.advance(urlExpiresInMillis);
  expect(await sandbox.call('GET', pathname)).toMatchObject({ status: 403 });
  expect((await attachments(`/${body.result.id}`, { method: 'DELETE' })).body).toMatchObject({ version: 3 });
  expect((await attachments()).body.data).toEqual([]);
});

test("Smartsheet's own client attaches a file, lists it and deletes it", async () => {
  const { sheets } = createClient({ accessToken: token, baseUrl: `${sandbox.url}/2.0/` });
  const { result } = await sheets.addFileAttachment({
    sheetId: sheet.id,
    fileSize: Buffer.byteLength(csv),
    fileName: 'List.csv',
    fileStream: csv,
  });
  expect(result).toMatchObject({ name: 'List.csv', attachmentType: 'FILE' });
  const listed = await sheets.listAttachments({ sheetId: sheet.id });
  expect(listed.data).toMatchObject([{ id: result.id }]);
  await sheets.deleteAttachment({ sheetId: sheet.id, attachmentId: result.id });
  expect((await attachments()).body.totalCount).toBe(0);
});

test('a form with a file and JSON with an address attach too', async () => {
  const form = new FormData();
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'Form.csv');
  const sent = await fetch(`${sandbox.url}/2.0/sheets/${sheet.id}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(await sent.json()).toMatchObject({ result: { name: 'Form.csv', mimeType: 'text/csv' } });
  const address = { name: 'Handbook', attachmentType: 'LINK', url: 'https://example.com/handbook' };
  const linked = await sandbox.call('POST', `/2.0/sheets/${sheet.id}/attachments`, { token, body: address });
  expect(linked.body.result).toMatchObject(address);
});

test.each([
  ['a file without a name', { headers: { 'content-disposition': 'attachment' } }, [400, 1338]],
  [
    'JSON that claims to be a file',
    {
      text: JSON.stringify({ attachmentType: 'FILE', url: 'https://a.example' }),
      headers: { 'content-type': 'application/json' },
    },
    [400, 1051],
  ],
  [
    'an unknown kind of address',
    {
      text: JSON.stringify({ attachmentType: 'TRELLO', url: 'https://a.example' }),
      headers: { 'content-type': 'application/json' },
    },
    [400, 1255],
  ],
])('%s is refused', async (_what, options, expected) => {
  expect(getError(await attach(options))).toEqual(expected);
  expect((await attachments()).body.totalCount).toBe(0);
});

test('a file above 30 MB is refused', async () => {
  expect(getError(await attach({ text: 'x'.repeat(30 * 1024 * 1024 + 1) }))).toEqual([400, 1074]);
});

test('viewers read attachments, editors add and delete their own, admins delete all', async () => {
  await share(internEmail, 'VIEWER');
  await share(partnerEmail, 'EDITOR');
  const [viewer, editor] = [await sandbox.token(internEmail), await sandbox.token(partnerEmail)];
  const own = (await attach({ as: editor })).body.result;
  const other = (await attach()).body.result;
  expect(getError(await attach({ as: viewer }))).toEqual([403, 1004]);
  expect((await attachments('', { as: viewer })).body.totalCount).toBe(2);
  const remove = (id: number, as: string) => attachments(`/${id}`, { as, method: 'DELETE' });
  expect(getError(await remove(own.id, viewer))).toEqual([403, 1004]);
  expect(getError(await remove(other.id, editor))).toEqual([403, 1004]);
  expect((await remove(own.id, editor)).status).toBe(200);
  expect((await remove(other.id, token)).status).toBe(200);
});

test('a token needs the scope to write', async () => {
  const reader = await sandbox.token(undefined, { scopes: ['READ_SHEETS'] });
  expect(getError(await attach({ as: reader }))).toEqual([403, 1004]);
  expect((await attachments('', { as: reader })).status).toBe(200);
});

test('an upload counts as ten calls against the rate limit', async () => {
  const { sandbox: limited, token: own } = await openSandbox({ RATE_LIMIT: '12' });
  const path = `/2.0/sheets/${(await createTestSheet(limited, { token: own })).id}/attachments`;
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' };
  const add = () => limited.call('POST', path, { token: own, headers, body: 'a' });
  expect((await add()).status).toBe(200);
  expect(getError(await add())).toEqual([429, 4003]);
  expect((await limited.call('GET', path, { token: own })).status).toBe(200);
});

test('an attachment is told to the webhooks of its sheet, with who caused it', async () => {
  const receiver = await startReceiver();
  const body = {
    name: 'all',
    callbackUrl: receiver.url,
    scope: 'sheet',
    scopeObjectId: sheet.id,
    events: ['*.*'],
    version: 1,
  };
  const made = await sandbox.call('POST', '/2.0/webhooks', { token, body });
  await sandbox.call('PUT', `/2.0/webhooks/${made.body.result.id}`, { token, body: { enabled: true } });
  const { result } = (await attach({ headers: { 'smartsheet-change-agent': 'picksync' } })).body;
  const [callback] = await receiver.until(1);
  expect(callback?.body.events).toContainEqual(
    expect.objectContaining({
      objectType: 'attachment',
      eventType: 'created',
      id: result.id,
      changeAgent: 'picksync',
    }),
  );
  await receiver.close();
});
