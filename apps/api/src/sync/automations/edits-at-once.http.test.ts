import { randomUUID } from 'node:crypto';
import { testAutomation } from '@picksync/db/testing';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterEach, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const token = await sandbox.newPersonalToken(office);
const setFaults = (body: object) => sandbox.call('PUT', '/api/faults', { body });
afterEach(() => setFaults({}));

async function makePlant(name: string) {
  const call = <T>(method: string, path: string, body?: object) =>
    sandbox.call<T>(method, path, { body, token });
  const columns = [{ title: 'Tree', options: ['Alder'], type: 'PICKLIST' }];
  return makeSheet(
    { call },
    { token, name: `${name} ${randomUUID().slice(0, 8)}`, columns, rows: [['Alder']] },
  );
}

/** An automation of a person, with another source and another destination that it could have. */
async function scene() {
  const { userId, headers } = await app.signIn({
    subscriptionStatus: 'active',
    subscriptionTier: 'premium',
  });
  const connection = await connectSandbox(app, sandbox, { userId });
  const [source, target, otherSource, otherTarget] = await Promise.all(
    ['Source', 'Target', 'Other source', 'Other target'].map(makePlant),
  );
  if (!source || !target || !otherSource || !otherTarget) throw new Error('There are four sheets');
  const row = await testAutomation(app.db, {
    connection,
    ...{ sourceSheetId: source.id, sourceColumnId: source.columns.Name ?? '' },
    ...{ sheetId: target.id, targetColumnId: target.columns.Tree ?? '' },
  });
  const edit = async (payload: object) => {
    const url = `/api/configurations/${row.id}`;
    return (await app.app.inject({ method: 'PATCH', url, headers, payload })).statusCode;
  };
  const read = () => app.db.automation.findUniqueOrThrow({ where: { id: row.id } });
  return { edit, read, source, otherSource, otherTarget };
}

function toSourceEdit({ id, name, columns }: Awaited<ReturnType<typeof makePlant>>) {
  const sheet = { sourceSheetId: id, sourceSheetName: name };
  return { ...sheet, sourceColumnId: columns.Name, sourceColumnName: 'Name' };
}

/** Sends an edit, and another one while the first reads a sheet. Returns their statuses. */
async function editMeanwhile(
  first: () => Promise<number>,
  { sheetId, second }: { sheetId: string; second: () => Promise<number> },
): Promise<number[]> {
  await setFaults({ hold: 'before', sheets: [sheetId] });
  const held = first();
  await expect
    .poll(async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length)
    .toBeGreaterThan(0);
  const status = await second();
  await setFaults({});
  return [await held, status];
}

test('another source and another destination that are chosen at the same time are both kept', async () => {
  const { edit, read, otherSource, otherTarget } = await scene();
  const toTarget = {
    ...{ sheetId: otherTarget.id, sheetName: otherTarget.name },
    ...{ targetColumnId: otherTarget.columns.Tree, targetColumnName: 'Tree' },
  };
  const toSource = toSourceEdit(otherSource);
  const statuses = await editMeanwhile(() => edit(toTarget), {
    sheetId: otherTarget.id,
    second: () => edit(toSource),
  });
  expect(statuses).toEqual([200, 200]);
  expect(await read()).toMatchObject({ ...toSource, ...toTarget });
});

test('a filter on a column of a source that is replaced meanwhile is refused', async () => {
  const { edit, read, source, otherSource } = await scene();
  const rule = { columnId: source.columns.Name, columnName: 'Name', operator: 'is_not_blank', value: null };
  const statuses = await editMeanwhile(() => edit({ filters: { match: 'all', rules: [rule] } }), {
    sheetId: source.id,
    second: () => edit(toSourceEdit(otherSource)),
  });
  expect(statuses).toEqual([400, 200]);
  expect(await read()).toMatchObject({ sourceSheetId: otherSource.id, filters: null });
});
