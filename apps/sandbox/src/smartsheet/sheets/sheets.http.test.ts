import { beforeAll, describe, expect, test } from 'vitest';
import {
  createTestSheet,
  getError,
  officeEmail,
  openSandbox,
  partnerEmail,
  type TestSheet,
} from '../../testing/sandbox.ts';

const { sandbox, token } = await openSandbox({ RATE_LIMIT: '0', SANDBOX_URL: 'http://sandbox.example' });
let sheet: TestSheet;
beforeAll(async () => {
  sheet = await createTestSheet(sandbox, {
    token,
    columns: [
      { title: 'Kind', type: 'PICKLIST', options: ['a', 'b'] },
      { title: 'Tags', type: 'MULTI_PICKLIST', options: ['x', 'y', 'z, later'] },
      { title: 'Done', type: 'CHECKBOX' },
      { title: 'Day', type: 'DATE' },
      { title: 'Lead', type: 'CONTACT_LIST' },
      { title: 'Made', type: 'DATETIME', systemColumnType: 'CREATED_DATE' },
      { title: 'By', type: 'CONTACT_LIST', systemColumnType: 'CREATED_BY' },
    ],
    rows: [
      ['one', 'a', ['x', 'z, later'], true, '2026-03-09', 'ann@b.example'],
      ['two', null, null, null, null, null],
      [3, 'b', ['y'], false, null, null],
    ],
  });
});

async function get(query = '', id = sheet.id) {
  return (await sandbox.call('GET', `/2.0/sheets/${id}${query}`, { token })).body;
}
function getCells(body: { rows: { cells: { columnId: number }[] }[] }, title: string) {
  return body.rows.map(({ cells }) => cells.find(({ columnId }) => columnId === sheet.columns[title]));
}
function findColumn(body: { columns: { title: string }[] }, title: string) {
  return body.columns.find((column) => column.title === title);
}

describe('GET /sheets', () => {
  const list = async (query = '', by = token) =>
    (await sandbox.call('GET', `/2.0/sheets${query}`, { token: by })).body;

  test('has pages of 100, and a page beyond the end is the last one', async () => {
    const first = await list();
    expect(first).toMatchObject({ pageNumber: 1, pageSize: 100, totalPages: 4, totalCount: 318 });
    expect(first.data).toHaveLength(100);
    const last = await list('?page=9');
    expect([last.pageNumber, last.data.length]).toEqual([4, 18]);
    expect((await list('?page=2&pageSize=7')).data).toHaveLength(7);
  });

  test('is complete with includeAll, which overrides the page', async () => {
    const whole = await list('?includeAll=true&page=2&pageSize=1');
    expect(whole.data).toHaveLength(318);
    expect(whole).not.toHaveProperty('pageSize');
  });

  test('has versions only with include=sheetVersion', async () => {
    expect((await list()).data[0]).not.toHaveProperty('version');
    expect((await list('?include=sheetVersion,source')).data[0].version).toBe(1);
  });

  test('has owners only with include=ownerInfo', async () => {
    expect((await list()).data[0]).not.toHaveProperty('owner');
    const { id, email } = sandbox.account(officeEmail);
    expect((await list('?include=ownerInfo')).data[0]).toMatchObject({ owner: email, ownerId: id });
  });

  test('returns sheets modified since a time, and dates as numbers with numericDates', async () => {
    sandbox.advance(60_000);
    const fresh = await createTestSheet(sandbox, { token });
    const { data } = await list('?modifiedSince=2026-11-02T09:01:00Z&numericDates=true');
    expect(data.map(({ id }: { id: number }) => id)).toEqual([fresh.id]);
    expect(data[0].modifiedAt).toBe(Date.parse('2026-11-02T09:01:00Z'));
    await sandbox.call('DELETE', `/2.0/sheets/${fresh.id}`, { token });
  });

  test("returns shared sheets with the caller's access level; COMMENTER only with accessApiLevel=1", async () => {
    const shared = await createTestSheet(sandbox, { token });
    const body = { sheetId: shared.id, account: partnerEmail, access: 'COMMENTER' };
    await sandbox.call('PUT', '/api/shares', { body });
    const by = await sandbox.token(partnerEmail);
    const level = async (query: string) =>
      (await list(`?includeAll=true${query}`, by)).data.find(({ id }: { id: number }) => id === shared.id)
        .accessLevel;
    expect([await level(''), await level('&accessApiLevel=1')]).toEqual(['VIEWER', 'COMMENTER']);
    await sandbox.call('DELETE', `/2.0/sheets/${shared.id}`, { token });
  });

  test.each(['page=0', 'pageSize=x', 'includeAll=yes', 'modifiedSince=then'])('refuses %s', async (query) => {
    expect(getError(await sandbox.call('GET', `/2.0/sheets?${query}`, { token }))).toEqual([400, 1018]);
  });
});

