import type { Automation, Rule, RulePreview } from '@picksync/contracts';
import { makeReport, makeSheet, type SandboxReport } from '@picksync/sync-engine/testing';
import { beforeAll, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { lookIntoRule } from './look-into-rule.ts';

const { app, sandbox } = await sandboxApp();
let token: string;
let report: SandboxReport;
const calls = {
  call: <T>(method: string, path: string, body?: object) => sandbox.call<T>(method, path, { body, token }),
};

beforeAll(async () => {
  token = await sandbox.newPersonalToken(office);
  const parts = [['Acme'], ['Bolt']].map((values, index) =>
    makeSheet(calls, { token, name: `Part ${index}`, rows: values.map((value) => [value]) }),
  );
  const sheetIds = (await Promise.all(parts)).map(({ id }) => id);
  report = await makeReport(calls, { token, name: 'Clients of all parts', sheetIds });
});

type Made = { result: { id: number } };

/** A workspace with a sheet that has a dropdown for clients. */
async function makePlace(): Promise<string> {
  const { result } = await calls.call<Made>('POST', '/2.0/workspaces', { name: 'Delivery' });
  const columns = [
    { title: 'Name', type: 'TEXT_NUMBER', primary: true },
    { title: 'Client', type: 'PICKLIST', options: [] },
  ];
  await calls.call('POST', `/2.0/workspaces/${result.id}/sheets`, { name: 'Hours', columns });
  return String(result.id);
}

test('a rule fills the dropdowns of a place from a report', async () => {
  const { headers, userId } = await app.signIn({
    subscriptionStatus: 'active',
    subscriptionTier: 'premium',
  });
  await connectSandbox(app, sandbox, { userId });
  const send = async <T>(url: string, payload: object) =>
    (await app.app.inject({ method: 'POST', url, headers, payload })).json<T>();
  const draft = {
    placeKind: 'workspace',
    placeId: await makePlace(),
    columnTitle: 'Client',
    sourceKind: 'report',
    sourceSheetId: report.id,
    sourceColumnId: report.columns.Name,
  };
  expect(await send<RulePreview>('/api/rules/preview', draft)).toMatchObject({
    listSize: 2,
    sheets: [{ sheetName: 'Hours' }],
  });
  const { rule } = await send<{ rule: Rule }>('/api/rules', { ...draft, name: 'Of a report' });
  expect(rule).toMatchObject({ sourceKind: 'report', sourceSheetName: report.name });
  await lookIntoRule(app.context, { ruleId: rule.id, signal: new AbortController().signal });
  const list = await app.app.inject({ url: '/api/configurations', headers });
  expect(list.json<Automation[]>()).toMatchObject([
    { sheetName: 'Hours', sourceKind: 'report', sourceSheetId: report.id, rule: { id: rule.id } },
  ]);

  const named = { ...draft, name: 'Of names', sourceColumnId: report.columns['Sheet name'] };
  expect(await send<object>('/api/rules', named)).toMatchObject({
    errors: { sourceColumnId: 'Added by the report, no cell of a sheet' },
  });
});
