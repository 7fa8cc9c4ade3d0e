import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getError, internEmail, startSandbox, type TestSandbox } from '../../testing/sandbox.ts';

let sandbox: TestSandbox;
let token: string;
let ids: Map<string, number>;
beforeAll(async () => {
  sandbox = await startSandbox({ RATE_LIMIT: '0', SANDBOX_URL: 'http://sandbox.example' });
  ids = new Map([...sandbox.state.sheets.values()].map(({ id, name }) => [name, id]));
});
beforeEach(async () => {
  token = await sandbox.token();
});
afterAll(() => sandbox.close());

async function read(name: string, query = '?level=2&include=objectValue,format,source') {
  return (await sandbox.call('GET', `/2.0/sheets/${ids.get(name)}${query}`, { token })).body;
}

test('numbers are shown with their currency, percent sign and separators, and dates have a format', async () => {
  const { columns, rows } = await read('Service rates');
  expect(rows[0].cells).toMatchObject([
    { value: 'Workshop, full day' },
    { value: 3303, displayValue: 'R3,303.00' },
    { value: 0.125, displayValue: '12.5%' },
    { value: 12_500, displayValue: '12,500' },
    { value: '2026-03-09', format: ',,,,,,,,,,,,,,,,3' },
    { displayValue: 'R2,100.00' },
    {},
  ]);
  expect(rows[2].cells[1]).toMatchObject({
    value: 950,
    displayValue: '€950.00',
    format: ',,,,,,,,,,,6,2,1,2,,',
  });
  expect(columns[5]).toMatchObject({ title: 'Internal cost', hidden: true });
});

test('cells link to addresses, to sheets and to cells of other sheets', async () => {
  const { rows } = await read('Vendors');
  expect(rows[0].cells[1].hyperlink).toEqual({ url: 'https://balticprint.example/' });
  expect(rows[2].cells[1].hyperlink).toEqual({
    sheetId: ids.get('Regions'),
    url: `http://sandbox.example/#/sheets/${ids.get('Regions')}`,
  });
  expect(rows[0].cells[2]).toMatchObject({
    value: 'Canada',
    linkInFromCell: { sheetName: 'Regions', sheetId: ids.get('Regions') },
  });
  expect((await read('Regions')).rows[1].cells[0].linksOutToCells).toMatchObject([{ sheetName: 'Vendors' }]);
});

test('a project has durations, predecessors and its settings', async () => {
  const project = await read('Office move');
  expect(project).toMatchObject({
    ganttEnabled: true,
    dependenciesEnabled: true,
    projectSettings: { lengthOfDay: 8, nonWorkingDays: [] },
  });
  expect(project.columns[1]).toMatchObject({ type: 'DURATION', tags: ['GANTT_DURATION'] });
  expect(project.rows[1].cells[1]).toMatchObject({
    value: '2w',
    displayValue: '2w',
    objectValue: { objectType: 'DURATION', weeks: 2 },
  });
  expect(project.rows[2].cells[2].objectValue).toEqual({
    objectType: 'ABSTRACT_DATETIME',
    value: '2026-09-24T08:00:00',
  });
  expect(project.rows[2].cells[4].objectValue).toEqual({
    objectType: 'PREDECESSOR_LIST',
    predecessors: [
      {
        rowId: project.rows[1].id,
        rowNumber: 2,
        type: 'FS',
        lag: { objectType: 'DURATION', days: 2 },
        inCriticalPath: false,
        invalid: false,
      },
    ],
  });
});

test('a read-only sheet of a workspace tells where it is from, and refuses every change', async () => {
  const sheet = await read('Handbook');
  expect(sheet).toMatchObject({
    readOnly: true,
    workspace: { name: 'Studio operations' },
    source: { type: 'template' },
  });
  const path = `/2.0/sheets/${ids.get('Handbook')}`;
  const body = { type: 'PICKLIST', options: ['Rule'] };
  const put = await sandbox.call('PUT', `${path}/columns/${sheet.columns[1].id}`, { token, body });
  expect(getError(put)).toEqual([403, 1045]);
  expect(getError(await sandbox.call('POST', `${path}/rows`, { token, body: {} }))).toEqual([403, 1045]);
});

test('ids beyond 2^53 are exact on the wire, and a rounded one finds nothing', async () => {
  const text = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${sandbox.url}/2.0/sheets${path}`, { headers })).text();
  };
  const id = /"id":(9007\d{15}),"name":"Registry"/.exec(await text('?includeAll=true'))?.[1];
  if (id === undefined) throw new Error('The list has no long id');
  const whole = await text(`/${id}?level=2&include=objectValue`);
  expect(whole).toContain(`"id":${id},`);
  const [columnId] = /9007\d{15}/.exec(whole.slice(whole.indexOf('"columns"'))) ?? [];
  expect(await text(`/${id}?columnIds=${columnId}`)).toContain(`"columnId":${columnId}`);
  expect(await text(`/${Number(id)}`)).toContain('1006');

  const body = `{"toBottom":true,"cells":[{"columnId":${columnId},"value":"New mark"}]}`;
  const added = await sandbox.call('POST', `/2.0/sheets/${id}/rows`, { token, body });
  expect(added.body.result.cells[0]).toMatchObject({ value: 'New mark' });
});

test.each([
  ['VIEWER', 'READ_ONLY'],
  ['EDITOR', 'READ_WRITE'],
  ['ADMIN', 'ADMIN'],
])('%s of a sheet may do %s with its summary', async (access, summaryPermissions) => {
  const id = ids.get('Vendors');
  await sandbox.call('PUT', '/api/shares', { body: { sheetId: id, account: internEmail, access } });
  const by = await sandbox.token(internEmail);
  const { body } = await sandbox.call('GET', `/2.0/sheets/${id}`, { token: by });
  expect(body.userPermissions).toEqual({ summaryPermissions });
  expect((await read('Vendors')).userPermissions).toEqual({ summaryPermissions: 'ADMIN' });
});

test('a ticked checkbox has a plain true as its object', async () => {
  const { rows } = await read('Regions');
  expect(rows[0].cells[4]).toMatchObject({ value: true, objectValue: true });
  expect(rows[0].cells[4]).not.toHaveProperty('displayValue');
});
