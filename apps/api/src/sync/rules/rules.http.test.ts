import { randomUUID } from 'node:crypto';
import type { Automation, Rule, RuleMatch, RulePreview } from '@picksync/contracts';
import { testAutomation } from '@picksync/db/testing';
import { makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MailContent } from '../../mail/content.ts';
import { findNotices } from '../../mail/find-notices.ts';
import { connectSandbox } from '../../testing/connect.ts';
import { intern, office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { everythingStored, findChangedTables } from '../../testing/stored.ts';
import { lookIntoRule } from './look-into-rule.ts';
import { ruleTopics } from './rule-topics.ts';
import { sheetWaitingMail } from './sheet-waiting.mail.ts';

const { app, sandbox } = await sandboxApp();
const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
const values = ['Aldergrove', 'Bergstrom', 'Calloway'].map((name) => `${name} ${randomUUID()}`);

let token: string;
let source: SandboxSheet;
type Headers = Record<string, string>;

function call<T>(method: string, path: string, body?: object, of = token): Promise<T> {
  return sandbox.call<T>(method, path, { body, token: of });
}

beforeAll(async () => {
  token = await sandbox.newPersonalToken(office);
  source = await makeSheet({ call }, { token, name: 'Clients', rows: values.map((value) => [value]) });
});

type Made = { result: { id: number } };
const create = async (path: string, body: object) =>
  String((await call<Made>('POST', `/2.0${path}`, body)).result.id);

type Dropdown = { title: string; type?: string; options?: string[] };

/** A workspace with a folder in which each of these sheets lies. */
async function makeFolder(sheets: Record<string, Dropdown[]> = {}) {
  const workspaceId = await create('/workspaces', { name: 'Delivery' });
  const folderId = await create(`/workspaces/${workspaceId}/folders`, { name: 'Client projects' });
  const ids: Record<string, string> = {};
  const add = async (name: string, columns: Dropdown[]) => {
    const primary = { title: 'Name', type: 'TEXT_NUMBER', primary: true };
    const typed = columns.map((column) => ({ type: 'PICKLIST', ...column }));
    ids[name] = await create(`/folders/${folderId}/sheets`, { name, columns: [primary, ...typed] });
    return ids[name];
  };
  for (const [name, columns] of Object.entries(sheets)) await add(name, columns);
  return { workspaceId, folderId, ids, add };
}

/** Two titles that a person reads as the same: the accent is a part of the letter, or a character of its own. */
const alike: Dropdown[] = [{ title: 'CAF\u00c9' }, { title: 'CAFE\u0301' }];

const client = (options: string[] = []): Dropdown[] => [{ title: 'Client', options }];

async function owner(plan: object = premium) {
  const user = await app.signIn(plan);
  await connectSandbox(app, sandbox, { userId: user.userId });
  return user;
}

async function send<T>(
  headers: Headers,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) {
  const payload = body === undefined ? {} : { payload: body };
  const reply = await app.app.inject({ method, url, headers, ...payload });
  return { status: reply.statusCode, body: reply.json() as T & { code: string; message: string } };
}

const draft = (folderId: string, more: object = {}) => ({
  placeKind: 'folder',
  placeId: folderId,
  columnTitle: 'Client',
  sourceSheetId: source.id,
  sourceColumnId: source.columns.Name,
  ...more,
});

async function makeRule(headers: Headers, folderId: string, more: object = {}): Promise<Rule> {
  const body = { ...draft(folderId), name: 'Clients into Client projects', ...more };
  const reply = await send<{ rule: Rule }>(headers, 'POST', '/api/rules', body);
  expect([reply.status, reply.body.message]).toEqual([201, 'Your automation has been set up successfully']);
  await look(reply.body.rule.id);
  return reply.body.rule;
}

const look = (ruleId: string) => lookIntoRule(app.context, { ruleId, signal: new AbortController().signal });
const read = async (headers: Headers, id: string) =>
  (await send<Rule>(headers, 'GET', `/api/rules/${id}`)).body;
const matches = async (headers: Headers, id: string) => {
  const { body } = await send<RuleMatch[]>(headers, 'GET', `/api/rules/${id}/matches`);
  return new Map((body as unknown as RuleMatch[]).map((match) => [match.sheetName, match]));
};
const states = async (headers: Headers, id: string) =>
  Object.fromEntries([...(await matches(headers, id))].map(([name, { state }]) => [name, state]));
const act = async (
  headers: Headers,
  { id, sheetId, ...body }: { id: string; sheetId: string; act: string; columnId?: string },
) => {
  const row = await app.db.ruleMatch.findFirstOrThrow({ where: { ruleId: id, sheetId } });
  return send<{ rule: Rule }>(headers, 'POST', `/api/rules/${id}/matches/${row.id}`, body);
};

/** Where the button of a mail leads. */
function getPage(content?: MailContent): string | undefined {
  return content?.blocks.flatMap((block) => (block.kind === 'button' ? [block.url] : []))[0];
}

describe('a rule', () => {
  test('creates an automation for each match, and says of the others why not', async () => {
    const { headers } = await owner();
    const { folderId } = await makeFolder({
      Aldergrove: client(['x']),
      Bergstrom: [{ title: 'CLIENT' }],
      'Halcyon fleet': [{ title: 'Client', type: 'TEXT_NUMBER' }],
      Budget: [{ title: 'Phase' }],
      'Project template': client(),
    });
    const template = (await folderSheets(folderId)).find(({ name }) => name === 'Project template');
    const { id } = await makeRule(headers, folderId, { excludedSheetIds: [String(template?.id)] });
    expect(await states(headers, id)).toEqual({
      Aldergrove: 'follows',
      Bergstrom: 'follows',
      'Halcyon fleet': 'refused',
      Budget: 'no_column',
      'Project template': 'excluded',
    });
    const told = await matches(headers, id);
    expect(told.get('Halcyon fleet')?.message).toBe('Client is neither a dropdown nor a contact column');
    expect(told.get('Aldergrove')?.configuration).toMatchObject({
      name: 'Clients into Aldergrove',
      sourceColumnId: source.columns.Name,
      rule: { id },
    });
    expect(await read(headers, id)).toMatchObject({
      isLooking: false,
      sheetCount: 5,
      folderCount: 1,
      counts: { follows: 2, leftOut: 3, gone: 0 },
    });
    const { body: listed } = await send<Automation[]>(headers, 'GET', '/api/configurations');
    expect((listed as unknown as Automation[]).map(({ rule }) => rule?.id)).toEqual([id, id]);
  });

  test('counts only sheets as in sync that are not waiting to be synced', async () => {
    const { headers } = await owner();
    const { folderId } = await makeFolder({ First: client(), Second: client() });
    const { id } = await makeRule(headers, folderId);
    expect((await read(headers, id)).counts).toMatchObject({ follows: 2, inSync: 0, toSync: 2 });
    const of = { ruleId: id };
    await app.db.automation.updateMany({ where: of, data: { dirtyAt: null, lastRunAt: new Date() } });
    expect((await read(headers, id)).counts).toMatchObject({ inSync: 2, toSync: 0 });
    const first = { ...of, sheetName: 'First' };
    await app.db.automation.updateMany({ where: first, data: { dirtyAt: new Date() } });
    expect((await read(headers, id)).counts).toMatchObject({ inSync: 1, toSync: 1, failing: 0 });
    await app.db.automation.updateMany({ where: first, data: { isActive: false } });
    expect((await read(headers, id)).counts).toMatchObject({ inSync: 1, toSync: 0 });
  });

  test('has each of its automations follow names, and those of today as well where that is chosen later', async () => {
    const { headers } = await owner();
    const { folderId, add } = await makeFolder({ First: client() });
    const { id } = await makeRule(headers, folderId, { renames: 'follow', maxRenamedRows: 40 });
    await add('Second', client());
    await look(id);
    const settings = async () =>
      [...(await matches(headers, id)).values()].map(({ configuration }) => [
        configuration?.renames,
        configuration?.maxRenamedRows,
      ]);
    expect(await settings()).toEqual([
      ['follow', 40],
      ['follow', 40],
    ]);
    expect((await send(headers, 'PATCH', `/api/rules/${id}`, { renames: 'replace' })).status).toBe(200);
    await look(id);
    expect((await settings()).map(([renames]) => renames)).toEqual(['replace', 'replace']);
    // Workers of an earlier version would not know the setting.
    await send(headers, 'PATCH', `/api/rules/${id}`, { renames: 'follow' });
    await look(id);
    const rows = await app.db.automation.findMany({ where: { ruleId: id } });
    for (const row of rows) expect(row).toMatchObject({ renames: 'follow', settingsVersion: 6 });
    expect(rows).toHaveLength(2);
  });

  test('takes up a new sheet with the next look, or lets it ask', async () => {
    const { headers } = await owner();
    const { folderId, add } = await makeFolder({ First: client() });
    const { id } = await makeRule(headers, folderId);
    await add('Second', client());
    await look(id);
    expect(await states(headers, id)).toEqual({ First: 'follows', Second: 'follows' });
    // What the rule was made with is not new.
    expect((await read(headers, id)).counts.isNew).toBe(1);
    await send(headers, 'PATCH', `/api/rules/${id}`, { newSheets: 'ask' });
    const third = await add('Third', client());
    await look(id);
    expect(await states(headers, id)).toMatchObject({ Third: 'asks' });
    await act(headers, { id, sheetId: third, act: 'include' });
    await look(id);
    expect(await states(headers, id)).toMatchObject({ Third: 'follows' });
  });

  test('costs one call where nothing has changed', async () => {
    const { headers } = await owner();
    const { folderId } = await makeFolder({ First: client(), Second: [{ title: 'Phase' }] });
    const { id } = await makeRule(headers, folderId);
    type Calls = { operations: Record<string, number> };
    await sandbox.call('DELETE', '/api/calls');
    await look(id);
    expect((await sandbox.call<Calls>('GET', '/api/calls')).operations).toEqual({ 'folders.children': 1 });
  });

  test('pauses the automation of a sheet that two looks miss, without counting it, and lets it go on', async () => {
    const { headers, userId } = await owner();
    const { folderId, ids } = await makeFolder({ Stays: client(), 'Old pitch': client() });
    const { id } = await makeRule(headers, folderId);
    const moveTo = (body: object) => call('POST', `/2.0/sheets/${ids['Old pitch']}/move`, body);
    await moveTo({ destinationType: 'home' });
    await look(id);
    expect(await states(headers, id)).toMatchObject({ 'Old pitch': 'follows' });
    await look(id);
    expect(await states(headers, id)).toMatchObject({ 'Old pitch': 'gone', Stays: 'follows' });
    const gone = (await matches(headers, id)).get('Old pitch');
    expect(gone?.configuration).toMatchObject({ isActive: false, lastFailure: 'left_rule' });
    const stats = await send<{ configurationCount: number }>(headers, 'GET', '/api/stats');
    expect(stats.body).toMatchObject({ configurationCount: 1 });
    const activated = await send(headers, 'PATCH', `/api/configurations/${gone?.configuration?.id}`, {
      isActive: true,
    });
    expect([activated.status, activated.body.code]).toEqual([409, 'automation_of_rule']);
    await moveTo({ destinationType: 'folder', destinationId: Number(folderId) });
    await look(id);
    expect(await states(headers, id)).toMatchObject({ 'Old pitch': 'follows' });
    expect((await matches(headers, id)).get('Old pitch')?.configuration).toMatchObject({
      isActive: true,
      lastFailure: null,
    });
    const told = await app.db.activityLog.findMany({ where: { userId }, orderBy: { id: 'asc' } });
    expect(told.map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        'Old pitch has left Client projects. It no longer follows Clients. Its options stay.',
        'Old pitch is back in Client projects and goes on.',
      ]),
    );
    const file = await app.app.inject({ url: '/api/activity-logs/file', headers });
    const acts = file.body.split('\r\n').map((line) => line.replaceAll(/^"|"$/g, '').split('","'));
    const shown = acts.filter(([, , action = '']) => ['Created', 'Paused', 'Activated'].includes(action));
    const { email } = await app.db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(shown.map((act) => [act[2], act.at(-1)])).toEqual([
      ['Activated', 'Picksync'],
      ['Paused', 'Picksync'],
      ['Created', 'Picksync'],
      ['Created', 'Picksync'],
      ['Created', email],
    ]);
  });

  test('stops at the limit of the plan, the oldest sheets first, and goes on when there is room', async () => {
    const { headers, userId } = await owner();
    await fillUp(userId, 98);
    const { folderId } = await makeFolder({ One: client(), Two: client(), Three: client() });
    const { id } = await makeRule(headers, folderId);
    const [oldest, next, newest] = (await folderSheets(folderId)).sort(byAge).map(({ name }) => name);
    const left = { [oldest ?? '']: 'follows', [next ?? '']: 'follows' };
    expect(await states(headers, id)).toEqual({ ...left, [newest ?? '']: 'waits' });
    const told = (await matches(headers, id)).get(newest ?? '');
    expect(told?.message).toBe('100 of 100 are used. It is taken up when one becomes free.');
    const sheetId = (await matches(headers, id)).get(oldest ?? '')?.sheetId ?? '';
    await act(headers, { id, sheetId, act: 'exclude' });
    await look(id);
    const now = { [next ?? '']: 'follows', [newest ?? '']: 'follows' };
    expect(await states(headers, id)).toEqual({ ...now, [oldest ?? '']: 'excluded' });
    const entries = await app.db.activityLog.findMany({ where: { userId, action: 'plan_limit' } });
    expect(entries).toMatchObject([
      {
        status: 'info',
        details: '1 sheet of Client projects is not taken up. 100 of 100 configurations are used.',
      },
    ]);
  });
});

