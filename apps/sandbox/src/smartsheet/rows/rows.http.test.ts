import { beforeEach, describe, expect, test } from 'vitest';
import {
  createTestSheet,
  getError,
  openSandbox,
  partnerEmail,
  type TestSheet,
} from '../../testing/sandbox.ts';

const { sandbox, token } = await openSandbox({ RATE_LIMIT: '0' });
let sheet: TestSheet;
beforeEach(async () => {
  sheet = await createTestSheet(sandbox, {
    token,
    columns: [
      { title: 'Kind', type: 'PICKLIST', options: ['a', 'b'] },
      { title: 'Strict', type: 'PICKLIST', options: ['s'], validation: true },
      { title: 'Tags', type: 'MULTI_PICKLIST', options: ['x', 'y'] },
      { title: 'Health', type: 'PICKLIST', symbol: 'RYG' },
      { title: 'Done', type: 'CHECKBOX' },
      { title: 'Day', type: 'DATE' },
      { title: 'Lead', type: 'CONTACT_LIST', contactOptions: [{ name: 'Ann Lee', email: 'ann@b.example' }] },
      { title: 'Team', type: 'MULTI_CONTACT_LIST' },
      { title: 'Sum', type: 'TEXT_NUMBER', formula: '=1+1' },
      { title: 'Made', type: 'DATETIME', systemColumnType: 'CREATED_DATE' },
      { title: 'Fixed', type: 'TEXT_NUMBER', locked: true },
    ],
    rows: [['one'], ['two'], ['three']],
  });
});

function path(query = '') {
  return `/2.0/sheets/${sheet.id}/rows${query}`;
}
function cell(title: string, content: object) {
  return { columnId: sheet.columns[title], ...content };
}
function add(body: unknown, query = '', by = token) {
  return sandbox.call('POST', path(query), { token: by, body });
}
function put(body: unknown, query = '', by = token) {
  return sandbox.call('PUT', path(query), { token: by, body });
}
function writeCell(title: string, content: object, query = '', by = token) {
  return put({ id: sheet.rows[0], cells: [cell(title, content)] }, query, by);
}
async function read() {
  return (
    await sandbox.call(
      'GET',
      `/2.0/sheets/${sheet.id}?level=2&include=objectValue&exclude=nonexistentCells`,
      { token },
    )
  ).body;
}
async function shown(title: string) {
  return (await read()).rows[0].cells.find(
    ({ columnId }: { columnId: number }) => columnId === sheet.columns[title],
  );
}
async function outline() {
  const { rows } = await read();
  const names = new Map(
    rows.map((row: { id: number; cells: { value: string }[] }) => [row.id, row.cells[0]?.value]),
  );
  return rows.map((row: { id: number; parentId?: number }) =>
    row.parentId ? `${names.get(row.parentId)}/${names.get(row.id)}` : names.get(row.id),
  );
}
function named(name: string, location: object = {}) {
  return {
    ...location,
    cells: [cell('Name', { value: name })],
  };
}
async function partner(access: string) {
  await sandbox.call('PUT', '/api/shares', { body: { sheetId: sheet.id, account: partnerEmail, access } });
  return sandbox.token(partnerEmail);
}

