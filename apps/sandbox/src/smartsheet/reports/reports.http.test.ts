import { beforeEach, describe, expect, test } from 'vitest';
import { createTestSheet, getError, internEmail, openSandbox } from '../../testing/sandbox.ts';

const { sandbox, token } = await openSandbox({ RATE_LIMIT: '0' });

const columns = [
  { title: 'Kind', type: 'PICKLIST', options: ['a', 'b'] },
  { title: 'Tags', type: 'MULTI_PICKLIST', options: ['x', 'y'] },
  { title: 'Who', type: 'CONTACT_LIST' },
  { title: 'All', type: 'MULTI_CONTACT_LIST' },
];
const shown = [
  { title: 'Sheet name', type: 'TEXT_NUMBER', sheetNameColumn: true },
  { title: 'Name', type: 'TEXT_NUMBER', primary: true },
  ...columns.map(({ title, type }) => ({ title, type })),
];
const ann = { objectType: 'CONTACT', name: 'Ann Lee', email: 'ann@b.example' };

type Made = Awaited<ReturnType<typeof createTestSheet>>;
let sheets: Made[];
let workspaceId: number;
let reportId: number;

function call(method: string, path: string, options: { as?: string; body?: unknown } = {}) {
  const { as = token, body } = options;
  return sandbox.call(method, `/2.0${path}`, { token: as, ...(body === undefined ? {} : { body }) });
}

async function create(body: object = {}) {
  const scope = sheets.map(({ id }) => ({ assetType: 'SHEET', assetId: id }));
  const destination = { destinationType: 'workspace', destinationId: workspaceId };
  return call('POST', '/reports', { body: { name: 'Both', columns: shown, scope, destination, ...body } });
}

beforeEach(async () => {
  workspaceId = (await call('POST', '/workspaces', { body: { name: 'Reports' } })).body.result.id;
  sheets = [
    await createTestSheet(sandbox, {
      token,
      columns,
      rows: [
        ['one', 'a', ['x', 'y']],
        ['two', 'b'],
      ],
    }),
    await createTestSheet(sandbox, { token, columns: columns.slice(0, 1), rows: [['three', 'a']] }),
  ];
  const [first] = sheets;
  const cells = [
    { columnId: first?.columns.Who, objectValue: ann },
    { columnId: first?.columns.All, objectValue: { objectType: 'MULTI_CONTACT', values: [ann] } },
  ];
  await call('PUT', `/sheets/${first?.id}/rows`, { body: { id: first?.rows[0], cells } });
  reportId = (await create()).body.result.id;
});

const get = async (query = '', as = token) =>
  (await call('GET', `/reports/${reportId}${query}`, { as })).body;
const texts = (report: { rows: { cells: { value?: unknown }[] }[] }) =>
  report.rows.map(({ cells }) => cells.map(({ value }) => value));