/** Adds paused automations, which count against the plan. */
async function fillUp(userId: string, count: number) {
  const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
  for (let n = 0; n < count; n += 1) await testAutomation(app.db, { connection, isActive: false });
}

type Listed = { id: number; name: string; createdAt: string };

function byAge(one: Listed, other: Listed): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt) || one.id - other.id;
}

async function folderSheets(folderId: string) {
  type Children = { data: Listed[] };
  return (await call<Children>('GET', `/2.0/folders/${folderId}/children`)).data;
}

describe('one sheet of a rule', () => {
  test('is filled in the column that was chosen', async () => {
    const { headers } = await owner();
    const { folderId, ids } = await makeFolder({ Fjord: alike });
    const { id } = await makeRule(headers, folderId, { columnTitle: 'Caf\u00e9' });
    expect((await matches(headers, id)).get('Fjord')).toMatchObject({
      state: 'choose',
      message: 'Two columns match, “CAF\u00c9” and “CAFE\u0301”. Nothing was changed.',
    });
    const choice = (await matches(headers, id)).get('Fjord')?.choices[1];
    await act(headers, { id, sheetId: ids.Fjord ?? '', act: 'choose', columnId: choice?.columnId ?? '' });
    await look(id);
    const { state, configuration } = (await matches(headers, id)).get('Fjord') ?? {};
    expect([state, configuration?.targetColumnId]).toEqual(['follows', choice?.columnId]);
  });

  test('is taken over with its history only when asked, where another automation of the user fills it', async () => {
    const { headers } = await owner();
    const { folderId, ids } = await makeFolder({ Eastgate: client() });
    const sheetId = ids.Eastgate ?? '';
    type Columns = { columns: { id: number; title: string }[] };
    const { columns } = await call<Columns>('GET', `/2.0/sheets/${sheetId}`);
    const column = columns.find(({ title }) => title === 'Client');
    const made = await send<{ configuration: Automation }>(headers, 'POST', '/api/configurations', {
      name: 'Clients into Eastgate',
      ...{ sheetId, sheetName: 'Eastgate', targetColumnId: String(column?.id), targetColumnName: 'Client' },
      ...{ sourceSheetId: source.id, sourceSheetName: 'Clients' },
      ...{ sourceColumnId: source.columns.Name, sourceColumnName: 'Name', order: 'ascending' },
    });
    const { id } = await makeRule(headers, folderId);
    const taken = (await matches(headers, id)).get('Eastgate');
    expect(taken).toMatchObject({
      state: 'taken',
      message: 'Filled by your automation Clients into Eastgate',
      takeOver: { id: made.body.configuration.id },
    });
    await act(headers, { id, sheetId, act: 'take_over' });
    await look(id);
    expect((await matches(headers, id)).get('Eastgate')).toMatchObject({
      state: 'follows',
      configuration: { id: made.body.configuration.id, order: 'source', rule: { id } },
    });
  });

  test('stands alone when it is kept, and is left out for good', async () => {
    const { headers } = await owner();
    const { folderId, ids } = await makeFolder({ Tidewater: client() });
    const { id } = await makeRule(headers, folderId);
    const before = (await matches(headers, id)).get('Tidewater')?.configuration;
    const refused = await send(headers, 'PATCH', `/api/configurations/${before?.id}`, { order: 'ascending' });
    expect(refused.body.code).toBe('automation_of_rule');
    const own = { name: 'Tidewater', isActive: false };
    expect((await send(headers, 'PATCH', `/api/configurations/${before?.id}`, own)).status).toBe(200);
    const answered = { isActive: true, fingerprint: 'seen' };
    expect((await send(headers, 'PATCH', `/api/configurations/${before?.id}`, answered)).status).toBe(200);
    await act(headers, { id, sheetId: ids.Tidewater ?? '', act: 'keep' });
    await look(id);
    expect(await states(headers, id)).toEqual({ Tidewater: 'excluded' });
    const edited = await send<{ configuration: Automation }>(
      headers,
      'PATCH',
      `/api/configurations/${before?.id}`,
      { order: 'ascending' },
    );
    expect(edited.body.configuration).toMatchObject({ rule: null, order: 'ascending', isActive: true });
  });

  test('is left out when its automation is deleted by itself', async () => {
    const { headers } = await owner();
    const { folderId } = await makeFolder({ Marlow: client() });
    const { id } = await makeRule(headers, folderId);
    const before = (await matches(headers, id)).get('Marlow')?.configuration;
    await send(headers, 'DELETE', `/api/configurations/${before?.id}`);
    expect(await states(headers, id)).toEqual({ Marlow: 'excluded' });
    await look(id);
    expect(await states(headers, id)).toEqual({ Marlow: 'excluded' });
  });
});

