import { describe, expect, test } from 'vitest';
import { readSheet, type SheetRead } from './read.ts';
import { scriptedSmartsheet } from './testing/scripted-smartsheet.ts';

const needs = { sheetId: '11', sourceColumnIds: [], targetColumnIds: [], usedColumnIds: [] };

const getValues = ({ rows }: SheetRead) => rows?.map(({ cells }) => cells[0]?.value);

const sheet = {
  id: 11,
  name: 'Clients',
  version: 7,
  accessLevel: 'ADMIN',
  totalRowCount: 2,
  columns: [
    { id: 1, title: 'Name', type: 'TEXT_NUMBER' },
    { id: 2, title: 'Kind', type: 'PICKLIST', options: ['x'], validation: false },
  ],
  rows: [
    { id: 100, rowNumber: 1, cells: [{ columnId: 1, value: 'Acme', displayValue: 'Acme' }] },
    { id: 101, rowNumber: 2, cells: [{ columnId: 1, value: 'Bolt', formula: '=UPPER("x")' }] },
  ],
};

describe('a sheet is read in one call', () => {
  test('the read has all rows of the needed columns when values are needed', async () => {
    const { client, calls } = scriptedSmartsheet({ body: sheet });
    const read = await readSheet({ ...needs, client, sourceColumnIds: ['1', '1'], targetColumnIds: ['2'] });
    expect(calls).toEqual([
      {
        method: 'GET',
        path: '/sheets/11',
        query: { columnIds: '1,2', level: '2', include: 'objectValue', exclude: 'nonexistentCells' },
        body: undefined,
      },
    ]);
    expect(read).toMatchObject({ version: 7, accessLevel: 'ADMIN', volatile: true, totalRowCount: 2 });
    expect(getValues(read)).toEqual(['Acme', 'Bolt']);
    expect(read.columns.get('2')?.options).toEqual(['x']);
  });

  test('the read has a single row when only definitions are needed', async () => {
    const { client, calls } = scriptedSmartsheet({ body: { ...sheet, rows: [] } });
    const read = await readSheet({ ...needs, client, targetColumnIds: ['2'] });
    expect(calls[0]?.query).toEqual({
      columnIds: '2',
      level: '2',
      include: 'objectValue',
      page: '1',
      pageSize: '1',
    });
    expect(read).toMatchObject({ volatile: false });
    expect(read.rows).toBeNull();
  });
});

describe('the uses of a dropdown are counted', () => {
  const rows = [
    { id: 100, rowNumber: 1, cells: [{ columnId: 2, value: 'x', displayValue: 'x' }] },
    { id: 101, rowNumber: 2, cells: [] },
    {
      id: 102,
      rowNumber: 3,
      cells: [{ columnId: 2, objectValue: { objectType: 'MULTI_PICKLIST', values: ['x', ' y '] } }],
    },
  ];
  const counting = { ...needs, targetColumnIds: ['2'], usedColumnIds: ['2'] };

  test('every row of the sheet counts, with each value of a multi-select cell for itself', async () => {
    const { client, calls } = scriptedSmartsheet({ body: { ...sheet, totalRowCount: 3, rows } });
    const read = await readSheet({ ...counting, client });
    expect(calls[0]?.query).toMatchObject({ columnIds: '2', exclude: 'nonexistentCells' });
    expect([...(read.uses.get('2') ?? [])]).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
    expect(read.rows).toBeNull();
  });

  test('a cell of an unknown shape does not make an option look unused', async () => {
    const strange = { columnId: 2, objectValue: { objectType: 'RATING', stars: 5 } };
    const { client } = scriptedSmartsheet({
      body: { ...sheet, totalRowCount: 1, rows: [{ ...rows[0], cells: [strange] }] },
    });
    await expect(readSheet({ ...counting, client })).rejects.toMatchObject({ reason: 'incomplete' });
  });
});

test('a column formula makes the source volatile even before it has rows', async () => {
  const columns = [{ id: 1, title: 'Name', type: 'TEXT_NUMBER', formula: '=[Kind]@row' }];
  const { client } = scriptedSmartsheet({ body: { ...sheet, totalRowCount: 0, columns, rows: [] } });
  const read = await readSheet({ ...needs, client, sourceColumnIds: ['1'] });
  expect(read.volatile).toBe(true);
});

