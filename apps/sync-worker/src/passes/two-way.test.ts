import { randomUUID } from 'node:crypto';
import { makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { letTimePass } from '../testing/passing-time.ts';
import { storedText } from '../testing/stored-text.ts';
import type { TestAccount, World } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker, atRest } = await openWorldWithWorker();
let account: TestAccount;
const canary = `Canary${randomUUID().replaceAll('-', '')}`;
const say = (...texts: string[]) => texts.map((text) => `${canary} ${text}`);
const [a = '', b = '', c = '', byHand = ''] = say('a', 'b', 'c', 'by hand');

afterAll(async () => {
  const hidden = [await storedText(world), JSON.stringify(worker.lines)].map((text) => text.includes(canary));
  // Whatever the tests above did, no value was kept.
  expect(hidden).toEqual([false, false]);
});
beforeEach(async () => {
  account = await world.newAccount();
});

const twoWay = { mode: 'two_way' } as const;
type Made = Awaited<ReturnType<World['newAutomation']>>;

const readRow = ({ automation: { id } }: Made) =>
  world.prisma.automation.findUniqueOrThrow({ where: { id } });

async function sync({ automation }: Made, data: object = {}): Promise<void> {
  await world.prisma.automation.update({ where: { id: automation.id }, data });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await atRest(account);
}

/** An automation whose sides are equal and that has run. */
async function inStep(values = [a, b, c]): Promise<Made> {
  const made = await world.newAutomation({ account, values, options: values, fields: twoWay });
  await sync(made);
  expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'unchanged' });
  await world.sandbox.forgetCalls();
  return made;
}

const setOptions = ({ automation }: Made, options: string[]) =>
  world.setOptions(account, automation, options);

/** What the source says, from top to bottom. */
async function readValues({ id }: SandboxSheet): Promise<unknown[]> {
  type Sheet = { rows: { cells: { value?: unknown }[] }[] };
  const path = `/2.0/sheets/${id}?level=2`;
  const { rows } = await world.sandbox.call<Sheet>('GET', path, undefined, account.token);
  return rows.map(({ cells }) => cells[0]?.value);
}

const deleteRows = (sheet: SandboxSheet, rows: (string | undefined)[]) =>
  world.sandbox.call(
    'DELETE',
    `/2.0/sheets/${sheet.id}/rows?ids=${rows.join(',')}`,
    undefined,
    account.token,
  );

const countCalls = async () => (await world.sandbox.calls()).accounts[account.email]?.operations ?? {};

test('an option added by hand becomes a row at the bottom, once', async () => {
  const made = await inStep();
  await setOptions(made, [byHand, a, b, c]);
  await sync(made);
  expect(await readValues(made.source)).toEqual([a, b, c, byHand]);
  expect(await world.readOptions(made.automation)).toEqual([a, b, c, byHand]);
  expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'changed', lastError: null });
  const entry = await world.prisma.activityLog.findFirstOrThrow({
    where: { automationId: made.automation.id },
    orderBy: { id: 'desc' },
  });
  expect(entry.details).toMatch(/1 row added to Source/);

  await sync(made);
  expect(await countCalls()).toMatchObject({ 'rows.add': 1, 'columns.update': 2 });
  expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'unchanged' });
});

test('a row that is deleted leaves the dropdown, and a new one comes into it', async () => {
  const made = await inStep();
  await deleteRows(made.source, [made.source.rows[1]]);
  await world.setRows(account, { sheet: made.source, column: 'Name', values: { 2: byHand } });
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual([a, byHand]);
  expect(await countCalls()).not.toHaveProperty('rows.add');
});

test('the first run gives both sides what the other has, and removes nothing', async () => {
  const made = await world.newAutomation({ account, values: [a, b], options: [c, a], fields: twoWay });
  await sync(made);
  expect(await readValues(made.source)).toEqual([a, b, c]);
  expect(await world.readOptions(made.automation)).toEqual([a, b, c]);
});

