import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Receiver, startReceiver } from '../../testing/callback-receiver.ts';
import {
  createTestSheet,
  getError,
  officeEmail,
  partnerEmail,
  startSandbox,
  type TestSandbox,
  type TestSheet,
} from '../../testing/sandbox.ts';

let sandbox: TestSandbox;
let receiver: Receiver;
let token: string;
let sheet: TestSheet;
beforeAll(async () => {
  sandbox = await startSandbox({ RATE_LIMIT: '0', RETRY_HOUR_MS: '1' });
});
beforeEach(async () => {
  receiver = await startReceiver();
  token = await sandbox.token();
  sheet = await createTestSheet(sandbox, {
    token,
    columns: [{ title: 'Kind', type: 'PICKLIST', options: ['a', 'b'] }],
    rows: [['one'], ['two']],
  });
});
afterEach(async () => {
  for (const id of sandbox.state.webhooks.keys()) sandbox.state.webhooks.delete(id);
  await sandbox.call('DELETE', '/api/faults');
  await receiver.close();
});
afterAll(() => sandbox.close());

/** Lets time pass for one test only. */
function passFor(ms: number) {
  sandbox.advance(ms);
  onTestFinished(() => sandbox.advance(-ms));
}

function create(change: object = {}, by = token) {
  return sandbox.call('POST', '/2.0/webhooks', {
    token: by,
    body: {
      name: 'hook',
      callbackUrl: receiver.url,
      scope: 'sheet',
      scopeObjectId: sheet.id,
      events: ['*.*'],
      version: 1,
      ...change,
    },
  });
}
async function put(id: number, body: object, by = token) {
  return (await sandbox.call('PUT', `/2.0/webhooks/${id}`, { token: by, body })).body.result;
}
async function enabled(change: object = {}, by = token) {
  const { id } = (await create(change, by)).body.result;
  return put(id, { enabled: true }, by);
}
async function get(id: number) {
  return (await sandbox.call('GET', `/2.0/webhooks/${id}`, { token })).body;
}
function readStatus(id: number) {
  return sandbox.state.webhooks.get(id)?.status;
}
function write(value: string, { row = 0, title = 'Name', headers = {} } = {}) {
  return sandbox.call('PUT', `/2.0/sheets/${sheet.id}/rows`, {
    token,
    headers,
    body: { id: sheet.rows[row], cells: [{ columnId: sheet.columns[title], value }] },
  });
}
function kinds(body: { events: { objectType: string; eventType: string }[] }) {
  return body.events.map(({ objectType, eventType }) => `${objectType} ${eventType}`);
}

describe('managing webhooks', () => {
  test('a new webhook is disabled, has a secret, and names the app that created it', async () => {
    const { body } = await create({ subscope: { columnIds: [sheet.columns.Kind] } });
    expect(body).toMatchObject({
      message: 'SUCCESS',
      resultCode: 0,
      result: {
        enabled: false,
        status: 'NEW_NOT_VERIFIED',
        scopeObjectId: sheet.id,
        subscope: { columnIds: [sheet.columns.Kind] },
        events: ['*.*'],
        apiClientId: 'picksync-local',
        apiClientName: 'Picksync',
        sharedSecret: expect.stringMatching(/^[0-9a-z]{26}$/),
      },
    });
    expect(body.result).not.toHaveProperty('stats');
    expect(receiver.received).toEqual([]);
  });

  test.each([
    ['no name', { name: undefined }, 400, 1012],
    ['no address', { callbackUrl: undefined }, 400, 1012],
    ['an address that is none', { callbackUrl: 'here' }, 400, 1031],
    ['another scope', { scope: 'report' }, 400, 1031],
    ['other events', { events: ['row.*'] }, 400, 1031],
    ['another version', { version: 2 }, 400, 1031],
    ['a sheet that is not visible', { scopeObjectId: 1 }, 404, 1151],
    ['a column of another sheet', { subscope: { columnIds: [1] } }, 404, 1293],
    ['being enabled at once', { enabled: true }, 400, 1032],
    ['an unknown member', { colour: 'red' }, 400, 1008],
  ])('refuses %s', async (_case, change, status, code) => {
    expect(getError(await create(change))).toEqual([status, code]);
  });

  test('the list has the newest first, no totals, and an empty page beyond the end', async () => {
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await create()).body.result.id);
    const list = async (query: string) =>
      (await sandbox.call('GET', `/2.0/webhooks${query}`, { token })).body;
    const { data, ...rest } = await list('?pageSize=2');
    expect(rest).toEqual({ pageNumber: 1, pageSize: 2, totalPages: -1, totalCount: -1 });
    expect(data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2));
    expect((await list('?pageSize=2&page=2')).data).toHaveLength(1);
    expect((await list('?page=9&includeAll=true')).data).toEqual([]);
    const [first] = (await list('?numericDates=true')).data;
    expect(first.createdAt).toBe(Date.parse('2026-11-02T09:00:00Z'));
  });

  test('a webhook belongs to its user and app: others do not see it, a personal token of the user does', async () => {
    const { id } = (await create()).body.result;
    const status = async (by: string) =>
      (await sandbox.call('GET', `/2.0/webhooks/${id}`, { token: by })).status;
    expect(await status(await sandbox.token(partnerEmail))).toBe(404);
    const personal = await sandbox.token(officeEmail, { personal: true });
    expect(await status(personal)).toBe(200);
    const own = (await create({}, personal)).body.result;
    expect(own).not.toHaveProperty('apiClientId');
    expect((await sandbox.call('GET', `/2.0/webhooks/${own.id}`, { token })).status).toBe(404);
  });

  test('the secret can be reset by both spellings of the URL, and the webhook deleted', async () => {
    const { id, sharedSecret } = (await create()).body.result;
    const reset = async (word: string) =>
      (await sandbox.call('POST', `/2.0/webhooks/${id}/${word}`, { token })).body.result.sharedSecret;
    const secrets = new Set([
      sharedSecret,
      await reset('resetSharedSecret'),
      await reset('resetsharedsecret'),
    ]);
    expect(secrets.size).toBe(3);
    await sandbox.call('DELETE', `/2.0/webhooks/${id}`, { token });
    expect(getError(await sandbox.call('GET', `/2.0/webhooks/${id}`, { token }))).toEqual([404, 1006]);
  });
});

