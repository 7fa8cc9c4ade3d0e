import { describe, expect, it } from 'vitest';
import { catchError, createClient } from './testing/clients.ts';

const summary = (id: number, extra = {}) => ({ id, name: `Report ${id}`, accessLevel: 'OWNER', ...extra });

describe('listing reports', () => {
  it('follows pages where the list does not come as a whole', async () => {
    const envelope = { pageSize: 2, totalPages: 2, totalCount: 3 };
    const pages = [[summary(1), summary(2, { isSummaryReport: true })], [summary(3)]];
    const { client, seen } = await createClient(pages.map((data) => ({ body: { ...envelope, data } })));
    const { reports, isWhole } = await client.reports.list();
    expect(isWhole).toBe(true);
    expect(reports.map(({ id, isSummaryReport }) => [id, isSummaryReport])).toEqual([
      ['1', false],
      ['2', true],
      ['3', false],
    ]);
    expect(seen.map(({ url }) => url)).toEqual([
      '/2.0/reports?includeAll=true',
      '/2.0/reports?page=2&pageSize=2',
    ]);
  });

  it('says that the list is not whole when reports are missing', async () => {
    const body = { pageSize: 100, totalCount: 3, data: [summary(1)] };
    const { client } = await createClient([{ body }, { body: { ...body, data: [] } }]);
    expect((await client.reports.list()).isWhole).toBe(false);
  });
});

describe('reading a report', () => {
  const row = (n: number) => ({
    id: n,
    sheetId: 5,
    rowNumber: n,
    cells: [
      { virtualColumnId: 71, value: 'Sheet A', displayValue: 'Sheet A' },
      { virtualColumnId: 72, columnId: 9, value: `Text ${n}`, displayValue: `Text ${n}` },
    ],
  });
  const report = (totalRowCount: number, ...rows: object[]) => ({
    id: 4583173393803140,
    name: 'Open projects',
    totalRowCount,
    accessLevel: 'VIEWER',
    columns: [
      { virtualId: 71, index: 0, title: 'Sheet name', type: 'TEXT_NUMBER', sheetNameColumn: true },
      { virtualId: 72, index: 1, title: 'Name', type: 'TEXT_NUMBER', primary: true, version: 0 },
    ],
    sourceSheets: [{ id: 5, name: 'Sheet A', columns: [] }],
    rows,
  });
  const read = async (...bodies: object[]) => {
    const { client, seen } = await createClient(bodies.map((body) => ({ body })));
    return { whole: client.reports.getWhole({ reportId: '4583173393803140', maxRows: 20_000 }), seen };
  };

  it('names columns and cells by the ids of the report, and follows its pages', async () => {
    const { whole, seen } = await read(report(3, row(1), row(2)), report(3, row(3)));
    const { columns, rows, sourceSheets, accessLevel, origins } = await whole;
    expect([...origins].map(([id, ids]) => [id, ...ids])).toEqual([['72', '9']]);
    expect(columns.map(({ id, isSheetName, options }) => [id, isSheetName, options])).toEqual([
      ['71', true, null],
      ['72', false, null],
    ]);
    expect(rows.map(({ cells }) => cells.map(({ columnId, value }) => [columnId, value]))[2]).toEqual([
      ['71', 'Sheet A'],
      ['72', 'Text 3'],
    ]);
    expect([sourceSheets, accessLevel]).toEqual([[{ id: '5', name: 'Sheet A' }], 'VIEWER']);
    const path = '/2.0/reports/4583173393803140?level=3&include=objectValue%2CsourceSheets';
    expect(seen.map(({ url }) => url.replace('objectValue,', 'objectValue%2C'))).toEqual([
      `${path}&page=1&pageSize=10000`,
      `${path}&page=2&pageSize=2`,
    ]);
  });

  it.each([
    ['has fewer rows than it says', [report(3, row(1)), report(3)]],
    ['has a row twice', [report(3, row(1), row(1), row(2))]],
    ['has another number of rows on its next page', [report(3, row(1), row(2)), report(4, row(3), row(4))]],
    ['has something that is no row', [report(2, row(1), { id: 2, cells: [{ columnId: 9 }] })]],
    ['has no rows at all', [{ ...report(1), rows: undefined }]],
  ])('refuses one that %s', async (_what, bodies) => {
    const error = await catchError((await read(...bodies)).whole);
    expect(error).toMatchObject({ class: 'retry', reason: 'incomplete', operation: 'reports.get' });
  });

  it('refuses one with more rows than it may have, before it reads them all', async () => {
    const { whole, seen } = await read(report(20_001, row(1)));
    expect(await catchError(whole)).toMatchObject({ class: 'configuration', reason: 'too_many_rows' });
    expect(seen).toHaveLength(1);
  });
});
