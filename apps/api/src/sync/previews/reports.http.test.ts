import { randomUUID } from 'node:crypto';
import type { Automation, Preview, ReportColumns, Report as ReportView } from '@picksync/contracts';
import { makeReport, makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { sandboxAppWithWorker } from '../../testing/sandbox-app.ts';

const { app, sandbox, token, calls } = await sandboxAppWithWorker();
afterEach(() => app.db.automation.deleteMany());

async function connectedUser(account?: string) {
  const { headers, userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  await connectSandbox(app, sandbox, { userId, ...(account && { account }) });
  const get = async <T>(url: string) => {
    const reply = await app.app.inject({ url, headers });
    return { status: reply.statusCode, body: reply.json<T>() };
  };
  const send = async <T>(method: 'POST' | 'PATCH', path: string, payload: object) => {
    const reply = await app.app.inject({ method, url: `/api/configurations${path}`, headers, payload });
    return { status: reply.statusCode, body: reply.json<T>() };
  };
  return { get, send, userId };
}
type Reply = { configuration: Automation };
type Refusal = { code: string; message: string; errors: Record<string, string> };

/** A report of two sheets, and a sheet with a dropdown. */
async function newSheets() {
  const name = randomUUID().slice(0, 8);
  const rows = { first: [['Acme'], ['Bolt']], second: [['Coral'], [null]] };
  const first = await makeSheet(calls, { token, name: `First ${name}`, rows: rows.first });
  const second = await makeSheet(calls, { token, name: `Second ${name}`, rows: rows.second });
  const report = await makeReport(calls, {
    token,
    name: `Both ${name}`,
    sheetIds: [first.id, second.id],
  });
  const columns = [{ title: 'Pick', type: 'PICKLIST', options: ['Old'] }];
  const target = await makeSheet(calls, { token, name: `Target ${name}`, columns });
  const draft = {
    sourceKind: 'report',
    sourceSheetId: report.id,
    sourceColumnId: report.columns.Name ?? '',
    sourceColumnName: 'Name',
    ...to(target),
  };
  return { first, second, report, target, draft };
}

function to(target: SandboxSheet) {
  return {
    sheetId: target.id,
    sheetName: target.name,
    targetColumnId: target.columns.Pick ?? '',
    targetColumnName: 'Pick',
  };
}

describe('choosing a report', () => {
  test('reports are listed by name, and one without rows says why it cannot be chosen', async () => {
    const { get } = await connectedUser();
    const { body } = await get<ReportView[]>('/api/smartsheet/reports');
    expect(body.map(({ name }) => name)).toEqual(body.map(({ name }) => name).toSorted());
    const find = (name: string) => body.find((one) => one.name === name);
    expect(find('Open projects')).toMatchObject({ selectable: true, reason: null });
    expect(find('Project budget summary')).toMatchObject({
      selectable: false,
      reason: 'A summary report has no rows to read',
    });
  });

  test('its columns come in one call, with how much it reads; that of the sheet names cannot be chosen', async () => {
    const { get } = await connectedUser();
    const { report } = await newSheets();
    const { body } = await get<ReportColumns>(`/api/smartsheet/reports/${report.id}/columns`);
    expect(body).toMatchObject({ rowCount: 4, sheetCount: 2 });
    expect(body.columns).toMatchObject([
      { title: 'Sheet name', selectable: false, reason: 'Added by the report, no cell of a sheet' },
      { title: 'Name', id: report.columns.Name, selectable: true, reason: null },
    ]);
  });

  test('a report that is not shared with the user is not found', async () => {
    const { get } = await connectedUser('intern@northwind.example');
    const { report } = await newSheets();
    for (const id of [report.id, '7', 'nonsense'])
      expect((await get(`/api/smartsheet/reports/${id}/columns`)).status).toBe(404);
  });
});

describe('an automation that reads a report', () => {
  test('shows what it would do, is created with its names, and is periodic with its reason', async () => {
    const { send, get } = await connectedUser();
    const { draft, report, target } = await newSheets();
    const preview = await send<Preview>('POST', '/preview', draft);
    expect(preview.body).toMatchObject({
      verdict: 'write',
      added: { count: 3 },
      removed: { count: 1 },
      rows: { total: 4, valued: 3 },
    });
    const { body, status } = await send<Reply>('POST', '', { name: 'Of a report', ...draft });
    expect(status).toBe(201);
    const { id } = body.configuration;
    expect(body.configuration).toMatchObject({
      sourceKind: 'report',
      sourceSheetName: report.name,
      webhookEnabled: false,
      periodic: { reason: 'report', message: expect.stringMatching(/^The source is a report\./) },
    });
    await expect
      .poll(async () => (await get<Automation>(`/api/configurations/${id}`)).body.sourceSheetCount)
      .toBe(2);
    const sheet = await calls.call<{ columns: { title: string; options?: string[] }[] }>(
      'GET',
      `/2.0/sheets/${target.id}`,
      undefined,
      token,
    );
    expect(sheet.columns[1]?.options).toEqual(['Acme', 'Bolt', 'Coral']);
  });

  test('cannot be two-way, and reads neither a summary report nor the names of sheets', async () => {
    const { send, get } = await connectedUser();
    const { draft, report } = await newSheets();
    const refusal = async (more: object) =>
      (await send<Refusal>('POST', '', { name: 'No', ...draft, ...more })).body;
    expect(await refusal({ mode: 'two_way' })).toMatchObject({
      code: 'validation_failed',
      errors: { mode: 'A report has no bottom to which a row could be added' },
    });
    expect(await refusal({ sourceColumnId: report.columns['Sheet name'] })).toMatchObject({
      errors: { sourceColumnId: 'Added by the report, no cell of a sheet' },
    });
    const { body } = await get<ReportView[]>('/api/smartsheet/reports');
    const summary = body.find(({ selectable }) => !selectable);
    expect(await refusal({ sourceSheetId: summary?.id })).toMatchObject({
      errors: { sourceSheetId: 'A summary report has no rows to read' },
    });
    expect(await refusal({ sourceKind: 'sheet' })).toMatchObject({ code: 'source_not_found' });
    expect(await refusal({ sourceSheetId: '7' })).toMatchObject({ code: 'source_not_found' });
  });

  test('says in its preview that the report lists the column which is to be filled', async () => {
    const { send } = await connectedUser();
    const { draft, target } = await newSheets();
    const cells = [{ columnId: Number(target.columns.Pick), value: 'Old' }];
    await calls.call('POST', `/2.0/sheets/${target.id}/rows`, [{ toBottom: true, cells }], token);
    const fed = await makeReport(calls, {
      token,
      name: 'Fed',
      sheetIds: [target.id],
      columns: [{ title: 'Pick', type: 'PICKLIST' }],
    });
    const own = { sourceSheetId: fed.id, sourceColumnId: fed.columns.Pick };
    const asked = { ...draft, ...own };
    const replies = [
      await send<Refusal>('POST', '/preview', asked),
      await send<Refusal>('POST', '', { name: 'Fed', ...asked }),
    ];
    for (const { body } of replies)
      expect(body.errors.sourceColumnId).toMatch(/^The report lists the target column itself/);
    const other = { ...asked, sourceColumnId: fed.columns.Name };
    expect((await send<Reply>('POST', '', { name: 'Of names', ...other })).status).toBe(201);
  });

  test('says of a deleted report that it is one, in the preview, when it is saved and of its columns', async () => {
    const { send } = await connectedUser();
    const { draft, report } = await newSheets();
    const { configuration } = (await send<Reply>('POST', '', { name: 'Loses it', ...draft })).body;
    const column = await send<Refusal>('POST', '/preview', { ...draft, sourceColumnId: '7' });
    expect(column.body.errors.sourceColumnId).toBe('This column is no longer in the report');
    await calls.call('DELETE', `/2.0/reports/${report.id}`, undefined, token);
    const gone = 'The report was deleted, or is no longer shared with you. Choose another source.';
    const replies = [
      await send<Refusal>('POST', '/preview', { ...draft, automationId: configuration.id }),
      await send<Refusal>('POST', '', { name: 'Late', ...draft }),
    ];
    for (const { body } of replies)
      expect(body).toMatchObject({
        code: 'source_not_found',
        message: gone,
        errors: { sourceSheetId: gone },
      });
  });

  test('finds dropdowns like its list before there is an automation, and counts the options of one', async () => {
    const { send, get } = await connectedUser();
    const { draft, report } = await newSheets();
    const columns = [{ title: 'Client', type: 'PICKLIST', options: ['Acme', 'Bolt', 'Other'] }];
    const more = await makeSheet(calls, { token, name: `More ${randomUUID()}`, columns });
    const { sourceSheetId, sourceColumnId, sourceKind } = draft;
    const source = { sourceSheetId, sourceColumnId, sourceKind };
    const page = await send<{ listSize: number }>('POST', '/candidates', source);
    expect(page).toMatchObject({ status: 200, body: { listSize: 3 } });
    const query = new URLSearchParams(source);
    const { body } = await get<object[]>(`/api/smartsheet/sheets/${more.id}/matches?${query}`);
    expect(body).toEqual([{ columnId: more.columns.Client, matchingCount: 2 }]);
    await calls.call('DELETE', `/2.0/reports/${report.id}`, undefined, token);
    expect(await send<Refusal>('POST', '/candidates', source)).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^The report was deleted/) },
    });
  });

  test('is moved to a sheet and back, with its settings named anew', async () => {
    const { send } = await connectedUser();
    const { draft, report, first } = await newSheets();
    const { configuration } = (await send<Reply>('POST', '', { name: 'Moves', ...draft })).body;
    const path = `/${configuration.id}`;
    const source = { sourceKind: 'sheet', sourceSheetId: first.id, sourceSheetName: first.name };
    const column = { sourceColumnId: first.columns.Name, sourceColumnName: 'Name' };
    const moved = await send<Reply>('PATCH', path, { ...source, ...column });
    expect(moved.body.configuration).toMatchObject({ sourceKind: 'sheet', sourceSheetName: first.name });
    const rule = {
      columnId: report.columns['Sheet name'],
      columnName: 'x',
      operator: 'equals',
      value: first.name,
    };
    const back = await send<Reply>('PATCH', path, {
      ...draft,
      sourceSheetName: report.name,
      filters: { match: 'all', rules: [rule] },
    });
    expect(back.body.configuration).toMatchObject({
      sourceKind: 'report',
      sourceSheetName: report.name,
      filters: { rules: [{ columnName: 'Sheet name' }] },
    });
  });

  test('finds more dropdowns that look like its list, and fills them from the same report', async () => {
    const { send } = await connectedUser();
    const { draft, report } = await newSheets();
    const columns = [{ title: 'Client', type: 'PICKLIST', options: ['Acme', 'Bolt', 'Coral'] }];
    const more = await makeSheet(calls, { token, name: `More ${randomUUID()}`, columns });
    const { id: automationId } = (await send<Reply>('POST', '', { name: 'First', ...draft })).body
      .configuration;
    const { sourceSheetId, sourceColumnId } = draft;
    type Page = {
      candidates: { sheetId: string; columnId: string }[];
      next: number | null;
      listSize: number;
    };
    const found: Page['candidates'] = [];
    for (let from: number | null = 0; from !== null; ) {
      const body: object = { sourceSheetId, sourceColumnId, automationId, ...(from > 0 && { from }) };
      const page: Page = (await send<Page>('POST', '/candidates', body)).body;
      expect(page.listSize).toBe(3);
      found.push(...page.candidates);
      from = found.some(({ sheetId }) => sheetId === more.id) ? null : page.next;
    }
    const destination = { sheetId: more.id, targetColumnId: more.columns.Client };
    expect(found).toContainEqual(
      expect.objectContaining({ sheetId: more.id, columnId: destination.targetColumnId }),
    );
    type Added = { results: { configuration: Automation | null }[] };
    const body = { automationId, destinations: [destination] };
    expect((await send<Added>('POST', '/destinations', body)).body.results).toMatchObject([
      { configuration: { sourceKind: 'report', sourceSheetId: report.id, sheetId: more.id } },
    ]);
  });

  test('is checked like any other, and a report that is gone is a finding', async () => {
    const { send } = await connectedUser();
    const { draft, report } = await newSheets();
    const { configuration } = (await send<Reply>('POST', '', { name: 'Checked', ...draft })).body;
    type Health = { findings: { check: string; status: string; message: string }[] };
    const check = async () => (await send<Health>('POST', `/${configuration.id}/check`, {})).body.findings;
    expect(await check()).toContainEqual(
      expect.objectContaining({
        check: 'webhook',
        message: expect.stringMatching(/^The source is a report/),
      }),
    );
    await calls.call('DELETE', `/2.0/reports/${report.id}`, undefined, token);
    expect(await check()).toContainEqual(
      expect.objectContaining({
        check: 'rights',
        message: 'The report no longer exists, or is no longer shared with you.',
      }),
    );
  });
});
