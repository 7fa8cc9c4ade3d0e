import type { Rule, RuleMatch } from '@picksync/contracts';
import type { SmartsheetConnection } from '@picksync/db';
import { createSmartsheetClient } from '@picksync/smartsheet-client';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterAll, expect, test } from 'vitest';
import type { Context } from '../../base/context.ts';
import { connectSandbox } from '../../testing/connect.ts';
import { office, startSandbox } from '../../testing/sandbox.ts';
import { testApp } from '../../testing/test-app.ts';
import { lookIntoRule } from './look-into-rule.ts';

const sandbox = await startSandbox({ RATE_LIMIT: '0' });
const app = await testApp({ smartsheet: sandbox.settings });
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

/** The context of the application with an account that may make any number of calls at once, so that nothing waits a minute. */
function unpaced({ context }: typeof app): Context {
  const { smartsheet } = context;
  const openClient = (connection: SmartsheetConnection) =>
    createSmartsheetClient({
      baseUrl: `${sandbox.url}/2.0`,
      accessToken: () => smartsheet.readToken(connection.id),
      limiter: { acquire: async () => {}, backOff: async () => {} },
      now: context.now,
      random: Math.random,
      sleep: async () => {},
      timeoutMs: 10_000,
    });
  return { ...context, smartsheet: { ...smartsheet, openClient } };
}

test('a folder of 300 sheets costs a call for each new sheet, and one in all while nothing changes', async () => {
  const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  const { headers, userId } = await app.signIn(premium);
  await connectSandbox(app, sandbox, { userId });
  const own = await sandbox.newPersonalToken(office);
  const call = <T>(method: string, path: string, body?: object) =>
    sandbox.call<T>(method, path, { body, token: own });
  const source = await makeSheet({ call }, { token: own, name: 'Clients', rows: [['a'], ['b']] });
  type Made = { result: { id: number } };
  const create = async (path: string, body: object) =>
    (await call<Made>('POST', `/2.0${path}`, body)).result.id;
  const workspaceId = await create('/workspaces', { name: 'Delivery' });
  const columns = [
    { title: 'Name', type: 'TEXT_NUMBER', primary: true },
    { title: 'Client', type: 'PICKLIST', options: [] },
  ];
  const addSheet = (name: string) => create(`/workspaces/${workspaceId}/sheets`, { name, columns });
  for (let n = 0; n < 300; n += 1) await addSheet(`Project ${n}`);

  const ask = async <T>(method: 'GET' | 'POST', url: string, payload?: object) => {
    const reply = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
    return reply.json() as T;
  };
  const { rule } = await ask<{ rule: Rule }>('POST', '/api/rules', {
    ...{ name: 'Clients into every project', placeKind: 'workspace', placeId: String(workspaceId) },
    ...{ columnTitle: 'Client', sourceSheetId: source.id, sourceColumnId: source.columns.Name },
  });
  const look = async () => {
    await sandbox.call('DELETE', '/api/calls');
    await lookIntoRule(unpaced(app), { ruleId: rule.id, signal: new AbortController().signal });
    type Calls = { operations: Record<string, number> };
    return (await sandbox.call<Calls>('GET', '/api/calls')).operations;
  };
  // The source once for all, and each sheet once, although each automation is created as a person would.
  expect(await look()).toEqual({ 'workspaces.children': 1, 'sheets.get': 301 });
  expect((await ask<Rule>('GET', `/api/rules/${rule.id}`)).counts).toMatchObject({
    follows: 100,
    waits: 200,
  });

  expect(await look()).toEqual({ 'workspaces.children': 1 });

  const added = await addSheet('Project 300');
  // Whoever reads of it reads where it lies, by the name that this has now.
  expect(await look()).toEqual({ 'workspaces.children': 1, 'workspaces.metadata': 1, 'sheets.get': 1 });
  const matches = await ask<RuleMatch[]>('GET', `/api/rules/${rule.id}/matches`);
  expect(matches.find(({ sheetId }) => sheetId === String(added))?.state).toBe('waits');

  const [first] = matches.filter(({ state }) => state === 'follows');
  await ask('POST', `/api/rules/${rule.id}/matches/${first?.id}`, { act: 'exclude' });
  await look();
  expect((await ask<Rule>('GET', `/api/rules/${rule.id}`)).counts).toMatchObject({
    ...{ follows: 100, waits: 200, leftOut: 1 },
  });
});