test.each([
  ['keep', 'The rule was deleted, and 1 automation stands alone. The columns keep their lists.'],
  ['delete', 'The rule was deleted with 1 automation. The columns keep their lists.'],
])(
  'the activity says in a sentence what became of the automation of a rule that was deleted (%s)',
  async (automations, details) => {
    const { headers, userId } = await owner();
    const { folderId } = await makeFolder({ Marlow: client() });
    const { id } = await makeRule(headers, folderId);
    await send(headers, 'DELETE', `/api/rules/${id}?automations=${automations}`);
    expect(
      await app.db.activityLog.findMany({ where: { userId, action: 'delete_automation' } }),
    ).toMatchObject([{ details }]);
  },
);

describe('a change of a rule', () => {
  test('reaches its automations, and those that leave stop at once', async () => {
    const { headers } = await owner();
    const { folderId } = await makeFolder({ Stays: [...client(), { title: 'Phase' }], Leaves: client() });
    const { id } = await makeRule(headers, folderId);
    await send(headers, 'PATCH', `/api/rules/${id}`, { order: 'descending', columnTitle: 'Phase' });
    await look(id);
    const after = await matches(headers, id);
    expect(after.get('Stays')).toMatchObject({
      state: 'follows',
      configuration: { order: 'descending', targetColumnName: 'Phase' },
    });
    expect(after.get('Leaves')).toMatchObject({ state: 'gone', configuration: { isActive: false } });
  });

  test('pauses and activates it with its automations, but for one that was paused by itself', async () => {
    const { headers } = await owner();
    const { folderId } = await makeFolder({ One: client(), Two: client() });
    const { id } = await makeRule(headers, folderId);
    const two = (await matches(headers, id)).get('Two')?.configuration?.id;
    await send(headers, 'PATCH', `/api/configurations/${two}`, { isActive: false });
    const active = async () =>
      Object.fromEntries(
        [...(await matches(headers, id))].map(([name, { configuration }]) => [name, configuration?.isActive]),
      );
    await send(headers, 'PATCH', `/api/rules/${id}`, { isActive: false });
    expect(await active()).toEqual({ One: false, Two: false });
    expect(await read(headers, id)).toMatchObject({ isActive: false, pausedBy: 'user', isLooking: false });
    await send(headers, 'PATCH', `/api/rules/${id}`, { isActive: true });
    expect(await active()).toEqual({ One: true, Two: false });
  });

  test.each([
    ['delete', []],
    ['keep', [null, null]],
  ] as const)('deletes it and, asked to %s its automations, does so', async (automations, left) => {
    const { headers } = await owner();
    const { folderId } = await makeFolder({ One: client(), Two: client() });
    const { id } = await makeRule(headers, folderId);
    const reply = await send(headers, 'DELETE', `/api/rules/${id}?automations=${automations}`);
    expect(reply.status).toBe(200);
    const { body } = await send<Automation[]>(headers, 'GET', '/api/configurations');
    expect((body as unknown as Automation[]).map(({ rule }) => rule)).toEqual(left);
    expect((await send(headers, 'GET', `/api/rules/${id}`)).status).toBe(404);
  });
});