describe('GET /sheets/{id}', () => {
  test('has the fields of the reference', async () => {
    const body = await get();
    expect(body).toMatchObject({
      id: sheet.id,
      name: 'Test sheet',
      version: 2,
      totalRowCount: 3,
      accessLevel: 'OWNER',
    });
    expect(body.permalink).toBe(`http://sandbox.example/#/sheets/${sheet.id}`);
    expect(body.createdAt).toBe('2026-11-02T09:00:00Z');
    expect(body.columns[0]).toMatchObject({ index: 0, title: 'Name', type: 'TEXT_NUMBER', primary: true });
    expect(body.columns[1]).not.toHaveProperty('primary');
    expect(body.rows.map(({ rowNumber }: { rowNumber: number }) => rowNumber)).toEqual([1, 2, 3]);
    expect(body.rows[1].siblingId).toBe(sheet.rows[0]);
    expect(body).not.toHaveProperty('owner');
    expect(await get('?include=ownerInfo')).toMatchObject({
      owner: officeEmail,
      ownerId: sandbox.account(officeEmail).id,
    });
  });

  test('a multi-select column is TEXT_NUMBER without a level, and its cells are one joined text', async () => {
    const body = await get('?include=objectValue');
    expect(findColumn(body, 'Tags')).toMatchObject({ type: 'TEXT_NUMBER', version: 2 });
    expect(findColumn(body, 'Tags')).toMatchObject({ options: ['x', 'y', 'z, later'] });
    expect(getCells(body, 'Tags')[0]).toMatchObject({ value: 'x, z, later', objectValue: 'x, z, later' });
  });

  test('a multi-select column has its real type at level 2', async () => {
    const body = await get('?level=2&include=objectValue');
    expect(findColumn(body, 'Tags')).toMatchObject({
      type: 'MULTI_PICKLIST',
      options: ['x', 'y', 'z, later'],
    });
    expect(getCells(body, 'Tags')[0]).toEqual({
      columnId: sheet.columns.Tags,
      displayValue: 'x, z, later',
      objectValue: { objectType: 'MULTI_PICKLIST', values: ['x', 'z, later'] },
    });
  });

  test('cells of the other kinds', async () => {
    const body = await get('?include=objectValue,columnType');
    expect(getCells(body, 'Name')[2]).toMatchObject({
      value: 3,
      displayValue: '3',
      columnType: 'TEXT_NUMBER',
    });
    expect(getCells(body, 'Done')[0]).not.toHaveProperty('displayValue');
    expect(getCells(body, 'Done')[2]).toMatchObject({ value: false, objectValue: false });
    expect(getCells(body, 'Day')[0]).toMatchObject({
      value: '2026-03-09',
      objectValue: { objectType: 'DATE', value: '2026-03-09' },
    });
    expect(getCells(body, 'Lead')[0]).toMatchObject({
      value: 'ann@b.example',
      objectValue: { objectType: 'CONTACT' },
    });
    expect(getCells(body, 'Made')[0]).toMatchObject({ value: '2026-11-02T09:00:00Z' });
    expect(getCells(body, 'By')[0]).toMatchObject({ value: officeEmail });
  });

  test('an empty cell has only its columnId, unless it is excluded', async () => {
    expect(getCells(await get(), 'Kind')[1]).toEqual({ columnId: sheet.columns.Kind });
    const sparse = await get('?exclude=nonexistentCells');
    expect(getCells(sparse, 'Kind')[1]).toBeUndefined();
    expect(sparse.rows[1].cells).toHaveLength(3);
  });

  test('columnIds limits columns and cells, and each column keeps its index', async () => {
    const body = await get(`?columnIds=${sheet.columns.Kind}&exclude=nonexistentCells`);
    expect(body.columns).toMatchObject([{ title: 'Kind', index: 1 }]);
    expect(body.rows.map(({ cells }: { cells: unknown[] }) => cells.length)).toEqual([1, 0, 1]);
    expect(body.totalRowCount).toBe(3);
  });

  test('columnIds with an unknown column are rejected', async () => {
    const path = `/2.0/sheets/${sheet.id}?columnIds=${sheet.columns.Kind},1`;
    expect(getError(await sandbox.call('GET', path, { token }))).toEqual([400, 1036]);
  });

  test.each([
    ['rowNumbers=1,3,99', [1, 3]],
    ['page=1', [1, 2, 3]],
    ['pageSize=2', [1, 2]],
    ['pageSize=2&page=2', [3]],
    ['pageSize=2&page=9', [3]],
  ])('%s gives the rows %j', async (query, numbers) => {
    const { rows } = await get(`?${query}`);
    expect(rows.map(({ rowNumber }: { rowNumber: number }) => rowNumber)).toEqual(numbers);
  });

  test('rowIds and rowsModifiedSince filter rows', async () => {
    const [, second] = sheet.rows;
    expect((await get(`?rowIds=${second}`)).rows).toMatchObject([{ id: second, rowNumber: 2 }]);
    expect((await get('?rowsModifiedSince=2026-11-02T09:00:00Z')).rows).toHaveLength(3);
    expect((await get('?rowsModifiedSince=2026-11-02T09:00:01Z')).rows).toHaveLength(0);
  });

  test('ifVersionAfter with the current version returns only the version', async () => {
    expect(await get('?ifVersionAfter=2')).toEqual({ version: 2 });
    expect((await get('?ifVersionAfter=1')).rows).toHaveLength(3);
    expect((await sandbox.call('GET', `/2.0/sheets/${sheet.id}/version`, { token })).body).toEqual({
      version: 2,
    });
  });

  test('rows are paged only when a page is named: without, 20,000 rows come at once', async () => {
    const deps = [...sandbox.state.sheets.values()].find(({ name }) => name === 'Parts catalogue');
    const maker = deps?.columns.find(({ title }) => title === 'Maker');
    const whole = await get(`?columnIds=${maker?.id}&level=2&exclude=nonexistentCells`, deps?.id);
    expect([whole.rows.length, whole.totalRowCount]).toEqual([20_000, 20_000]);
    expect((await get('?page=1', deps?.id)).rows).toHaveLength(100);
  });

  test('a row can be read alone', async () => {
    const { body } = await sandbox.call('GET', `/2.0/sheets/${sheet.id}/rows/${sheet.rows[2]}`, { token });
    expect(body).toMatchObject({ id: sheet.rows[2], sheetId: sheet.id, rowNumber: 3 });
  });
});

