import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchError, createClient } from './testing/clients.ts';
import { type RunningSandbox, startSandbox } from './testing/sandbox.ts';

let sandbox: RunningSandbox;
let token: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  token = (await sandbox.toToken('office@northwind.example')).accessToken;
});
afterAll(() => sandbox.stop());

async function create(path: string, body: object): Promise<string> {
  const reply = await fetch(`${sandbox.origin}/2.0${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return String(((await reply.json()) as { result: { id: number } }).result.id);
}

const columns = [{ title: 'Name', type: 'TEXT_NUMBER', primary: true }];
const createSheet = (place: string, name: string) => create(`${place}/sheets`, { name, columns });

describe('a workspace', () => {
  it('is listed with its folders and its sheets, in one call each', async () => {
    const id = await create('/workspaces', { name: 'Delivery' });
    const folderId = await create(`/workspaces/${id}/folders`, { name: 'Client projects' });
    const sheetId = await createSheet(`/folders/${folderId}`, 'Aldergrove rollout');
    const operations: string[] = [];
    const client = sandbox.client(token, { onCall: ({ operation }) => void operations.push(operation) });
    const { workspaces, isWhole } = await client.places.workspaces();
    expect(isWhole).toBe(true);
    expect(workspaces).toContainEqual({ kind: 'workspace', id, name: 'Delivery' });
    expect(await client.places.children({ place: { kind: 'workspace', id } })).toEqual({
      folders: [{ kind: 'folder', id: folderId, name: 'Client projects' }],
      sheets: [],
      isWhole: true,
    });
    const inFolder = await client.places.children({ place: { kind: 'folder', id: folderId } });
    expect(inFolder.sheets).toMatchObject([
      { id: sheetId, name: 'Aldergrove rollout', accessLevel: 'OWNER', modifiedAt: expect.any(Date) },
    ]);
    expect(await client.places.metadata({ place: { kind: 'folder', id: folderId } })).toEqual({
      name: 'Client projects',
    });
    expect(operations).toEqual([
      'workspaces.list',
      'workspaces.children',
      'folders.children',
      'folders.metadata',
    ]);
  });

  it('answers not_found when it is gone', async () => {
    const client = sandbox.client(token);
    const error = await catchError(client.places.children({ place: { kind: 'workspace', id: '1' } }));
    expect(error).toMatchObject({ reason: 'not_found', operation: 'workspaces.children' });
  });
});

describe('a list of children', () => {
  const place = { kind: 'folder', id: '1' } as const;
  const sheet = (id: number) => ({ resourceType: 'sheet', id, name: `Sheet ${id}`, accessLevel: 'ADMIN' });

  it('is followed by its tokens, and leaves out what is neither a folder nor a sheet', async () => {
    const report = { resourceType: 'report', id: 3, name: 'Report' };
    const { client, seen } = await createClient([
      { body: { data: [sheet(1), report], lastKey: 'two' } },
      { body: { data: [sheet(2)] } },
    ]);
    const { sheets, folders, isWhole } = await client.places.children({ place });
    expect(sheets.map(({ id }) => id)).toEqual(['1', '2']);
    expect([folders, isWhole]).toEqual([[], true]);
    expect(seen.map(({ url }) => new URL(url, 'http://it').searchParams.get('lastKey'))).toEqual([
      null,
      'two',
    ]);
  });

  it('is not whole where its pages end too early, and ends where a token comes again', async () => {
    const body = (lastKey: string) => ({ body: { data: [sheet(1)], lastKey } });
    const bounded = await createClient([body('two'), body('three'), body('four')]);
    expect(await bounded.client.places.children({ place, maxPages: 2 })).toMatchObject({ isWhole: false });
    expect(bounded.seen).toHaveLength(2);
    const repeated = await createClient([body('two')]);
    expect(await repeated.client.places.children({ place })).toMatchObject({ isWhole: false });
    expect(repeated.seen).toHaveLength(2);
  });
});
