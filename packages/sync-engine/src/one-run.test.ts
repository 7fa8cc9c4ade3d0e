import { defaultSettings } from '@picksync/contracts';
import { createMemoryLimiter, createSmartsheetClient } from '@picksync/smartsheet-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { defaultLimits } from './plan.guards.ts';
import { readSheet } from './read.ts';
import { emptyRunState } from './run-state.ts';
import { planAutomation } from './testing/plan-automation.ts';
import { hash } from './testing/planned.ts';
import { startSandbox } from './testing/sandbox.ts';
import { makeSheet, plantedSheet, type SandboxSheet } from './testing/sandbox-sheet.ts';
import { writeOptions } from './write-options.ts';

const sandbox = await startSandbox({ RATE_LIMIT: '0' });
afterAll(sandbox.stop);
beforeEach(() => sandbox.faults({}));

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

type End = { sheet: SandboxSheet; column: string };
const settings = { ...defaultSettings, maxRemovalPercent: 100 };
const readColumn = ({ sheet, column }: End) => {
  const id = sheet.columns[column];
  if (id === undefined) throw new Error(`no column ${column}`);
  return id;
};

/** One whole run, as a worker makes it. */
async function sync(from: End, to: End) {
  const [sourceColumnId, targetColumnId] = [readColumn(from), readColumn(to)];
  const [source, target] = await Promise.all([
    readSheet({
      client,
      sheetId: from.sheet.id,
      sourceColumnIds: [sourceColumnId],
      targetColumnIds: [],
      usedColumnIds: [],
    }),
    readSheet({
      client,
      sheetId: to.sheet.id,
      sourceColumnIds: [],
      targetColumnIds: [targetColumnId],
      usedColumnIds: [],
    }),
  ]);
  const automation = { sourceColumnId, targetColumnId, settings };
  const planned = planAutomation({
    automation,
    source,
    target,
    limits: defaultLimits,
    state: emptyRunState,
    now: now(),
    hash,
  });
  if (planned.failure !== null) throw new Error(planned.failure);
  const { plan, column } = planned;
  if (plan.verdict === 'write') {
    await writeOptions({
      client,
      sheetId: to.sheet.id,
      column,
      options: plan.options,
      validation: column.validation,
      seenAt: new Date(),
      now: () => new Date(),
    });
  }
  return { plan, source };
}

const readState = async ({ sheet, column }: End) => {
  const columnId = readColumn({ sheet, column });
  const read = await client.sheets.get({ sheetId: sheet.id, columnIds: [columnId] });
  return { column: read.columns[0], cells: read.rows.map(({ cells }) => cells[0]) };
};

const planted = (name: string) => plantedSheet(sandbox, { token, name });

test('a source of 20,000 rows gives the right options with one read of its sheet', async () => {
  const from = { sheet: await planted('Parts catalogue'), column: 'Maker' };
  const target = await makeSheet(sandbox, {
    token,
    name: 'Orders',
    columns: [{ title: 'Maker', type: 'PICKLIST', options: [] }],
  });
  const to = { sheet: target, column: 'Maker' };
  const expected = [
    ...new Set((await readState(from)).cells.flatMap((cell) => (cell?.value ? [String(cell.value)] : []))),
  ];
  await sandbox.forgetCalls();

  const { source } = await sync(from, to);

  expect(source.totalRowCount).toBe(20_000);
  expect(expected.length).toBeGreaterThan(200);
  expect(await sandbox.calls()).toMatchObject({
    calls: 3,
    writes: 1,
    operations: { 'sheets.get': 2, 'columns.update': 1 },
  });
  expect((await readState(to)).column?.options).toEqual(expected);
});

test('a multi-select destination keeps its type, its validation and its cells', async () => {
  const from = { sheet: await planted('Staff directory'), column: 'Full name' };
  const to = { sheet: await planted('Assignments'), column: 'Owner' };
  const before = await readState(to);
  expect(before.column).toMatchObject({ type: 'MULTI_PICKLIST', validation: true });

  const { plan } = await sync(from, to);

  const after = await readState(to);
  expect(plan.added.length).toBeGreaterThan(0);
  expect(after.column).toEqual({ ...before.column, options: plan.options });
  expect(after.cells).toEqual(before.cells);
});

test('a dropdown that is in step is read and not written', async () => {
  const from = { sheet: await planted('Clients'), column: 'Client name' };
  const to = { sheet: await planted('Time sheet 2026'), column: 'Client' };
  await sync(from, to);
  await sandbox.forgetCalls();

  const { plan } = await sync(from, to);

  expect(plan.verdict).toBe('unchanged');
  expect(await sandbox.calls()).toMatchObject({ calls: 2, writes: 0 });
});

test('every way to type a name that looks the same becomes one option', async () => {
  const { plan } = await sync(
    { sheet: await planted('Clients'), column: 'Client name' },
    { sheet: await planted('Projects'), column: 'Client' },
  );
  expect(plan.options.filter((option) => /noir/i.test(option))).toEqual(['Café Noir']);
  expect(plan.options).not.toContain('');
});

test('formula errors of a source are left out, and its formulas make it volatile', async () => {
  const { plan, source } = await sync(
    { sheet: await planted('Projects'), column: 'Client region' },
    { sheet: await planted('Assignments'), column: 'Areas' },
  );
  expect(source.volatile).toBe(true);
  expect(plan.options.filter((option) => option.startsWith('#'))).toEqual([]);
  expect(plan.warnings).toContain('formula_errors_skipped');
});

test('the choices of a multi-select source become options one by one, commas inside a choice included', async () => {
  const target = await makeSheet(sandbox, {
    token,
    name: 'Plan',
    columns: [{ title: 'Tag', type: 'PICKLIST', options: ['Old'] }],
  });
  const { plan } = await sync(
    { sheet: await planted('Projects'), column: 'Tags' },
    { sheet: target, column: 'Tag' },
  );
  expect(plan.options).toContain('Travel, EU');
  expect(plan.removed).toEqual(['Old']);
});

test('an answer that gets lost after the write is not followed by a second write', async () => {
  const source = await makeSheet(sandbox, { token, name: 'Source', rows: [['a'], ['b']] });
  const target = await makeSheet(sandbox, {
    token,
    name: 'Target',
    columns: [{ title: 'Pick', type: 'PICKLIST', options: ['a'] }],
  });
  await sandbox.forgetCalls();
  await sandbox.faults({ reset: 'after', operations: ['columns.update'], times: 1 });

  await sync({ sheet: source, column: 'Name' }, { sheet: target, column: 'Pick' });

  expect(await sandbox.calls()).toMatchObject({ operations: { 'columns.update': 1, 'sheets.get': 3 } });
  expect((await readState({ sheet: target, column: 'Pick' })).column?.options).toEqual(['a', 'b']);
});