describe('a preview', () => {
  test('says what would be written to each sheet, and stores nothing', async () => {
    const { headers } = await owner();
    const [first = '', second = ''] = values;
    const { folderId } = await makeFolder({
      Aldergrove: client([first, 'x']),
      Bergstrom: client(),
      Calloway: client(Array.from({ length: 20 }, (_, index) => `Other ${index}`)),
      Budget: [{ title: 'Customer', options: [second] }],
    });
    const before = await everythingStored(app);
    const { body } = await send<RulePreview>(headers, 'POST', '/api/rules/preview', draft(folderId));
    expect(body).toMatchObject({ looked: 4, total: 4, folders: 1, next: null, listSize: 3 });
    expect(body.configurationLimit).toBe(100);
    const byName = Object.fromEntries(body.sheets.map((sheet) => [sheet.sheetName, sheet]));
    expect(byName).toMatchObject({
      Aldergrove: {
        state: 'follows',
        optionCount: 2,
        firstSync: { added: 2, removed: 1, needsReview: false },
      },
      Bergstrom: { state: 'follows', firstSync: { added: 3, removed: 0 } },
      Calloway: { state: 'follows', firstSync: { added: 3, removed: 20, needsReview: true } },
      Budget: {
        ...{ state: 'no_column', message: 'No column called Client' },
        ...{ dropdowns: ['Customer'], firstSync: null },
      },
    });
    // The calls that are left.
    expect(await findChangedTables(before, app)).toEqual(['public.smartsheet_budgets']);
    const { id } = await makeRule(headers, folderId);
    const stored = [...(await everythingStored(app)).values()].join('\n');
    expect(stored).toContain(id);
    for (const value of values) expect(stored + app.log.text()).not.toContain(value);
  });

  test('says what stays, joins and leaves by an edit', async () => {
    const { headers } = await owner();
    const one = await makeFolder({ Leaves: client() });
    const other = await makeFolder({ Joins: client() });
    const { id } = await makeRule(headers, one.folderId);
    const body = { ...draft(other.folderId), ruleId: id };
    const preview = (await send<RulePreview>(headers, 'POST', '/api/rules/preview', body)).body;
    const told = preview.sheets.map(({ sheetName, state, isFollowing }) => [sheetName, state, isFollowing]);
    expect(told).toEqual([
      ['Joins', 'follows', false],
      ['Leaves', 'gone', true],
    ]);
  });
});

