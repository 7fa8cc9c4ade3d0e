import { beforeEach, describe, expect, test } from 'vitest';
import {
  createTestSheet,
  getError,
  internEmail,
  officeEmail,
  openSandbox,
  startSandbox,
  type TestSheet,
} from '../../testing/sandbox.ts';

const { sandbox, token } = await openSandbox({ RATE_LIMIT: '0', MAX_OPTIONS: '5', MAX_OPTION_LENGTH: '10' });
let sheet: TestSheet;
beforeEach(async () => {
  sheet = await createTestSheet(sandbox, {
    token,
    columns: [
      { title: 'Kind', type: 'PICKLIST', options: ['a', 'b'] },
      { title: 'Tags', type: 'MULTI_PICKLIST', options: ['x', 'y'] },
      { title: 'Health', type: 'PICKLIST', symbol: 'RYG' },
      { title: 'Fixed', type: 'PICKLIST', options: ['f'], locked: true },
      {
        title: 'Number',
        type: 'TEXT_NUMBER',
        systemColumnType: 'AUTO_NUMBER',
        autoNumberFormat: { prefix: 'N-', fill: '000' },
      },
      { title: 'Day', type: 'DATE' },
    ],
    rows: [
      ['one', 'a', ['x', 'y']],
      ['two', 'b', ['x']],
    ],
  });
});

function put(title: string, body: unknown) {
  return sandbox.call('PUT', `/2.0/sheets/${sheet.id}/columns/${sheet.columns[title]}`, { token, body });
}
async function read() {
  return (await sandbox.call('GET', `/2.0/sheets/${sheet.id}?level=2&include=objectValue`, { token })).body;
}
async function column(title: string) {
  return (await read()).columns.find((one: { title: string }) => one.title === title);
}
async function values(title: string) {
  return (await read()).rows.map(
    ({ cells }: { cells: { columnId: number; value?: unknown; objectValue?: unknown }[] }) => {
      const cell = cells.find(({ columnId }) => columnId === sheet.columns[title]);
      return cell?.value ?? cell?.objectValue;
    },
  );
}

