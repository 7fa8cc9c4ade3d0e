import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SmartsheetClient } from './client.ts';
import { catchError } from './testing/clients.ts';
import { type RunningSandbox, startSandbox } from './testing/sandbox.ts';

let sandbox: RunningSandbox;
let client: SmartsheetClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = sandbox.client((await sandbox.toToken('office@northwind.example')).accessToken);
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.setFaults({}));

const reportNamed = async (name: string, of = client) => {
  const found = (await of.reports.list()).reports.find((report) => report.name === name);
  if (found === undefined) throw new Error(`No report ${name}`);
  return of.reports.getWhole({ reportId: found.id, maxRows: 20_000 });
};

it('reads the rows of many sheets in one list, with the sheets behind it', async () => {
  const { rows, sourceSheets, columns } = await reportNamed('Inspections, northern sites');
  expect([rows.length, sourceSheets?.length]).toEqual([72, 12]);
  expect(rows.map(({ rowNumber }) => rowNumber)).toEqual(rows.map((_, index) => index + 1));
  expect(columns.map(({ title, isSheetName }) => [title, isSheetName])[0]).toEqual(['Sheet name', true]);
});

it('reads 20,000 rows in two calls, and refuses a part of them', async () => {
  const operations: string[] = [];
  const { accessToken } = await sandbox.toToken('office@northwind.example');
  const counted = sandbox.client(accessToken, { onCall: ({ operation }) => void operations.push(operation) });
  expect((await reportNamed('All parts', counted)).rows).toHaveLength(20_000);
  expect(operations).toEqual(['reports.list', 'reports.get', 'reports.get']);
  await sandbox.setFaults({ rows: 'fewer' });
  expect(await catchError(reportNamed('All parts'))).toMatchObject({ reason: 'incomplete' });
});

it('reads several contacts and choices as what they are', async () => {
  const { columns, rows } = await reportNamed('Open projects');
  const typeOf = (title: string) => columns.find((column) => column.title === title)?.type;
  expect([typeOf('Team'), typeOf('Tags')]).toEqual(['MULTI_CONTACT_LIST', 'MULTI_PICKLIST']);
  const kinds = new Set(rows.flatMap(({ cells }) => cells.map(({ objectValue }) => objectValue?.objectType)));
  expect([...kinds]).toEqual(expect.arrayContaining(['CONTACT', 'MULTI_CONTACT', 'MULTI_PICKLIST']));
});

it('shows a reader only the rows that the reader may see', async () => {
  const { accessToken } = await sandbox.toToken('intern@northwind.example');
  const seen = await reportNamed('Inspections, northern sites', sandbox.client(accessToken));
  expect([seen.rows, seen.sourceSheets]).toEqual([[], []]);
});

it('reads and writes the list of a contact column without changing its type', async () => {
  const { sheets } = await client.sheets.list();
  const sheetId = sheets.find(({ name }) => name === 'Staff directory')?.id ?? '';
  const read = async () =>
    (await client.sheets.get({ sheetId })).columns.find(({ title }) => title === 'Contact');
  const before = await read();
  expect(before?.options).toContain('Amara Nwosu <amara.nwosu@northwind.example>');
  const options = ['Ann Lee <ann@b.example>', 'bo@c.example'];
  await client.columns.update({ sheetId, columnId: before?.id ?? '', type: 'CONTACT_LIST', options });
  expect(await read()).toMatchObject({ type: 'CONTACT_LIST', options });
});
