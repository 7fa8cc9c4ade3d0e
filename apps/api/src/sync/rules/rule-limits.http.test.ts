import type { Rule, RuleMatch } from '@picksync/contracts';
import { testAutomation } from '@picksync/db/testing';
import { makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { beforeAll, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { lookIntoRule } from './look-into-rule.ts';

const { app, sandbox } = await sandboxApp();

let token: string;
let source: SandboxSheet;

function call<T>(method: string, path: string, body?: object, of = token): Promise<T> {
  return sandbox.call<T>(method, path, { body, token: of });
}

const makeSource = () => makeSheet({ call }, { token, name: 'Clients', rows: [['a'], ['b']] });

beforeAll(async () => {
  token = await sandbox.newPersonalToken(office);
  source = await makeSource();
});

async function create(path: string, body: object): Promise<string> {
  return String((await call<{ result: { id: number } }>('POST', `/2.0${path}`, body)).result.id);
}

/** A folder with one sheet that has a dropdown called Client. */
async function makeFolder() {
  const workspaceId = await create('/workspaces', { name: 'Delivery' });
  const folderId = await create(`/workspaces/${workspaceId}/folders`, { name: 'Client projects' });
  const columns = [
    { title: 'Name', type: 'TEXT_NUMBER', primary: true },
    { title: 'Client', type: 'PICKLIST', options: [] },
  ];
  const sheetId = await create(`/folders/${folderId}/sheets`, { name: 'Fjord', columns });
  return { folderId, sheetId };
}

/** A person on Premium with a rule over a folder of one sheet. */
async function owner(from = source) {
  const { userId, headers } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  await connectSandbox(app, sandbox, { userId });
  const send = async <T>(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const reply = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json() as T };
  };
  const { folderId, sheetId } = await makeFolder();
  const made = await send<{ rule: Rule }>('POST', '/api/rules', {
    ...{ name: 'Clients into projects', placeKind: 'folder', placeId: folderId, columnTitle: 'Client' },
    ...{ sourceSheetId: from.id, sourceColumnId: from.columns.Name },
  });
  const { id } = made.body.rule;
  const look = () => lookIntoRule(app.context, { ruleId: id, signal: new AbortController().signal });
  const readMatch = async () => (await send<RuleMatch[]>('GET', `/api/rules/${id}/matches`)).body[0];
  return { userId, id, folderId, sheetId, send, look, readMatch };
}

test.each([
  ['paused', true],
  ['active', false],
])(
  'a sheet that is back with its %s automation finds no room that the plan does not have',
  async (_, isPaused) => {
    const { userId, folderId, sheetId, send, look, readMatch } = await owner();
    await look();
    const automationId = (await readMatch())?.configuration?.id;
    if (isPaused) await send('PATCH', `/api/configurations/${automationId}`, { isActive: false });
    await call('POST', `/2.0/sheets/${sheetId}/move`, { destinationType: 'home' });
    await look();
    await look();
    expect((await readMatch())?.state).toBe('gone');
    const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
    // Paused ones count as well.
    for (let n = 0; n < 100; n += 1) await testAutomation(app.db, { connection, isActive: false });
    const back = { destinationType: 'folder', destinationId: Number(folderId) };
    await call('POST', `/2.0/sheets/${sheetId}/move`, back);
    await look();
    const count = async () =>
      (await send<{ configurationCount: number }>('GET', '/api/stats')).body.configurationCount;
    expect([await count(), (await readMatch())?.state]).toEqual([100, 'gone']);
    expect((await readMatch())?.configuration?.isActive).toBe(false);
    await app.db.automation.deleteMany({ where: { userId, ruleId: null } });
    await look();
    expect([await count(), (await readMatch())?.state]).toEqual([1, 'follows']);
    expect((await readMatch())?.configuration?.isActive).toBe(!isPaused);
  },
);

test('a rule whose source is gone does not look again and again', async () => {
  const own = await makeSource();
  const { id, look } = await owner(own);
  await call('DELETE', `/2.0/sheets/${own.id}`);
  await look();
  expect(await app.db.rule.findUnique({ where: { id } })).toMatchObject({ lookWantedAt: null });
});

test('a rule waits while another one of its user is looked into, and looks then', async () => {
  const { id, userId, folderId, send, look, readMatch } = await owner();
  const second = await send<{ rule: Rule }>('POST', '/api/rules', {
    ...{ name: 'Phases into projects', placeKind: 'folder', placeId: folderId, columnTitle: 'Phase' },
    ...{ sourceSheetId: source.id, sourceColumnId: source.columns.Name },
  });
  const other = { id: second.body.rule.id };
  const lookingUntil = new Date(Date.now() + 60_000);
  await app.db.rule.update({ where: other, data: { lookingUntil } });
  await app.admin.query(`DELETE FROM pgboss.job WHERE name = 'look-into-rule'`);
  await look();
  expect((await readMatch())?.state).toBe('unread');
  const { rows } = await app.admin.query(
    `SELECT data->>'ruleId' AS id FROM pgboss.job WHERE name = 'look-into-rule' AND start_after > now()`,
  );
  expect(rows).toEqual([{ id }]);
  await app.db.rule.update({ where: other, data: { lookingUntil: null } });
  await app.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  await look();
  expect(await app.db.automation.count({ where: { ruleId: id } })).toBe(0);
  await app.db.user.update({ where: { id: userId }, data: { disabledAt: null } });
  await look();
  expect(await app.db.automation.count({ where: { ruleId: id } })).toBe(1);
});

test.each([
  ['of a job that comes again waits until the one before has let go', 1, 1],
  ['that is requested during another one is left to that', 0, 0],
])('a look %s', async (_what, attempt, waiting) => {
  const { id } = await owner();
  await app.db.rule.update({ where: { id }, data: { lookingUntil: new Date(Date.now() + 60_000) } });
  await app.admin.query(`DELETE FROM pgboss.job WHERE name = 'look-into-rule'`);
  await lookIntoRule(app.context, { ruleId: id, attempt, signal: new AbortController().signal });
  const { rows } = await app.admin.query(
    `SELECT FROM pgboss.job j JOIN rules r ON r.id = (j.data->>'ruleId')::uuid
     WHERE j.name = 'look-into-rule' AND j.start_after >= r.looking_until`,
  );
  expect(rows).toHaveLength(waiting);
  expect(await app.db.automation.count({ where: { ruleId: id } })).toBe(0);
});

test('a foreign id does not use up the syncs of a rule', async () => {
  const [one, other] = [await owner(), await owner()];
  const statuses = new Set<number>();
  for (let tries = 0; tries < 6; tries += 1)
    statuses.add((await other.send('POST', `/api/rules/${one.id}/sync`)).status);
  expect([...statuses]).toEqual([404]);
  expect((await one.send('POST', `/api/rules/${one.id}/sync`)).status).toBe(200);
});

test('a look by hand is requested without a sync, and not for a rule that is paused', async () => {
  const { id, send } = await owner();
  await app.admin.query(`DELETE FROM pgboss.job WHERE name = 'look-into-rule'`);
  expect((await send('POST', `/api/rules/${id}/look`)).status).toBe(200);
  const { rows } = await app.admin.query(
    `SELECT FROM pgboss.job WHERE name = 'look-into-rule' AND data->>'ruleId' = $1`,
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(await app.db.automation.count({ where: { ruleId: id, manualSyncAt: { not: null } } })).toBe(0);
  await send('PATCH', `/api/rules/${id}`, { isActive: false });
  expect((await send('POST', `/api/rules/${id}/look`)).status).toBe(400);
});

test('a person who reads places, or moves a rule, again and again is asked to wait', async () => {
  const { id, folderId, send } = await owner();
  const place = (tries: number) => ({
    placeKind: 'folder',
    placeId: folderId,
    includesSubfolders: tries % 2 === 1,
  });
  const statuses = async (method: 'GET' | 'PATCH', url: string, toBody?: (tries: number) => object) => {
    const seen: number[] = [];
    for (let tries = 0; tries <= 60 && seen.at(-1) !== 429; tries += 1)
      seen.push((await send(method, url, toBody?.(tries))).status);
    return [...new Set(seen)];
  };
  expect(await statuses('PATCH', `/api/rules/${id}`, place)).toEqual([200, 429]);
  expect((await send('PATCH', `/api/rules/${id}`, { name: 'Renamed' })).status).toBe(200);
  expect(await statuses('GET', '/api/smartsheet/places')).toEqual([200, 429]);
});

test('several decisions about a sheet that come at once are refused, but for one', async () => {
  const { id, look, send, readMatch } = await owner();
  await look();
  const match = await readMatch();
  const acts = ['keep', 'exclude', 'keep', 'exclude'] as const;
  const path = `/api/rules/${id}/matches/${match?.id}`;
  const replies = await Promise.all(
    acts.map(async (act) => ({ act, ...(await send<{ code?: string }>('POST', path, { act })) })),
  );
  const [taken, ...others] = replies.toSorted((one, other) => one.status - other.status);
  expect(others.map(({ status, body }) => [status, body.code])).toEqual(
    others.map(() => [409, 'match_changed']),
  );
  const stays = await app.db.automation.count({ where: { id: match?.configuration?.id ?? '' } });
  expect([taken?.status, stays]).toEqual([200, taken?.act === 'keep' ? 1 : 0]);
});

test('a sheet of one rule is not found under another, nor under a rule of somebody else', async () => {
  const [one, other] = [await owner(), await owner()];
  await one.look();
  const match = await one.readMatch();
  for (const { send, id } of [other, { ...one, id: other.id }, { ...other, id: one.id }])
    expect((await send('POST', `/api/rules/${id}/matches/${match?.id}`, { act: 'exclude' })).status).toBe(
      404,
    );
  expect((await one.readMatch())?.state).toBe(match?.state);
});
