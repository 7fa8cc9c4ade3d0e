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