test('a rule over a folder names the workspace through which it was reached, until it gets another place', async () => {
  const { headers } = await owner();
  const { workspaceId, folderId } = await makeFolder({ First: client() });
  const { id, workspaceName } = await makeRule(headers, folderId, { workspaceId });
  expect(workspaceName).toBe('Delivery');
  const edit = async (body: object) =>
    (await send<{ rule: Rule }>(headers, 'PATCH', `/api/rules/${id}`, body)).body.rule?.workspaceName;
  expect(await edit({ includesSubfolders: false })).toBe('Delivery');
  expect(await edit({ placeKind: 'workspace', placeId: workspaceId, workspaceId })).toBeNull();
  expect(await edit({ placeKind: 'folder', placeId: folderId, workspaceId })).toBe('Delivery');
  expect(await edit({ placeKind: 'folder', placeId: folderId, workspaceId: '1' })).toBeNull();
  const alone = await send(headers, 'PATCH', `/api/rules/${id}`, { workspaceId });
  expect(alone.status).toBe(400);
});

test('its owner is told once by mail of a new sheet that waits, and not of what is taken up', async () => {
  const { headers, userId } = await owner();
  const { folderId, add } = await makeFolder({ First: client() });
  const { id } = await makeRule(headers, folderId, { newSheets: 'ask' });
  const tell = async () => {
    await findNotices(app.context, ruleTopics);
    const notices = await app.db.notice.findMany({ where: { userId, topic: 'sheet_waiting' } });
    const [notice] = notices.filter(({ closedAt }) => closedAt === null);
    const mail = notice && (await sheetWaitingMail.write(app.context, { batchId: notice.batchId }));
    return { notices: notices.length, subject: mail?.content.subject, page: getPage(mail?.content) };
  };
  expect(await tell()).toEqual({ notices: 0, subject: undefined });
  const sheetId = await add('Calloway archive', client());
  app.clock.at = new Date(app.clock.at.getTime() + 60_000);
  await look(id);
  const told = {
    notices: 1,
    subject: 'A new sheet in Client projects waits for you',
    page: `${app.context.settings.publicOrigin}/rules/${id}`,
  };
  expect(await tell()).toEqual(told);
  expect(await tell()).toEqual(told);
  await act(headers, { id, sheetId, act: 'include' });
  await look(id);
  expect(await tell()).toEqual({ notices: 1, subject: undefined });
});

