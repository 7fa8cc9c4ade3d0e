import type { Rule } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { openRuleScene } from '../../testing/rule-scene.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const { scene, look, call, findColumn, setFaults, source } = await openRuleScene({ app, sandbox });

const filters = {
  match: 'all',
  rules: [{ columnId: source.columns.Name, columnName: 'Name', operator: 'is_not_blank', value: null }],
};

test('the settings of a rule reach the automation of a column that is locked', async () => {
  const { ids, send, makeRule, states, automations } = await scene('Locked', 'Open');
  const id = await makeRule();
  await look(id);
  const columnId = await findColumn(ids.Locked ?? '', 'Client');
  const path = `/api/console/sheets/${ids.Locked}/columns/${columnId}`;
  await sandbox.call('PATCH', path, { body: { locked: true } });
  await send('PATCH', `/api/rules/${id}`, { splitValues: ';' });
  await look(id);
  expect((await automations()).map(({ splitValues }) => splitValues)).toEqual([';', ';']);
  expect(await states(id)).toEqual({ Locked: 'follows', Open: 'follows' });
});

test('the settings of a rule reach its automations where its folder is gone', async () => {
  const { ids, folderId, send, makeRule, automations } = await scene('Moved');
  const id = await makeRule();
  await look(id);
  await sandbox.call('PUT', `/api/console/sheets/${ids.Moved}/place`, { body: { place: null } });
  await call('DELETE', `/2.0/folders/${folderId}`);
  await send('PATCH', `/api/rules/${id}`, { order: 'descending' });
  await look(id);
  expect((await automations()).map(({ order, isActive }) => [order, isActive])).toEqual([
    ['descending', true],
  ]);
});

test('the settings of a rule reach its automations where its folder was deleted with their sheets', async () => {
  const { folderId, send, makeRule, automations } = await scene('Deleted');
  const id = await makeRule();
  await look(id);
  await call('DELETE', `/2.0/folders/${folderId}`);
  await send('PATCH', `/api/rules/${id}`, { splitValues: ';', filters });
  await look(id);
  const [row] = await automations();
  expect(row).toMatchObject({ splitValues: ';', filters, sheetName: 'Deleted', isActive: true });
});

test('a rule whose folder is gone takes every edit that needs no look into it', async () => {
  const { folderId, send, makeRule, sendAny } = await scene('Lost');
  const id = await makeRule();
  await look(id);
  await call('DELETE', `/2.0/folders/${folderId}`);
  const from = { sourceSheetId: source.id, sourceColumnId: source.columns.Name };
  const edit = { name: 'Clients', newSheets: 'ask', filters, ...from };
  const { rule } = await send<{ rule: Rule }>('PATCH', `/api/rules/${id}`, {
    ...edit,
    placeKind: 'folder',
    placeId: folderId,
    includesSubfolders: true,
  });
  expect(rule).toMatchObject({ name: 'Clients', place: { name: 'Client projects' }, filters });
  await send('PATCH', `/api/rules/${id}`, { isActive: false });
  const flat = await sendAny('PATCH', `/api/rules/${id}`, { name: 'Flat', includesSubfolders: false });
  expect(flat.json()).toMatchObject({ code: 'place_not_found' });
  expect((await send<Rule>('GET', `/api/rules/${id}`)).name).toBe('Clients');
});

test('a sheet that is back goes on with the settings that its rule has by now, and never with those before', async () => {
  const { ids, workspaceId, folderId, send, makeRule, automations } = await scene('Back');
  const id = await makeRule();
  await look(id);
  const move = (place: object | null) =>
    sandbox.call('PUT', `/api/console/sheets/${ids.Back}/place`, { body: { place } });
  await move(null);
  await look(id);
  await look(id);
  await send('PATCH', `/api/rules/${id}`, { splitValues: ';' });
  await move({ workspaceId: Number(workspaceId), folderId: Number(folderId) });
  await setFaults({ hold: 'before', sheets: [source.id] });
  const looked = look(id);
  await expect
    .poll(async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length)
    .toBeGreaterThan(0);
  expect((await automations()).map(({ isActive }) => isActive)).toEqual([false]);
  await setFaults({});
  await looked;
  expect((await automations()).map((one) => [one.isActive, one.splitValues])).toEqual([[true, ';']]);
});