describe('the challenge', () => {
  test.each(['header', 'body'] as const)('is passed by returning it in the %s', async (challenge) => {
    receiver.behaviour.challenge = challenge;
    expect(await enabled()).toMatchObject({ enabled: true, status: 'ENABLED' });
    const [asked] = receiver.received;
    expect(Object.keys(asked?.body)).toEqual(['challenge', 'webhookId']);
    expect(asked?.headers['smartsheet-hook-challenge']).toBe(asked?.body.challenge);
  });

  test.each(['wrong', 'refuse'] as const)('fails when the response is %s', async (challenge) => {
    receiver.behaviour.challenge = challenge;
    expect(await enabled()).toMatchObject({
      enabled: false,
      status: 'DISABLED_VERIFICATION_FAILED',
      disabledDetails: expect.any(String),
    });
  });

  test('fails when nothing listens at the URL, and can be retried', async () => {
    const hook = await enabled({ callbackUrl: 'http://127.0.0.1:9/' });
    expect(hook.status).toBe('DISABLED_VERIFICATION_FAILED');
    expect(await put(hook.id, { callbackUrl: receiver.url, enabled: true })).toMatchObject({
      status: 'ENABLED',
    });
  });

  test('is repeated before every hundredth callback, and failing it disables the webhook', async () => {
    const { id } = await enabled();
    const stored = sandbox.state.webhooks.get(id);
    if (stored) stored.callbacksSinceChallenge = 99;
    await write('the hundredth');
    await receiver.until(1);
    await expect.poll(() => stored?.callback).toBeUndefined();
    expect(receiver.received).toHaveLength(2);
    receiver.behaviour.challenge = 'wrong';
    await write('last');
    await expect.poll(() => readStatus(id)).toBe('DISABLED_VERIFICATION_FAILED');
    expect(receiver.callbacks()).toHaveLength(1);
  });
});

