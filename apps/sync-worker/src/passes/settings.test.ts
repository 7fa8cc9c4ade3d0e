import { randomUUID } from 'node:crypto';
import { makeSheet } from '@picksync/sync-engine/testing';
import { beforeAll, expect, test } from 'vitest';
import { storedText } from '../testing/stored-text.ts';
import type { TestAccount, World } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker, atRest, readRow } = await openWorldWithWorker();
let account: TestAccount;

beforeAll(async () => {
  account = await world.newAccount();
  // None of the automations of this file is too many for Free.
  await world.prisma.plan.update({ where: { id: 1 }, data: { configsLimit: 100 } });
  await setPlan('premium');
});

const canary = `Canary${randomUUID().replaceAll('-', '')}`;

const setPlan = (tier: 'free' | 'premium') =>
  world.prisma.user.update({
    where: { id: account.connection.userId },
    data: { subscriptionTier: tier, subscriptionStatus: 'active', trialEndDate: null },
  });
const countCalls = async () => (await world.sandbox.calls()).accounts[account.email];

type Made = Awaited<ReturnType<World['newAutomation']>>;

const make = (fields: object, values: (string | null)[], options: string[], more: object = {}) =>
  world.newAutomation({ account, values, options, fields, ...more });

/** Looks at automations, and returns their rows. */
async function sync(...made: Made[]) {
  await world.mark(account.connection.id, { automationIds: made.map(({ automation }) => automation.id) });
  await atRest(account);
  return Promise.all(made.map(({ automation }) => readRow(automation.id)));
}

const rewrite = ({ automation }: Made, options: string[]) => world.setOptions(account, automation, options);
const setSource = ({ source }: Made, values: Record<number, string>) =>
  world.setRows(account, { sheet: source, column: 'Name', values });
/** What the API stores when the owner answers. */
const answer = (id: string, data: { approvedReview: string } | { keptReview: string }) =>
  world.prisma.automation.update({ where: { id }, data });
const readFingerprint = ({ review }: { review: unknown }) => String(Object(review).fingerprint);

test('filters, labels, splitting, case, order and pinned options make the list', async () => {
  const columns = [
    { title: 'City', type: 'TEXT_NUMBER' },
    { title: 'Open', type: 'CHECKBOX' },
  ];
  const rows = [
    ['Bolt', 'Rome', true],
    ['Acme', 'Berlin', true],
    ['Acme', 'Oslo', false],
    ['Cedar', null, true],
  ];
  const source = await makeSheet(world.sandbox, {
    token: account.token,
    name: 'Clients',
    columns,
    rows,
  });
  const [name, city, open] = ['Name', 'City', 'Open'].map((title) => ({
    columnId: source.columns[title] ?? '',
    columnName: title,
  }));
  const filters = { match: 'all', rules: [{ ...open, operator: 'is_checked', value: null }] };
  const labelTemplate = { template: '{1} – {2}', columns: [name, city] };
  const labelled = await make(
    { filters, labelTemplate, order: 'ascending', pinnedFirst: ['All'], settingsVersion: 2 },
    [],
    [],
    { source },
  );
  const plain = await make({ pinnedLast: ['Other'] }, [], [], { source });
  const gone = await make(
    { filters: { ...filters, rules: [{ ...filters.rules[0], columnId: '7777777777777777' }] } },
    [],
    ['keep me'],
    { source },
  );
  const split = await make(
    { splitValues: ';', ignoreCase: true },
    ['Red; green', 'GREEN;blue', null],
    ['Green'],
  );
  await world.sandbox.forgetCalls();
  const records = await sync(labelled, plain, gone, split);

  expect(await world.readOptions(labelled.automation)).toEqual([
    'All',
    'Acme – Berlin',
    'Bolt – Rome',
    'Cedar',
  ]);
  expect(await world.readOptions(plain.automation)).toEqual(['Bolt', 'Acme', 'Cedar', 'Other']);
  expect(await world.readOptions(gone.automation)).toEqual(['keep me']);
  expect(await world.readOptions(split.automation)).toEqual(['Red', 'Green', 'blue']);
  expect(records.map(({ lastErrorReason }) => lastErrorReason)).toEqual([
    null,
    null,
    'filter_column_gone',
    null,
  ]);
  // Two sources (of one a column is gone), four destinations, three lists.
  expect(await countCalls()).toMatchObject({ writes: 3, operations: { 'columns.update': 3 } });

  await world.sandbox.forgetCalls();
  await sync(labelled, plain, split);
  expect(await countCalls()).toMatchObject({ writes: 0 });
});

