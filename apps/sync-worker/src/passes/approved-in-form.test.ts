import { defaultSettings } from '@picksync/contracts';
import { jobPriorities } from '@picksync/db';
import { createOptionHashes, reviewFingerprint, toDraftId } from '@picksync/sync-engine';
import { makeSheet } from '@picksync/sync-engine/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { letTimePass } from '../testing/passing-time.ts';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, atRest, readRow } = await openWorldWithWorker();
let account: TestAccount;
beforeEach(async () => {
  account = await world.newAccount();
});

const hashes = createOptionHashes(world.environment.SECRET);
const letters = (text: string) => [...text];
const current = letters('abcdef');
const next = letters('ghijklmn');

type Changes = Partial<Parameters<typeof reviewFingerprint>[0]>;

/** What the preview of a new automation stands for. */
const seenInForm = (changes: Changes = {}) =>
  reviewFingerprint({
    current,
    next,
    settings: defaultSettings,
    hash: hashes(toDraftId(account.connection.userId)),
    ...changes,
  });

async function sync(id: string, data: object = {}): Promise<void> {
  await world.prisma.automation.update({ where: { id }, data });
  await world.mark(account.connection.id, { automationIds: [id] });
  await atRest(account);
}

const newest = (automationId: string) => ({ where: { automationId }, orderBy: { id: 'desc' } as const });

describe('a list approved in the form of a new automation', () => {
  test('is written by its first run, without another question', async () => {
    const { automation } = await world.newAutomation({ account, values: next, options: current });
    await sync(automation.id, { approvedReview: seenInForm() });
    expect(await world.readOptions(automation)).toEqual(next);
    expect(await readRow(automation.id)).toMatchObject({ lastRunOutcome: 'changed', approvedReview: null });
    const entry = await world.prisma.activityLog.findFirstOrThrow(newest(automation.id));
    expect(entry).toMatchObject({ action: 'update_dropdown', status: 'success' });
    expect(entry.details).toMatch(
      /^Replaced 6 options, as you chose\. Pick in Target .*: 8 options added, 6/,
    );
    const run = await world.prisma.automationRun.findFirstOrThrow(newest(automation.id));
    expect(run).toMatchObject({ answer: null });
  });

  test.each([
    ['the source', (sheet: { source: string; target: string }) => sheet.source],
    ['the destination', (sheet: { source: string; target: string }) => sheet.target],
  ])('asks when %s changed after the look, and says which sheet it was', async (which, nameOf) => {
    const { automation, source, target } = await world.newAutomation({
      account,
      values: next,
      options: current,
    });
    const approvedReview = seenInForm();
    if (which === 'the source')
      await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'z' } });
    else await world.setOptions(account, automation, [...current, 'z']);
    const before = await world.readOptions(automation);
    await sync(automation.id, { approvedReview });
    expect(await world.readOptions(automation)).toEqual(before);
    const row = await readRow(automation.id);
    expect(row).toMatchObject({ lastRunOutcome: 'waiting_review', approvedReview: null });
    const changed = nameOf({ source: source.name, target: target.name });
    expect(row.lastError).toContain(`Waits for your review: ${changed} changed after you looked.`);
    // The callback about that change has the next run look again.
    await sync(automation.id);
    expect((await readRow(automation.id)).lastError).toBe(row.lastError);
  });

  test('does not stand for an emptied dropdown, which somebody has to confirm', async () => {
    const { automation } = await world.newAutomation({ account, values: [null], options: current });
    await sync(automation.id, { approvedReview: seenInForm({ next: [] }) });
    expect(await world.readOptions(automation)).toEqual(current);
    expect(await readRow(automation.id)).toMatchObject({ lastErrorReason: 'source_empty' });
  });

  test('does not stand for the draft of another user', async () => {
    const { automation } = await world.newAutomation({ account, values: next, options: current });
    const other = hashes(toDraftId('somebody else'));
    await sync(automation.id, { approvedReview: seenInForm({ hash: other }) });
    expect(await world.readOptions(automation)).toEqual(current);
  });
});