describe('callbacks', () => {
  test('carry events without values, and sign the raw body', async () => {
    const { id, sharedSecret } = await enabled();
    await write('secret text');
    const [told] = await receiver.until(1);
    const { text = '', body, headers } = told ?? {};
    expect(headers?.['smartsheet-hmac-sha256']).toBe(
      createHmac('sha256', sharedSecret).update(text).digest('hex'),
    );
    expect(headers?.['content-type']).toContain('application/json');
    expect(text).not.toContain('secret text');
    const { id: userId } = sandbox.account(officeEmail);
    const timestamp = '2026-11-02T09:00:00.000+00:00';
    expect(body).toEqual({
      nonce: expect.stringMatching(/^[0-9a-f-]{36}$/),
      timestamp,
      webhookId: id,
      scope: 'sheet',
      scopeObjectId: sheet.id,
      events: [
        { objectType: 'sheet', eventType: 'updated', id: sheet.id, userId, timestamp },
        { objectType: 'row', eventType: 'updated', id: sheet.rows[0], userId, timestamp },
        {
          objectType: 'cell',
          eventType: 'updated',
          rowId: sheet.rows[0],
          columnId: sheet.columns.Name,
          userId,
          timestamp,
        },
      ],
    });
    await expect.poll(async () => (await get(id)).stats).toMatchObject({ lastCallbackAttemptRetryCount: 0 });
  });

  test('report new and deleted rows and updated columns', async () => {
    await enabled();
    const rows = `/2.0/sheets/${sheet.id}/rows`;
    await sandbox.call('POST', rows, { token, body: { cells: [] } });
    await receiver.until(1);
    await sandbox.call('DELETE', `${rows}?ids=${sheet.rows[1]}`, { token });
    await receiver.until(2);
    const body = { type: 'PICKLIST', options: ['n'] };
    await sandbox.call('PUT', `/2.0/sheets/${sheet.id}/columns/${sheet.columns.Kind}`, { token, body });
    const callbacks = await receiver.until(3);
    expect(callbacks.map((one) => kinds(one.body))).toEqual([
      ['sheet updated', 'row created'],
      ['sheet updated', 'row deleted'],
      ['sheet updated', 'column updated'],
    ]);
  });

  test('contain the chain of change agents, cut at its start', async () => {
    await enabled();
    await write('a', { headers: { 'smartsheet-change-agent': 'one,picksync' } });
    await receiver.until(1);
    await write('b', { headers: { 'smartsheet-change-agent': `${'x'.repeat(600)},picksync` } });
    const [first, second] = await receiver.until(2);
    expect(first?.body.events[0].changeAgent).toBe('one,picksync');
    expect(second?.body.events[0].changeAgent).toMatch(/^x{503},picksync$/);
  });

  test('report only deleted rows and cells in their columns when they have a subscope', async () => {
    await enabled({ subscope: { columnIds: [sheet.columns.Kind] } });
    await write('ignored');
    await write('a', { title: 'Kind' });
    await sandbox.call('DELETE', `/2.0/sheets/${sheet.id}/rows?ids=${sheet.rows[1]}`, { token });
    const told = () => receiver.callbacks().flatMap((one) => kinds(one.body));
    await expect.poll(told).toEqual(['cell updated', 'row deleted']);
  });

  test('are sent one at a time: later events come together in the next', async () => {
    await enabled();
    let release = () => {};
    receiver.behaviour.hold = new Promise((resolve) => {
      release = resolve;
    });
    await write('1');
    await receiver.until(1);
    await write('2');
    await write('3');
    expect(receiver.callbacks()).toHaveLength(1);
    receiver.behaviour.hold = null;
    release();
    const [, second] = await receiver.until(2);
    expect(kinds(second?.body).filter((kind) => kind === 'sheet updated')).toHaveLength(2);
  });

  test('call only the oldest of identical webhooks', async () => {
    const first = await enabled();
    passFor(1000);
    const second = await enabled();
    await enabled({ subscope: { columnIds: [sheet.columns.Name] } });
    await write('x');
    const callbacks = await receiver.until(2);
    expect(callbacks.map(({ body }) => body.webhookId)).toContain(first.id);
    expect(callbacks.map(({ body }) => body.webhookId)).not.toContain(second.id);
  });

  test('are retried after 500, with the same body, until they succeed', async () => {
    const { id } = await enabled();
    receiver.behaviour.status = 500;
    await write('x');
    await receiver.until(3);
    receiver.behaviour.status = 200;
    await expect.poll(() => sandbox.state.webhooks.get(id)?.callback).toBeUndefined();
    expect(new Set(receiver.callbacks().map(({ text }) => text)).size).toBe(1);
    expect(readStatus(id)).toBe('ENABLED');
    expect((await get(id)).stats.lastCallbackAttemptRetryCount).toBeGreaterThanOrEqual(2);
  });

  test('stop after fourteen retries', async () => {
    const { id } = await enabled();
    receiver.behaviour.status = 503;
    await write('x');
    await expect.poll(() => readStatus(id)).toBe('DISABLED_CALLBACK_FAILED');
    expect(receiver.callbacks()).toHaveLength(15);
  });

  test.each([201, 202, 204, 301, 410])(
    'disable the webhook at once after the response %i',
    async (status) => {
      const { id } = await enabled();
      receiver.behaviour.status = status;
      await write('x');
      await expect.poll(() => readStatus(id)).toBe('DISABLED_CALLBACK_FAILED');
      expect(receiver.callbacks()).toHaveLength(1);
      receiver.behaviour.status = 200;
      await write('lost');
      expect(await put(id, { enabled: true })).toMatchObject({ status: 'ENABLED' });
      await write('heard');
      expect(kinds((await receiver.until(2))[1]?.body)).toHaveLength(3);
    },
  );

  test('can be dropped', async () => {
    const { id } = await enabled();
    await sandbox.call('PUT', '/api/faults', { body: { webhookLoss: 1 } });
    await write('lost');
    await expect.poll(() => sandbox.state.webhooks.get(id)?.pending).toEqual([]);
    await sandbox.call('DELETE', '/api/faults');
    await write('heard');
    expect(await receiver.until(1)).toHaveLength(1);
  });
});

