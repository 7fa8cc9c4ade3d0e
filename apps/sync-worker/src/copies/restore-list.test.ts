import { randomUUID } from 'node:crypto';
import { copiesKept } from '@picksync/contracts';
import { createOptionHashes } from '@picksync/sync-engine';
import { beforeEach, expect, test } from 'vitest';
import { readAttachedFiles } from '../testing/attached-files.ts';
import { letTimePass } from '../testing/passing-time.ts';
import { makeRenamedScene } from '../testing/renamed-scene.ts';
import { makeCopy, requestRestore, type WithCopy } from '../testing/restores.ts';
import type { TestAccount, World } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, atRest, readRow } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

type Made = Awaited<ReturnType<World['newAutomation']>>;

const hashes = createOptionHashes(world.environment.SECRET);
const texts = async ({ target }: Made) =>
  (await readAttachedFiles(world, account, target.id)).map(({ text }) =>
    text.trimEnd().split('\r\n').slice(1),
  );
const readRestore = ({ automation: { id: automationId } }: Made) =>
  world.prisma.listRestore.findUniqueOrThrow({ where: { automationId } });
const findRuns = ({ automation: { id: automationId } }: Made) =>
  world.prisma.automationRun.findMany({ where: { automationId }, orderBy: { at: 'asc' } });
const mark = ({ automation: { id } }: Made) => world.mark(account.connection.id, { automationIds: [id] });
const setSource = ({ source }: Made, values: Record<number, string>) =>
  world.setRows(account, { sheet: source, column: 'Name', values });

async function sync(made: Made): Promise<void> {
  await mark(made);
  await atRest(account);
}

const afterRemoval = (fields: object = {}) => makeCopy(world, { account, fields, sync });
const request = (made: WithCopy, saw: string[]) => requestRestore(world, made, saw);
const untilEnded = (made: Made) => expect.poll(async () => (await readRestore(made)).endedAt).not.toBeNull();

test('an earlier list is put back as it was, today’s list is kept first, and the automation rests', async () => {
  const made = await afterRemoval();
  await request(made, ['a', 'new']);
  await untilEnded(made);
  await atRest(account);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'c']);
  expect(await texts(made)).toEqual([
    ['a', 'b', 'c'],
    ['a', 'new'],
  ]);
  const row = await readRow(made.automation.id);
  expect(row).toMatchObject({
    isActive: false,
    pausedBy: 'user',
    restoringAt: null,
    dirtyAt: null,
    lastError: null,
  });
  expect(row.restedAt).not.toBeNull();
  expect(await readRestore(made)).toMatchObject({ refusal: null, added: 2, removed: 1 });
  const [, run] = await findRuns(made);
  expect(run).toMatchObject({ outcome: 'changed', added: 2, removed: 1, restoredBefore: made.runAt });
  const copies = await world.prisma.listCopy.findMany({
    where: { automationId: row.id },
    orderBy: { at: 'asc' },
  });
  expect(copies[1]).toMatchObject({ id: run?.copyId, optionCount: 2, runAt: run?.at });
  expect(copies[0]?.restoredAt).toEqual(run?.at);
  const [entry] = await world.prisma.activityLog.findMany({
    where: { action: 'restore_list', automationId: row.id },
  });
  expect(entry).toMatchObject({ status: 'success', added: 2, removed: 1 });
  // No claim is held by one that rests.
  expect(await world.prisma.targetClaim.count({ where: { automationId: row.id } })).toBe(0);

  // And back again, while it rests.
  const [, today] = copies;
  await request({ ...made, copyId: today?.id ?? '', runAt: today?.runAt ?? new Date() }, ['a', 'b', 'c']);
  await untilEnded(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'new']);
  await atRest(account);
  await world.prisma.automation.update({ where: { id: row.id }, data: { isActive: true, pausedBy: null } });
  expect((await readRow(row.id)).restedAt).toBeNull();
});

test('nothing is put back when the dropdown is another than the person saw, and the automation goes on', async () => {
  const made = await afterRemoval();
  await setSource(made, { 1: 'newer' });
  await world.setOptions(account, made.automation, ['a', 'b', 'new']);
  await request(made, ['a', 'new']);
  await untilEnded(made);
  await atRest(account);
  expect(await readRestore(made)).toMatchObject({ refusal: 'restore_outdated', added: 1, removed: 1 });
  expect(await readRow(made.automation.id)).toMatchObject({
    isActive: true,
    restoringAt: null,
    restedAt: null,
  });
  expect(await world.readOptions(made.automation)).toEqual(['a', 'newer']);
});

