import { randomUUID } from 'node:crypto';
import type { Preview } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { signInConnected } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { intern } from '../../testing/sandbox.ts';
import { sandboxAppWithWorker } from '../../testing/sandbox-app.ts';
import { everythingStored, findChangedTables } from '../../testing/stored.ts';

const { app, sandbox, worker, token, calls } = await sandboxAppWithWorker();
afterEach(async () => {
  // Everybody is at the same account of the sandbox: the next test finds its columns free.
  await app.db.automation.deleteMany();
});

type Headers = Record<string, string>;
const basic = { subscriptionStatus: 'active', subscriptionTier: 'basic' } as const;

const connectedUser = (account?: string) => signInConnected(app, sandbox, account);

const readPreview = (headers: Headers, id: string) =>
  app.app.inject({ url: `/api/configurations/${id}/preview`, headers });
const previewDraft = (headers: Headers, payload: object) =>
  app.app.inject({ method: 'POST', url: '/api/configurations/preview', headers, payload });
const create = (headers: Headers, payload: object) =>
  app.app.inject({
    method: 'POST',
    url: '/api/configurations',
    headers,
    payload: { name: 'Made', ...payload },
  });

/** Two new sheets, and what the form sends to fill the one from the other. */
async function newSheets({ values, options }: { values: (string | null)[]; options: string[] }) {
  const name = randomUUID().slice(0, 8);
  // A second cell keeps a row whose first one is blank.
  const note = { title: 'Note', type: 'TEXT_NUMBER' };
  const rows = values.map((value) => [value, 'x']);
  const source = await makeSheet(calls, { token, name: `Source ${name}`, columns: [note], rows });
  const pick = { title: 'Pick', type: 'PICKLIST', options };
  const target = await makeSheet(calls, { token, name: `Target ${name}`, columns: [pick] });
  const { name: _, ...draft } = await draftAutomation(sandbox, {
    from: [source.name, 'Name'],
    to: [target.name, 'Pick'],
  });
  return {
    draft,
    setRow: (row: number, value: string) =>
      sandbox.call('PUT', `/2.0/sheets/${source.id}/rows`, {
        token,
        body: [{ id: Number(source.rows[row]), cells: [{ columnId: Number(draft.sourceColumnId), value }] }],
      }),
    setOptions: (next: string[]) =>
      sandbox.call('PUT', `/2.0/sheets/${target.id}/columns/${draft.targetColumnId}`, {
        token,
        body: { type: 'PICKLIST', options: next },
      }),
    options: async () => {
      type Shown = { columns: { id: string; options: string[] | null }[] };
      const { columns } = await sandbox.call<Shown>('GET', `/api/console/sheets/${target.id}`);
      return columns.find(({ id }) => String(id) === draft.targetColumnId)?.options ?? [];
    },
  };
}

const readRun = (id: string, after: Date | null = null) =>
  expect
    .poll(async () => {
      const { lastRunAt } = await app.db.automation.findUniqueOrThrow({ where: { id } });
      return lastRunAt !== null && (after === null || lastRunAt > after);
    })
    .toBe(true)
    .then(() => app.db.automation.findUniqueOrThrow({ where: { id } }));