test('a mail of sheets of several rules leads to the list of all rules', async () => {
  const { headers, userId } = await owner();
  const folders = [await makeFolder({ First: client() }), await makeFolder({ Second: client() })];
  const made = [];
  for (const { folderId } of folders) made.push(await makeRule(headers, folderId, { newSheets: 'ask' }));
  for (const { add } of folders) await add('Calloway archive', client());
  app.clock.at = new Date(app.clock.at.getTime() + 60_000);
  for (const { id } of made) await look(id);
  await findNotices(app.context, ruleTopics);
  const [{ batchId } = { batchId: '' }] = await app.db.notice.findMany({ where: { userId } });
  const mail = await sheetWaitingMail.write(app.context, { batchId });
  expect(getPage(mail?.content)).toBe(`${app.context.settings.publicOrigin}/configurations`);
});

test('an unreadable subfolder stops nothing, and its sheets are not taken for gone', async () => {
  const { headers } = await owner();
  const { workspaceId, folderId } = await makeFolder({ Inside: client() });
  const { id } = await makeRule(headers, workspaceId, { placeKind: 'workspace' });
  expect(await read(headers, id)).toMatchObject({ folderCount: 2, counts: { follows: 1 } });
  await call('DELETE', `/2.0/folders/${folderId}`);
  await call('DELETE', `/2.0/workspaces/${workspaceId}`);
  await look(id);
  await look(id);
  expect(await states(headers, id)).toEqual({ Inside: 'follows' });
  expect(await read(headers, id)).toMatchObject({
    unreadableMessage: 'The workspace or folder was not found in Smartsheet. Please choose it again.',
    unreadableSince: expect.any(String),
  });
});