describe('options deleted by hand', () => {
  async function deleted(): Promise<Made & { fingerprint: string }> {
    const made = await inStep();
    await setOptions(made, [b]);
    await sync(made);
    const { review, lastErrorReason, lastError } = await readRow(made);
    expect(lastErrorReason).toBe('rows_would_go');
    expect(lastError).toMatch(/2 rows of the source would be deleted/);
    expect(await readValues(made.source)).toEqual([a, b, c]);
    expect(review).toMatchObject({ sourceRows: 2 });
    return { ...made, fingerprint: String(Object(review).fingerprint) };
  }

  test('take their rows along when that is approved', async () => {
    const made = await deleted();
    await sync(made, { approvedReview: made.fingerprint });
    expect(await readValues(made.source)).toEqual([b]);
    expect(await world.readOptions(made.automation)).toEqual([b]);
    expect(await readRow(made)).toMatchObject({
      lastRunOutcome: 'changed',
      approvedReview: null,
      review: null,
    });
    expect(await world.prisma.rowIntent.count({ where: { automationId: made.automation.id } })).toBe(0);
  });

  test('take rows along that are counted although nobody heard that they were deleted', async () => {
    const made = await deleted();
    await world.sandbox.faults({ reset: 'after', operations: ['rows.delete'] });
    const { id } = made.automation;
    await world.prisma.automation.update({ where: { id }, data: { approvedReview: made.fingerprint } });
    await world.mark(account.connection.id, { automationIds: [id] });
    await expect.poll(async () => (await readRow(made)).outageSince).not.toBeNull();
    expect(await readValues(made.source)).toEqual([b]);
    await world.sandbox.faults({});
    await letTimePass(world, '2 minutes');
    await atRest(account);
    const newest = { where: { automationId: id }, orderBy: { id: 'desc' } } as const;
    const run = await world.prisma.automationRun.findFirstOrThrow(newest);
    expect(run).toMatchObject({ outcome: 'changed', rowsAdded: 0, rowsDeleted: 2 });
    const entry = await world.prisma.activityLog.findFirstOrThrow(newest);
    expect(entry.details).toMatch(/2 rows deleted from Source/);
    expect(await world.prisma.rowIntent.count({ where: { automationId: id } })).toBe(0);
  });

  test('take more rows along than one call may delete', async () => {
    const values = [a, ...Array.from({ length: 460 }, () => b)];
    const made = await world.newAutomation({ account, values, options: [a, b], fields: twoWay });
    await sync(made);
    await setOptions(made, [a]);
    await sync(made);
    const { review } = await readRow(made);
    expect(review).toMatchObject({ sourceRows: 460 });
    await world.sandbox.forgetCalls();
    await sync(made, { approvedReview: String(Object(review).fingerprint) });
    expect(await readValues(made.source)).toEqual([a]);
    expect(await countCalls()).toMatchObject({ 'rows.delete': 2 });
    expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'changed', review: null });
  });

  test('come back when the person keeps the rows', async () => {
    const made = await deleted();
    await sync(made, { keptReview: made.fingerprint });
    expect(await readValues(made.source)).toEqual([a, b, c]);
    expect(await world.readOptions(made.automation)).toEqual([a, b, c]);
  });

  test('wait again when one of the rows was edited after the look', async () => {
    const note = { title: 'Note', type: 'TEXT_NUMBER' };
    const { token } = account;
    const rows = [
      [a, 'x'],
      [b, 'y'],
    ];
    const source = await makeSheet(world.sandbox, { token, name: 'Source', columns: [note], rows });
    const made = await world.newAutomation({ account, source, values: [], options: [a, b], fields: twoWay });
    await sync(made);
    await setOptions(made, [b]);
    await sync(made);
    const { fingerprint } = Object((await readRow(made)).review);
    await world.setRows(account, { sheet: source, column: 'Note', values: { 0: 'z' } });
    await sync(made, { approvedReview: fingerprint });
    expect(await readValues(source)).toEqual([a, b]);
    const { review, lastErrorReason } = await readRow(made);
    expect(lastErrorReason).toBe('rows_would_go');
    expect(Object(review).fingerprint).not.toBe(fingerprint);
  });
});