test('add-only keeps everything; keep-used looks at the cells, also when only they change', async () => {
  const adding = await make({ mode: 'add_only' }, ['b', 'c'], ['a', 'b']);
  const keeping = await make({ mode: 'keep_used' }, ['b'], ['unused', 'used', 'b']);
  const { target, automation } = keeping;
  const columnId = Number(automation.targetColumnId);
  const cells = [{ columnId, value: 'used' }];
  type Added = { result: { id: number } };
  const { result } = await world.sandbox.call<Added>(
    'POST',
    `/2.0/sheets/${target.id}/rows`,
    { toBottom: true, cells },
    account.token,
  );
  await sync(adding, keeping);
  expect(await world.readOptions(adding.automation)).toEqual(['b', 'c', 'a']);
  expect(await world.readOptions(automation)).toEqual(['b', 'used']);

  const row = [{ id: result.id, cells: [{ columnId, value: 'b' }] }];
  await world.sandbox.call('PUT', `/2.0/sheets/${target.id}/rows`, row, account.token);
  await world.mark(account.connection.id, { sheetIds: [target.id] });
  await expect.poll(() => world.readOptions(automation)).toEqual(['b']);
});

test('a value that leaves stays for its days, remembered as a hash, and goes when they are over', async () => {
  const graced = await make({ graceDays: 3, settingsVersion: 2 }, ['a', `${canary} 1`], []);
  await sync(graced);
  await setSource(graced, { 1: 'b' });
  const [row] = await sync(graced);
  expect(await world.readOptions(graced.automation)).toEqual(['a', 'b', `${canary} 1`]);
  const { leaving, leavingAt } = row ?? {};
  expect(leaving).toEqual([
    { hash: expect.stringMatching(/^e[\w-]{6}:[\w-]{22}$/), leavesAt: leavingAt?.toISOString() },
  ]);

  const leavesAt = new Date(Date.now() - 1_000).toISOString();
  const over = [{ hash: Object(leaving)[0].hash, leavesAt }];
  const { id } = graced.automation;
  await world.prisma.automation.update({ where: { id }, data: { leaving: over, leavingAt: leavesAt } });
  expect(await sync(graced)).toMatchObject([{ leaving: [], leavingAt: null, lastRunRemoved: 1 }]);
  expect(await world.readOptions(graced.automation)).toEqual(['a', 'b']);
});