describe('options', () => {
  test('replace the whole list in the given order, and the response has no sheet version', async () => {
    const { status, body } = await put('Kind', { type: 'PICKLIST', options: ['c', 'B', 'b'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'SUCCESS',
      resultCode: 0,
      result: { options: ['c', 'B', 'b'], type: 'PICKLIST' },
    });
    expect(body).not.toHaveProperty('version');
    expect((await column('Kind')).options).toEqual(['c', 'B', 'b']);
  });

  test('leave the cells unchanged, even those whose value is no longer an option', async () => {
    await put('Kind', { type: 'PICKLIST', options: [] });
    await put('Tags', { type: 'MULTI_PICKLIST', options: ['z'] });
    expect(await values('Kind')).toEqual(['a', 'b']);
    expect(await values('Tags')).toEqual([
      { objectType: 'MULTI_PICKLIST', values: ['x', 'y'] },
      { objectType: 'MULTI_PICKLIST', values: ['x'] },
    ]);
  });

  test('keep the version and date of the sheet, unless a setting changes that', async () => {
    const before = await read();
    sandbox.advance(5000);
    await put('Kind', { type: 'PICKLIST', options: ['n'] });
    const after = await read();
    expect([after.version, after.modifiedAt]).toEqual([before.version, before.modifiedAt]);
    const other = await startSandbox({ COLUMN_EDITS_RAISE_VERSION: 'true' });
    try {
      const by = await other.token();
      const { id, columns } = await createTestSheet(other, {
        token: by,
        columns: [{ title: 'Kind', type: 'PICKLIST', options: ['a'] }],
      });
      const body = { type: 'PICKLIST', options: ['n'] };
      await other.call('PUT', `/2.0/sheets/${id}/columns/${columns.Kind}`, { token: by, body });
      expect((await other.call('GET', `/2.0/sheets/${id}/version`, { token: by })).body).toEqual({
        version: 2,
      });
    } finally {
      await other.close();
    }
  });

  test('ignore a validation in the same call', async () => {
    const both = await put('Kind', { type: 'PICKLIST', options: ['n'], validation: true });
    expect(both.body.result).toMatchObject({ options: ['n'], validation: false });
    expect((await put('Kind', { type: 'PICKLIST', validation: true })).body.result.validation).toBe(true);
    const kept = await put('Kind', { type: 'PICKLIST', options: ['m'] });
    expect(kept.body.result).toMatchObject({ options: ['m'], validation: true });
    const changed = await put('Kind', { type: 'MULTI_PICKLIST', validation: true });
    expect(changed.body.result).toMatchObject({ type: 'MULTI_PICKLIST', validation: false });
  });
});

describe('contacts', () => {
  const ann = { name: 'Ann Lee', email: 'ann@b.example' };
  const team = async (type = 'CONTACT_LIST') => {
    const body = { title: 'Team', type, index: 1 };
    const path = `/2.0/sheets/${sheet.id}/columns`;
    const { id } = (await sandbox.call('POST', path, { token, body })).body.result;
    return (change: object) => sandbox.call('PUT', `${path}/${id}`, { token, body: change });
  };

  test.each(['CONTACT_LIST', 'MULTI_CONTACT_LIST'])(
    'are replaced in a column of the type %s, which stays',
    async (type) => {
      const change = await team(type);
      await change({ type, contactOptions: [ann] });
      const contactOptions = [{ email: 'bo@c.example' }, { name: 'Ann', email: 'ANN@b.example' }];
      expect((await change({ type, contactOptions })).body.result).toMatchObject({ type, contactOptions });
      expect(await column('Team')).toMatchObject({ type, contactOptions });
    },
  );

  test('go with the type, but not from one contact to several', async () => {
    const change = await team();
    await change({ type: 'CONTACT_LIST', contactOptions: [ann] });
    await change({ type: 'MULTI_CONTACT_LIST' });
    expect(await column('Team')).toMatchObject({ contactOptions: [ann] });
    await change({ type: 'TEXT_NUMBER' });
    expect(await column('Team')).not.toHaveProperty('contactOptions');
  });

  test.each([
    ['without a type', { contactOptions: [ann] }, [400, 1090]],
    ['of a column of another type', { type: 'PICKLIST', contactOptions: [ann] }, [400, 1032]],
    ['with one address twice', { contactOptions: [ann, { email: 'Ann@B.example' }] }, [400, 1137]],
    ['with nobody in it', { contactOptions: [{ name: ' ' }] }, [400, 1207]],
    [
      'with more than fit',
      { contactOptions: Array.from({ length: 6 }, (_, n) => ({ email: `${n}@b.example` })) },
      [400, 1061],
    ],
  ])('%s are refused', async (what, change, expected) => {
    const type = what === 'without a type' ? {} : { type: 'CONTACT_LIST' };
    expect(getError(await (await team())({ ...type, ...change }))).toEqual(expected);
  });
});

describe('a change of type', () => {
  test('joins the values of multi-select cells and clears options and validation on the way to text', async () => {
    await put('Tags', { type: 'MULTI_PICKLIST', validation: true });
    const { version } = await read();
    await put('Tags', { type: 'TEXT_NUMBER' });
    expect(await column('Tags')).toMatchObject({ type: 'TEXT_NUMBER', validation: false });
    expect(await column('Tags')).not.toHaveProperty('options');
    expect(await values('Tags')).toEqual(['x, y', 'x']);
    expect((await read()).version).toBe(version + 1);
  });

  test('keeps the options and converts the cells between the dropdown types', async () => {
    await put('Kind', { type: 'MULTI_PICKLIST' });
    expect((await column('Kind')).options).toEqual(['a', 'b']);
    expect(await values('Kind')).toEqual([
      { objectType: 'MULTI_PICKLIST', values: ['a'] },
      { objectType: 'MULTI_PICKLIST', values: ['b'] },
    ]);
  });
});

describe('rejected updates', () => {
  test.each([
    ['an id in the body', 'Kind', { id: 1, type: 'PICKLIST', options: [] }, 400, 1032],
    ['a primary in the body', 'Kind', { primary: true }, 400, 1032],
    ['an unknown member', 'Kind', { colour: 'red' }, 400, 1008],
    ['options without a type', 'Kind', { options: ['a'] }, 400, 1090],
    ['a symbol without a type', 'Kind', { symbol: 'RYG' }, 400, 1090],
    ['options of a column with a symbol', 'Health', { type: 'PICKLIST', options: ['Red'] }, 400, 1059],
    [
      'options together with a symbol',
      'Kind',
      { type: 'PICKLIST', symbol: 'RYG', options: ['a'] },
      400,
      1059,
    ],
    ['options of a type that has none', 'Kind', { type: 'DATE', options: ['a'] }, 400, 1060],
    ['options of a column that is no dropdown', 'Day', { type: 'DATE', options: ['a'] }, 400, 1082],
    ['too many options', 'Kind', { type: 'PICKLIST', options: ['1', '2', '3', '4', '5', '6'] }, 400, 1061],
    ['an option that is too long', 'Kind', { type: 'PICKLIST', options: ['12345678901'] }, 400, 1041],
    ['an option twice', 'Kind', { type: 'PICKLIST', options: ['a', 'a'] }, 400, 1137],
    ['a blank option', 'Kind', { type: 'PICKLIST', options: ['a', ' '] }, 400, 1207],
    ['an option that is null', 'Kind', { type: 'PICKLIST', options: [null] }, 400, 1177],
    ['an option that is a number', 'Kind', { type: 'PICKLIST', options: [1] }, 400, 1008],
    ['an unknown type', 'Kind', { type: 'LIST' }, 400, 1031],
    ['a symbol of another type', 'Day', { type: 'DATE', symbol: 'RYG' }, 400, 1058],
    ['another type of the primary column', 'Name', { type: 'PICKLIST' }, 400, 1057],
    ['a title that is taken', 'Kind', { title: 'tags' }, 400, 1056],
    ['a title that is too long', 'Kind', { title: 'x'.repeat(51) }, 400, 1041],
    ['a type of project sheets', 'Kind', { type: 'DURATION' }, 400, 1142],
    ['a type of system columns', 'Kind', { type: 'DATETIME' }, 400, 1089],
    [
      'a system type that does not fit',
      'Kind',
      { type: 'PICKLIST', systemColumnType: 'CREATED_BY' },
      400,
      1079,
    ],
    ['a second auto number', 'Name', { type: 'TEXT_NUMBER', systemColumnType: 'AUTO_NUMBER' }, 400, 1077],
    ['a number format without auto number', 'Day', { type: 'DATE', autoNumberFormat: {} }, 400, 1083],
    ['a validation of text', 'Name', { validation: true }, 400, 1210],
    ['a formula without its sign', 'Kind', { formula: '1+1' }, 400, 1162],
    ['a place that is none', 'Kind', { index: 99 }, 400, 1031],
    ['anything of a locked column', 'Fixed', { type: 'PICKLIST', options: [] }, 403, 1039],
    ['a list instead of a column', 'Kind', [], 400, 1008],
  ])('%s', async (_case, title, body, status, code) => {
    expect(getError(await put(title, body))).toEqual([status, code]);
    expect((await column('Kind')).options).toEqual(['a', 'b']);
  });

  test('a column in a conditional formatting rule keeps its type', async () => {
    const kind = sandbox.state.sheets.get(sheet.id)?.columns.find(({ title }) => title === 'Kind');
    if (kind) kind.inConditionalFormat = true;
    expect(getError(await put('Kind', { type: 'TEXT_NUMBER' }))).toEqual([400, 1087]);
    expect((await put('Kind', { type: 'PICKLIST', options: ['n'] })).status).toBe(200);
  });

  test('an unknown column is not found', async () => {
    const path = `/2.0/sheets/${sheet.id}/columns/1`;
    expect(getError(await sandbox.call('PUT', path, { token, body: { title: 'x' } }))).toEqual([404, 1006]);
  });
});

describe('other updates', () => {
  test('a title, a width and an index need no type', async () => {
    await put('Kind', { title: 'Sort', width: 99, index: 0 });
    expect((await read()).columns[0]).toMatchObject({
      title: 'Sort',
      width: 99,
      index: 0,
      options: ['a', 'b'],
    });
  });

  test('a format is read with include=format only', async () => {
    const format = ',,,,,,,,,,,13,0,1,2,,';
    expect((await put('Kind', { format })).body.result.format).toBe(format);
    const kind = async (path: string) => (await sandbox.call('GET', path, { token })).body;
    const path = `/2.0/sheets/${sheet.id}/columns/${sheet.columns.Kind}`;
    expect(await kind(path)).not.toHaveProperty('format');
    expect(await kind(`${path}?include=format`)).toMatchObject({ format });
  });

  test('a locked column can be unlocked', async () => {
    expect((await put('Fixed', { locked: false })).status).toBe(200);
    expect((await put('Fixed', { type: 'PICKLIST', options: ['g'] })).status).toBe(200);
  });

  test('a symbol replaces the options', async () => {
    await put('Kind', { type: 'PICKLIST', symbol: 'HARVEY_BALLS' });
    const changed = await column('Kind');
    const values = ['Empty', 'Quarter', 'Half', 'Three Quarter', 'Full'];
    expect([changed.symbol, changed.options]).toEqual(['HARVEY_BALLS', values]);
  });

  test('columns are added at their index and deleted with their cells', async () => {
    const path = `/2.0/sheets/${sheet.id}/columns`;
    const body = [
      { title: 'P', type: 'PICKLIST', options: ['p'], index: 1 },
      { title: 'Q', type: 'CHECKBOX', index: 1 },
    ];
    const added = await sandbox.call('POST', path, { token, body });
    expect(added.body.result).toMatchObject([
      { title: 'P', index: 1, options: ['p'] },
      { title: 'Q', index: 2 },
    ]);
    expect((await sandbox.call('DELETE', `${path}/${sheet.columns.Kind}`, { token })).body).toEqual({
      message: 'SUCCESS',
      resultCode: 0,
    });
    expect(await column('Kind')).toBeUndefined();
    const primary = await sandbox.call('DELETE', `${path}/${sheet.columns.Name}`, { token });
    expect(getError(primary)).toEqual([400, 1065]);
  });

  test('a list with an invalid column adds none', async () => {
    const path = `/2.0/sheets/${sheet.id}/columns`;
    const body = [
      { title: 'P', type: 'DATE', index: 0 },
      { title: 'P', type: 'DATE', index: 0 },
    ];
    expect(getError(await sandbox.call('POST', path, { token, body }))).toEqual([400, 1056]);
    expect(await column('P')).toBeUndefined();
  });

  test('a column without an index is rejected, and the detail names it', async () => {
    const body = { title: 'P', type: 'DATE' };
    const refused = await sandbox.call('POST', `/2.0/sheets/${sheet.id}/columns`, { token, body });
    expect(getError(refused)).toEqual([400, 1012]);
    expect(refused.body.message).toBe(
      'Required object attribute(s) are missing from your request: column.index.',
    );
    expect(refused.body.detail).toEqual({ columnTitle: 'P' });
  });

  test('auto numbers continue from the highest and keep their format', async () => {
    expect(await values('Number')).toEqual(['N-001', 'N-002']);
  });
});

describe('a user without a license', () => {
  const license = (account: string, licensed: boolean) =>
    sandbox.call('PUT', '/api/accounts/license', { body: { account, licensed } });

  test('may not change columns as an admin of a sheet, although its access level says so', async () => {
    const account = internEmail;
    await sandbox.call('PUT', '/api/shares', { body: { sheetId: sheet.id, account, access: 'ADMIN' } });
    const as = { token: await sandbox.token(account) };
    const path = `/2.0/sheets/${sheet.id}/columns/${sheet.columns.Kind}`;
    const body = { type: 'PICKLIST', options: ['c'] };
    expect((await sandbox.call('PUT', path, { ...as, body })).status).toBe(200);
    await license(account, false);
    expect((await sandbox.call('GET', '/2.0/users/me', as)).body).toMatchObject({
      licensedSheetCreator: false,
    });
    expect((await sandbox.call('GET', `/2.0/sheets/${sheet.id}`, as)).body).toMatchObject({
      accessLevel: 'ADMIN',
    });
    expect(await sandbox.call('PUT', path, { ...as, body })).toMatchObject({
      status: 403,
      body: { errorCode: 1004 },
    });
    await license(account, true);
    expect((await sandbox.call('PUT', path, { ...as, body })).status).toBe(200);
  });

  test('may change the columns of their own sheet', async () => {
    await license(officeEmail, false);
    expect((await put('Kind', { type: 'PICKLIST', options: ['c'] })).status).toBe(200);
    await license(officeEmail, true);
  });
});
