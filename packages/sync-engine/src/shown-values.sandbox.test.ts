import { defaultSettings } from '@picksync/contracts';
import { createMemoryLimiter, createSmartsheetClient } from '@picksync/smartsheet-client';
import { afterAll, expect, test } from 'vitest';
import { readSheet } from './read.ts';
import { sourceValues } from './source-values.ts';
import { startSandbox } from './testing/sandbox.ts';
import { writeOptions } from './write-options.ts';

const sandbox = await startSandbox({ RATE_LIMIT: '0' });
afterAll(sandbox.stop);
const { accessToken: token } = await sandbox.token();
const now = () => new Date();
const sleep = async () => {};
const client = createSmartsheetClient({
  baseUrl: sandbox.apiBase,
  accessToken: async () => token,
  limiter: createMemoryLimiter({ burst: 1000, now, sleep }),
  now,
  sleep,
  random: Math.random,
  timeoutMs: 10_000,
});
const { sheets: listed } = await client.sheets.list();

const needs = { sourceColumnIds: [], targetColumnIds: [], usedColumnIds: [] };

async function readColumns(name: string) {
  const sheetId = listed.find((sheet) => sheet.name === name)?.id ?? '';
  const columns = await client.columns.list({ sheetId });
  return { sheetId, getId: (title: string) => columns.find((one) => one.title === title)?.id ?? '' };
}

/** Replaces the options of a dropdown, and returns those it has then. */
async function rewrite({
  sheetId,
  columnId,
  options,
}: {
  sheetId: string;
  columnId: string;
  options: string[];
}) {
  const look = () => readSheet({ ...needs, client, sheetId, targetColumnIds: [columnId] });
  const column = (await look()).columns.get(columnId);
  if (column?.type !== 'PICKLIST') throw new Error('no dropdown');
  const dropdown = { ...column, type: column.type };
  await writeOptions({ client, sheetId, column: dropdown, options, validation: false, seenAt: now(), now });
  return (await look()).columns.get(columnId)?.options;
}

async function getValues(sheet: string, title: string) {
  const { sheetId, getId } = await readColumns(sheet);
  const columnId = getId(title);
  const read = await readSheet({ ...needs, client, sheetId, sourceColumnIds: [columnId] });
  const { columns, rows, volatile } = read;
  const column = columns.get(columnId);
  if (!column || !rows) throw new Error(`no column ${title}`);
  return { ...sourceValues({ rows, column, settings: defaultSettings }), volatile };
}

test.each([
  ['Rate', ['R3,303.00', 'R1,890.50', '€950.00', 'R4.75']],
  ['Discount', ['12.5%', '10.0%', '0.0%']],
  ['Volume', ['12,500', '8,000', '1,250', '90']],
  ['Valid from', ['2026-03-09', '2026-11-21', '2026-12-01', '2026-01-31']],
  ['Internal cost', ['R2,100.00', 'R1,100.00', 'R600.00', 'R4.10']],
])('%s gives the numbers as people see them, hidden or not', async (title, values) => {
  expect((await getValues('Service rates', title)).values).toEqual(values);
});

test('amounts and shares become options that can be read back as they were written', async () => {
  const { sheetId, getId } = await readColumns('Service rates');
  const options = ['R3,303.00', '12.5%', '€950.00'];
  expect(await rewrite({ sheetId, columnId: getId('Usual rate'), options })).toEqual(options);
});

test('linked cells, link texts, durations and predecessors are read as they are shown', async () => {
  const regions = await getValues('Vendors', 'Vendor region');
  expect(regions).toMatchObject({ values: expect.arrayContaining(['Canada']), volatile: true });
  expect((await getValues('Vendors', 'Where')).values).toEqual(['balticprint.example', 'Orders', 'Regions']);
  expect((await getValues('Office move', 'Duration')).values).toEqual(['5d', '2w', '3d', '1d']);
  expect((await getValues('Office move', 'Predecessors')).values).toEqual(['1', '2FS +2d', '2, 3FF']);
});

test('a checkbox says true or false, and blank cells of it nothing', async () => {
  expect(new Set((await getValues('Regions', 'Open')).values)).toEqual(new Set(['true', 'false']));
});

test('a sheet with ids beyond 2^53 is read, and its dropdown written', async () => {
  const { sheetId, getId } = await readColumns('Registry');
  expect(BigInt(sheetId)).toBeGreaterThan(2n ** 53n);
  expect((await getValues('Registry', 'Entry name')).values).toEqual([
    'Lantern mark',
    'Hinge',
    'Lantern shape',
  ]);
  const options = ['Design', 'Patent', 'Trade mark'];
  expect(await rewrite({ sheetId, columnId: getId('Class'), options })).toEqual(options);
});

test('the choices of a multi-select column come in the order of its options, however they were chosen', async () => {
  expect((await getValues('Registry', 'Places')).values).toEqual(['EU', 'US', 'UK']);
});
