import { randomUUID } from 'node:crypto';
import type { Automation, Preview, Run } from '@picksync/contracts';
import { makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { createPremiumSender } from '../../testing/connect.ts';
import { sandboxAppWithWorker } from '../../testing/sandbox-app.ts';

const { app, sandbox, token, calls } = await sandboxAppWithWorker();
afterEach(() => app.db.automation.deleteMany());

const old = [...'abcdef'];

const connectedUser = () => createPremiumSender(app, sandbox);
type Reply = { message: string; configuration: Automation };

/** A source with two columns of values, and a dropdown that has the first ones. */
async function newSheets() {
  const name = randomUUID().slice(0, 8);
  const columns = [{ title: 'Other', type: 'TEXT_NUMBER' }];
  const rows = [...'ghijkl'].map((text) => [text, `${text}2`]);
  const source = await makeSheet(calls, { token, name: `Source ${name}`, columns, rows });
  const pick = { title: 'Pick', type: 'PICKLIST', options: old };
  const target = await makeSheet(calls, { token, name: `Target ${name}`, columns: [pick] });
  const draft = {
    sourceSheetId: source.id,
    sourceSheetName: source.name,
    ...column(source, 'Name'),
    sheetId: target.id,
    sheetName: target.name,
    targetColumnId: target.columns.Pick ?? '',
    targetColumnName: 'Pick',
  };
  return { source, target, draft };
}

function column(source: SandboxSheet, title: string) {
  return { sourceColumnId: source.columns[title] ?? '', sourceColumnName: title };
}

type Shown = { columns: { id: string; title: string; options: string[] | null }[]; rows: number };
const shown = ({ id }: SandboxSheet) => calls.call<Shown>('GET', `/api/console/sheets/${id}`);
const readOptions = async (sheet: SandboxSheet) =>
  (await shown(sheet)).columns.find(({ title }) => title === 'Pick')?.options;

const readRow = (id: string) => app.db.automation.findUniqueOrThrow({ where: { id } });
const expectOutcome = (id: string) => expect.poll(async () => (await readRow(id)).lastRunOutcome);

describe('a new automation that would replace more than it may', () => {
  test('writes what its owner has seen and ticked, without asking again', async () => {
    const { send } = await connectedUser();
    const { draft, target } = await newSheets();
    const preview = (await send<Preview>('POST', '/preview', draft)).body;
    expect(preview).toMatchObject({ verdict: 'waiting_review', reason: 'wipe_guard' });
    expect(preview.message).not.toMatch(/was|were/);
    const body = { name: 'Ticked', ...draft, fingerprint: preview.fingerprint };
    const created = (await send<Reply>('POST', '', body)).body;
    expect(created.message).toBe('Your automation has been set up successfully');
    const { id } = created.configuration;
    await expectOutcome(id).toBe('changed');
    expect(await readOptions(target)).toEqual([...'ghijkl']);
    const [run] = (await send<Run[]>('GET', `/${id}/runs`)).body;
    expect(run).toMatchObject({ trigger: 'creation', answeredBy: null });
    expect(run?.details).toContain('Replaced 6 options, as you chose');
  });

  test('asks when its owner puts the answer off, says so, and is mailed about after an hour', async () => {
    const { send } = await connectedUser();
    const { draft, target } = await newSheets();
    const body = { name: 'Later', ...draft, asksLater: true };
    const { message, configuration } = (await send<Reply>('POST', '', body)).body;
    expect(message).toBe(
      'Your automation has been set up successfully. Its first sync changes nothing and waits for your review.',
    );
    await expectOutcome(configuration.id).toBe('waiting_review');
    expect(await readOptions(target)).toEqual(old);
    const { reviewMailAt, createdAt } = await readRow(configuration.id);
    expect(reviewMailAt?.getTime()).toBe(createdAt.getTime() + 60 * 60_000);
  });

  test('asks when the source changes between the look and the tick', async () => {
    const { send } = await connectedUser();
    const { draft, source, target } = await newSheets();
    const { fingerprint } = (await send<Preview>('POST', '/preview', draft)).body;
    const cells = [{ columnId: Number(source.columns.Name), value: 'new' }];
    const rows = [{ id: Number(source.rows[0]), cells }];
    await calls.call('PUT', `/2.0/sheets/${source.id}/rows`, rows, token);
    const body = { name: 'Changed', ...draft, fingerprint };
    const { id } = (await send<Reply>('POST', '', body)).body.configuration;
    await expectOutcome(id).toBe('waiting_review');
    expect(await readOptions(target)).toEqual(old);
    const { lastError, reviewMailAt } = await readRow(id);
    expect(lastError).toContain(`Waits for your review: ${source.name} changed after you looked.`);
    expect(reviewMailAt).toBeNull();
  });
});

test('a saved change writes what was seen and ticked, and an answer alone is no change', async () => {
  const { send } = await connectedUser();
  const { draft, source, target } = await newSheets();
  const { id } = (await send<Reply>('POST', '', { name: 'Add', mode: 'add_only', ...draft })).body
    .configuration;
  await expectOutcome(id).toBe('changed');
  const preview = (await send<Preview>('POST', '/preview', { ...draft, automationId: id })).body;
  expect(preview).toMatchObject({ reason: null, verdict: 'write', removed: { count: 6 } });
  const other = { ...draft, ...column(source, 'Other') };
  const replaced = (await send<Preview>('POST', '/preview', { ...other, automationId: id })).body;
  expect(replaced).toMatchObject({ reason: 'wipe_guard', removed: { count: 12 } });
  expect((await send('PATCH', `/${id}`, { fingerprint: replaced.fingerprint })).status).toBe(400);
  await send('PATCH', `/${id}`, {
    mode: 'mirror',
    ...column(source, 'Other'),
    fingerprint: replaced.fingerprint,
  });
  await expect.poll(() => readOptions(target)).toEqual([...'ghijkl'].map((text) => `${text}2`));
});

describe('a two-way automation whose source column is changed', () => {
  async function moved(answer: (preview: Preview) => object) {
    const user = await connectedUser();
    const { draft, source, target } = await newSheets();
    const two = { ...draft, mode: 'two_way' };
    const { id } = (await user.send<Reply>('POST', '', { name: 'Two-way', ...two })).body.configuration;
    await expectOutcome(id).toBe('changed');
    const edit = column(source, 'Other');
    const asked = { ...two, ...edit, automationId: id };
    const preview = (await user.send<Preview>('POST', '/preview', asked)).body;
    await user.send('PATCH', `/${id}`, { ...edit, ...answer(preview) });
    return { ...user, id, preview, source, target };
  }

  test('adds none of the values of the column before until that is approved', async () => {
    const { send, id, preview, source } = await moved(() => ({}));
    expect(preview).toMatchObject({
      verdict: 'waiting_review',
      reason: 'rows_would_come',
      sourceRows: { added: { count: 12 } },
      removed: { count: 0 },
    });
    await expectOutcome(id).toBe('waiting_review');
    expect((await shown(source)).rows).toBe(12);
    const { configuration } = (await send<Reply>('PATCH', `/${id}`, { name: 'Other' })).body;
    expect(configuration.review).toMatchObject({ reason: 'rows_would_come', newRows: 12 });
    expect(configuration.review?.fingerprint).toBe(preview.fingerprint);

    const { fingerprint } = preview;
    expect((await send('POST', `/${id}/keep`, { fingerprint })).body).toMatchObject({
      code: 'validation_failed',
    });
    await send('POST', `/${id}/approve`, { fingerprint });
    await expectOutcome(id).toBe('changed');
    expect((await shown(source)).rows).toBe(24);
    const [run] = (await send<Run[]>('GET', `/${id}/runs`)).body;
    expect(run).toMatchObject({ trigger: 'review_approved', rowsAdded: 12 });
    expect(run?.answeredBy).toContain('@');
  });

  test('adds them at once where its owner ticked exactly that in the form', async () => {
    const { id, source } = await moved(({ fingerprint }) => ({ fingerprint }));
    await expectOutcome(id).toBe('changed');
    expect((await shown(source)).rows).toBe(24);
  });
});