test('a list that goes on as its preview showed takes back what was added by hand, without another question', async () => {
  const fields = { drift: 'ask' } as const;
  const { automation } = await world.newAutomation({ account, values: current, options: [], fields });
  await sync(automation.id);
  const withOneByHand = [...current, 'by hand'];
  await world.setOptions(account, automation, withOneByHand);
  const settings = { ...defaultSettings, ...fields };
  const seen = { current: withOneByHand, next: current, settings, hash: hashes(automation.id) };
  await sync(automation.id, { approvedReview: reviewFingerprint(seen) });
  expect(await world.readOptions(automation)).toEqual(current);
  expect(await readRow(automation.id)).toMatchObject({ lastRunOutcome: 'changed', lastErrorReason: null });
});

test('a review that was approved is the trigger of its run, and not a sync by hand', async () => {
  const { automation } = await world.newAutomation({ account, values: next, options: current });
  await sync(automation.id);
  const { review } = await readRow(automation.id);
  await sync(automation.id, { approvedReview: Object(review).fingerprint, manualSyncAt: new Date() });
  expect(await world.readOptions(automation)).toEqual(next);
  const run = await world.prisma.automationRun.findFirstOrThrow(newest(automation.id));
  expect(run).toMatchObject({ outcome: 'changed', answer: 'approved' });
  const entry = await world.prisma.activityLog.findFirstOrThrow(newest(automation.id));
  expect(entry.action).toBe('update_dropdown');
  expect(entry.details).toContain('Replaced 6 options, as you chose.');
});

