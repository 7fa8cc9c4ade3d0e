import { randomUUID } from 'node:crypto';
import type { Preview } from '@picksync/contracts';
import { testAutomation } from '@picksync/db/testing';
import { makeSheet } from '@picksync/sync-engine/testing';
import { expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { sandboxAppWithWorker } from '../../testing/sandbox-app.ts';

const { app, sandbox, token, calls } = await sandboxAppWithWorker();

async function newDraft() {
  const name = randomUUID().slice(0, 8);
  const columns = [
    { title: 'Note', type: 'TEXT_NUMBER' },
    { title: 'Done', type: 'CHECKBOX' },
  ];
  const rows = [['a', 'x'], ['b']];
  const source = await makeSheet(calls, { token, name: `Source ${name}`, columns, rows });
  const pick = { title: 'Pick', type: 'PICKLIST', options: ['a', 'b', 'c'] };
  const target = await makeSheet(calls, { token, name: `Target ${name}`, columns: [pick] });
  const draft = {
    sourceSheetId: source.id,
    sourceSheetName: source.name,
    sourceColumnId: source.columns.Name ?? '',
    sourceColumnName: 'Name',
    sheetId: target.id,
    sheetName: target.name,
    targetColumnId: target.columns.Pick ?? '',
    targetColumnName: 'Pick',
    mode: 'two_way' as const,
  };
  const setOptions = (options: string[]) =>
    calls.call(
      'PUT',
      `/2.0/sheets/${target.id}/columns/${target.columns.Pick}`,
      { type: 'PICKLIST', options },
      token,
    );
  return { draft, source, setOptions };
}

test('a source that cannot take rows is refused at its field, as when it is saved', async () => {
  const { headers, userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  await connectSandbox(app, sandbox, { userId });
  const { draft, source } = await newDraft();
  const payload = { ...draft, sourceColumnId: source.columns.Done };
  const post = (path: string, body: object) =>
    app.app.inject({ method: 'POST', url: `/api/configurations${path}`, headers, payload: body });
  const answers = [await post('/preview', payload), await post('', { name: 'Checkbox', ...payload })];
  const [preview, saved] = answers.map((answer) => answer.json());
  expect(preview).toMatchObject({
    code: 'validation_failed',
    errors: { sourceColumnId: expect.any(String) },
  });
  expect(preview.errors).toEqual(saved.errors);
});

test('an option that was added again after a run deleted its rows comes back in the preview as in the run', async () => {
  const { headers, userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  const connection = await connectSandbox(app, sandbox, { userId });
  const { draft } = await newDraft();
  const id = randomUUID();
  const hash = (text: string) => app.context.getOptionHash(id).of(text, { ignoreCase: false });
  await testAutomation(app.db, {
    id,
    connection,
    ...draft,
    baseHashes: ['a', 'b', 'c'].map(hash),
  });
  const added = async () => {
    const reply = await app.app.inject({ url: `/api/configurations/${id}/preview`, headers });
    return reply.json().sourceRows.added.options.map(({ text }: { text: string }) => text);
  };
  // Its row has left the source.
  expect(await added()).toEqual([]);
  const { sourceSheetId: sheetId, sourceColumnId: columnId } = draft;
  const place = { sheetId, columnId, jobId: id, attempt: 1 };
  await app.db.rowIntent.create({ data: { automationId: id, ...place, deletedHashes: [hash('c')] } });
  expect(await added()).toEqual(['c']);
  await app.db.automation.deleteMany({ where: { userId } });
});

test('a two-way preview shows the rows that come and go, and is what the review then asks', async () => {
  const { headers, userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  await connectSandbox(app, sandbox, { userId });
  const { draft, source, setOptions } = await newDraft();
  const post = (path: string, payload: object) =>
    app.app.inject({ method: 'POST', url: `/api/configurations${path}`, headers, payload });

  const refused = await post('', { name: 'Checkbox', ...draft, sourceColumnId: source.columns.Done });
  expect(refused.json()).toMatchObject({
    code: 'validation_failed',
    errors: { sourceColumnId: expect.stringMatching(/plain text column/) },
  });

  const before: Preview = (await post('/preview', draft)).json();
  expect(before.sourceRows).toMatchObject({
    added: { count: 1, options: [{ text: 'c' }] },
    deleted: { count: 0 },
  });

  const { id } = (await post('', { name: 'Two-way', ...draft })).json().configuration;
  const row = () => app.db.automation.findUniqueOrThrow({ where: { id } });
  await expect.poll(async () => (await row()).lastRunOutcome).toBe('changed');
  await setOptions(['b', 'c']);
  await post(`/${id}/sync`, {});
  await expect.poll(async () => (await row()).lastRunOutcome).toBe('waiting_review');
  const preview: Preview = (
    await app.app.inject({ url: `/api/configurations/${id}/preview`, headers })
  ).json();
  expect(preview).toMatchObject({
    reason: 'rows_would_go',
    sourceRows: { deleted: { count: 1, cells: 2, rows: [{ rowNumber: 1, text: 'a', filledCells: 2 }] } },
  });
  expect((await row()).review).toMatchObject({ fingerprint: preview.fingerprint, sourceRows: 1 });
});