test.each([
  ['copy_gone', (made: Made) => removeFile(made)],
  ['copy_changed', (made: Made) => forgeHash(made)],
  ['copy_expired', (made: WithCopy) => dieAfterDeletion(made)],
  ['restore_not_dropdown', (made: Made) => retype(made)],
])('%s: nothing is put back', async (refusal, spoil) => {
  const made = await afterRemoval();
  await spoil(made);
  await request(made, ['a', 'new']);
  await untilEnded(made);
  expect(await readRestore(made)).toMatchObject({ refusal });
  const { lostAs } = await world.prisma.listCopy.findUniqueOrThrow({ where: { id: made.copyId } });
  expect(lostAs).toBe(refusal === 'restore_not_dropdown' ? null : refusal.replace('copy_', ''));
});

/** A worker has deleted the file to make room for newer copies, and has died before it could record it. */
async function dieAfterDeletion(made: WithCopy): Promise<void> {
  await removeFile(made);
  const { id: _, ...copy } = await world.prisma.listCopy.findUniqueOrThrow({ where: { id: made.copyId } });
  const newer = Array.from({ length: copiesKept }, (_one, index) => ({
    ...copy,
    attachmentId: `newer ${index}`,
    at: new Date(copy.at.getTime() + 1 + index),
  }));
  await world.prisma.listCopy.createMany({ data: newer });
}

async function removeFile({ target }: Made): Promise<void> {
  const [file] = await readAttachedFiles(world, account, target.id);
  await world.sandbox.call(
    'DELETE',
    `/2.0/sheets/${target.id}/attachments/${file?.id}`,
    undefined,
    account.token,
  );
}

async function forgeHash({ automation: { id } }: Made): Promise<void> {
  const contentHash = hashes(id).ofFile('another file');
  await world.prisma.listCopy.updateMany({ where: { automationId: id }, data: { contentHash } });
}

async function retype({ automation: { sheetId, targetColumnId } }: Made): Promise<void> {
  const path = `/2.0/sheets/${sheetId}/columns/${targetColumnId}`;
  await world.sandbox.call('PUT', path, { type: 'TEXT_NUMBER' }, account.token);
}

test('a restore whose write nobody heard of is recorded once, and not repeated', async () => {
  const made = await afterRemoval();
  await world.sandbox.faults({ hold: 'after', operations: ['columns.update'], sheets: [made.target.id] });
  await request(made, ['a', 'new']);
  await expect.poll(() => world.readOptions(made.automation)).toEqual(['a', 'b', 'c']);
  expect((await readRestore(made)).endedAt).toBeNull();
  await world.sandbox.faults({});
  await world.sandbox.release();
  await untilEnded(made);
  await atRest(account);
  expect(await findRuns(made)).toHaveLength(2);
  expect(await texts(made)).toHaveLength(2);
});

test('a restore waits while Smartsheet answers with errors, and goes on by itself', async () => {
  const made = await afterRemoval();
  await world.sandbox.faults({ errorRate: 1, errorStatus: 502, operations: ['columns.update'] });
  await request(made, ['a', 'new']);
  await expect.poll(async () => (await texts(made)).length).toBe(2);
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
  expect((await readRestore(made)).endedAt).toBeNull();
  await world.sandbox.faults({});
  await letTimePass(world, '16 minutes');
  await untilEnded(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'c']);
  expect(await texts(made)).toHaveLength(2);
});

test('a restored list counts as no change by hand for the next sync', async () => {
  const made = await afterRemoval({ drift: 'keep' });
  await request(made, ['a', 'new']);
  await untilEnded(made);
  await world.prisma.automation.update({
    where: { id: made.automation.id },
    data: { isActive: true, pausedBy: null },
  });
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'new']);
  expect(await readRow(made.automation.id)).toMatchObject({ keptHashes: [], excludedHashes: [] });
});

