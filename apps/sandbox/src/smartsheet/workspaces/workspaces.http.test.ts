import { beforeEach, describe, expect, test } from 'vitest';
import { startReceiver } from '../../testing/callback-receiver.ts';
import { getError, internEmail, openSandbox, partnerEmail } from '../../testing/sandbox.ts';

const { sandbox, token } = await openSandbox();
const columns = [
  { title: 'Name', type: 'TEXT_NUMBER', primary: true },
  { title: 'Client', type: 'PICKLIST', options: ['a', 'b'] },
];

/** Calls the API as the owner of the workspaces, or as whoever has the token. */
function call(method: string, path: string, options: { as?: string; body?: unknown } = {}) {
  const { as = token, body } = options;
  return sandbox.call(method, `/2.0${path}`, { token: as, ...(body === undefined ? {} : { body }) });
}

async function create(path: string, body: object): Promise<number> {
  return (await call('POST', path, { body })).body.result.id;
}

const createSheet = (place: string, name = 'Plan') => create(`${place}/sheets`, { name, columns });
const listChildren = async (place: string, query = '') =>
  (await call('GET', `${place}/children${query}`)).body.data.map((child: { name: string }) => child.name);

let workspace: string;
let workspaceId: number;
beforeEach(async () => {
  workspaceId = await create('/workspaces', { name: 'Projects' });
  workspace = `/workspaces/${workspaceId}`;
});

function share(account: string, access: string | null) {
  return sandbox.call('PUT', '/api/shares', { body: { workspaceId, account, access } });
}

describe('a workspace', () => {
  test('tells its name, its folders and its sheets, without what lies deeper', async () => {
    const folder = `/folders/${await create(`${workspace}/folders`, { name: '2026' })}`;
    await createSheet(workspace, 'Overview');
    await createSheet(folder, 'Plant D');
    const deeper = `/folders/${await create(`${folder}/folders`, { name: 'Q3' })}`;
    await createSheet(deeper, 'Plant E');
    expect((await call('GET', `${workspace}/metadata`)).body).toMatchObject({
      id: workspaceId,
      name: 'Projects',
    });
    expect((await call('GET', `${workspace}/children`)).body).toEqual({
      data: [
        expect.objectContaining({ resourceType: 'folder', name: '2026' }),
        expect.objectContaining({ resourceType: 'sheet', name: 'Overview', accessLevel: 'OWNER' }),
      ],
    });
    expect(await listChildren(folder)).toEqual(['Q3', 'Plant D']);
    expect(await listChildren(deeper)).toEqual(['Plant E']);
  });

  test('lists only the kinds that are asked for', async () => {
    await create(`${workspace}/folders`, { name: '2026' });
    await createSheet(workspace, 'Overview');
    expect(await listChildren(workspace, '?childrenResourceTypes=sheets')).toEqual(['Overview']);
    expect(await listChildren(workspace, '?childrenResourceTypes=folders,reports')).toEqual(['2026']);
    const refused = ['boards', 'templates'].map((type) =>
      call('GET', `${workspace}/children?childrenResourceTypes=${type}`),
    );
    expect((await Promise.all(refused)).map(getError)).toEqual([
      [400, 1018],
      [400, 1018],
    ]);
  });

  test('is paged by tokens, in hundreds', async () => {
    for (let n = 1; n <= 101; n += 1) await createSheet(workspace, `Plan ${n}`);
    const first = (await call('GET', `${workspace}/children`)).body;
    expect(first.data).toHaveLength(100);
    expect(await listChildren(workspace, `?lastKey=${first.lastKey}`)).toEqual(['Plan 101']);
    expect(await listChildren(workspace, '?maxItems=200')).toHaveLength(101);
    expect(getError(await call('GET', `${workspace}/children?maxItems=150`))).toEqual([400, 1018]);
  });

  test('shares all its sheets, and takes the access back when a sheet leaves it', async () => {
    const partner = await sandbox.token(partnerEmail);
    const sheet = `/sheets/${await createSheet(workspace)}`;
    expect(getError(await call('GET', sheet, { as: partner }))).toEqual([404, 1006]);
    await share(partnerEmail, 'ADMIN');
    expect((await call('GET', sheet, { as: partner })).body).toMatchObject({
      accessLevel: 'ADMIN',
      workspace: { id: workspaceId, name: 'Projects' },
    });
    await call('POST', `${sheet}/move`, { body: { destinationType: 'home' } });
    expect(getError(await call('GET', sheet, { as: partner }))).toEqual([404, 1006]);
    expect((await call('GET', sheet)).body.workspace).toBeUndefined();
  });

  test('is seen by those it is shared with, and changed by its admins', async () => {
    const [partner, intern] = [await sandbox.token(partnerEmail), await sandbox.token(internEmail)];
    await share(partnerEmail, 'VIEWER');
    expect(getError(await call('GET', `${workspace}/children`, { as: intern }))).toEqual([404, 1006]);
    const seen = (await call('GET', '/workspaces', { as: partner })).body.data;
    expect(seen).toContainEqual(expect.objectContaining({ id: workspaceId, accessLevel: 'VIEWER' }));
    const body = { name: 'Plan', columns };
    expect(getError(await call('POST', `${workspace}/sheets`, { as: partner, body }))).toEqual([403, 1004]);
    expect(getError(await call('DELETE', workspace, { as: partner }))).toEqual([403, 1004]);
    await share(partnerEmail, 'EDITOR');
    expect((await call('POST', `${workspace}/sheets`, { as: partner, body })).status).toBe(200);
  });

  test('is deleted with everything in it', async () => {
    const folder = `/folders/${await create(`${workspace}/folders`, { name: '2026' })}`;
    const deeper = `/folders/${await create(`${folder}/folders`, { name: 'Q3' })}`;
    const sheets = [await createSheet(workspace), await createSheet(deeper)];
    await call('DELETE', folder);
    expect(await listChildren(workspace)).toEqual(['Plan']);
    await call('DELETE', workspace);
    const gone = [workspace, folder, deeper].map((place) => call('GET', `${place}/metadata`));
    const reads = sheets.map((id) => call('GET', `/sheets/${id}`));
    for (const reply of await Promise.all([...gone, ...reads])) expect(getError(reply)).toEqual([404, 1006]);
  });

  test.each([
    ['without a name', {}, [400, 1012]],
    ['with a blank name', { name: ' ' }, [400, 1207]],
    ['with 51 characters', { name: 'n'.repeat(51) }, [400, 1041]],
  ])('%s is refused', async (_what, body, expected) => {
    expect(getError(await call('POST', '/workspaces', { body }))).toEqual(expected);
  });
});

