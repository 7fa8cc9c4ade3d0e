import { randomUUID } from 'node:crypto';
import { testAutomation } from '@picksync/db/testing';
import { makeSheet } from '@picksync/sync-engine/testing';
import { expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { intern } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const paid = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
const tag = randomUUID().slice(0, 8);

type Dropdown = { title: string; options: string[]; type: string };

async function make(name: string, columns: Dropdown[] = [], values: string[] = []) {
  const token = await sandbox.newPersonalToken(intern);
  const call = <T>(method: string, path: string, given?: object, of?: string) =>
    sandbox.call<T>(method, path, { body: given, ...(of && { token: of }) });
  return makeSheet(
    { call },
    { token, name: `${tag} ${name}`, columns, rows: values.map((value) => [value]) },
  );
}

const dropdown = (title: string, options: string[] = []): Dropdown => ({ title, options, type: 'PICKLIST' });

let goneSheets = 900;

/** Three automations of one source whose destination is gone, and the sheet that takes its place. */
async function owner() {
  const { userId, headers } = await app.signIn(paid);
  const connection = await connectSandbox(app, sandbox, { userId, account: intern });
  const source = await make('source', [], ['Alder', 'Birch', 'Yew']);
  const target = await make('new plant', [
    dropdown('Tree', ['Alder']),
    dropdown('Bush', ['Holly', 'Ivy', 'Broom', 'Gorse', 'Heath', 'Box', 'Elder']),
    dropdown('Taken'),
  ]);
  goneSheets += 1;
  const gone = {
    sheetId: String(goneSheets),
    sheetName: 'Old plant',
    lastError: 'Gone.',
    lastErrorReason: 'target_sheet_gone',
  };
  const ids: string[] = [];
  for (const column of ['Tree', 'Bush', 'Herb']) {
    const { id } = await testAutomation(app.db, {
      connection,
      ...{ sourceSheetId: source.id, sourceSheetName: source.name, sourceColumnName: 'Name' },
      sourceColumnId: source.columns.Name ?? '',
      ...gone,
      targetColumnId: String(1000 + ids.length),
      targetColumnName: column,
    });
    ids.push(id);
  }
  return { userId, headers, connection, source, target, ids };
}

test('moves many to one sheet: numbers before, one entry after, and a column that is taken is refused', async () => {
  const { userId, headers, connection, source, target, ids } = await owner();
  const taken = { sheetId: target.id, targetColumnId: target.columns.Taken ?? '' };
  await testAutomation(app.db, { connection, ...taken });
  const columns = ['Tree', 'Bush', 'Taken'];
  const moves = ids.map((id, place) => ({ id, targetColumnId: target.columns[columns[place] ?? ''] }));
  const payload = { sheetId: target.id, moves };
  const post = (path: string) =>
    app.app.inject({ method: 'POST', url: `/api/configurations/bulk/${path}`, headers, payload });

  await sandbox.call('DELETE', '/api/calls');
  const preview = await post('move-preview');
  expect(preview.json().results).toMatchObject([
    { id: ids[0], firstSync: { added: 2, removed: 0, needsReview: false }, error: null },
    { id: ids[1], firstSync: { added: 3, removed: 7, needsReview: true }, error: null },
    { id: ids[2], firstSync: null, error: { code: 'column_taken' } },
  ]);
  const sheetsBefore = await app.db.automation.findMany({ where: { id: { in: ids } } });
  expect(new Set(sheetsBefore.map(({ sheetName }) => sheetName))).toEqual(new Set(['Old plant']));

  const moved = await post('move');
  expect(moved.json()).toMatchObject({
    message: '2 automations moved',
    done: 2,
    results: [
      { outcome: 'done' },
      { outcome: 'done' },
      { outcome: 'refused', error: { code: 'column_taken' } },
    ],
  });
  const rows = await app.db.automation.findMany({
    where: { id: { in: ids } },
    orderBy: { targetColumnName: 'asc' },
  });
  expect(
    rows.map(({ sheetName, targetColumnName, lastError, dirtyAt }) => [
      sheetName,
      targetColumnName,
      lastError,
      dirtyAt !== null,
    ]),
  ).toEqual([
    [target.name, 'Bush', null, true],
    ['Old plant', 'Herb', 'Gone.', false],
    [target.name, 'Tree', null, true],
  ]);
  expect(await app.db.activityLog.findMany({ where: { userId } })).toMatchObject([
    { action: 'edit_automation', details: 'You chose another destination for 2 automations.' },
  ]);
  expect(JSON.stringify([preview.json(), moved.json()])).not.toMatch(/Alder|Holly/);
  expect(source.name).toContain(tag);
});

test('refuses to move to an unreadable sheet without saying why', async () => {
  const { headers, ids } = await owner();
  const payload = { sheetId: '424242', moves: ids.map((id) => ({ id, targetColumnId: '7' })) };
  const url = '/api/configurations/bulk/move';
  const reply = await app.app.inject({ method: 'POST', url, headers, payload });
  expect(reply.json()).toMatchObject({ done: 0, results: ids.map(() => ({ outcome: 'refused' })) });
});

/** Three automations of a source that is gone, each with a sheet of its own, and the source that takes its place. */
async function readers() {
  const { userId, headers } = await app.signIn(paid);
  const connection = await connectSandbox(app, sandbox, { userId, account: intern });
  const source = await make('new source', [dropdown('state', ['open'])], ['Alder', 'Birch', 'Yew']);
  goneSheets += 1;
  const gone = { lastError: 'Gone.', lastErrorReason: 'source_sheet_gone', sourceSheetName: 'Old source' };
  const filtersOn = (columnName: string) => ({
    match: 'all',
    rules: [{ columnId: '77', columnName, operator: 'is_blank', value: null }],
  });
  const settings = [{}, { filters: filtersOn('State') }, { filters: filtersOn('Phase') }];
  const ids: string[] = [];
  for (const given of settings) {
    const target = await make(`plant ${ids.length}`, [dropdown('Tree', ['Alder', 'Elm'])]);
    const { id } = await testAutomation(app.db, {
      connection,
      ...{ sourceSheetId: String(goneSheets), sourceColumnId: '1000', sourceColumnName: 'Name' },
      ...{ sheetId: target.id, sheetName: target.name },
      ...{ targetColumnId: target.columns.Tree ?? '', targetColumnName: 'Tree' },
      ...gone,
      ...given,
    });
    ids.push(id);
  }
  const moves = ids.map((id) => ({ id, sourceColumnId: source.columns.Name }));
  return { userId, headers, source, ids, payload: { side: 'source', sourceSheetId: source.id, moves } };
}

test('gives many another source: columns of settings are found by name, and one that is missing is refused', async () => {
  const { userId, headers, source, ids, payload } = await readers();
  const post = (path: string) =>
    app.app.inject({ method: 'POST', url: `/api/configurations/bulk/${path}`, headers, payload });

  const preview = await post('move-preview');
  expect(preview.json().results).toMatchObject([
    { id: ids[0], firstSync: { added: 2, removed: 1, needsReview: false }, error: null },
    { id: ids[1], firstSync: { added: 2, removed: 1, needsReview: false }, error: null },
    { id: ids[2], firstSync: null, error: { code: 'validation_failed' } },
  ]);
  const moved = await post('move');
  expect(moved.json()).toMatchObject({
    done: 2,
    results: [
      { outcome: 'done' },
      { outcome: 'done' },
      { outcome: 'refused', error: { code: 'validation_failed' } },
    ],
  });
  const read = async (id: string | undefined) =>
    app.db.automation.findUniqueOrThrow({ where: { id: id ?? '' } });
  const [first, filtered, left] = [await read(ids[0]), await read(ids[1]), await read(ids[2])];
  expect([first, filtered, left]).toMatchObject([
    { sourceSheetName: source.name, sourceColumnName: 'Name', lastError: null, filters: null },
    { sourceSheetName: source.name, lastError: null },
    { sourceSheetName: 'Old source', lastError: 'Gone.', dirtyAt: null },
  ]);
  expect(first.dirtyAt).not.toBeNull();
  expect(filtered.filters).toMatchObject({
    rules: [{ columnId: source.columns.state, columnName: 'state', operator: 'is_blank' }],
  });
  expect(await app.db.activityLog.findMany({ where: { userId } })).toMatchObject([
    { action: 'edit_automation', details: 'You chose another source for 2 automations.' },
  ]);
  expect(JSON.stringify([preview.json(), moved.json()])).not.toMatch(/Alder|Elm/);
});

test('settings that a person changes while others are given another source are kept', async () => {
  const { headers, source, ids, payload } = await readers();
  const [, filtered] = ids;
  await sandbox.call('PUT', '/api/faults', { body: { hold: 'before', sheets: [source.id] } });
  const moved = app.app.inject({ method: 'POST', url: '/api/configurations/bulk/move', headers, payload });
  const countHeld = async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length;
  await expect.poll(countHeld).toBeGreaterThan(0);
  const url = `/api/configurations/${filtered}`;
  const edited = await app.app.inject({ method: 'PATCH', url, headers, payload: { filters: null } });
  await sandbox.call('PUT', '/api/faults', { body: {} });
  expect([edited.statusCode, (await moved).json().done]).toEqual([200, 2]);
  expect(await app.db.automation.findUniqueOrThrow({ where: { id: filtered ?? '' } })).toMatchObject({
    sourceSheetName: source.name,
    filters: null,
  });
});

test('refuses a source that is not there, and columns of the other side', async () => {
  const { headers, ids, payload } = await readers();
  const url = '/api/configurations/bulk/move';
  const unreadable = { ...payload, sourceSheetId: '424242' };
  const reply = await app.app.inject({ method: 'POST', url, headers, payload: unreadable });
  const refused = { outcome: 'refused', error: { code: 'source_not_found' } };
  expect(reply.json()).toMatchObject({ done: 0, results: ids.map(() => refused) });
  const moves = ids.map((id) => ({ id, targetColumnId: '7' }));
  const mixed = await app.app.inject({ method: 'POST', url, headers, payload: { ...payload, moves } });
  expect(mixed.statusCode).toBe(400);
});
