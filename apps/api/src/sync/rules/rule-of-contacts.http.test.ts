import type { Automation, Rule, RuleMatch, RulePreview } from '@picksync/contracts';
import { makeReport, makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { lookIntoRule } from './look-into-rule.ts';

const { app, sandbox } = await sandboxApp();
let token: string;
let people: SandboxSheet;
let headers: Record<string, string>;
const calls = {
  call: <T>(method: string, path: string, body?: object) => sandbox.call<T>(method, path, { body, token }),
};

beforeAll(async () => {
  token = await sandbox.newPersonalToken(office);
  const columns = [
    { title: 'Email', type: 'TEXT_NUMBER' },
    { title: 'Person', type: 'CONTACT_LIST' },
  ];
  people = await makeSheet(calls, {
    token,
    name: 'People',
    columns,
    rows: [
      ['Ana Costa', 'ana@b.example', 'ana@b.example'],
      ['Bo Li', 'bo@b.example', 'bo@b.example'],
      ['Nobody', null, null],
    ],
  });
});

beforeEach(async () => {
  const user = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  headers = user.headers;
  await connectSandbox(app, sandbox, { userId: user.userId });
});

/** A workspace with a contact column and a dropdown of one title, each in a sheet of its own. */
async function makePlace(): Promise<string> {
  const { result } = await calls.call<{ result: { id: number } }>('POST', '/2.0/workspaces', {
    name: 'Teams',
  });
  const add = (name: string, column: object) => {
    const columns = [
      { title: 'Name', type: 'TEXT_NUMBER', primary: true },
      { title: 'Owner', ...column },
    ];
    return calls.call('POST', `/2.0/workspaces/${result.id}/sheets`, { name, columns });
  };
  const contactOptions = [{ name: 'Anna', email: 'ANA@b.example' }];
  await add('Of contacts', { type: 'CONTACT_LIST', contactOptions });
  await add('Of texts', { type: 'PICKLIST', options: ['Bo Li', 'Old'] });
  return String(result.id);
}

async function send<T>(method: 'POST' | 'PATCH' | 'GET', url: string, payload?: object): Promise<T> {
  const reply = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
  return reply.json<T>();
}

async function look(ruleId: string): Promise<RuleMatch[]> {
  await lookIntoRule(app.context, { ruleId, signal: new AbortController().signal });
  return send<RuleMatch[]>('GET', `/api/rules/${ruleId}/matches`);
}

const find = <Match extends { sheetName: string }>(matches: readonly Match[], name: string) =>
  matches.find(({ sheetName }) => sheetName === name);

const draft = async (column: string) => ({
  placeKind: 'workspace',
  placeId: await makePlace(),
  columnTitle: 'Owner',
  sourceSheetId: people.id,
  sourceColumnId: people.columns[column],
});

test('a rule with a source of contacts fills contact columns and dropdowns of its title', async () => {
  const given = await draft('Person');
  const preview = await send<RulePreview>('POST', '/api/rules/preview', given);
  // The contact is known by its address, whatever it is called there.
  expect(find(preview.sheets, 'Of contacts')).toMatchObject({
    state: 'follows',
    optionCount: 1,
    firstSync: { added: 1, removed: 0 },
    dropdowns: ['Owner'],
  });
  expect(find(preview.sheets, 'Of texts')).toMatchObject({ state: 'follows', optionCount: 2 });
  const { rule } = await send<{ rule: Rule }>('POST', '/api/rules', { ...given, name: 'Owners' });
  const matches = await look(rule.id);
  expect(matches.map(({ state }) => state)).toEqual(['follows', 'follows']);
  const list = await send<Automation[]>('GET', '/api/configurations');
  expect(list.map(({ fillsContacts }) => fillsContacts).toSorted()).toEqual([false, true]);
});

test('names need a column of addresses before a rule fills contact columns with them', async () => {
  const given = await draft('Name');
  const preview = await send<RulePreview>('POST', '/api/rules/preview', given);
  const refused = {
    state: 'refused',
    message: 'It is a contact column. Choose a contact column as the source, or an address column.',
  };
  expect(find(preview.sheets, 'Of contacts')).toMatchObject({ ...refused, firstSync: null });
  const { rule } = await send<{ rule: Rule }>('POST', '/api/rules', { ...given, name: 'Names' });
  const before = await look(rule.id);
  expect(find(before, 'Of contacts')).toMatchObject(refused);
  expect(find(before, 'Of texts')).toMatchObject({ state: 'follows' });

  const addressColumn = { columnId: people.columns.Email, columnName: 'Email' };
  const withAddresses = { ...given, addressColumn };
  const after = await send<RulePreview>('POST', '/api/rules/preview', withAddresses);
  expect(find(after.sheets, 'Of contacts')).toMatchObject({ state: 'follows', firstSync: { added: 1 } });
  await send('PATCH', `/api/rules/${rule.id}`, { addressColumn });
  expect(find(await look(rule.id), 'Of contacts')).toMatchObject({ state: 'follows' });
});

test('a rule whose source is a report fills contact columns with its names and their addresses, and is no two-way one', async () => {
  const report = await makeReport(calls, {
    token,
    name: 'People of all sheets',
    sheetIds: [people.id],
    columns: [{ title: 'Email', type: 'TEXT_NUMBER' }],
  });
  const { Name: sourceColumnId, Email: columnId = '' } = report.columns;
  const given = {
    ...(await draft('Name')),
    ...{ sourceKind: 'report', sourceSheetId: report.id, sourceColumnId },
    addressColumn: { columnId, columnName: 'Email' },
  };
  const preview = await send<RulePreview>('POST', '/api/rules/preview', given);
  expect(find(preview.sheets, 'Of contacts')).toMatchObject({ state: 'follows', firstSync: { added: 1 } });
  const twoWay = await send<object>('POST', '/api/rules', { ...given, name: 'Both ways', mode: 'two_way' });
  expect(twoWay).toMatchObject({ code: 'validation_failed', errors: { mode: expect.any(String) } });

  const { rule } = await send<{ rule: Rule }>('POST', '/api/rules', { ...given, name: 'Of a report' });
  expect((await look(rule.id)).map(({ state }) => state)).toEqual(['follows', 'follows']);
  const list = await send<Automation[]>('GET', '/api/configurations');
  expect(list.find(({ sheetName }) => sheetName === 'Of contacts')).toMatchObject({
    fillsContacts: true,
    sourceKind: 'report',
    periodic: { reason: 'report' },
  });
});

test('settings that are not for contacts leave contact columns out, and say so', async () => {
  const given = { ...(await draft('Person')), splitValues: ';' };
  const preview = await send<RulePreview>('POST', '/api/rules/preview', given);
  const refused = {
    state: 'refused',
    message: 'It is a contact column, and the options of this automation are not for contacts.',
  };
  expect(find(preview.sheets, 'Of contacts')).toMatchObject(refused);
  const { rule } = await send<{ rule: Rule }>('POST', '/api/rules', { ...given, name: 'Split' });
  expect(find(await look(rule.id), 'Of contacts')).toMatchObject(refused);
});