describe('a preview is what a run then does', () => {
  test('a preview equals the run that follows, for a draft and after edits on both sides, and stores nothing', async () => {
    const canary = `Canary${randomUUID().replaceAll('-', '')}`;
    const say = (...texts: string[]) => texts.map((text) => `${canary} ${text}`);
    const [acme = '', alike = '', beta = '', gone = ''] = say('Acme Ltd.', 'ACME ltd', 'Beta', 'Gone');
    const sheets = await newSheets({
      values: [acme, alike, null, beta, beta, '#REF'],
      options: [gone, acme],
    });
    const { headers } = await connectedUser();
    const before = await everythingStored(app);
    const reply = await previewDraft(headers, sheets.draft);
    // Calls are counted, and nothing else.
    expect(await findChangedTables(before, app)).toEqual(['public.smartsheet_budgets']);
    expect(reply.headers['cache-control']).toBe('no-store');
    const first: Preview = reply.json();
    expect(first).toMatchObject({
      added: { count: 2, options: [{ text: alike }, { text: beta }] },
      removed: { count: 1, options: [{ text: gone }] },
      kept: { count: 1, options: [{ text: acme }] },
      optionCount: 2,
      verdict: 'write',
      message: null,
      needsReview: false,
      warnings: [
        { code: 'repeats', message: '1 repeated value is left out.' },
        { code: 'blanks', message: '1 blank cell is left out.' },
        { code: 'formula_errors', message: '1 cell with a formula error is left out.' },
        { code: 'look_alikes', message: `“${acme}” and “${alike}” look alike.`, rowNumbers: [1, 2] },
      ],
    });
    expect(await sheets.options()).toEqual([gone, acme]);

    const { id } = (await create(headers, sheets.draft)).json().configuration;
    const ran = await readRun(id);
    expect([ran.lastRunOutcome, ran.lastRunAdded, ran.lastRunRemoved]).toEqual(['changed', 2, 1]);
    expect(await sheets.options()).toEqual([acme, alike, beta]);
    expect((await readPreview(headers, id)).json()).toMatchObject({
      verdict: 'unchanged',
      kept: { count: 3 },
      message: null,
    });

    const [gamma = '', byHand = ''] = say('Gamma', 'By hand');
    await sheets.setRow(0, gamma);
    await sheets.setOptions([byHand, alike]);
    const second: Preview = (await readPreview(headers, id)).json();
    expect(second).toMatchObject({
      added: { options: [{ text: gamma }, { text: beta }] },
      removed: { options: [{ text: byHand }] },
      kept: { options: [{ text: alike }] },
    });
    expect(second.fingerprint).not.toBe(first.fingerprint);
    await app.app.inject({ method: 'POST', url: `/api/configurations/${id}/sync`, headers });
    await readRun(id, ran.lastRunAt);
    expect(await sheets.options()).toEqual([gamma, alike, beta]);

    const stored = [...(await everythingStored(app)).values()].join('\n');
    expect(stored).toContain(id);
    expect(stored + app.log.text() + worker.log()).not.toContain(canary);
  });

  test.each([
    ['one that removes most', ['a'], /would remove 8 of 9 options/],
    ['one of an empty source', [], /has no values/],
  ])('%s waits for the review that the run then has', async (_which, values, message) => {
    const options = [...'abcdefghi'];
    const sheets = await newSheets({ values, options });
    const { headers } = await connectedUser();
    const preview: Preview = (await previewDraft(headers, sheets.draft)).json();
    expect(preview).toMatchObject({
      verdict: 'waiting_review',
      needsReview: true,
      message: expect.stringMatching(message),
      removed: { count: 9 - values.length },
    });
    const { id } = (await create(headers, sheets.draft)).json().configuration;
    const row = await readRun(id);
    expect(row.lastRunOutcome).toBe('waiting_review');
    const { fingerprint } = (await readPreview(headers, id)).json();
    expect(row.review).toMatchObject({ fingerprint });
    expect(await sheets.options()).toEqual(options);

    // Approved, it would be written; any other list would still wait.
    const data = { approvedReview: fingerprint, isActive: false };
    await app.db.automation.update({ where: { id }, data });
    expect((await readPreview(headers, id)).json()).toMatchObject({ verdict: 'write', needsReview: false });
    await sheets.setOptions([...options, 'j']);
    expect((await readPreview(headers, id)).json()).toMatchObject({ verdict: 'waiting_review' });
  });
});

test('twenty thousand rows are counted whole and their texts bounded', async () => {
  const { headers } = await connectedUser();
  const to = ['Time sheet 2026', 'Client'] as const;
  const draftFrom = async (column: string) => {
    const { name: _, ...draft } = await draftAutomation(sandbox, { from: ['Parts catalogue', column], to });
    return draft;
  };
  const parts: Preview = (await previewDraft(headers, await draftFrom('Part no.'))).json();
  expect(parts).toMatchObject({
    verdict: 'refused',
    message: expect.stringMatching(/^The list would have 20,000 options, and a dropdown can hold 500/),
    added: { count: 20_000 },
  });
  expect(parts.added.options).toHaveLength(200);
  const makers: Preview = (await previewDraft(headers, await draftFrom('Maker'))).json();
  expect(makers.added.count).toBe(240);
  expect(makers.warnings.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['19,114 repeated values are left out.', '646 blank cells are left out.']),
  );
});