test('a row whose answer is lost is looked up, and not added again', async () => {
  const made = await inStep();
  await setOptions(made, [a, b, c, byHand]);
  await world.sandbox.faults({ reset: 'after', operations: ['rows.add'], times: 1 });
  await world.mark(account.connection.id, { automationIds: [made.automation.id] });
  const intents = () => world.prisma.rowIntent.count({ where: { automationId: made.automation.id } });
  const waits = async () =>
    (await readRow(made)).outageSince && (await world.readConnection(account)).syncState;
  await expect.poll(waits).toBe('queued');
  expect(await intents()).toBe(1);
  await letTimePass(world, '2 minutes');
  await atRest(account);
  expect(await readValues(made.source)).toEqual([a, b, c, byHand]);
  expect(await countCalls()).toMatchObject({ 'rows.add': 1 });
  expect(await intents()).toBe(0);
  const runs = await world.prisma.automationRun.findMany({ where: { automationId: made.automation.id } });
  expect(runs.map(({ outcome }) => outcome)).toEqual(['unchanged', 'changed']);
});

test('an option added to one dropdown reaches the other one of the same source without a callback', async () => {
  const made = await inStep([a]);
  const options = { account, values: [], options: [a], source: made.source };
  const other = await world.newAutomation({ ...options, fields: twoWay });
  const follower = await world.newAutomation(options);
  await sync(other);
  await sync(follower);
  await setOptions(made, [a, byHand]);
  await setOptions(other, [a, b]);
  await sync(made);
  expect((await readValues(made.source)).toSorted()).toEqual([a, byHand, b].toSorted());
  for (const { automation } of [made, other, follower]) {
    expect((await world.readOptions(automation)).toSorted()).toEqual([a, byHand, b].toSorted());
  }
  expect(await countCalls()).toMatchObject({ 'rows.add': 2 });
});

describe('two-way automations that lead on to each other', () => {
  const pick = (options: string[]) => [{ title: 'Pick', type: 'PICKLIST', options }];
  const sheet = (name: string, options: string[], ...chosen: string[]) => {
    const rows = chosen.map((text) => ['x', text]);
    return makeSheet(world.sandbox, { token: account.token, name, columns: pick(options), rows });
  };
  const between = (source: SandboxSheet, target: SandboxSheet) =>
    world.newAutomation({
      account,
      values: [],
      options: [],
      source,
      target,
      fields: { ...twoWay, sourceColumnId: source.columns.Pick },
    });
  const chosenIn = async (of: SandboxSheet) => {
    type Sheet = { rows: { cells: { columnId: number; value?: string }[] }[] };
    const path = `/2.0/sheets/${of.id}?level=2`;
    const { rows } = await world.sandbox.call<Sheet>('GET', path, undefined, account.token);
    const values = rows.flatMap(({ cells }) =>
      cells.filter((cell) => String(cell.columnId) === of.columns.Pick),
    );
    return values.map(({ value }) => value);
  };
  const markAll = async (all: Made[]) => {
    await world.mark(account.connection.id, { automationIds: all.map(({ automation }) => automation.id) });
    await atRest(account);
  };
  const writes = async () => {
    const { 'rows.add': rows = 0, 'columns.update': lists = 0 } = await countCalls();
    return rows + lists;
  };

  test('as a pair come to rest with the same values in both lists and both columns', async () => {
    const [left, right] = [await sheet('Left', [a, b], a), await sheet('Right', [a, c], c)];
    const pair = [await between(left, right), await between(right, left)];
    await markAll(pair);
    // What one adds to the list of the other is an option like any that a person adds.
    await markAll(pair);
    const all = [a, b, c].toSorted();
    for (const side of [left, right]) expect((await chosenIn(side)).toSorted()).toEqual(all);
    const lists = await Promise.all(pair.map(({ automation }) => world.readOptions(automation)));
    expect(lists.map((list) => list.toSorted())).toEqual([all, all]);
    await world.sandbox.forgetCalls();
    await markAll(pair);
    await markAll(pair);
    expect(await writes()).toBe(0);
  });

  test('as a chain come to rest, each with its own two sides', async () => {
    const [first, second, third] = [await sheet('1', [a], a), await sheet('2', [b], b), await sheet('3', [])];
    const [upper, lower] = [await between(first, second), await between(second, third)];
    const chain = [upper, lower];
    await markAll(chain);
    const sides = async () => [
      await chosenIn(first),
      await world.readOptions(upper.automation),
      await chosenIn(second),
      await world.readOptions(lower.automation),
    ];
    expect(await sides()).toEqual([[a, b], [a, b], [b], [b]]);
    await world.sandbox.forgetCalls();
    await markAll(chain);
    expect(await writes()).toBe(0);
    expect(await sides()).toEqual([[a, b], [a, b], [b], [b]]);
  });
});

