import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startReceiver } from '../testing/callback-receiver.ts';
import {
  createTestSheet,
  officeEmail,
  partnerEmail,
  startSandbox,
  type TestSandbox,
  type TestSheet,
} from '../testing/sandbox.ts';

let sandbox: TestSandbox;
let token: string;
let sheet: TestSheet;
beforeAll(async () => {
  sandbox = await startSandbox();
  token = await sandbox.token();
  sheet = await createTestSheet(sandbox, { token, rows: Array.from({ length: 100 }, (_, n) => [`v${n}`]) });
});
afterEach(() => sandbox.call('DELETE', '/api/faults'));
afterAll(() => sandbox.close());

function put(body: object) {
  return sandbox.call('PUT', '/api/faults', { body });
}
function get(query = '', id = sheet.id) {
  return sandbox.call('GET', `/2.0/sheets/${id}${query}`, { token });
}
function getIds(body: { rows: { id: number }[] }) {
  return body.rows.map(({ id }) => id);
}
async function heldCalls() {
  return (await sandbox.call('GET', '/api/held')).body;
}

describe('a PATCH of the faults', () => {
  const patch = (body: object) => sandbox.call('PATCH', '/api/faults', { body });

  test('keeps the faults that it does not name, when two are sent at once', async () => {
    await put({ rows: 'fewer', payments: { answer: 'error' } });
    await Promise.all([patch({ storm: true }), patch({ retryAfter: 7, payments: { events: 'never' } })]);
    expect((await sandbox.call('GET', '/api/faults')).body).toMatchObject({
      rows: 'fewer',
      storm: true,
      retryAfter: 7,
      payments: { answer: 'error', events: 'never' },
    });
  });

  test('turns off all faults of the payment providers by null', async () => {
    await put({ storm: true, payments: { answer: 'error' } });
    expect((await patch({ payments: null })).body).toMatchObject({
      storm: true,
      payments: { answer: 'whole' },
    });
  });

  test('changes nothing when one of its values is wrong', async () => {
    const { status } = await patch({ storm: true, errorRate: 2 });
    expect(status).toBe(400);
    expect((await sandbox.call('GET', '/api/faults')).body).toMatchObject({ storm: false, errorRate: 0 });
  });
});

describe('rows', () => {
  test('can be fewer than totalRowCount', async () => {
    await put({ rows: 'fewer' });
    const { body } = await get();
    expect([body.totalRowCount, body.rows.length]).toEqual([100, 60]);
  });

  test('can be missing', async () => {
    await put({ rows: 'missing' });
    const { body } = await get();
    expect(body.totalRowCount).toBe(100);
    expect(body).not.toHaveProperty('rows');
  });

  test('can contain a row twice, with the right count', async () => {
    await put({ rows: 'repeated' });
    const ids = getIds((await get()).body);
    expect(ids).toHaveLength(100);
    expect(new Set(ids).size).toBe(99);
  });

  test('can have cells of an unknown shape', async () => {
    await put({ rows: 'strange' });
    const { body } = await get();
    expect(body.rows[0].cells[0]).toMatchObject({
      columnId: sheet.columns.Name,
      value: { objectType: 'HOLOGRAM' },
    });
  });

  test('can be limited to a page, with the others on the next pages', async () => {
    await put({ rowsPerAnswer: 40 });
    const pages = [await get(), await get('?page=2'), await get('?page=3&pageSize=5000')];
    expect(pages.map(({ body }) => body.rows.length)).toEqual([40, 40, 20]);
    expect(pages.flatMap(({ body }) => getIds(body))).toEqual(sheet.rows);
  });

  test('can be refused one by one when they are updated, all or none with the others', async () => {
    const [one, other] = sheet.rows;
    await put({ refusedRows: [one] });
    const write = (ids: unknown[]) =>
      sandbox.call('PUT', `/2.0/sheets/${sheet.id}/rows`, {
        token,
        body: ids.map((id) => ({ id, cells: [{ columnId: sheet.columns.Name, value: 'other' }] })),
      });
    expect((await write([other, one])).body).toMatchObject({
      errorCode: 1042,
      detail: { index: 1, rowId: one },
    });
    const texts = async () => {
      const { rows } = (await get()).body;
      return [rows[0], rows[1]].map(({ cells }: { cells: { value: string }[] }) => cells[0]?.value);
    };
    expect(await texts()).toEqual(['v0', 'v1']);
    expect((await write([other])).status).toBe(200);
    expect(await texts()).toEqual(['v0', 'other']);
  });

  test('are corrupted only for the selected sheets, after `skip` calls, `times` times', async () => {
    const other = await createTestSheet(sandbox, { token, rows: [['a'], ['b']] });
    await put({ rows: 'missing', sheets: [sheet.id], operations: ['sheets.get'], skip: 1, times: 2 });
    const answers = [await get('', other.id), await get(), await get(), await get('', other.id), await get()];
    expect(answers.map(({ body }) => 'rows' in body)).toEqual([true, true, false, true, false]);
    expect('rows' in (await get()).body).toBe(true);
    expect((await sandbox.call('GET', '/api/faults')).body).toMatchObject({ rows: 'whole', times: null });
  });
});

