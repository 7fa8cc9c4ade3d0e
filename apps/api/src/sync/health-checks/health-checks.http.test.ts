import type { HealthFinding } from '@picksync/contracts';
import { testAutomation } from '@picksync/db/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { signInConnected } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { intern, office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { everythingStored, findChangedTables } from '../../testing/stored.ts';

const { app, sandbox } = await sandboxApp();
afterEach(async () => {
  // Everybody is at the same account of the sandbox: the next test finds its columns free.
  await app.db.automation.deleteMany();
});

type Headers = Record<string, string>;

const connectedUser = (account?: string) => signInConnected(app, sandbox, account);

const clients = { from: ['Clients', 'Client name'], to: ['Time sheet 2026', 'Client'] } as const;

async function createDraft(fields: object = {}, to: readonly [string, string] = clients.to) {
  const { name: _, ...draft } = await draftAutomation(sandbox, { from: [...clients.from], to: [...to] });
  return { ...draft, ...fields };
}
const checkDraft = (headers: Headers, payload: object) =>
  app.app.inject({ method: 'POST', url: '/api/configurations/check', headers, payload });
const check = (headers: Headers, id: string) =>
  app.app.inject({ method: 'POST', url: `/api/configurations/${id}/check`, headers });
const read = (headers: Headers, id: string) => app.app.inject({ url: `/api/configurations/${id}`, headers });

type Reply = Awaited<ReturnType<typeof check>>;
const getFindings = (reply: Reply): HealthFinding[] => reply.json().findings;
const unwell = (reply: Reply) => getFindings(reply).filter(({ status }) => status !== 'ok');

describe('a draft', () => {
  test('is told that it works, check by check, in three calls, and is not stored', async () => {
    const { headers } = await connectedUser();
    const draft = await createDraft();
    const before = await everythingStored(app);
    await sandbox.call('DELETE', '/api/calls');
    const reply = await checkDraft(headers, draft);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(unwell(reply)).toEqual([]);
    expect(getFindings(reply).map((finding) => finding.check)).toEqual([
      'rights',
      'scopes',
      'plan',
      'region',
      'columns',
      'lock',
      'symbol',
      'type',
      'size',
      'webhook',
      'only_writer',
      'loop',
    ]);
    expect(await sandbox.call('GET', '/api/calls')).toMatchObject({ calls: 3 });
    expect(await findChangedTables(before, app)).toEqual([
      'public.smartsheet_budgets',
      // Whether the user has a license is kept.
      'public.smartsheet_connections',
    ]);
  });

  test('is told that another automation fills its column, and an edit of that one is not', async () => {
    const { headers, connection } = await connectedUser();
    const draft = await createDraft();
    const { sheetId, targetColumnId } = draft;
    const { id: automationId } = await testAutomation(app.db, { connection, sheetId, targetColumnId });
    expect(unwell(await checkDraft(headers, draft))).toMatchObject([
      {
        check: 'only_writer',
        status: 'problem',
        fix: { kind: 'choose_target', label: 'Choose another column' },
      },
    ]);
    expect(unwell(await checkDraft(headers, { ...draft, automationId }))).toEqual([]);
  });

  test('tells nothing of others to somebody who may not fill the column', async () => {
    const owner = await connectedUser();
    const draft = await createDraft();
    const { sheetId, targetColumnId } = draft;
    await testAutomation(app.db, { connection: owner.connection, sheetId, targetColumnId });
    const { headers } = await connectedUser(intern);
    const reply = await checkDraft(headers, draft);
    expect(unwell(reply).map((finding) => finding.check)).toContain('rights');
    expect(getFindings(reply).map((finding) => finding.check)).not.toContain('only_writer');
  });

  test('is told before it is saved that the admin of its sheet has no license', async () => {
    const { userId, headers } = await connectedUser();
    const draft = await createDraft({}, ['CRM pipeline', 'Region']);
    const license = (licensed: boolean) =>
      sandbox.call('PUT', '/api/accounts/license', { body: { account: office, licensed } });
    await license(false);
    expect(unwell(await checkDraft(headers, draft))).toMatchObject([
      {
        check: 'rights',
        status: 'problem',
        message: expect.stringContaining('without a Smartsheet license'),
        fix: { kind: 'choose_target_sheet', label: 'Choose another destination' },
      },
    ]);
    // Its own sheets can be filled.
    expect(unwell(await checkDraft(headers, await createDraft()))).toEqual([]);
    const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
    expect(connection.licensed).toBe(false);
    await license(true);
    expect(unwell(await checkDraft(headers, draft))).toEqual([]);
  });

  test('is told in one sentence with one fix that the column holds symbols or is gone', async () => {
    const { headers } = await connectedUser();
    const symbol = await createDraft({}, ['Time sheet 2026', 'Approved']);
    expect(unwell(await checkDraft(headers, symbol))).toEqual([
      {
        check: 'symbol',
        status: 'problem',
        message: 'The target column shows symbols, and their list is fixed.',
        fix: { kind: 'choose_target', label: 'Choose another column' },
      },
    ]);
    const gone = await createDraft({ sourceColumnId: '7', targetColumnId: '8' });
    expect(unwell(await checkDraft(headers, gone)).map(({ message }) => message)).toEqual([
      'The source column no longer exists.',
      'The target column no longer exists.',
    ]);
  });
});