describe('a dropdown as the source', () => {
  /** Smartsheet would make other values of these, were they not written strictly. */
  const alike = ['100.50', '50%', '$5,000', '12', 'true'];

  async function fromDropdown(options = ['a'], more: object = {}) {
    const { token } = account;
    const pick = { title: 'Pick', type: 'PICKLIST', options };
    const source = await makeSheet(world.sandbox, {
      token,
      name: 'Source',
      columns: [pick],
      rows: [['x', 'a']],
    });
    const fields = { ...twoWay, sourceColumnId: source.columns.Pick, ...more };
    const made = await world.newAutomation({ account, source, values: [], options: ['a', ...alike], fields });
    const place = { sheetId: source.id, targetColumnId: source.columns.Pick ?? '' };
    const texts = async () => {
      type Sheet = { rows: { cells: { columnId: number; value?: unknown }[] }[] };
      const path = `/2.0/sheets/${source.id}?level=2`;
      const { rows } = await world.sandbox.call<Sheet>('GET', path, undefined, token);
      return rows.map(
        ({ cells }) => cells.find(({ columnId }) => `${columnId}` === source.columns.Pick)?.value,
      );
    };
    return { made, source, texts, listOf: () => world.readOptions(place), place };
  }

  test('gets every option as the text that it is, in its list and in a row', async () => {
    const { made, texts, listOf } = await fromDropdown();
    await sync(made);
    expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'changed', lastError: null });
    expect(await texts()).toEqual(['a', ...alike]);
    expect(await listOf()).toEqual(['a', ...alike]);
    await world.sandbox.forgetCalls();
    await sync(made);
    expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'unchanged' });
    expect(await countCalls()).not.toHaveProperty('columns.update');
  });

  test.each([
    ['its list was written', 'columns.update'],
    ['its rows were added', 'rows.add'],
  ])('gets each row once when the answer is lost after %s', async (_when, operation) => {
    const { made, source, texts, listOf } = await fromDropdown();
    await world.sandbox.faults({ reset: 'after', operations: [operation], sheets: [source.id], times: 1 });
    await world.mark(account.connection.id, { automationIds: [made.automation.id] });
    await expect.poll(texts).toEqual(['a', ...alike]);
    // Time that passes during the run would take its lease away.
    await expect.poll(async () => (await world.readConnection(account)).syncState).not.toBe('running');
    await letTimePass(world, '2 minutes');
    await atRest(account);
    expect(await texts()).toEqual(['a', ...alike]);
    expect(await listOf()).toEqual(['a', ...alike]);
    expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'changed', lastError: null });
  });

  test('gets no row while an automation that is not two-way fills its list', async () => {
    const { made, source, texts, listOf } = await fromDropdown();
    const fields = { targetColumnId: source.columns.Pick };
    await world.newAutomation({ account, values: ['a'], options: [], target: source, fields });
    await sync(made);
    expect(await readRow(made)).toMatchObject({
      lastRunOutcome: 'failed',
      lastErrorReason: 'source_list_claimed',
    });
    expect([await texts(), await listOf()]).toEqual([['a'], ['a']]);
  });
});

test('a source that cannot take rows is told', async () => {
  const done = { title: 'Done', type: 'CHECKBOX' };
  const { token } = account;
  const source = await makeSheet(world.sandbox, { token, name: 'Source', columns: [done], rows: [[a]] });
  const fields = { ...twoWay, sourceColumnId: source.columns.Done };
  const made = await world.newAutomation({ account, source, values: [], options: [a], fields });
  await sync(made);
  expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'failed', lastErrorReason: 'source_not_text' });
});