describe('the list of sheets', () => {
  const list = async (query = '') => (await sandbox.call('GET', `/2.0/sheets?${query}`, { token })).body;
  const everything = async () => getSheetIds(await list('includeAll=true'));
  const getSheetIds = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

  test('can come in pages of 100 although all of it is asked for, the last page again beyond the end', async () => {
    const all = await everything();
    await put({ sheetList: 'pages' });
    const first = await list('includeAll=true&pageSize=1000&include=sheetVersion');
    const { totalCount } = first;
    expect(first).toMatchObject({ pageNumber: 1, pageSize: 100, totalPages: 4, totalCount: all.length });
    expect(first.data[0].version).toEqual(expect.any(Number));
    const others = [await list('page=2'), await list('page=3'), await list('page=4')];
    expect([first, ...others].flatMap(getSheetIds)).toEqual(all);
    expect(getSheetIds(await list('page=9'))).toEqual(getSheetIds(others[2]));
    expect((await list('includeAll=true&modifiedSince=2030-01-01T00:00:00Z')).totalCount).toBe(0);
    expect(totalCount).toBeGreaterThan(300);
  });

  test('can come in pages with tokens, without totals and versions', async () => {
    const all = await everything();
    await put({ sheetList: 'tokens' });
    const ids: number[] = [];
    let lastKey: string | undefined = '';
    for (let calls = 0; lastKey !== undefined && calls < 9; calls += 1) {
      const page: { data: { id: number }[]; lastKey?: string } = await list(
        `includeAll=true&include=sheetVersion&maxItems=100&lastKey=${lastKey}`,
      );
      expect(page).not.toHaveProperty('totalCount');
      expect(page.data[0]).not.toHaveProperty('version');
      ids.push(...getSheetIds(page));
      lastKey = page.lastKey;
    }
    expect(ids).toEqual(all);
    expect((await list('maxItems=10')).errorCode).toBe(1018);
    expect((await list('lastKey=made-up')).errorCode).toBe(1018);
  });

  test('can end after the first 100 whatever page is asked for', async () => {
    const all = await everything();
    await put({ sheetList: 'cut' });
    for (const query of ['includeAll=true', 'page=2', 'page=4&pageSize=500']) {
      const page = await list(query);
      expect(page.totalCount).toBe(all.length);
      expect(getSheetIds(page)).toEqual(all.slice(0, 100));
    }
  });
});

describe('the life of tokens', () => {
  const refreshed = async (refreshToken: string) => {
    const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = sandbox.config;
    const body = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id, client_secret };
    return (await sandbox.call('POST', '/2.0/token', { body })).body;
  };
  const issued = async (account: string) =>
    (await sandbox.call('POST', '/api/tokens', { body: { account } })).body;
  const isAccepted = async (by: string) =>
    (await sandbox.call('GET', '/2.0/users/me', { token: by })).status === 200;

  test('can be minutes for an account, said in expires_in', async () => {
    const [mine, other] = [await issued(officeEmail), await issued(partnerEmail)];
    await put({ tokenLifetimeSeconds: 180, accounts: [officeEmail] });
    const { access_token, expires_in } = await refreshed(mine.refreshToken);
    expect(expires_in).toBe(180);
    expect((await refreshed(other.refreshToken)).expires_in).toBe(604_799);
    sandbox.advance(179_000);
    expect(await isAccepted(access_token)).toBe(true);
    sandbox.advance(1_000);
    expect(await isAccepted(access_token)).toBe(false);
  });

  test('can be left out of expires_in', async () => {
    const { refreshToken } = await issued(officeEmail);
    await put({ tokenLifetimeSeconds: 30, tokenLifetimeHidden: true });
    const { access_token, expires_in } = await refreshed(refreshToken);
    expect(expires_in).toBe(604_799);
    sandbox.advance(30_000);
    expect(await isAccepted(access_token)).toBe(false);
  });
});