describe('a report', () => {
  test('is listed with its access level and whether it is a summary', async () => {
    const { data, totalCount } = (await call('GET', '/reports?pageSize=2')).body;
    expect([data.length, totalCount > 5]).toEqual([2, true]);
    const all = (await call('GET', '/reports?includeAll=true')).body.data;
    expect(all).toContainEqual({
      id: reportId,
      name: 'Both',
      accessLevel: 'OWNER',
      permalink: expect.stringContaining(`/reports/${reportId}`),
      isSummaryReport: false,
    });
    expect(all).toContainEqual(
      expect.objectContaining({ name: 'Project budget summary', isSummaryReport: true }),
    );
  });

  test('shows the rows of its sheets, numbered anew, with the columns of sheet and report', async () => {
    const report = await get();
    expect(report).toMatchObject({ name: 'Both', totalRowCount: 3, isSummaryReport: false });
    expect(report).not.toHaveProperty('version');
    expect(report.columns.map(({ title }: { title: string }) => title)).toEqual(
      shown.map(({ title }) => title),
    );
    expect(report.columns[0]).toMatchObject({ sheetNameColumn: true, index: 0, version: 0 });
    expect(report.columns[2]).not.toHaveProperty('options');
    expect(report.rows).toMatchObject([
      { rowNumber: 1, sheetId: sheets[0]?.id, id: sheets[0]?.rows[0], accessLevel: 'OWNER' },
      { rowNumber: 2, sheetId: sheets[0]?.id },
      { rowNumber: 3, sheetId: sheets[1]?.id },
    ]);
    expect(texts(report)[2]).toEqual(['Test sheet', 'three', 'a', undefined, undefined, undefined]);
    const [first, , third] = report.rows;
    expect(first.cells[1]).toMatchObject({
      columnId: sheets[0]?.columns.Name,
      virtualColumnId: report.columns[1].virtualId,
    });
    expect(first.cells[0]).not.toHaveProperty('columnId');
    expect(third.cells[3]).toEqual({ virtualColumnId: report.columns[3].virtualId });
  });

  test('shows contacts from level 1 and choices from level 3 as what they are', async () => {
    const read = async (query: string) => {
      const report = await get(`?include=objectValue${query}`);
      const types = report.columns.slice(3).map(({ type }: { type: string }) => type);
      const values = report.rows[0].cells
        .slice(3)
        .map(({ objectValue }: { objectValue: unknown }) => objectValue);
      return [types, values];
    };
    const choices = { objectType: 'MULTI_PICKLIST', values: ['x', 'y'] };
    const contacts = { objectType: 'MULTI_CONTACT', values: [ann] };
    expect(await read('')).toEqual([
      ['TEXT_NUMBER', 'CONTACT_LIST', 'TEXT_NUMBER'],
      ['x, y', ann, 'Ann Lee'],
    ]);
    const withContacts = [
      ['TEXT_NUMBER', 'CONTACT_LIST', 'MULTI_CONTACT_LIST'],
      ['x, y', ann, contacts],
    ];
    expect(await read('&level=1')).toEqual(withContacts);
    expect(await read('&level=2')).toEqual(withContacts);
    expect(await read('&level=3')).toEqual([
      ['MULTI_PICKLIST', 'CONTACT_LIST', 'MULTI_CONTACT_LIST'],
      [choices, ann, contacts],
    ]);
    expect(getError(await call('GET', `/reports/${reportId}?level=4`))).toEqual([400, 1018]);
  });

  test('names the sheets behind it on demand', async () => {
    const report = await get('?include=sourceSheets,scope');
    expect(report.sourceSheets).toMatchObject([
      { id: sheets[0]?.id, name: 'Test sheet', columns: expect.any(Array) },
      { id: sheets[1]?.id },
    ]);
    expect(report.sourceSheets[0]).not.toHaveProperty('rows');
    expect(report.scope).toEqual({ sheets: sheets.map(({ id }) => ({ id })), workspaces: [] });
    expect(await get()).not.toHaveProperty('sourceSheets');
  });

  test('comes in pages of 100 rows unless more are asked for, the last one for any beyond', async () => {
    const all = (await call('GET', '/reports?includeAll=true')).body.data;
    const { id } = all.find(({ name }: { name: string }) => name === 'All parts');
    const page = async (query = '') => (await call('GET', `/reports/${id}${query}`)).body;
    const pages = await Promise.all(
      ['', '?page=2', '?pageSize=20000', '?pageSize=10000&page=2', '?pageSize=10000&page=3'].map(page),
    );
    expect(pages.map(({ rows }) => [rows.length, rows[0].rowNumber])).toEqual([
      [100, 1],
      [100, 101],
      [10_000, 1],
      [10_000, 10_001],
      [10_000, 10_001],
    ]);
    expect(pages.map(({ totalRowCount }) => totalRowCount)).toEqual(Array(5).fill(20_000));
  });

  test('filters its rows, also by who reads it', async () => {
    const filter = (...criteria: object[]) =>
      call('PUT', `/reports/${reportId}/definition`, { body: { filters: { operator: 'AND', criteria } } });
    await filter({ column: { title: 'Kind', type: 'PICKLIST' }, operator: 'EQUAL', values: ['a'] });
    expect(texts(await get()).map(([, name]) => name)).toEqual(['one', 'three']);
    await filter({ column: { primary: true }, operator: 'CONTAINS', values: ['T'] });
    expect(texts(await get()).map(([, name]) => name)).toEqual(['two', 'three']);
    const values = [{ objectType: 'CURRENT_USER' }];
    await filter({ column: { title: 'Who', type: 'CONTACT_LIST' }, operator: 'EQUAL', values });
    expect((await get()).totalRowCount).toBe(0);
    expect((await call('GET', `/reports/${reportId}/definition`)).body.filters.criteria).toHaveLength(1);
    await call('PUT', `/reports/${reportId}/definition`, { body: { filters: null } });
    expect((await get()).totalRowCount).toBe(3);
  });

  test('shows a reader only the rows of sheets that the reader has access to', async () => {
    const intern = await sandbox.token(internEmail);
    expect(getError(await call('GET', `/reports/${reportId}`, { as: intern }))).toEqual([404, 1006]);
    const share = { workspaceId, account: internEmail, access: 'VIEWER' };
    await sandbox.call('PUT', '/api/shares', { body: share });
    expect(await get('?include=sourceSheets', intern)).toMatchObject({ totalRowCount: 0, sourceSheets: [] });
    await sandbox.call('PUT', '/api/shares', {
      body: { sheetId: sheets[1]?.id, account: internEmail, access: 'VIEWER' },
    });
    expect(await get('?include=sourceSheets', intern)).toMatchObject({
      totalRowCount: 1,
      accessLevel: 'VIEWER',
      sourceSheets: [{ id: sheets[1]?.id, accessLevel: 'VIEWER' }],
    });
    const scope = [{ assetType: 'SHEET', assetId: sheets[1]?.id }];
    const refused = await call('POST', `/reports/${reportId}/scope`, { as: intern, body: scope });
    expect(getError(refused)).toEqual([403, 1004]);
  });

  test('follows its workspaces, and loses the sheets that are deleted or taken out of it', async () => {
    const body = [{ assetType: 'WORKSPACE', assetId: workspaceId }];
    await call('POST', `/reports/${reportId}/scope`, { body });
    const sheet = { name: 'In it', columns: [{ title: 'Name', type: 'TEXT_NUMBER', primary: true }] };
    const { result } = (await call('POST', `/workspaces/${workspaceId}/sheets`, { body: sheet })).body;
    const count = async () => (await get('?include=sourceSheets')).sourceSheets.length;
    expect(await count()).toBe(3);
    expect((await call('GET', `/reports/${reportId}/scope`)).body.data).toHaveLength(3);
    await call('DELETE', `/sheets/${result.id}`);
    expect(await count()).toBe(2);
    const asset = { assetType: 'SHEET', assetId: sheets[1]?.id };
    await call('DELETE', `/reports/${reportId}/scope`, { body: [asset] });
    expect(await count()).toBe(1);
  });

  test('lies in its workspace and goes with it', async () => {
    const children = `/workspaces/${workspaceId}/children`;
    expect((await call('GET', children)).body.data).toMatchObject([{ resourceType: 'report', name: 'Both' }]);
    expect((await call('GET', `${children}?childrenResourceTypes=sheets`)).body.data).toEqual([]);
    await call('DELETE', `/workspaces/${workspaceId}`);
    expect(getError(await call('GET', `/reports/${reportId}`))).toEqual([404, 1006]);
  });

  test.each([
    ['without a name', { name: undefined }, [400, 1012]],
    ['with 51 characters as its name', { name: 'n'.repeat(51) }, [400, 1041]],
    ['without columns', { columns: [] }, [400, 1207]],
    ['of a sheet that nobody has', { scope: [{ assetType: 'sheet', assetId: 1 }] }, [404, 1006]],
    ['of an unknown kind of thing', { scope: [{ assetType: 'shelf', assetId: 1 }] }, [400, 1031]],
    ['without a place', { destination: undefined }, [400, 1012]],
    ['with an unknown attribute', { colour: 'red' }, [400, 1008]],
  ])('is not made %s', async (_what, body, expected) => {
    expect(getError(await create(body))).toEqual(expected);
  });
});

test('a summary report has no rows', async () => {
  const { id } = (await create({ isSummaryReport: true })).body.result;
  expect((await call('GET', `/reports/${id}`)).body).toMatchObject({
    isSummaryReport: true,
    totalRowCount: 0,
  });
});