describe('GET /sheets/{id}/columns', () => {
  test('returns all columns by level, with their options', async () => {
    const { body } = await sandbox.call('GET', `/2.0/sheets/${sheet.id}/columns?level=2`, { token });
    expect(body).toMatchObject({ pageNumber: 1, totalCount: 8 });
    expect(body.data[2]).toMatchObject({ title: 'Tags', type: 'MULTI_PICKLIST', version: 2 });
    expect(body.data[2].options).toEqual(['x', 'y', 'z, later']);
    const one = await sandbox.call('GET', `/2.0/sheets/${sheet.id}/columns/${sheet.columns.Tags}`, { token });
    expect(one.body).toMatchObject({ title: 'Tags', type: 'TEXT_NUMBER' });
  });
});

describe('creating, renaming and deleting sheets', () => {
  test.each([
    ['no name', { columns: [{ title: 'A', type: 'TEXT_NUMBER', primary: true }] }, 1012],
    ['no primary column', { name: 'x', columns: [{ title: 'A', type: 'TEXT_NUMBER' }] }, 1055],
    [
      'two titles alike',
      {
        name: 'x',
        columns: [
          { title: 'A', type: 'TEXT_NUMBER', primary: true },
          { title: 'a', type: 'DATE' },
        ],
      },
      1056,
    ],
    ['a long name', { name: 'x'.repeat(51), columns: [] }, 1041],
    ['no columns', { name: 'x', columns: [] }, 1054],
  ])('refuses %s', async (_case, body, code) => {
    expect(getError(await sandbox.call('POST', '/2.0/sheets', { token, body }))).toEqual([400, code]);
  });

  test('an update returns the caller’s access level, and accepts userSettings', async () => {
    const { id } = await createTestSheet(sandbox, { token });
    const put = (by: string, body: object) => sandbox.call('PUT', `/2.0/sheets/${id}`, { token: by, body });
    expect((await put(token, { name: 'Mine' })).body.result.accessLevel).toBe('OWNER');
    const share = { sheetId: id, account: partnerEmail, access: 'ADMIN' };
    await sandbox.call('PUT', '/api/shares', { body: share });
    const updated = await put(await sandbox.token(partnerEmail), {
      userSettings: { displaySummaryTasks: true },
    });
    expect(updated.body.result).toMatchObject({ name: 'Mine', accessLevel: 'ADMIN' });
  });

  test('a deleted sheet gets 404', async () => {
    const { id } = await createTestSheet(sandbox, { token });
    const renamed = await sandbox.call('PUT', `/2.0/sheets/${id}`, { token, body: { name: 'Other' } });
    expect(renamed.body.result.name).toBe('Other');
    expect((await sandbox.call('DELETE', `/2.0/sheets/${id}`, { token })).body.message).toBe('SUCCESS');
    const missing = await sandbox.call('GET', `/2.0/sheets/${id}`, { token });
    expect(getError(missing)).toEqual([404, 1006]);
    expect(missing.body.message).toBe('Not Found');
  });
});