describe('held calls', () => {
  test('wait before they take effect, so that something can happen first', async () => {
    await put({ hold: 'before', operations: ['sheets.get'], times: 1 });
    const reading = get();
    await expect.poll(async () => (await heldCalls()).length).toBeGreaterThan(0);
    expect(await heldCalls()).toEqual([
      {
        operation: 'sheets.get',
        account: 'office@northwind.example',
        sheetId: `${sheet.id}`,
        hold: 'before',
      },
    ]);
    const { id } = await createTestSheet(sandbox, { token });
    await sandbox.call('PUT', `/2.0/sheets/${sheet.id}`, { token, body: { name: 'Meanwhile' } });
    // Only the first was held.
    expect((await get('', id)).status).toBe(200);
    await sandbox.call('DELETE', '/api/held');
    expect((await reading).body.name).toBe('Meanwhile');
    expect(await heldCalls()).toEqual([]);
  });

  test('wait after they took effect until the faults are set again', async () => {
    await put({ hold: 'after', operations: ['sheets.update'] });
    const renaming = sandbox.call('PUT', `/2.0/sheets/${sheet.id}`, { token, body: { name: 'Done' } });
    await expect.poll(async () => (await heldCalls()).length).toBeGreaterThan(0);
    expect((await get()).body.name).toBe('Done');
    await put({});
    expect((await renaming).status).toBe(200);
  });

  test('have already rotated the tokens at the token endpoint', async () => {
    const old = (await sandbox.call('POST', '/api/tokens', { body: { account: 'office@northwind.example' } }))
      .body;
    await put({ hold: 'after', operations: ['oauth.token'] });
    const form = {
      grant_type: 'refresh_token',
      refresh_token: old.refreshToken,
      client_id: sandbox.config.CLIENT_ID,
      client_secret: sandbox.config.CLIENT_SECRET,
    };
    const refreshing = sandbox.call('POST', '/2.0/token', { body: form });
    await expect.poll(async () => (await heldCalls()).length).toBeGreaterThan(0);
    expect((await sandbox.call('GET', '/2.0/users/me', { token: old.accessToken })).status).toBe(401);
    await sandbox.call('DELETE', '/api/held');
    expect((await refreshing).body.access_token).toEqual(expect.any(String));
  });
});

describe('bodies', () => {
  test.each([
    ['truncated', (text: string) => expect(() => JSON.parse(text)).toThrow(SyntaxError)],
    ['html', (text: string) => expect(text).toContain('<html>')],
    ['error', (text: string) => expect(JSON.parse(text)).toMatchObject({ errorCode: 4000 })],
  ])('can be %s with status 200', async (body, check) => {
    await put({ body });
    const answer = await fetch(`${sandbox.url}/2.0/sheets/${sheet.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    check(await answer.text());
  });

  test('can arrive one byte at a time', async () => {
    await put({ body: 'slow' });
    const answer = await fetch(`${sandbox.url}/2.0/serverinfo`);
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(value).toHaveLength(1);
    await reader?.cancel();
  });
});

test('a single sheet can keep failing while the others work', async () => {
  const other = await createTestSheet(sandbox, { token });
  await put({ errorRate: 1, sheets: [String(sheet.id)] });
  expect((await get()).body.errorCode).toBe(4000);
  expect((await get('', other.id)).status).toBe(200);
  await put({ errorRate: 1, errorStatus: 4004, sheets: [String(sheet.id)] });
  expect(await get()).toMatchObject({ status: 500, body: { errorCode: 4004 } });
});

describe('webhooks', () => {
  const listed = async (id: number) =>
    (await sandbox.call('GET', '/api/webhooks')).body.find((one: { id: number }) => one.id === id);

  test('can stop calling for a single sheet while enabled, or be disabled without a callback', async () => {
    const receiver = await startReceiver();
    const other = await createTestSheet(sandbox, { token });
    const hookOn = async (scopeObjectId: number | string) => {
      const body = { name: 'h', callbackUrl: receiver.url, scope: 'sheet', events: ['*.*'], version: 1 };
      const made = await sandbox.call('POST', '/2.0/webhooks', { token, body: { ...body, scopeObjectId } });
      const { id } = made.body.result;
      await sandbox.call('PUT', `/2.0/webhooks/${id}`, { token, body: { enabled: true } });
      return id as number;
    };
    const silent = await hookOn(String(sheet.id));
    await hookOn(other.id);
    await put({ webhookLoss: 1, sheets: [sheet.id] });
    const addTo = (id: number) =>
      sandbox.call('POST', `/2.0/sheets/${id}/rows`, { token, body: { cells: [] } });
    await addTo(sheet.id);
    await addTo(other.id);
    const [first] = await receiver.until(1);
    expect(first?.body.scopeObjectId).toBe(other.id);
    expect(await listed(silent)).toMatchObject({ status: 'ENABLED', enabled: true, sheetId: sheet.id });

    await sandbox.call('PUT', '/api/webhooks', { body: { id: silent, status: 'DISABLED_ADMINISTRATIVE' } });
    expect(await listed(silent)).toMatchObject({ status: 'DISABLED_ADMINISTRATIVE', enabled: false });
    await receiver.close();
  });
});