test.each(['\u0000', '\ud800'])('a rule goes on where somebody has written %j into names', async (odd) => {
  const { headers } = await owner();
  const { folderId, ids, add } = await makeFolder({ Fjord: client() });
  const { id } = await makeRule(headers, folderId);
  const columnId = (await matches(headers, id)).get('Fjord')?.columnId;
  await call('PUT', `/2.0/sheets/${ids.Fjord}/columns/${columnId}`, { title: `Odd ${odd}`, index: 1 });
  await add(`Sheet ${odd}`, client());
  // Read once more, as every few hours.
  const data = { readAt: null };
  await app.db.ruleMatch.updateMany({ where: { ruleId: id }, data });
  await look(id);
  await app.db.ruleMatch.updateMany({ where: { ruleId: id }, data });
  await look(id);
  expect(await states(headers, id)).toEqual({ Fjord: 'gone', 'Sheet \ufffd': 'follows' });
  expect((await matches(headers, id)).get('Fjord')?.choices).toEqual([
    { columnId, columnName: 'Odd \ufffd' },
  ]);
});

test('a place of more than fifty folders is refused, and so is a plan without rules, and two-way', async () => {
  const { headers } = await owner();
  const workspaceId = await create('/workspaces', { name: 'Delivery' });
  for (let n = 0; n < 51; n += 1) await create(`/workspaces/${workspaceId}/folders`, { name: `Folder ${n}` });
  const place = { placeKind: 'workspace', placeId: workspaceId };
  const many = await send(headers, 'POST', '/api/rules/preview', draft('', place));
  expect([many.status, many.body.code]).toEqual([422, 'too_many_folders']);
  const { folderId } = await makeFolder({ One: client() });
  const twoWay = await send(headers, 'POST', '/api/rules/preview', draft(folderId, { mode: 'two_way' }));
  expect([twoWay.status, twoWay.body.code]).toEqual([400, 'validation_failed']);
  const basic = await owner({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  const refused = await send(basic.headers, 'POST', '/api/rules', { ...draft(folderId), name: 'Clients' });
  expect([refused.status, refused.body.code]).toEqual([403, 'plan_required']);
  expect(refused.body.message).toBe(
    'Every sheet in a folder belongs to Premium. On your plan, choose the columns one by one, up to 10.',
  );
});

test('a rule of somebody else does not exist', async () => {
  const [one, other] = [await owner(), await owner()];
  const { folderId, ids } = await makeFolder({ One: client() });
  const { id } = await makeRule(one.headers, folderId);
  const asked = [
    await send(other.headers, 'GET', `/api/rules/${id}`),
    await send(other.headers, 'GET', `/api/rules/${id}/matches`),
    await send(other.headers, 'PATCH', `/api/rules/${id}`, { name: 'Mine' }),
    await send(other.headers, 'POST', `/api/rules/${id}/sync`),
    await send(other.headers, 'POST', `/api/rules/${id}/look`),
    await send(other.headers, 'DELETE', `/api/rules/${id}?automations=delete`),
    await act(other.headers, { id, sheetId: ids.One ?? '', act: 'exclude' }),
  ];
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404));
  expect((await send<Rule[]>(other.headers, 'GET', '/api/rules')).body).toEqual([]);
});

test('places are listed as far as the user sees them', async () => {
  const { headers } = await owner();
  const { workspaceId, folderId } = await makeFolder({ One: client() });
  type Places = { places: object[]; sheetCount: number };
  const all = await send<Places>(headers, 'GET', '/api/smartsheet/places');
  expect(all.body.places).toContainEqual({ kind: 'workspace', id: workspaceId, name: 'Delivery' });
  const inside = await send<Places>(headers, 'GET', `/api/smartsheet/places?workspaceId=${workspaceId}`);
  expect(inside.body).toEqual({
    places: [{ kind: 'folder', id: folderId, name: 'Client projects' }],
    sheetCount: 0,
    isWhole: true,
  });
  const stranger = await app.signIn(premium);
  await connectSandbox(app, sandbox, { userId: stranger.userId, account: intern });
  const hidden = await send(stranger.headers, 'GET', `/api/smartsheet/places?workspaceId=${workspaceId}`);
  expect(hidden.status).toBe(404);
});
