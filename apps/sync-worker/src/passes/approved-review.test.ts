import { beforeEach, expect, test } from 'vitest';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, atRest, readRow } = await openWorldWithWorker();
let account: TestAccount;
beforeEach(async () => {
  account = await world.newAccount();
});

const options = ['Acme', 'Bolt', 'Cedar'];

async function sync(automationId: string): Promise<void> {
  await world.mark(account.connection.id, { automationIds: [automationId] });
  await atRest(account);
}

/** An automation whose source is empty, stopped for a review. */
async function stoppedAutomation() {
  const made = await world.newAutomation({ account, values: [null], options });
  await sync(made.automation.id);
  const { review, lastErrorReason } = await readRow(made.automation.id);
  expect(lastErrorReason).toBe('source_empty');
  return { ...made, fingerprint: String(Object(review).fingerprint) };
}

/** What the API stores when the owner approves. */
const approve = (id: string, fingerprint: string) =>
  world.prisma.automation.update({
    where: { id },
    data: { approvedReview: fingerprint, manualSyncAt: new Date() },
  });

test('exactly what was approved is written, and the approval is spent', async () => {
  const { automation, fingerprint, source } = await stoppedAutomation();
  await approve(automation.id, fingerprint);
  await sync(automation.id);
  expect(await world.readOptions(automation)).toEqual([]);
  expect(await readRow(automation.id)).toMatchObject({
    lastRunOutcome: 'changed',
    lastRunRemoved: 3,
    approvedReview: null,
    review: null,
    lastError: null,
  });

  const cell = (value: string) =>
    world.setRows(account, { sheet: source, column: 'Name', values: { 0: value } });
  await cell('Dune');
  await sync(automation.id);
  await cell('');
  await sync(automation.id);
  expect(await readRow(automation.id)).toMatchObject({ lastErrorReason: 'source_empty' });
  expect(await world.readOptions(automation)).toEqual(['Dune']);
});

test('a dropdown that changed after the look is not written, and the new difference is shown', async () => {
  const { automation, fingerprint } = await stoppedAutomation();
  const path = `/2.0/sheets/${automation.sheetId}/columns/${automation.targetColumnId}`;
  await world.sandbox.call('PUT', path, { type: 'PICKLIST', options: [...options, 'Dune'] }, account.token);
  await approve(automation.id, fingerprint);
  await sync(automation.id);
  expect(await world.readOptions(automation)).toEqual([...options, 'Dune']);
  const row = await readRow(automation.id);
  expect(row).toMatchObject({ lastRunOutcome: 'waiting_review', lastRunRemoved: 4, approvedReview: null });
  expect(row.review).toMatchObject({ removed: 4 });
  expect(row.review).not.toMatchObject({ fingerprint });

  await approve(automation.id, String(Object(row.review).fingerprint));
  await sync(automation.id);
  expect(await world.readOptions(automation)).toEqual([]);
});

test('a source that has values again is written whatever was approved', async () => {
  const { automation, fingerprint, source } = await stoppedAutomation();
  await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'Acme' } });
  await approve(automation.id, fingerprint);
  await sync(automation.id);
  expect(await world.readOptions(automation)).toEqual(['Acme']);
  expect(await readRow(automation.id)).toMatchObject({ approvedReview: null, review: null });
});

test('an approval does not count after a setting was changed', async () => {
  const { automation, fingerprint } = await stoppedAutomation();
  await world.prisma.automation.update({ where: { id: automation.id }, data: { maxRemovalPercent: 100 } });
  await approve(automation.id, fingerprint);
  await sync(automation.id);
  expect(await world.readOptions(automation)).toEqual(options);
  expect(await readRow(automation.id)).toMatchObject({
    lastErrorReason: 'source_empty',
    approvedReview: null,
  });
});

test('an approval that comes while a run is at work is not lost', async () => {
  const { automation, fingerprint } = await stoppedAutomation();
  await world.sandbox.faults({ hold: 'before', operations: ['sheets.get'], accounts: [account.email] });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await expect.poll(async () => (await world.sandbox.held()).length).toBeGreaterThan(0);
  await approve(automation.id, fingerprint);
  await world.sandbox.faults({});
  await sync(automation.id);
  expect(await world.readOptions(automation)).toEqual([]);
});