describe('writing cells', () => {
  test.each([
    ['text', 'Name', { value: ' a ' }, { value: ' a ', displayValue: ' a ' }],
    ['a number', 'Name', { value: 1.5 }, { value: 1.5, displayValue: '1.5' }],
    ['an option', 'Kind', { value: 'b' }, { value: 'b' }],
    ['free text that is not strict', 'Kind', { value: 'c', strict: false }, { value: 'c' }],
    ['a value of the symbol', 'Health', { value: 'Red' }, { value: 'Red' }],
    ['a tick', 'Done', { value: true }, { value: true }],
    ['a tick in a text column', 'Name', { value: false }, { value: false, displayValue: 'false' }],
    ['a text as an object', 'Kind', { objectValue: 'b' }, { value: 'b', displayValue: 'b' }],
    ['a number as an object', 'Name', { objectValue: 7 }, { value: 7, objectValue: 7 }],
    ['a formula beside members without a value', 'Name', { formula: '=1', value: null }, { formula: '=1' }],
    ['a day', 'Day', { value: '2026-02-28' }, { value: '2026-02-28' }],
    [
      'a contact by address',
      'Lead',
      { value: 'ann@b.example' },
      { value: 'ann@b.example', displayValue: 'Ann Lee' },
    ],
    [
      'a contact as an object',
      'Lead',
      { objectValue: { objectType: 'CONTACT', email: 'bo@b.example', name: 'Bo' } },
      { value: 'bo@b.example', displayValue: 'Bo' },
    ],
    [
      'several options, which come back in the order of the list',
      'Tags',
      { objectValue: { objectType: 'MULTI_PICKLIST', values: ['y', 'x', 'y'] } },
      { objectValue: { objectType: 'MULTI_PICKLIST', values: ['x', 'y'] }, displayValue: 'x, y' },
    ],
    [
      'money',
      'Name',
      { value: 3303, format: ',,,,,,,,,,,14,2,1,2,,' },
      { value: 3303, displayValue: 'R3,303.00' },
    ],
    [
      'a share',
      'Name',
      { value: 0.125, format: ',,,,,,,,,,,,1,,3,,' },
      { value: 0.125, displayValue: '12.5%' },
    ],
    [
      'several contacts',
      'Team',
      {
        objectValue: {
          objectType: 'MULTI_CONTACT',
          values: [{ email: 'a@b.example' }, { name: 'Bo', email: 'b@b.example' }],
        },
      },
      { displayValue: 'a@b.example, Bo' },
    ],
    [
      'a formula, which is not calculated here',
      'Name',
      { formula: '=1' },
      { formula: '=1', value: '#UNPARSEABLE' },
    ],
    [
      'a link',
      'Name',
      { value: 'home', hyperlink: { url: 'http://h.example' } },
      { value: 'home', hyperlink: { url: 'http://h.example' } },
    ],
  ])('%s', async (_case, title, content, expected) => {
    expect((await writeCell(title, content)).status).toBe(200);
    expect(await shown(title)).toMatchObject(expected);
  });

  test.each([
    ['a number', 'Name', '0', { value: 0, displayValue: '0' }],
    ['dollars', 'Name', '$5,000', { value: 5000, displayValue: '$5,000' }],
    ['cents', 'Name', '$12.50', { value: 12.5, displayValue: '$12.50' }],
    ['a percentage', 'Name', '50%', { value: 0.5, displayValue: '50%' }],
    ['a text that is no number', 'Name', '007', { value: '007' }],
    ['a number in a dropdown', 'Kind', '100.50', { value: 100.5 }],
    ['a percentage in a dropdown', 'Kind', '50%', { value: 0.5, displayValue: '50%' }],
    ['a US date', 'Day', '11/21/2026', { value: '2026-11-21' }],
    ['a checkbox', 'Done', 'true', { value: true }],
  ])('with strict off %s is parsed', async (_case, title, value, expected) => {
    expect((await writeCell(title, { value, strict: false })).status).toBe(200);
    expect(await shown(title)).toMatchObject(expected);
  });

  test('a text stays a text in strict mode, and displayValue is ignored', async () => {
    await writeCell('Name', { value: '0', displayValue: 'zero' });
    expect(await shown('Name')).toMatchObject({ value: '0', displayValue: '0' });
  });

  test.each([[''], [null]])('a checkbox that is cleared with %j is not ticked', async (value) => {
    await writeCell('Done', { value: true });
    await writeCell('Done', { value });
    expect(await shown('Done')).toEqual({
      columnId: sheet.columns.Done,
      value: false,
      objectValue: false,
    });
  });

  test('the format of a row is kept, and read with include=format only', async () => {
    const format = ',,,,,,,,4,,,,,,,';
    await add({ ...named('four'), format });
    await put([{ id: sheet.rows[0], format }]);
    const formats = async (query: string) =>
      (await sandbox.call('GET', `/2.0/sheets/${sheet.id}${query}`, { token })).body.rows.map(
        (row: { format?: string }) => row.format,
      );
    expect(await formats('?include=format')).toEqual([format, undefined, undefined, format]);
    expect(await formats('')).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('a cell keeps its format when it gets another number', async () => {
    await writeCell('Name', { value: 3303, format: ',,,,,,,,,,,14,2,1,2,,' });
    await writeCell('Name', { value: -1.5 });
    expect(await shown('Name')).toMatchObject({ value: -1.5, displayValue: '-R1.50' });
  });

  test.each([
    ['an empty text', 'Name', { value: '' }],
    ['null', 'Name', { value: null }],
    ['no options', 'Tags', { objectValue: { objectType: 'MULTI_PICKLIST', values: [] } }],
  ])('%s clears the cell', async (_case, title, content) => {
    await writeCell(title, content);
    expect(await shown(title)).toBeUndefined();
  });

  test('a text longer than 4,000 characters is cut without an error', async () => {
    await writeCell('Name', { value: 'x'.repeat(5000) });
    expect((await shown('Name')).value).toHaveLength(4000);
  });

  test.each([
    ['a value that is no option', 'Kind', { value: 'c' }, 400, 1042],
    ['a value in another case', 'Kind', { value: 'A' }, 400, 1042],
    ['free text in a restricted column', 'Strict', { value: 'c', strict: false }, 400, 1042],
    ['a value the symbol has not', 'Health', { value: 'Pink' }, 400, 1042],
    ['a text as a tick', 'Done', { value: 'yes' }, 400, 1042],
    ['a text as a day', 'Day', { value: 'soon' }, 400, 1042],
    ['a name as a contact', 'Lead', { value: 'Ann' }, 400, 1042],
    ['a plain value for several options', 'Tags', { value: 'x' }, 400, 1235],
    [
      'options that are none',
      'Tags',
      { objectValue: { objectType: 'MULTI_PICKLIST', values: ['q'] } },
      400,
      1042,
    ],
    [
      'an object of another kind',
      'Kind',
      { objectValue: { objectType: 'MULTI_PICKLIST', values: ['a'] } },
      400,
      1131,
    ],
    ['a value and an object', 'Lead', { value: 'x', objectValue: { objectType: 'CONTACT' } }, 400, 1130],
    ['a value and a formula', 'Name', { value: 'x', formula: '=1' }, 400, 1163],
    [
      'a formula and a hyperlink',
      'Name',
      { formula: '=1', hyperlink: { url: 'http://a.example' } },
      400,
      1163,
    ],
    ['a text as an object for several options', 'Tags', { objectValue: 'x' }, 400, 1235],
    ['a formula without its sign', 'Name', { formula: '1' }, 400, 1162],
    ['a link with a value', 'Name', { value: 'x', linkInFromCell: null }, 400, 1115],
    ['nothing at all', 'Name', {}, 400, 1012],
    ['a number that is too large', 'Name', { value: 2 ** 54 }, 400, 1148],
    ['an attribute that cannot be written', 'Name', { value: 'x', image: {} }, 400, 1032],
    ['a date that does not exist', 'Day', { value: '2026-02-31' }, 400, 1042],
    ['a member that does not exist', 'Name', { value: 'x', colour: 'red' }, 400, 1008],
    ['a cell of a system column', 'Made', { value: 'x' }, 400, 1046],
    ['a cell of a column formula', 'Sum', { value: 1 }, 400, 1302],
  ])('%s is refused', async (_case, title, content, status, code) => {
    expect(getError(await writeCell(title, content))).toEqual([status, code]);
    expect((await read()).version).toBe(2);
  });

  test('a restricted column accepts free text only from an admin who overrides the validation', async () => {
    const editor = await partner('EDITOR');
    const free = { value: 'c', strict: false };
    expect(getError(await writeCell('Strict', free, '?overrideValidation=true', editor))).toEqual([
      403, 1212,
    ]);
    expect((await writeCell('Strict', free, '?overrideValidation=true')).status).toBe(200);
    expect((await shown('Strict')).value).toBe('c');
  });

  test('locks apply to editors, not to admins', async () => {
    const editor = await partner('EDITOR');
    expect(getError(await writeCell('Fixed', { value: 'x' }, '', editor))).toEqual([403, 1039]);
    expect((await writeCell('Fixed', { value: 'x' })).status).toBe(200);
    await put({ id: sheet.rows[0], locked: true });
    expect(getError(await writeCell('Name', { value: 'x' }, '', editor))).toEqual([403, 1050]);
    const gone = sandbox.call('DELETE', path(`?ids=${sheet.rows[0]}`), { token: editor });
    expect(getError(await gone)).toEqual([403, 1092]);
    expect((await writeCell('Name', { value: 'x' })).status).toBe(200);
  });
});

describe('bulk calls', () => {
  test('a single added row returns one result and a list returns a list, both with the new version', async () => {
    const one = await add(named('four'));
    expect(one.body).toMatchObject({
      message: 'SUCCESS',
      resultCode: 0,
      version: 3,
      result: { rowNumber: 4 },
    });
    const list = await put([{ id: sheet.rows[0], cells: [cell('Name', { value: 'x' })] }]);
    expect(list.body).toMatchObject({ version: 4, result: [{ id: sheet.rows[0] }] });
  });

  test('an update returns a list in the order of the sheet, with the sheet and without multi-select values', async () => {
    const [one, two] = sheet.rows;
    const single = await put({ id: one, cells: [cell('Name', { value: 'x' })] });
    expect(single.body.result).toMatchObject([{ id: one, sheetId: sheet.id }]);
    const tags = cell('Tags', { objectValue: { objectType: 'MULTI_PICKLIST', values: ['x'] } });
    const both = await put([
      { id: String(two), cells: [tags] },
      { id: one, cells: [] },
    ]);
    expect(both.body.result).toMatchObject([{ id: one }, { id: two }]);
    const written = both.body.result[1].cells.find(
      ({ columnId }: { columnId: number }) => columnId === sheet.columns.Tags,
    );
    expect(written).toEqual({ columnId: sheet.columns.Tags, displayValue: 'x' });
  });

  test('the id of a parent may be sent as text', async () => {
    const [one] = sheet.rows;
    const { body } = await add({ ...named('child'), parentId: String(one) });
    expect(body.result).toMatchObject({ parentId: one });
  });

  test('a single row has the version of its sheet and the caller’s access level', async () => {
    const viewer = await partner('VIEWER');
    const { body } = await sandbox.call('GET', path(`/${sheet.rows[0]}`), { token: viewer });
    expect(body).toMatchObject({ sheetId: sheet.id, version: 2, accessLevel: 'VIEWER' });
  });

  test('take at most 500 rows', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, n) => named(`row ${n}`));
    expect(getError(await add(rows(501)))).toEqual([400, 1061]);
    expect((await add(rows(500))).body.result).toHaveLength(500);
  });

  test('an invalid row rejects all, and the detail names it', async () => {
    const { status, body } = await put([
      { id: sheet.rows[0], cells: [cell('Name', { value: 'x' })] },
      { id: sheet.rows[1], cells: [cell('Kind', { value: 'q' })] },
    ]);
    expect([status, body.errorCode, body.detail]).toEqual([400, 1042, { index: 1, rowId: sheet.rows[1] }]);
    expect(await outline()).toEqual(['one', 'two', 'three']);
  });

  test('partial success writes the valid rows and lists the invalid ones', async () => {
    const { body } = await put(
      [
        { id: 1, cells: [] },
        { id: sheet.rows[1], cells: [cell('Name', { value: 'x' })] },
      ],
      '?allowPartialSuccess=true',
    );
    expect(body).toMatchObject({
      message: 'PARTIAL_SUCCESS',
      resultCode: 3,
      version: 3,
      result: [{ id: sheet.rows[1] }],
      failedItems: [{ index: 0, rowId: 1, error: { errorCode: 1006, refId: expect.any(String) } }],
    });
    expect(await outline()).toEqual(['one', 'x', 'three']);
  });

  test.each([
    ['a row without an id', { cells: [] }, 400, 1012],
    ['an id that names no row', { id: 1, cells: [] }, 404, 1006],
    ['an unknown column', { id: 0, cells: [{ columnId: 1, value: 'x' }] }, 400, 1036],
    ['a cell without a column', { id: 0, cells: [{ value: 'x' }] }, 400, 1012],
  ])('an update refuses %s', async (_case, body, status, code) => {
    const given = 'id' in body && body.id === 0 ? { ...body, id: sheet.rows[0] } : body;
    expect(getError(await put(given))).toEqual([status, code]);
  });

  test('a repeated column and an id in a new row are rejected', async () => {
    const twice = [cell('Name', { value: 'x' }), cell('Name', { value: 'y' })];
    expect(getError(await put({ id: sheet.rows[0], cells: twice }))).toEqual([400, 1037]);
    expect(getError(await add({ id: sheet.rows[0], cells: [] }))).toEqual([400, 1032]);
  });
});