describe('an automation', () => {
  async function someAutomation(fields: object = {}) {
    const user = await connectedUser();
    const choice = { connection: user.connection, ...(await createDraft()), ...fields };
    return { ...user, automation: await testAutomation(app.db, choice) };
  }

  test('is looked at by hand, keeps what was found, as codes, and does not count as edited', async () => {
    const { headers, automation } = await someAutomation();
    expect((await read(headers, automation.id)).json().health).toBeNull();
    const reply = await check(headers, automation.id);
    // Its webhook was not made yet.
    expect(unwell(reply).map((one) => one.check)).toEqual(['webhook']);
    const { health } = (await read(headers, automation.id)).json();
    expect(health).toMatchObject({ checkedAt: reply.json().checkedAt });
    expect(health.fine).toContain('size');
    expect(health.findings.map((one: HealthFinding) => one.check)).toEqual(['webhook']);
    const row = await app.db.automation.findUniqueOrThrow({ where: { id: automation.id } });
    expect(row.health).toContainEqual({ reason: 'size_fine', found: 7, allowed: 500 });
    expect(JSON.stringify(row.health)).not.toContain('webhook');
    expect(row.updatedAt).toEqual(automation.updatedAt);
  });

  test('is looked at once more when it is changed meanwhile', async () => {
    const rule = { columnId: '7', columnName: 'Gone', operator: 'is_not_blank', value: null };
    const { headers, automation } = await someAutomation({ filters: { match: 'all', rules: [rule] } });
    const setFaults = (body: object) => sandbox.call('PUT', '/api/faults', { body });
    await setFaults({ hold: 'before', sheets: [automation.sourceSheetId] });
    const checked = check(headers, automation.id).then((reply) => reply);
    const countHeld = async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length;
    await expect.poll(countHeld).toBeGreaterThan(0);
    const url = `/api/configurations/${automation.id}`;
    const edit = { method: 'PATCH', url, headers, payload: { filters: null } } as const;
    expect((await app.app.inject(edit)).statusCode).toBe(200);
    await setFaults({});
    expect(unwell(await checked).map((one) => one.check)).toEqual(['webhook']);
    const row = await app.db.automation.findUniqueOrThrow({ where: { id: automation.id } });
    expect(row.health).not.toContainEqual({ reason: 'filter_column_gone' });
  });

  test('is looked at soon after an edit that its findings are about, and after no other', async () => {
    const { headers, automation, connection } = await someAutomation();
    await check(headers, automation.id);
    const url = `/api/configurations/${automation.id}`;
    const edit = async (payload: object) => {
      expect((await app.app.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200);
      const where = { id: connection.id };
      const { nextHealthCheckAt } = await app.db.smartsheetConnection.findUniqueOrThrow({ where });
      return nextHealthCheckAt.getTime();
    };
    expect(await edit({ name: 'Other', order: 'descending' })).toBeGreaterThan(Date.now());
    expect((await read(headers, automation.id)).json().health).not.toBeNull();
    expect(await edit({ mode: 'add_only' })).toBeLessThanOrEqual(Date.now());
    expect((await read(headers, automation.id)).json().health).toBeNull();
  });

  test('is told that somebody else keeps rewriting it', async () => {
    const { headers, automation } = await someAutomation({ outsideChanges: [app.clock.at] });
    const found = unwell(await check(headers, automation.id));
    expect(found.filter((one) => one.check !== 'webhook')).toMatchObject([
      { check: 'only_writer', status: 'note', fix: { kind: 'open_target' } },
    ]);
  });

  test('is told that Smartsheet refuses the connection, and nothing that was not checked', async () => {
    const { headers, automation } = await someAutomation();
    await sandbox.call('PUT', '/api/faults', { body: { revoke: ['office@northwind.example'] } });
    for (const _ of ['refused now', 'known to be refused']) {
      expect(getFindings(await check(headers, automation.id))).toMatchObject([
        { check: 'scopes', status: 'problem', fix: { kind: 'reconnect', label: 'Reconnect' } },
      ]);
    }
    await sandbox.call('POST', '/api/reset');
  });
});

test('a user has thirty looks a minute', async () => {
  const { headers } = await app.signIn();
  const draft = await createDraft();
  const codes = [];
  for (let count = 0; count < 31; count += 1) codes.push((await checkDraft(headers, draft)).json().code);
  expect(codes.filter((code) => code === 'smartsheet_not_connected')).toHaveLength(30);
  expect(codes.at(-1)).toBe('rate_limited');
});