describe('a two-way automation with another source', () => {
  const twoWay = { mode: 'two_way' } as const;
  const settings = { ...defaultSettings, ...twoWay };

  /** As an edit leaves it: its dropdown holds the values of the column before. */
  async function moved() {
    const made = await world.newAutomation({ account, values: ['x', 'y'], options: current, fields: twoWay });
    await world.prisma.automation.update({
      where: { id: made.automation.id },
      data: { asksBeforeRows: true },
    });
    return made;
  }
  const readValues = async (sheetId: string) => {
    type Sheet = { rows: { cells: { value?: unknown }[] }[] };
    const path = `/2.0/sheets/${sheetId}?level=2`;
    const { rows } = await world.sandbox.call<Sheet>('GET', path, undefined, account.token);
    return rows.map(({ cells }) => cells[0]?.value);
  };
  /** What tells that a run is over and that the next one waits for the end of a pause. */
  const pause = async () => {
    const { syncState, syncPriority } = await world.readConnection(account);
    return { syncState, syncPriority };
  };

  test('adds no row before somebody approves it, and says how many there would be', async () => {
    const { automation, source } = await moved();
    await sync(automation.id);
    expect(await readValues(source.id)).toEqual(['x', 'y']);
    expect(await world.readOptions(automation)).toEqual(current);
    const row = await readRow(automation.id);
    expect(row).toMatchObject({ lastErrorReason: 'rows_would_come', asksBeforeRows: true });
    expect(row.lastError).toContain('would add 6 rows to the source');
    expect(row.review).toMatchObject({ newRows: 6, removed: 0 });
    const run = await world.prisma.automationRun.findFirstOrThrow(newest(automation.id));
    expect(run).toMatchObject({ outcome: 'waiting_review', rowsAdded: 6 });

    await sync(automation.id, {
      approvedReview: Object(row.review).fingerprint,
      manualSyncAt: new Date(),
    });
    expect(await readValues(source.id)).toEqual(['x', 'y', ...current]);
    expect(await world.readOptions(automation)).toEqual(['x', 'y', ...current]);
    expect(await readRow(automation.id)).toMatchObject({ asksBeforeRows: false, lastRunOutcome: 'changed' });
    const entry = await world.prisma.activityLog.findFirstOrThrow(newest(automation.id));
    expect(entry.details).toContain('Added 6 rows, as you chose.');

    await world.setOptions(account, automation, ['x', 'y', ...current, 'by hand']);
    await sync(automation.id);
    expect(await readValues(source.id)).toEqual(['x', 'y', ...current, 'by hand']);
  });

  test('adds exactly the rows that were approved in the form', async () => {
    const { automation, source } = await moved();
    const review = { current, next: ['x', 'y', ...current], settings, hash: hashes(automation.id) };
    await sync(automation.id, { approvedReview: reviewFingerprint({ ...review, newRows: current }) });
    expect(await readValues(source.id)).toEqual(['x', 'y', ...current]);
  });

  test('asks again when a row of the source is deleted after the look', async () => {
    const { automation, source } = await moved();
    await world.setOptions(account, automation, [...current, 'x', 'y']);
    const review = { current: [...current, 'x', 'y'], next: ['x', 'y', ...current] };
    const seen = { ...review, newRows: current, settings, hash: hashes(automation.id) };
    await world.setRows(account, { sheet: source, column: 'Name', values: { 1: '' } });
    await sync(automation.id, { approvedReview: reviewFingerprint(seen) });
    expect(await readValues(source.id)).toEqual(['x', undefined]);
    expect(await readRow(automation.id)).toMatchObject({ lastErrorReason: 'rows_would_come' });
  });

  test('goes on by itself when both sides are equal', async () => {
    const { automation, source } = await moved();
    await world.setOptions(account, automation, ['x']);
    await sync(automation.id);
    expect(await world.readOptions(automation)).toEqual(['x', 'y']);
    expect(await readValues(source.id)).toEqual(['x', 'y']);
    expect(await readRow(automation.id)).toMatchObject({ asksBeforeRows: false, lastError: null });
  });

  test('adds nothing twice when the run that was approved dies after the call', async () => {
    const { automation, source } = await moved();
    await sync(automation.id);
    const { review } = await readRow(automation.id);
    await world.sandbox.faults({ reset: 'after', operations: ['rows.add'], times: 1 });
    const data = { approvedReview: Object(review).fingerprint, manualSyncAt: new Date() };
    await world.prisma.automation.update({ where: { id: automation.id }, data });
    await world.mark(account.connection.id, { automationIds: [automation.id] });
    await expect.poll(() => world.prisma.rowIntent.count({ where: { automationId: automation.id } })).toBe(1);
    await expect.poll(async () => (await readValues(source.id)).length).toBe(8);
    await expect.poll(async () => (await readRow(automation.id)).outageSince).not.toBeNull();
    await expect.poll(pause).toEqual({ syncState: 'queued', syncPriority: jobPriorities.sweep });
    await world.mark(account.connection.id, { automationIds: [automation.id], priority: 'person' });
    await expect.poll(pause).toEqual({ syncState: 'queued', syncPriority: jobPriorities.sweep });
    await letTimePass(world, '61 seconds');
    await expect.poll(async () => (await readRow(automation.id)).lastRunOutcome).toBe('changed');
    expect(await readValues(source.id)).toEqual(['x', 'y', ...current]);
  });
});

test('an approval in the form of a two-way pair on one sheet counts as well', async () => {
  const { token } = account;
  const pick = { title: 'Pick', type: 'PICKLIST', options: current };
  const sheet = await makeSheet(world.sandbox, { token, name: 'Both', columns: [pick], rows: [['x']] });
  const fields = { mode: 'two_way', asksBeforeRows: true } as const;
  const made = await world.newAutomation({
    account,
    values: [],
    options: [],
    source: sheet,
    target: sheet,
    fields,
  });
  await sync(made.automation.id);
  expect(await readRow(made.automation.id)).toMatchObject({ lastErrorReason: 'rows_would_come' });
});