test('the list that is being put back outlives the ten newer copies until it is back', async () => {
  const made = await afterRemoval();
  const { id: _, ...copy } = await world.prisma.listCopy.findUniqueOrThrow({ where: { id: made.copyId } });
  const newer = Array.from({ length: copiesKept - 1 }, (_value, n) => ({
    ...{ ...copy, attachmentId: `${n + 1}` },
    at: new Date(copy.at.getTime() + n + 1),
  }));
  await world.prisma.listCopy.createMany({ data: newer });
  await world.sandbox.faults({ errorRate: 1, errorStatus: 502, operations: ['columns.update'] });
  await request(made, ['a', 'new']);
  await expect.poll(async () => (await readRow(made.automation.id)).outageSince).not.toBeNull();
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
  await world.sandbox.faults({});
  await letTimePass(world, '16 minutes');
  await untilEnded(made);
  expect(await readRestore(made)).toMatchObject({ refusal: null });
  expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'c']);
});

test('a list that is back already is recorded, although its file was deleted before that', async () => {
  const made = await afterRemoval();
  const { id: automationId, sheetId, targetColumnId: columnId } = made.automation;
  const fingerprint = hashes(automationId).ofList(['a', 'b', 'c']);
  const place = { automationId, sheetId, columnId, jobId: randomUUID(), attempt: 1 };
  const counts = { added: 2, removed: 1, optionCount: 3 };
  await world.prisma.writeIntent.create({ data: { ...place, ...counts, fingerprint } });
  await world.setOptions(account, made.automation, ['a', 'b', 'c']);
  await removeFile(made);
  await request(made, ['a', 'new']);
  await untilEnded(made);
  await atRest(account);
  expect(await readRestore(made)).toMatchObject({ refusal: null, added: 2, removed: 1 });
  expect(await readRow(made.automation.id)).toMatchObject({ isActive: false, restoringAt: null });
  expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'c']);
});

test('a copy is not taken for lost while its sheet is closed to us', async () => {
  const made = await afterRemoval();
  await world.sandbox.faults({ createLagMs: 600_000 });
  await request(made, ['a', 'new']);
  await untilEnded(made);
  await world.sandbox.faults({});
  expect(await readRestore(made)).toMatchObject({ refusal: 'restore_refused' });
  const { lostAs } = await world.prisma.listCopy.findUniqueOrThrow({ where: { id: made.copyId } });
  expect(lostAs).toBeNull();
});

test('an automation that is activated while its restore is refused is synced', async () => {
  const made = await afterRemoval();
  const { id } = made.automation;
  await world.prisma.automation.update({ where: { id }, data: { isActive: false, pausedBy: 'user' } });
  await setSource(made, { 1: 'newer' });
  await world.sandbox.faults({ hold: 'before', operations: ['sheets.get'], sheets: [made.target.id] });
  await request(made, ['something else']);
  await expect.poll(async () => (await world.sandbox.held()).length).toBe(1);
  const activated = { isActive: true, pausedBy: null, dirtyAt: new Date() };
  await world.prisma.automation.update({ where: { id }, data: activated });
  await world.sandbox.faults({});
  await untilEnded(made);
  await expect.poll(() => world.readOptions(made.automation)).toEqual(['a', 'newer']);
  await atRest(account);
});

test('a list from before a rename comes back without its cells, and following the source renames nothing again', async () => {
  const scene = await makeRenamedScene(world, account, {
    names: ['Acme', 'Bolt'],
    options: ['Acme', 'Bolt'],
    cells: ['Acme', 'Bolt'],
    fields: { keepCopies: true },
  });
  const { id } = scene.automation;
  await scene.sync();
  await scene.rename({ 0: 'Acme GmbH' });
  await scene.sync();
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  const copy = await world.prisma.listCopy.findFirstOrThrow({ where: { automationId: id } });
  const made = { ...scene, copyId: copy.id, runAt: copy.runAt ?? copy.at };
  await request(made, ['Acme GmbH', 'Bolt']);
  await untilEnded(made);
  await atRest(account);
  expect(await scene.readOptions()).toEqual(['Acme', 'Bolt']);
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt']);
  expect(await readRow(id)).toMatchObject({ isActive: false, pausedBy: 'user' });

  const goesOn = { isActive: true, pausedBy: null, restedAt: null };
  await world.prisma.automation.update({ where: { id }, data: goesOn });
  await scene.sync();
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  expect(await scene.readCells()).toEqual(['Acme GmbH', 'Bolt']);
  expect(await scene.findIntent()).toBeNull();
  expect((await findRuns(scene)).at(-1)).toMatchObject({
    outcome: 'changed',
    added: 1,
    removed: 1,
    renamed: 0,
  });
});
