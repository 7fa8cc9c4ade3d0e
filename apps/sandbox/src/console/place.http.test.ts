import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Sheet } from '../smartsheet/model.ts';

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
const guest = 'projects@harborline.example';

function named(name: string): Sheet {
  const sheet = [...sandbox.state.sheets.values()].find((one) => one.name === name);
  if (!sheet) throw new Error(`No sheet ${name}`);
  return sheet;
}

async function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) {
  const url = `/api/console/${path}`;
  const answer = await sandbox.app.inject({ method, url, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body ? answer.json() : null };
}

async function addPlaces() {
  const workspace = await call('POST', 'workspaces', { name: 'Delivery', owner });
  const place = { workspaceId: workspace.body.id };
  const folder = await call('POST', 'folders', { name: 'Client projects', place });
  return { place, folder: { ...place, folderId: folder.body.id } };
}

test('a workspace and its folders stand in the overview with their paths', async () => {
  const { place, folder } = await addPlaces();
  const { body } = await call('GET', 'overview');
  expect(body.places).toContainEqual({
    id: place.workspaceId,
    path: ['Delivery'],
    isFolder: false,
    owner,
    shares: [],
  });
  expect(body.places).toContainEqual(
    expect.objectContaining({
      id: `${folder.workspaceId}/${folder.folderId}`,
      path: ['Delivery', 'Client projects'],
      isFolder: true,
    }),
  );
});

test('a moved sheet lies in its folder and takes over the sharing of the workspace', async () => {
  const { place, folder } = await addPlaces();
  const { id } = named('Time sheet 2026');
  await call('PUT', `workspaces/${place.workspaceId}/shares`, { email: guest, access: 'EDITOR' });
  expect(await call('PUT', `sheets/${id}/place`, { place: folder })).toMatchObject({ status: 204 });
  const { body } = await call('GET', `sheets/${id}`);
  expect(body).toMatchObject({
    place: `${folder.workspaceId}/${folder.folderId}`,
    traits: ['in Delivery / Client projects'],
  });
  expect(Object.values(named('Time sheet 2026').inheritedShares ?? {}).toSorted()).toEqual([
    'ADMIN',
    'EDITOR',
  ]);
  await call('PUT', `sheets/${id}/place`, { place: null });
  expect(await call('GET', `sheets/${id}`)).toMatchObject({ body: { place: null, traits: [] } });
});

test('a copy has the columns and rows of its sheet, in the chosen folder', async () => {
  const { folder } = await addPlaces();
  const sheet = named('Time sheet 2026');
  const copy = await call('POST', `sheets/${sheet.id}/copies`, { name: 'Time sheet 2027', place: folder });
  expect(await call('GET', `sheets/${copy.body.id}`)).toMatchObject({
    body: {
      name: 'Time sheet 2027',
      owner,
      rows: sheet.rows.length,
      traits: ['in Delivery / Client projects'],
    },
  });
});

test('a deleted workspace takes its folders and sheets with it, and a place that is gone is not found', async () => {
  const { place, folder } = await addPlaces();
  const { id } = named('Time sheet 2026');
  await call('PUT', `sheets/${id}/place`, { place: folder });
  expect(await call('DELETE', 'places', place)).toMatchObject({ status: 204 });
  expect(sandbox.state.sheets.has(id)).toBe(false);
  expect(sandbox.state.folders.has(Number(folder.folderId))).toBe(false);
  expect(await call('DELETE', 'places', place)).toMatchObject({ status: 404 });
});

test('a moved folder takes its folders and sheets to another workspace, and cannot be moved into itself', async () => {
  const { place, folder } = await addPlaces();
  const inner = await call('POST', 'folders', { name: 'Archive', place: folder });
  const innerPlace = { ...place, folderId: inner.body.id };
  const { id } = named('Time sheet 2026');
  await call('PUT', `sheets/${id}/place`, { place: innerPlace });
  const other = await call('POST', 'workspaces', { name: 'Finished', owner: guest });
  const elsewhere = { workspaceId: other.body.id };
  const path = `folders/${folder.folderId}/place`;
  expect(await call('PUT', path, { place: innerPlace })).toMatchObject({ status: 400 });
  expect(await call('PUT', path, { place: elsewhere })).toMatchObject({ status: 204 });
  expect(await call('GET', `sheets/${id}`)).toMatchObject({
    body: { traits: ['in Finished / Client projects / Archive'] },
  });
  expect(Object.values(named('Time sheet 2026').inheritedShares ?? {})).toEqual(['ADMIN']);
  await call('DELETE', 'places', place);
  expect(sandbox.state.sheets.has(id)).toBe(true);
});

test('a text file of a sheet is read, changed and deleted', async () => {
  const sheet = named('Time sheet 2026');
  const base64 = Buffer.from('Client\nFjord Seafood\n').toString('base64');
  const made = { id: 7, createdAt: 0, createdBy: sheet.ownerId };
  sheet.attachments = [{ ...made, type: 'FILE', name: 'List.csv', mimeType: 'text/csv', base64 }];
  const path = `sheets/${sheet.id}/attachments/7`;
  expect(await call('GET', `sheets/${sheet.id}`)).toMatchObject({
    body: { attachments: [{ id: '7', name: 'List.csv', createdBy: owner, isText: true }] },
  });
  expect(await call('GET', path)).toMatchObject({ body: { text: 'Client\nFjord Seafood\n' } });
  const { version } = sheet;
  expect(await call('PUT', path, { text: 'Client\nHalcyon Air\n' })).toMatchObject({ status: 204 });
  expect(sheet.version).toBe(version + 1);
  expect(await call('GET', path)).toMatchObject({ body: { text: 'Client\nHalcyon Air\n' } });
  expect(await call('DELETE', path)).toMatchObject({ status: 204 });
  expect(await call('GET', path)).toMatchObject({ status: 404 });
});