describe('statuses', () => {
  test('the owner disables and enables it', async () => {
    const { id } = await enabled();
    expect(await put(id, { enabled: false })).toMatchObject({ status: 'DISABLED_BY_OWNER', enabled: false });
    expect(await put(id, { enabled: true })).toMatchObject({ status: 'ENABLED', enabled: true });
  });

  test('an update that changes nothing says so, and asks for no challenge', async () => {
    const { id, modifiedAt } = await enabled();
    const asked = receiver.received.length;
    passFor(5000);
    const { body } = await sandbox.call('PUT', `/2.0/webhooks/${id}`, { token, body: { enabled: true } });
    expect(body).toMatchObject({
      message: 'UNCHANGED',
      resultCode: 0,
      result: { enabled: true, modifiedAt },
    });
    expect(receiver.received).toHaveLength(asked);
  });

  test('losing access disables it with a callback; getting it back enables it again', async () => {
    const partner = await sandbox.token(partnerEmail);
    const share = (access: string | null) =>
      sandbox.call('PUT', '/api/shares', { body: { sheetId: sheet.id, account: partnerEmail, access } });
    await share('VIEWER');
    const { id } = await enabled({}, partner);
    await share(null);
    expect(readStatus(id)).toBe('DISABLED_SCOPE_INACCESSIBLE');
    await receiver.until(1);
    await share('EDITOR');
    expect(readStatus(id)).toBe('ENABLED');
    const callbacks = await receiver.until(2);
    expect(callbacks.map(({ body }) => body.newWebhookStatus)).toEqual([
      'DISABLED_SCOPE_INACCESSIBLE',
      'ENABLED',
    ]);
    expect(callbacks[0]?.body).not.toHaveProperty('events');
  });

  test('revoking the app ends its webhooks and tokens permanently', async () => {
    const { id } = await enabled();
    const personal = await sandbox.token(officeEmail, { personal: true });
    await sandbox.call('PUT', '/api/faults', { body: { revoke: [officeEmail] } });
    expect(getError(await sandbox.call('GET', '/2.0/users/me', { token }))).toEqual([401, 1002]);
    expect(readStatus(id)).toBe('DISABLED_APP_REVOKED');
    const again = sandbox.call('PUT', `/2.0/webhooks/${id}`, { token: personal, body: { enabled: true } });
    expect(getError(await again)).toEqual([403, 1153]);
  });

  test('webhooks of a sheet with more than 20,000 rows are disabled until it shrinks', async () => {
    const { id } = await enabled();
    const stored = sandbox.state.sheets.get(sheet.id);
    const [first] = stored?.rows ?? [];
    if (stored && first)
      stored.rows.push(...Array.from({ length: 20_000 }, (_, n) => ({ ...first, id: n + 1 })));
    await write('x');
    expect(readStatus(id)).toBe('DISABLED_EXCEEDED_GRID_LIMITS');
    expect(await put(id, { enabled: true })).toMatchObject({ status: 'DISABLED_EXCEEDED_GRID_LIMITS' });
    if (stored) stored.rows.length = 2;
    expect(await put(id, { enabled: true })).toMatchObject({ status: 'ENABLED' });
  });
});

test('events are collected for the delivery delay', async () => {
  const slow = await startSandbox({ DELIVERY_DELAY_MS: '2000' });
  try {
    const by = await slow.token();
    const { id, columns, rows } = await createTestSheet(slow, { token: by, rows: [['one']] });
    const body = {
      name: 'h',
      callbackUrl: receiver.url,
      scope: 'sheet',
      scopeObjectId: id,
      events: ['*.*'],
      version: 1,
    };
    const hook = (await slow.call('POST', '/2.0/webhooks', { token: by, body })).body.result;
    await slow.call('PUT', `/2.0/webhooks/${hook.id}`, { token: by, body: { enabled: true } });
    for (const value of ['a', 'b', 'c']) {
      const row = { id: rows[0], cells: [{ columnId: columns.Name, value }] };
      await slow.call('PUT', `/2.0/sheets/${id}/rows`, { token: by, body: row });
    }
    const [callback] = await receiver.until(1);
    expect(callback?.body.events).toHaveLength(9);
  } finally {
    await slow.close();
  }
});
