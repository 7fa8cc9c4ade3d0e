import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../app.ts';
import { readConfig } from '../config.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox({
    config: readConfig({}),
    now: () => new Date('2026-11-02T09:00:00Z'),
    random: Math.random,
  });
});
afterEach(() => sandbox.close());

const owner = 'office@northwind.example';
const intern = 'intern@northwind.example';

async function call(method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) {
  const url = `/api/console/${path}`;
  const answer = await sandbox.app.inject({ method, url, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body ? answer.json() : null };
}

const sheetId = (name: string) =>
  String([...sandbox.state.sheets.values()].find((one) => one.name === name)?.id);

const columns = [
  { title: 'Sheet name', type: 'TEXT_NUMBER', sheetNameColumn: true },
  { title: 'Full name', type: 'TEXT_NUMBER', primary: true },
  { title: 'Team', type: 'PICKLIST' },
];

async function create(more: object = {}) {
  const sheetIds = [sheetId('Staff directory')];
  const body = { name: 'People', owner, sheetIds, workspaceIds: [], columns, condition: null, ...more };
  return call('POST', 'reports', body);
}

test('a report is made of chosen sheets, columns and a condition, and read as anybody', async () => {
  const condition = { column: columns[2], operator: 'EQUAL', value: 'Design' };
  const { id } = (await create({ condition })).body;
  const { body } = await call('GET', `reports/${id}`);
  expect(body).toMatchObject({
    name: 'People',
    reader: owner,
    sourceSheets: [{ name: 'Staff directory' }],
    condition,
  });
  expect(body.rowCount).toBeGreaterThan(1);
  expect(new Set(body.rows.map(({ texts }: { texts: string[] }) => texts[2]))).toEqual(new Set(['Design']));
  expect((await call('GET', `reports/${id}?as=projects@harborline.example`)).body.rowCount).toBe(0);
  expect((await call('GET', `reports/${id}?as=${intern}`)).body.rowCount).toBe(body.rowCount);
  expect((await call('GET', 'overview')).body.reports).toContainEqual(
    expect.objectContaining({ id, name: 'People', owner, isSummary: false }),
  );
});

test('a report is changed, its columns staying what they are, shared and deleted', async () => {
  const { id } = (await create()).body;
  const before = (await call('GET', `reports/${id}`)).body;
  const change = { name: 'Names', sheetIds: [sheetId('Staff directory')], workspaceIds: [], condition: null };
  await call('PUT', `reports/${id}`, { ...change, columns: columns.slice(1) });
  const after = (await call('GET', `reports/${id}`)).body;
  expect([after.name, after.columns.map((column: { id: string }) => column.id)]).toEqual([
    'Names',
    before.columns.slice(1).map((column: { id: string }) => column.id),
  ]);
  await call('PUT', `reports/${id}/shares`, { email: intern, access: 'VIEWER' });
  expect((await call('GET', `reports/${id}`)).body.shares).toEqual([{ email: intern, access: 'VIEWER' }]);
  expect((await call('DELETE', `reports/${id}`)).status).toBe(204);
  expect((await call('GET', `reports/${id}`)).status).toBe(404);
});

test('the contacts of a column are typed as texts', async () => {
  const sheet = (await call('GET', `sheets/${sheetId('Staff directory')}`)).body;
  const column = sheet.columns.find(({ title }: { title: string }) => title === 'Contact');
  expect(column.options).toContain('Amara Nwosu <amara.nwosu@northwind.example>');
  const contacts = ['Ann Lee <ann@b.example>', 'bo@c.example'];
  await call('PATCH', `sheets/${sheet.id}/columns/${column.id}`, { contacts });
  const after = (await call('GET', `sheets/${sheet.id}`)).body;
  expect(after.columns.find(({ id }: { id: string }) => id === column.id)).toMatchObject({
    options: contacts,
    type: 'CONTACT_LIST',
    contactOptions: [{ name: 'Ann Lee', email: 'ann@b.example' }, { email: 'bo@c.example' }],
  });
});
