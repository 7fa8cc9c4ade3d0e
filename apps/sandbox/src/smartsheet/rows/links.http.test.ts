import { beforeEach, describe, expect, test } from 'vitest';
import { createTestSheet, getError, openSandbox, type TestSheet } from '../../testing/sandbox.ts';

const { sandbox, token } = await openSandbox({ RATE_LIMIT: '0', SANDBOX_URL: 'http://sandbox.example' });
let source: TestSheet;
let sheet: TestSheet;
beforeEach(async () => {
  source = await createTestSheet(sandbox, { token, rows: [['first'], ['second']] });
  sheet = await createTestSheet(sandbox, { token, rows: [['one']] });
});

function write(content: object, to = sheet) {
  const cells = [{ columnId: to.columns.Name, ...content }];
  return sandbox.call('PUT', `/2.0/sheets/${to.id}/rows`, { token, body: [{ id: to.rows[0], cells }] });
}
async function readCell({ id }: TestSheet, query = '') {
  return (await sandbox.call('GET', `/2.0/sheets/${id}${query}`, { token })).body.rows[0].cells[0];
}
function linkTo(row: number) {
  const { id: sheetId, columns } = source;
  return { linkInFromCell: { sheetId, rowId: source.rows[row], columnId: columns.Name } };
}

describe('a hyperlink', () => {
  test('has the permalink of its sheet, and shows the sheet’s name where no text is written', async () => {
    expect((await write({ hyperlink: { sheetId: source.id } })).status).toBe(200);
    expect(await readCell(sheet)).toMatchObject({
      value: 'Test sheet',
      hyperlink: { sheetId: source.id, url: `http://sandbox.example/#/sheets/${source.id}` },
    });
  });

  test('keeps the id of a report, which may be sent as text', async () => {
    expect((await write({ value: 'Weekly', hyperlink: { reportId: '4583173393803140' } })).status).toBe(200);
    expect(await readCell(sheet)).toMatchObject({
      value: 'Weekly',
      hyperlink: { reportId: 4583173393803140 },
    });
  });

  test.each([
    ['to nothing', { hyperlink: {} }, 400, 1117],
    ['to a sheet and a report', { hyperlink: { sheetId: 1, reportId: 2 } }, 400, 1111],
    ['to a sheet and an address', { hyperlink: { sheetId: 1, url: 'http://a.example' } }, 400, 1112],
    ['to a sheet that is not there', { hyperlink: { sheetId: 1 } }, 404, 1006],
    ['with a number', { value: 5, hyperlink: { reportId: 2 } }, 400, 1113],
    ['beside a cell link', { hyperlink: { reportId: 2 }, linkInFromCell: { sheetId: 1 } }, 400, 1109],
  ])('%s is rejected', async (_case, content, status, code) => {
    expect(getError(await write(content))).toEqual([status, code]);
  });
});

describe('a cell link', () => {
  test('shows the other cell’s value, both cells tell of it, and it follows', async () => {
    expect((await write({ value: null, ...linkTo(1) })).status).toBe(200);
    const { id, rows, columns } = source;
    expect(await readCell(sheet)).toMatchObject({
      value: 'second',
      linkInFromCell: { status: 'OK', sheetId: id, rowId: rows[1], columnId: columns.Name },
    });
    await write(linkTo(0));
    expect(await readCell(source)).toMatchObject({
      linksOutToCells: [
        { status: 'OK', sheetId: sheet.id, rowId: sheet.rows[0], columnId: sheet.columns.Name },
      ],
    });
    const version = async () =>
      (await sandbox.call('GET', `/2.0/sheets/${sheet.id}/version`, { token })).body;
    const before = await version();
    await write({ value: 'changed' }, source);
    expect((await readCell(sheet)).value).toBe('changed');
    expect((await version()).version).toBe(before.version + 1);
  });

  test('can be read without its details, and ended', async () => {
    await write(linkTo(0));
    const query = '?exclude=linkInFromCellDetails,linksOutToCellsDetails';
    expect((await readCell(sheet, query)).linkInFromCell).toEqual({
      sheetId: source.id,
      sheetName: 'Test sheet',
    });
    expect((await readCell(source, query)).linksOutToCells).toEqual([
      { sheetId: sheet.id, sheetName: 'Test sheet' },
    ]);
    for (const ending of [{ linkInFromCell: null }, { linkInFromCell: null, value: '' }]) {
      await write(linkTo(0));
      expect((await write(ending)).status).toBe(200);
      expect(await readCell(sheet)).toEqual({ columnId: sheet.columns.Name });
    }
  });

  test('needs another sheet, an existing cell, and no value beside it', async () => {
    const own = { sheetId: sheet.id, rowId: sheet.rows[0], columnId: sheet.columns.Name };
    expect(getError(await write({ linkInFromCell: own }))).toEqual([400, 1116]);
    expect(getError(await write({ value: 'x', ...linkTo(0) }))).toEqual([400, 1110]);
    const missing = { ...linkTo(0).linkInFromCell, rowId: 1 };
    expect(getError(await write({ linkInFromCell: missing }))).toEqual([404, 1006]);
    const body = [{ cells: [{ columnId: sheet.columns.Name, ...linkTo(0) }] }];
    const added = await sandbox.call('POST', `/2.0/sheets/${sheet.id}/rows`, { token, body });
    expect(getError(added)).toEqual([400, 1032]);
  });
});

test('the ids of rows and columns may be sent as text', async () => {
  const cells = [{ columnId: String(sheet.columns.Name), value: 'by text' }];
  const body = [{ id: String(sheet.rows[0]), cells }];
  expect((await sandbox.call('PUT', `/2.0/sheets/${sheet.id}/rows`, { token, body })).status).toBe(200);
  expect((await readCell(sheet)).value).toBe('by text');
});

test('an attribute of another type is named in the message', async () => {
  const { body } = await write({ value: { text: 'a' } });
  expect(body).toMatchObject({
    errorCode: 1008,
    message: 'Unable to parse request. The following error occurred: Field "value" was of unexpected type.',
  });
});
