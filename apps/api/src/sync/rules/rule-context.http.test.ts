import type { Rule } from '@picksync/contracts';
import { makeSheet } from '@picksync/sync-engine/testing';
import { expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { readSheetDefinition, requireConnection } from '../smartsheet/with-smartsheet.ts';
import { lookIntoRule } from './look-into-rule.ts';
import { toRuleContext } from './rule-context.ts';

const { app, sandbox } = await sandboxApp();

test('a look keeps of a sheet the columns that it may fill, and of its source all', async () => {
  const token = await sandbox.newPersonalToken(office);
  const call = <T>(method: string, path: string, body?: object) =>
    sandbox.call<T>(method, path, { body, token });
  type Made = { result: { id: number } };
  const create = async (path: string, body: object) =>
    String((await call<Made>('POST', `/2.0${path}`, body)).result.id);
  const { userId, headers } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  await connectSandbox(app, sandbox, { userId });
  const beside = ['City', 'Size'].map((title) => ({ title, type: 'TEXT_NUMBER' }));
  const source = await makeSheet({ call }, { token, name: 'Clients', rows: [['a']], columns: beside });
  const placeId = await create('/workspaces', { name: 'Delivery' });
  const list = (title: string) => ({ title, type: 'PICKLIST', options: ['x'] });
  const others = Array.from({ length: 40 }, (_value, n) => list(`Other ${n}`));
  const primary = { title: 'Name', type: 'TEXT_NUMBER', primary: true };
  const columns = [primary, list('CLIENT'), ...others];
  const sheetId = await create(`/workspaces/${placeId}/sheets`, { name: 'Project', columns });
  const payload = {
    ...{ name: 'Clients', placeKind: 'workspace', placeId, columnTitle: 'Client' },
    ...{ sourceSheetId: source.id, sourceColumnId: source.columns.Name },
  };
  const made = await app.app.inject({ method: 'POST', url: '/api/rules', headers, payload });
  const { id } = made.json<{ rule: Rule }>().rule;
  const readKept = async (of: string) => {
    const rule = await app.db.rule.findUniqueOrThrow({ where: { id } });
    const { smartsheet } = await toRuleContext(app.context, rule);
    const client = smartsheet.openClient(await requireConnection(app.context, userId));
    return (await readSheetDefinition(client, of)).columns.map(({ title }) => title);
  };
  expect(await readKept(sheetId)).toEqual(['CLIENT']);
  expect(await readKept(source.id)).toEqual(expect.arrayContaining(['Name', 'City', 'Size']));

  // One that is renamed can still be chosen.
  await lookIntoRule(app.context, { ruleId: id, signal: new AbortController().signal });
  const { targetColumnId } = await app.db.automation.findFirstOrThrow({ where: { ruleId: id } });
  await call('PUT', `/2.0/sheets/${sheetId}/columns/${targetColumnId}`, { title: 'Customer' });
  expect(await readKept(sheetId)).toEqual(['Customer']);
});
