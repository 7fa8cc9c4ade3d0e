import { defaultSettings } from '@picksync/contracts';
import { createMemoryLimiter, createSmartsheetClient } from '@picksync/smartsheet-client';
import { afterAll, expect, test } from 'vitest';
import { lookAndPlan } from './look-and-plan.ts';
import { defaultLimits } from './plan.guards.ts';
import { emptyRunState } from './run-state.ts';
import { sheetNeeds } from './sheet-needs.ts';
import { createSheetReads } from './sheet-reads.ts';
import { hash } from './testing/planned.ts';
import { startSandbox } from './testing/sandbox.ts';
import { makeSheet } from './testing/sandbox-sheet.ts';
import { writeOptions } from './write-options.ts';

const sandbox = await startSandbox({ RATE_LIMIT: '0' });
afterAll(sandbox.stop);
const { accessToken: token } = await sandbox.token();

/** A client that lets something happen before a sheet is read. */
function clientWith({ before }: { before: (sheetId: string) => Promise<void> }) {
  const now = () => new Date();
  const sleep = async () => {};
  return createSmartsheetClient({
    baseUrl: sandbox.apiBase,
    accessToken: async () => token,
    limiter: createMemoryLimiter({ burst: 1000, now, sleep }),
    now,
    sleep,
    random: Math.random,
    timeoutMs: 60_000,
    fetch: async (url, init) => {
      const sheetId = /\/sheets\/(\d+)\?/.exec(url)?.[1];
      if (sheetId !== undefined) await before(sheetId);
      return fetch(url, init);
    },
  });
}

test('a column that becomes multi-select while the source is read stays so, with its cells', async () => {
  const source = await makeSheet(sandbox, { token, name: 'Source', rows: [['Acme'], ['Bolt']] });
  const pick = { title: 'Pick', type: 'PICKLIST', options: ['Acme', 'Old'] };
  const target = await makeSheet(sandbox, { token, name: 'Target', columns: [pick] });
  const columnId = target.columns.Pick ?? '';
  const place = `/2.0/sheets/${target.id}`;
  const look = () =>
    sandbox.call<{ columns: { type: string; options: string[] }[]; rows: { cells: unknown[] }[] }>(
      'GET',
      `${place}?level=2&include=objectValue`,
      undefined,
      token,
    );
  const chosen = { objectType: 'MULTI_PICKLIST', values: ['Acme', 'Old'] };
  let before: Awaited<ReturnType<typeof look>> | undefined;
  async function retype(sheetId: string) {
    if (sheetId !== source.id || before) return;
    const type = { type: 'MULTI_PICKLIST', options: pick.options };
    await sandbox.call('PUT', `${place}/columns/${columnId}`, type, token);
    const cells = [{ columnId: Number(columnId), objectValue: chosen }];
    await sandbox.call('POST', `${place}/rows`, [{ toBottom: true, cells }], token);
    before = await look();
  }
  const client = clientWith({ before: retype });
  const automation = {
    sourceSheetId: source.id,
    sourceColumnId: source.columns.Name ?? '',
    sheetId: target.id,
    targetColumnId: columnId,
    settings: defaultSettings,
  };
  const needs = sheetNeeds([automation]);
  const now = () => new Date();
  const reads = createSheetReads({ client, call: {}, needs, now });

  const planned = await lookAndPlan({
    automation,
    reads,
    limits: defaultLimits,
    state: emptyRunState,
    now: now(),
    hash,
  });
  if (planned.failure !== null) throw new Error(planned.failure);
  const { column, plan } = planned;
  await writeOptions({
    client,
    sheetId: target.id,
    column,
    options: plan.options,
    validation: column.validation,
    seenAt: new Date(),
    now: () => new Date(),
  });

  const after = await look();
  expect(after.columns[1]).toMatchObject({ type: 'MULTI_PICKLIST', options: ['Acme', 'Bolt'] });
  expect(after.rows[0]?.cells).toEqual(before?.rows[0]?.cells);
  expect(after.rows[0]?.cells).toContainEqual(expect.objectContaining({ objectValue: chosen }));
});
