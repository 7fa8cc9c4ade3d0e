import { randomUUID } from 'node:crypto';
import type { Rule, RuleMatch } from '@picksync/contracts';
import { testAutomation } from '@picksync/db/testing';
import { makeSheet } from '@picksync/sync-engine/testing';
import { expect } from 'vitest';
import { lookIntoRule } from '../sync/rules/look-into-rule.ts';
import { connectSandbox } from './connect.ts';
import { office } from './sandbox.ts';
import type { sandboxApp } from './sandbox-app.ts';

type Opened = Pick<Awaited<ReturnType<typeof sandboxApp>>, 'app' | 'sandbox'>;
type Columns = { columns: { id: number; title: string }[] };

/** Plants a source, and returns what tests of rules do with folders of sheets. */
export async function openRuleScene({ app, sandbox }: Opened) {
  const token = await sandbox.newPersonalToken(office);
  const call = <T>(method: string, path: string, body?: object, of = token) =>
    sandbox.call<T>(method, path, { body, token: of });
  const source = await makeSheet(
    { call },
    { token, name: 'Clients', rows: [[`Aldergrove ${randomUUID()}`]] },
  );
  const setFaults = (body: object) => sandbox.call('PUT', '/api/faults', { body });
  const create = async (path: string, body: object) =>
    String((await call<{ result: { id: number } }>('POST', `/2.0${path}`, body)).result.id);
  const look = (ruleId: string) =>
    lookIntoRule(app.context, { ruleId, signal: new AbortController().signal });

  const findColumn = async (sheetId: string, title: string) => {
    const { columns } = await call<Columns>('GET', `/2.0/sheets/${sheetId}`);
    return String(columns.find((column) => column.title === title)?.id);
  };

  /** A person, and a folder in which these sheets lie, each with a dropdown. */
  const scene = async (...names: string[]) => {
    const { userId, headers } = await app.signIn({
      subscriptionStatus: 'active',
      subscriptionTier: 'premium',
    });
    await connectSandbox(app, sandbox, { userId });
    const sendAny = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      app.app.inject({ method, url, headers, ...(payload && { payload }) });
    const send = async <T>(...request: Parameters<typeof sendAny>) => {
      const reply = await sendAny(...request);
      expect([reply.statusCode, reply.body]).toEqual([
        expect.toSatisfy((code: number) => code < 300),
        reply.body,
      ]);
      return reply.json() as T;
    };
    const workspaceId = await create('/workspaces', { name: 'Delivery' });
    const folderId = await create(`/workspaces/${workspaceId}/folders`, { name: 'Client projects' });
    const ids: Record<string, string> = {};
    const add = async (name: string) => {
      const columns = [
        { title: 'Name', type: 'TEXT_NUMBER', primary: true },
        { title: 'Client', type: 'PICKLIST', options: [] },
      ];
      ids[name] = await create(`/folders/${folderId}/sheets`, { name, columns });
    };
    for (const name of names) await add(name);
    const makeRule = async (more: object = {}) => {
      const place = { placeKind: 'folder', placeId: folderId, columnTitle: 'Client' };
      const from = { sourceSheetId: source.id, sourceColumnId: source.columns.Name };
      const body = { name: 'Clients into projects', ...place, ...from, ...more };
      return (await send<{ rule: Rule }>('POST', '/api/rules', body)).rule.id;
    };
    const states = async (id: string) => {
      const all = await send<RuleMatch[]>('GET', `/api/rules/${id}/matches`);
      return Object.fromEntries(all.map(({ sheetName, state }) => [sheetName, state]));
    };
    const act = async (id: string, name: string, what: string) => {
      const row = await app.db.ruleMatch.findFirstOrThrow({ where: { ruleId: id, sheetName: name } });
      await send('POST', `/api/rules/${id}/matches/${row.id}`, { act: what });
    };
    const automations = () => app.db.automation.findMany({ where: { userId }, orderBy: { name: 'asc' } });
    const fillPlan = async (count: number) => {
      const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
      for (let n = 0; n < count; n += 1) await testAutomation(app.db, { connection, isActive: false });
    };
    return { ids, workspaceId, folderId, add, send, sendAny, makeRule, states, act, automations, fillPlan };
  };

  return { scene, look, call, findColumn, setFaults, source, token };
}