describe('a missing column', () => {
  test('an answer without it is read for the rest', async () => {
    const { client } = scriptedSmartsheet({ body: sheet });
    const read = await readSheet({ ...needs, client, sourceColumnIds: ['1', '9'] });
    expect([...read.columns.keys()]).toEqual(['1', '2']);
    expect(getValues(read)).toEqual(['Acme', 'Bolt']);
  });

  test('a refusal of the whole request is answered by asking for the columns that exist', async () => {
    const { client, calls } = scriptedSmartsheet(
      { status: 400, body: { errorCode: 1036, message: 'columnId 9 is invalid' } },
      { body: { data: sheet.columns } },
      { body: sheet },
    );
    const read = await readSheet({ ...needs, client, sourceColumnIds: ['1', '9'] });
    expect(calls.map(({ path }) => path)).toEqual(['/sheets/11', '/sheets/11/columns', '/sheets/11']);
    expect(calls[2]?.query.columnIds).toBe('1');
    expect(getValues(read)).toEqual(['Acme', 'Bolt']);
  });

  test('any other refusal is thrown', async () => {
    const { client } = scriptedSmartsheet({ status: 404, body: { errorCode: 1006, message: 'Not Found' } });
    const reading = readSheet({ ...needs, client, sourceColumnIds: ['1'] });
    await expect(reading).rejects.toMatchObject({ reason: 'not_found' });
  });
});

describe('an answer that is not whole is refused as something that passes by itself', () => {
  const refused = { class: 'retry', reason: 'incomplete' };
  const read = (...bodies: object[]) => {
    const { client, calls } = scriptedSmartsheet(...bodies.map((body) => ({ body })));
    return {
      calls,
      sheet: readSheet({ ...needs, client, sourceColumnIds: ['1'], targetColumnIds: ['2'] }),
    };
  };
  const [one, two] = sheet.rows;
  const strange = { objectType: 'RATING', stars: 5 };

  test.each([
    [
      'fewer rows than it says, on every page',
      [
        { ...sheet, totalRowCount: 3 },
        { ...sheet, totalRowCount: 3 },
      ],
    ],
    ['no rows at all', [{ ...sheet, rows: undefined }]],
    ['a row twice', [{ ...sheet, totalRowCount: 3, rows: [one, two, one] }]],
    [
      'a cell of the source column that nobody understands',
      [{ ...sheet, rows: [{ ...one, cells: [{ columnId: 1, objectValue: strange }] }, two] }],
    ],
    [
      'an option that nobody understands in a list that is filled',
      [{ ...sheet, columns: [sheet.columns[0], { ...sheet.columns[1], options: ['x', { label: 'y' }] }] }],
    ],
    [
      'a contact that nobody understands in a list that is filled',
      [
        {
          ...sheet,
          columns: [sheet.columns[0], { id: 2, title: 'Who', type: 'CONTACT_LIST', contactOptions: [['y']] }],
        },
      ],
    ],
  ])('%s', async (_what, bodies) => {
    await expect(read(...bodies).sheet).rejects.toMatchObject(refused);
  });

  test('a strange option of a list that is only read is left out', async () => {
    const columns = [{ ...sheet.columns[0], type: 'PICKLIST', options: [['Acme']] }, sheet.columns[1]];
    expect(getValues(await read({ ...sheet, columns }).sheet)).toEqual(['Acme', 'Bolt']);
  });

  test('a strange cell of a column that is not read is ignored', async () => {
    const cells = [...(one?.cells ?? []), { columnId: 2, objectValue: strange }];
    expect(getValues(await read({ ...sheet, rows: [{ ...one, cells }, two] }).sheet)).toEqual([
      'Acme',
      'Bolt',
    ]);
  });

  test('pages are followed where Smartsheet pages', async () => {
    const { sheet: whole, calls } = read({ ...sheet, rows: [one] }, { ...sheet, rows: [two] });
    expect(getValues(await whole)).toEqual(['Acme', 'Bolt']);
    expect(calls[1]?.query).toMatchObject({ page: '2', pageSize: '1', exclude: 'nonexistentCells' });
  });
});