describe('a sheet', () => {
  test('is copied into a folder with new ids, with its rows only where they are asked for', async () => {
    const folderId = await create(`${workspace}/folders`, { name: '2026' });
    const id = await createSheet(workspace);
    const read = (await call('GET', `/sheets/${id}?level=2`)).body;
    const [name, client] = read.columns;
    const cells = [
      { columnId: name.id, value: 'Kick-off' },
      { columnId: client.id, value: 'a' },
    ];
    await call('POST', `/sheets/${id}/rows`, { body: [{ toBottom: true, cells }] });
    const body = { destinationType: 'folder', destinationId: folderId, newName: 'Copy' };
    const copies = await Promise.all(
      ['', '?include=data'].map(async (query) => {
        const { result } = (await call('POST', `/sheets/${id}/copy${query}`, { body })).body;
        return (await call('GET', `/sheets/${result.id}?level=2&include=source`)).body;
      }),
    );
    expect(copies.map(({ totalRowCount }) => totalRowCount)).toEqual([0, 1]);
    expect(copies[1]).toMatchObject({ name: 'Copy', source: { id, type: 'sheet' }, version: 1 });
    expect(copies[1].rows[0].cells.map(({ value }: { value: string }) => value)).toEqual(['Kick-off', 'a']);
    expect(copies[1].columns[1]).toMatchObject({ title: 'Client', options: ['a', 'b'] });
    expect(copies[1].columns[1].id).not.toBe(client.id);
    expect(await listChildren(`/folders/${folderId}`)).toEqual(['Copy', 'Copy']);
  });

  test('is moved between places, which its webhook follows', async () => {
    const receiver = await startReceiver();
    const partner = await sandbox.token(partnerEmail);
    await share(partnerEmail, 'ADMIN');
    const id = await createSheet(workspace);
    const webhook = {
      name: 'all',
      callbackUrl: receiver.url,
      scope: 'sheet',
      scopeObjectId: id,
      events: ['*.*'],
      version: 1,
    };
    const made = (await call('POST', '/webhooks', { as: partner, body: webhook })).body.result;
    await call('PUT', `/webhooks/${made.id}`, { as: partner, body: { enabled: true } });
    const other = await create('/workspaces', { name: 'Archive' });
    await call('POST', `/sheets/${id}/move`, {
      body: { destinationType: 'workspace', destinationId: other },
    });
    expect(await listChildren(workspace)).toEqual([]);
    expect(await listChildren(`/workspaces/${other}`)).toEqual(['Plan']);
    expect((await receiver.until(1))[0]?.body).toMatchObject({
      newWebhookStatus: 'DISABLED_SCOPE_INACCESSIBLE',
    });
    await receiver.close();
  });

  test.each([
    ['an unknown kind of place', { destinationType: 'shelf', destinationId: 1 }, [400, 1357]],
    ['a workspace that does not exist', { destinationType: 'workspace', destinationId: 1 }, [404, 1006]],
    ['a folder that does not exist', { destinationType: 'folder', destinationId: 1 }, [404, 1006]],
  ])('cannot be moved to %s', async (_what, body, expected) => {
    const id = await createSheet(workspace);
    expect(getError(await call('POST', `/sheets/${id}/move`, { body }))).toEqual(expected);
    expect(await listChildren(workspace)).toEqual(['Plan']);
  });
});
