import { describe, expect, it } from 'vitest';
import { catchError, createClient } from './testing/clients.ts';

const summary = (id: number, extra = {}) => ({ id, name: `Sheet ${id}`, accessLevel: 'OWNER', ...extra });

describe('listing sheets', () => {
  it('asks for all of them with versions in one call', async () => {
    const body = {
      pageNumber: 1,
      pageSize: null,
      totalPages: null,
      data: [
        summary(1, { version: '7', permalink: 'https://x/1', modifiedAt: '2026-02-03T04:05:06Z', new: {} }),
        summary(2, { accessLevel: 'GUARDIAN', permaLink: 'https://x/2' }),
      ],
    };
    const { client, seen } = await createClient([{ body }]);
    const { sheets, isWhole } = await client.sheets.list();
    expect(isWhole).toBe(true);
    expect(sheets).toEqual([
      {
        id: '1',
        name: 'Sheet 1',
        accessLevel: 'OWNER',
        permalink: 'https://x/1',
        createdAt: null,
        modifiedAt: new Date('2026-02-03T04:05:06Z'),
        version: 7,
      },
      expect.objectContaining({ accessLevel: 'UNKNOWN', permalink: 'https://x/2', version: null }),
    ]);
    expect(seen[0]?.url).toBe('/2.0/sheets?includeAll=true&include=sheetVersion&pageSize=1000');
  });

  it('follows pages in the size in which they come', async () => {
    const envelope = { pageSize: 2, totalPages: 2, totalCount: 3 };
    const pages = [[1, 2], [3]].map((ids) => ({ body: { ...envelope, data: ids.map((id) => summary(id)) } }));
    const { client, seen } = await createClient(pages);
    const { sheets } = await client.sheets.list();
    expect(sheets.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(seen.map(({ url }) => url)).toEqual([
      '/2.0/sheets?includeAll=true&include=sheetVersion&pageSize=1000',
      '/2.0/sheets?include=sheetVersion&page=2&pageSize=2',
    ]);
  });

  it('says that the list is not whole when a sheet comes twice and another not at all', async () => {
    const envelope = { pageSize: 2, totalPages: 2, totalCount: 4 };
    const pages = [
      [1, 2],
      [2, 3],
    ].map((ids) => ({ body: { ...envelope, data: ids.map((id) => summary(id)) } }));
    const { client } = await createClient(pages);
    const { sheets, totalCount, isWhole } = await client.sheets.list();
    expect([sheets.map(({ id }) => id), totalCount, isWhole]).toEqual([['1', '2', '3'], 4, false]);
  });
});

describe('reading a sheet', () => {
  const sheet = {
    id: 4509093797881732,
    name: 'Clients',
    version: 12,
    totalRowCount: 2,
    accessLevel: 'ADMIN',
    columns: [
      { id: 11, index: 0, title: 'Name', type: 'TEXT_NUMBER', primary: true },
      {
        id: 12,
        index: 1,
        title: 'Tags',
        type: 'MULTI_PICKLIST',
        options: ['a', 2, { value: 'b' }, null],
        validation: true,
      },
      { id: 13, index: 2, title: 'New', type: 'HOLOGRAM', formula: '=1', locked: true },
    ],
    rows: [
      {
        id: 48569348493401200,
        rowNumber: 1,
        cells: [{ columnId: 11, value: 'Ada', displayValue: 'Ada' }, { columnId: 12 }],
      },
      {
        id: 22,
        rowNumber: 2,
        parentId: 48569348493401200,
        cells: [
          { columnId: 12, value: 'a, b', objectValue: { objectType: 'MULTI_PICKLIST', values: ['a', 'b'] } },
          { columnId: 13, value: 3, formula: '=1+2', linkInFromCell: { sheetId: 9 } },
        ],
      },
    ],
  };

  it('gives ids as strings, typed columns and sparse cells', async () => {
    const { client } = await createClient([{ body: sheet }]);
    const read = await client.sheets.get({ sheetId: '4509093797881732' });
    expect(read).toMatchObject({
      id: '4509093797881732',
      version: 12,
      totalRowCount: 2,
      accessLevel: 'ADMIN',
    });
    expect(read.columns).toMatchObject([
      {
        id: '11',
        type: 'TEXT_NUMBER',
        primary: true,
        options: null,
        validation: null,
        hasColumnFormula: false,
      },
      { id: '12', type: 'MULTI_PICKLIST', options: ['a', '2', 'b'], validation: true },
      { id: '13', type: 'UNKNOWN', locked: true, hasColumnFormula: true },
    ]);
    const empty = { displayValue: null, objectValue: null, hasFormula: false, isLinked: false };
    expect(read.rows).toEqual([
      {
        id: '48569348493401200',
        rowNumber: 1,
        parentId: null,
        locked: false,
        cells: [
          { ...empty, columnId: '11', value: 'Ada', displayValue: 'Ada' },
          { ...empty, columnId: '12', value: null },
        ],
      },
      {
        id: '22',
        rowNumber: 2,
        parentId: '48569348493401200',
        locked: false,
        cells: [
          {
            ...empty,
            columnId: '12',
            value: 'a, b',
            objectValue: { objectType: 'MULTI_PICKLIST', values: ['a', 'b'] },
          },
          { ...empty, columnId: '13', value: 3, hasFormula: true, isLinked: true },
        ],
      },
    ]);
  });

  it('asks for level 2 and object values, and for what it is told to', async () => {
    const { client, seen } = await createClient([{ body: sheet }]);
    await client.sheets.get({ sheetId: '1', columnIds: [] });
    await client.sheets.get({
      sheetId: '1',
      columnIds: ['11', '12'],
      level: 0,
      include: [],
      exclude: ['nonexistentCells'],
      page: 2,
      pageSize: 500,
    });
    const queries = seen.map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams));
    expect(queries).toEqual([
      { level: '2', include: 'objectValue' },
      {
        columnIds: '11,12',
        level: '0',
        exclude: 'nonexistentCells',
        page: '2',
        pageSize: '500',
      },
    ]);
  });

  it('reads contacts, and both spellings of their list', async () => {
    const contacts = ['values', 'value'].map((member, index) => ({
      id: index + 1,
      rowNumber: index + 1,
      cells: [
        {
          columnId: 11,
          objectValue: { objectType: 'MULTI_CONTACT', [member]: [{ name: 'Ada', email: 'a@x.org' }] },
        },
      ],
    }));
    const { client } = await createClient([{ body: { ...sheet, rows: contacts } }]);
    const { rows } = await client.sheets.get({ sheetId: '1' });
    const expected = { objectType: 'MULTI_CONTACT', values: [{ name: 'Ada', email: 'a@x.org' }] };
    expect(rows.map(({ cells }) => cells[0]?.objectValue)).toEqual([expected, expected]);
  });

  it('fails when the answer is not a sheet', async () => {
    const { client } = await createClient([{ body: { ...sheet, columns: undefined } }]);
    expect(await catchError(client.sheets.get({ sheetId: '1' }))).toMatchObject({
      class: 'bug',
      reason: 'bad_reply',
    });
  });
});