test('a change by hand is put back, kept, or asked about', async () => {
  const back = await make({}, ['a', 'b'], []);
  const keep = await make({ drift: 'keep', settingsVersion: 2 }, ['a', `${canary} 2`], []);
  const ask = await make({ drift: 'ask', settingsVersion: 2 }, ['a', 'b'], []);
  await sync(back, keep, ask);
  await rewrite(back, ['a', 'mine']);
  await rewrite(keep, ['a', `${canary} 3`]);
  await rewrite(ask, ['a', 'mine']);
  const rows = await sync(back, keep, ask);
  expect(await world.readOptions(back.automation)).toEqual(['a', 'b']);
  expect(await world.readOptions(keep.automation)).toEqual(['a', `${canary} 3`]);
  expect(await world.readOptions(ask.automation)).toEqual(['a', 'mine']);
  expect(rows).toMatchObject([
    { baseHashes: [], outsideChanges: [expect.any(Date)] },
    { keptHashes: { length: 1 }, excludedHashes: { length: 1 }, outsideChanges: [] },
    { lastRunOutcome: 'waiting_review', lastErrorReason: 'drift_found' },
  ]);

  // The source goes on being followed.
  await setSource(keep, { 0: 'c' });
  await answer(ask.automation.id, { approvedReview: readFingerprint(rows[2] ?? { review: null }) });
  await sync(keep, ask);
  expect(await world.readOptions(keep.automation)).toEqual(['c', `${canary} 3`]);
  expect(await world.readOptions(ask.automation)).toEqual(['a', 'b']);

  await rewrite(ask, ['b', 'mine']);
  const [asked] = await sync(ask);
  await answer(ask.automation.id, { keptReview: readFingerprint(asked ?? { review: null }) });
  expect(await sync(ask)).toMatchObject([{ keptReview: null, review: null, lastError: null }]);
  expect(await world.readOptions(ask.automation)).toEqual(['b', 'mine']);
  expect(await sync(ask)).toMatchObject([{ lastRunOutcome: 'unchanged' }]);
});

test('a user who keeps options is asked again only when the source has changed', async () => {
  const options = Array.from({ length: 9 }, (_, n) => `option ${n}`);
  const made = await make({}, ['new', null], options);
  const { id } = made.automation;
  const [stopped] = await sync(made);
  expect(stopped).toMatchObject({ lastErrorReason: 'wipe_guard' });
  await answer(id, { keptReview: readFingerprint(stopped ?? { review: null }) });
  expect(await sync(made)).toMatchObject([{ lastRunAdded: 1, lastRunRemoved: 0, keptReview: null }]);
  expect(await world.readOptions(made.automation)).toEqual(['new', ...options]);
  expect(await sync(made)).toMatchObject([{ lastRunOutcome: 'unchanged', heldAgainst: expect.any(String) }]);
  await setSource(made, { 1: 'newer' });
  expect(await sync(made)).toMatchObject([{ lastErrorReason: 'wipe_guard', heldAgainst: null }]);
  expect(await world.readOptions(made.automation)).toEqual(['new', ...options]);
});

test('settings beyond the plan are not obeyed and not ignored: nothing is read or written until the plan has them', async () => {
  const pinned = await make({ pinnedFirst: ['All'] }, ['a'], ['old']);
  await setPlan('free');
  await world.sandbox.forgetCalls();
  expect(await sync(pinned)).toMatchObject([
    { lastRunOutcome: 'failed', lastErrorReason: 'plan_lacks_settings' },
  ]);
  await sync(pinned);
  await sync(pinned);
  expect(await countCalls()).toBeUndefined();
  const { id: automationId } = pinned.automation;
  // It is told once, not by every sweep.
  expect(await world.prisma.automationRun.count({ where: { automationId } })).toBe(1);
  await setPlan('premium');
  expect(await sync(pinned)).toMatchObject([{ lastRunOutcome: 'changed', lastError: null }]);
  expect(await world.readOptions(pinned.automation)).toEqual(['All', 'a']);
});

test('another mode begins where the one before has left the list', async () => {
  const made = await make({ mode: 'add_only' }, ['a'], ['old']);
  await sync(made);
  const { id } = made.automation;
  await world.prisma.automation.update({ where: { id }, data: { mode: 'keep_used' } });
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a']);
  await world.prisma.automation.update({ where: { id }, data: { mode: 'mirror', pinnedLast: ['z'] } });
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'z']);
});

test('the database keeps no text of a cell or a dropdown, whatever a run remembers of it', async () => {
  const stored = await storedText(world);
  expect(stored).toContain(account.connection.id);
  expect(stored).not.toContain(canary);
  expect(JSON.stringify(worker.lines)).not.toContain(canary);
});