describe('places', () => {
  test.each([
    ['the bottom by default', {}, ['one', 'two', 'three', 'new']],
    ['the top', { toTop: true }, ['new', 'one', 'two', 'three']],
    ['above a sibling', { siblingId: 1, above: true }, ['one', 'new', 'two', 'three']],
    ['below a sibling', { siblingId: 1 }, ['one', 'two', 'new', 'three']],
    ['under a parent', { parentId: 0 }, ['one', 'one/new', 'two', 'three']],
  ])(
    'new rows go to %s',
    async (_case, { siblingId, parentId, ...rest }: Record<string, unknown>, expected) => {
      const location = {
        ...rest,
        ...(siblingId === undefined ? {} : { siblingId: sheet.rows[Number(siblingId)] }),
        ...(parentId === undefined ? {} : { parentId: sheet.rows[Number(parentId)] }),
      };
      await add(named('new', location));
      expect(await outline()).toEqual(expected);
    },
  );

  test('a row moves and is deleted with its children', async () => {
    const [one, two, three] = sheet.rows;
    await put({ id: two, parentId: one });
    await put({ id: three, parentId: one, toBottom: true });
    expect(await outline()).toEqual(['one', 'one/two', 'one/three']);
    await add(named('last', { toTop: true }));
    await put({ id: one, toTop: true });
    expect(await outline()).toEqual(['one', 'one/two', 'one/three', 'last']);
    await put({ id: three, outdent: 1 });
    expect(await outline()).toEqual(['one', 'one/two', 'three', 'last']);
    await put({ id: three, indent: 1 });
    expect(await outline()).toEqual(['one', 'one/two', 'one/three', 'last']);
    const gone = await sandbox.call('DELETE', path(`?ids=${one}`), { token });
    expect(gone.body.result).toEqual([one, two, three]);
    expect(await outline()).toEqual(['last']);
  });

  test.each([
    ['two places at once', { toTop: true, toBottom: true }, 1062],
    ['above nothing', { above: true }, 1062],
    ['a parent that is not there', { parentId: 1 }, 1063],
    ['a sibling that is not there', { siblingId: 1 }, 1064],
    ['a step of a new row', { indent: 1 }, 1062],
  ])('%s is refused', async (_case, location, code) => {
    expect(getError(await add(named('new', location)))).toEqual([400, code]);
  });

  test('all new rows of a call have the same location', async () => {
    const body = [named('a', { toTop: true }), named('b', { toBottom: true })];
    expect(getError(await add(body))).toEqual([400, 1123]);
  });

  test('a row cannot move below itself, and an invalid move undoes the others', async () => {
    const [one, two, three] = sheet.rows;
    const { body } = await put([
      { id: two, parentId: one },
      { id: one, parentId: two },
      { id: three, toTop: true },
    ]);
    expect([body.errorCode, body.detail]).toEqual([1062, { index: 1, rowId: one }]);
    expect(await outline()).toEqual(['one', 'two', 'three']);
  });
});

describe('deleting rows', () => {
  const remove = (query: string) => sandbox.call('DELETE', path(query), { token });

  test('returns the ids, without a version', async () => {
    const [one, two] = sheet.rows;
    const { body } = await remove(`?ids=${two},${one}`);
    expect(body).toEqual({ message: 'SUCCESS', resultCode: 0, result: [one, two] });
  });

  test('requires every row to exist, unless ignoreRowsNotFound is set', async () => {
    expect(getError(await remove(`?ids=1,${sheet.rows[0]}`))).toEqual([404, 1006]);
    expect((await remove(`?ids=1,${sheet.rows[0]}&ignoreRowsNotFound=true`)).body.result).toEqual([
      sheet.rows[0],
    ]);
    expect(getError(await remove(''))).toEqual([400, 1009]);
  });
});