describe('a draft is refused as saving it would be', () => {
  const clients = ['Clients', 'Client name'] as const;
  const at = (column: string) => ['Time sheet 2026', column] as const;
  const readDraft = async (
    from: readonly [string, string],
    to: readonly [string, string],
    more: object = {},
  ) => {
    const { name: _, ...draft } = await draftAutomation(sandbox, { from, to });
    return { ...draft, ...more };
  };

  test('says it in the same words', async () => {
    const { headers } = await connectedUser();
    const drafts = {
      source_not_found: await readDraft(clients, at('Client'), { sourceColumnId: '7' }),
      target_not_writable: await readDraft(clients, at('Hours')),
      automation_loop: await readDraft(at('Client'), at('Client')),
    };
    const sheetGone = await readDraft(clients, at('Client'), { sourceSheetId: '7' });
    const targetGone = await readDraft(clients, at('Client'), { sheetId: '7' });
    for (const draft of [...Object.values(drafts), sheetGone, targetGone]) {
      const refused = (await previewDraft(headers, draft)).json();
      expect(refused).toEqual((await create(headers, draft)).json());
    }
    for (const [code, draft] of Object.entries(drafts))
      expect((await previewDraft(headers, draft)).json().code).toBe(code);
    const badSetting = await readDraft(clients, at('Client'), { pinnedFirst: [' '] });
    expect((await previewDraft(headers, badSetting)).json().code).toBe('validation_failed');
    const stranger = await connectedUser(intern);
    expect((await previewDraft(stranger.headers, await readDraft(clients, at('Client')))).statusCode).toBe(
      422,
    );
  });

  test('a column that another fills is taken, but not from the automation that fills it', async () => {
    const draft = await readDraft(clients, at('Client'));
    const owner = await connectedUser();
    const { id } = (await create(owner.headers, draft)).json().configuration;
    const other = await connectedUser();
    const taken = await previewDraft(other.headers, draft);
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'column_taken']);
    expect((await previewDraft(owner.headers, { ...draft, automationId: id })).statusCode).toBe(200);
    const foreign = await previewDraft(other.headers, { ...draft, automationId: id });
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'not_found']);
    expect((await readPreview(other.headers, id)).json().code).toBe('not_found');
  });

  test('a plan that is full previews no new one', async () => {
    const { headers, connection } = await connectedUser();
    await app.db.user.update({
      where: { id: connection.userId },
      data: { subscriptionTier: 'free', subscriptionStatus: 'free', trialEndDate: new Date(0) },
    });
    await testAutomation(app.db, { connection, targetColumnId: randomUUID() });
    expect((await previewDraft(headers, await readDraft(clients, at('Client')))).json().code).toBe(
      'free_plan_limit',
    );
  });

  test('names a missing or revoked connection, a limit of Smartsheet and half a sheet', async () => {
    const draft = await readDraft(clients, at('Client'));
    const { headers, userId } = await app.signIn(basic);
    expect((await previewDraft(headers, draft)).json().code).toBe('smartsheet_not_connected');
    const connection = await testConnection(app.db, { userId, status: 'disconnected' });
    const { id } = await testAutomation(app.db, { connection });
    expect((await readPreview(headers, id)).json().code).toBe('smartsheet_not_connected');

    const user = await connectedUser(intern);
    await sandbox.call('PUT', '/api/faults', { body: { revoke: [intern] } });
    const revoked = await previewDraft(user.headers, draft);
    expect([revoked.statusCode, revoked.json().code]).toEqual([409, 'smartsheet_needs_reconnect']);
    const where = { userId: user.userId };
    expect(await app.db.smartsheetConnection.findUnique({ where })).toMatchObject({
      status: 'needs_reconnect',
    });

    const limited = await connectedUser();
    await sandbox.call('PUT', '/api/faults', { body: { storm: true } });
    expect((await previewDraft(limited.headers, draft)).json().code).toBe('smartsheet_busy');
    const cutOff = await connectedUser();
    await sandbox.call('PUT', '/api/faults', { body: { rows: 'fewer' } });
    expect((await previewDraft(cutOff.headers, draft)).json().code).toBe('smartsheet_unavailable');
  });

  test('says what to do while too many sheets are read', async () => {
    const users = await Promise.all(Array.from({ length: 11 }, () => connectedUser()));
    const draft = await readDraft(clients, at('Client'));
    await sandbox.call('PUT', '/api/faults', { body: { hold: 'before', operations: ['sheets.get'] } });
    const asked = [...users, ...users].slice(0, 21).map(({ headers }) => previewDraft(headers, draft));
    const refused = await Promise.race(asked);
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
    expect(refused.json().message).toMatch(/try again in a few seconds/);
    await sandbox.call('DELETE', '/api/faults');
    await sandbox.call('DELETE', '/api/held');
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(20);
  });

  test('refuses only the user who has many sheets read', async () => {
    const [greedy, other] = [await connectedUser(), await connectedUser()];
    const draft = await readDraft(clients, at('Client'));
    await sandbox.call('PUT', '/api/faults', { body: { hold: 'before', operations: ['sheets.get'] } });
    const refused: string[] = [];
    const asked = Array.from({ length: 21 }, async () => {
      const answer = await previewDraft(greedy.headers, draft);
      if (answer.statusCode === 503) refused.push(answer.json().message);
      return answer;
    });
    // Until the rest is refused, one that is read would make room for another.
    await expect.poll(() => refused.length).toBe(15);
    for (const message of refused) expect(message).toMatch(/^You are looking at many sheets/);
    const beside = previewDraft(other.headers, draft);
    await sandbox.call('DELETE', '/api/faults');
    await sandbox.call('DELETE', '/api/held');
    expect((await beside).statusCode).toBe(200);
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(6);
  });

  test('a user may preview thirty times a minute', async () => {
    const { headers } = await app.signIn(basic);
    const draft = await readDraft(clients, at('Client'));
    const codes = [];
    for (let count = 0; count < 31; count += 1) codes.push((await previewDraft(headers, draft)).json().code);
    expect(codes.filter((code) => code === 'smartsheet_not_connected')).toHaveLength(30);
    expect(codes.at(-1)).toBe('rate_limited');
  });
});
