import { createOptionHashes } from '@picksync/sync-engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimDueConnections } from '../sweeps/sweeps.store.ts';
import { letTimePass } from '../testing/passing-time.ts';
import type { TestAccount, World } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, atRest } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
  await setPlan('premium');
});

const setPlan = (tier: 'free' | 'premium') =>
  world.prisma.user.update({
    where: { id: account.connection.userId },
    data: { subscriptionTier: tier, subscriptionStatus: 'active', trialEndDate: null },
  });

type Made = Awaited<ReturnType<World['newAutomation']>>;
const keep = { drift: 'keep', settingsVersion: 2 } as const;

const readRow = ({ automation: { id } }: Made) =>
  world.prisma.automation.findUniqueOrThrow({ where: { id } });
async function sync({ automation: { id } }: Made) {
  await world.mark(account.connection.id, { automationIds: [id] });
  await atRest(account);
}

async function inStep(fields: object): Promise<Made> {
  const made = await world.newAutomation({ account, values: ['a', 'b', 'c'], options: [], fields });
  await sync(made);
  expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'changed', lastRunOptionCount: 3 });
  return made;
}

const setOptions = ({ automation }: Made, options: string[]) =>
  world.setOptions(account, automation, options);
const columnPath = ({ automation: { sheetId, targetColumnId } }: Made) =>
  `/2.0/sheets/${sheetId}/columns/${targetColumnId}`;
const validationOf = async (made: Made) =>
  (
    await world.sandbox.call<{ validation: boolean }>(
      'GET',
      `${columnPath(made)}?level=2`,
      undefined,
      account.token,
    )
  ).validation;
const setValidation = (made: Made, validation: boolean) =>
  world.sandbox.call('PUT', columnPath(made), { type: 'PICKLIST', validation }, account.token);
const setSource = ({ source }: Made, values: Record<number, string>) =>
  world.setRows(account, { sheet: source, column: 'Name', values });

/** What a worker leaves that dies after Smartsheet has written its list. */
async function dieAfterWriting(made: Made, options: string[]): Promise<void> {
  const { id: automationId, sheetId, targetColumnId: columnId } = made.automation;
  await setOptions(made, options);
  const fingerprint = createOptionHashes(world.environment.SECRET)(automationId).ofList(options);
  const { id: jobId } = made.automation;
  const counts = { added: 1, removed: 1, optionCount: options.length };
  await world.prisma.writeIntent.create({
    data: { automationId, sheetId, columnId, fingerprint, jobId, attempt: 0, ...counts },
  });
}

const nothingByHand = { keptHashes: [], excludedHashes: [], lastError: null };

test('an unrecorded write does not count as a change by hand, also when the next run asks a person', async () => {
  const made = await inStep(keep);
  await setSource(made, { 2: 'd' });
  await dieAfterWriting(made, ['a', 'b', 'd']);
  await setSource(made, { 0: '', 1: '', 2: '' });
  await sync(made);
  expect(await readRow(made)).toMatchObject({ lastErrorReason: 'source_empty' });

  await setSource(made, { 0: 'a', 1: 'b', 2: 'c' });
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'c']);
  expect(await readRow(made)).toMatchObject(nothingByHand);
});

test('nor when the next run may not look at all', async () => {
  const made = await inStep(keep);
  await world.prisma.automation.update({
    where: { id: made.automation.id },
    data: { pinnedLast: ['z'] },
  });
  await sync(made);
  await setSource(made, { 2: 'd' });
  await dieAfterWriting(made, ['a', 'b', 'd', 'z']);
  await setPlan('free');
  await sync(made);
  expect(await readRow(made)).toMatchObject({ lastErrorReason: 'plan_lacks_settings' });

  await setPlan('premium');
  await setSource(made, { 2: 'c' });
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'c', 'z']);
  expect(await readRow(made)).toMatchObject(nothingByHand);
});

test('a list that is written while somebody edits the settings is no change by hand, and theirs stay', async () => {
  const made = await inStep(keep);
  const { automation, target } = made;
  await setOptions(made, ['a', 'c', 'mine']);
  await setSource(made, { 2: 'd' });
  await world.sandbox.faults({ hold: 'after', operations: ['columns.update'], sheets: [target.id] });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await expect.poll(() => world.readOptions(automation)).toEqual(['a', 'd', 'mine']);
  await world.prisma.automation.update({ where: { id: automation.id }, data: { order: 'descending' } });
  await setSource(made, { 2: 'c' });
  await world.sandbox.faults({});
  await world.sandbox.call('DELETE', '/api/held');
  await atRest(account);

  await sync(made);
  expect(await world.readOptions(automation)).toEqual(['mine', 'c', 'a']);
  expect(await readRow(made)).toMatchObject({ keptHashes: { length: 1 }, excludedHashes: { length: 1 } });
});

describe('a write of which Smartsheet has not said what became of it', () => {
  /** The first try is lost on its way, and the list is written by the second one. */
  async function repeated(fields: object): Promise<Made> {
    const made = await inStep(fields);
    await setSource(made, { 2: 'd' });
    await world.sandbox.faults({ reset: 'before', operations: ['columns.update'], times: 1 });
    await sync(made);
    expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'd']);
    return made;
  }

  test('is looked at once more after a minute, and its late arrival is no change by hand', async () => {
    const made = await repeated({ ...keep, mode: 'mirror' });
    const { lookAgainAt, lastRunAt } = await readRow(made);
    expect(Number(lookAgainAt) - Number(lastRunAt)).toBe(60_000);
    const { nextSweepAt } = await world.readConnection(account);
    expect(nextSweepAt.getTime()).toBeLessThanOrEqual(Number(lookAgainAt));
    const due = async () => {
      const found = await claimDueConnections(world.prisma, { limit: 100 });
      return found.find(({ id }) => id === account.connection.id)?.dueAutomationIds;
    };
    expect(await due()).toBeUndefined();

    await setSource(made, { 0: 'e' });
    await sync(made);
    expect(await world.readOptions(made.automation)).toEqual(['e', 'b', 'd']);
    expect((await readRow(made)).lookAgainAt).toEqual(lookAgainAt);
    // Now the first try arrives, and takes the place of the newer list.
    await setOptions(made, ['a', 'b', 'd']);
    await letTimePass(world, '61 seconds');
    expect(await due()).toEqual([made.automation.id]);
    await sync(made);
    expect(await world.readOptions(made.automation)).toEqual(['e', 'b', 'd']);
    expect(await readRow(made)).toMatchObject({ ...nothingByHand, lookAgainAt: null, outsideChanges: [] });
    await sync(made);
    expect(await readRow(made)).toMatchObject({ lastRunOutcome: 'unchanged', lookAgainAt: null });
  });

  test('has its switch set back when its late arrival switches that over', async () => {
    const made = await repeated({ mode: 'mirror' });
    const { lookAgainValidation } = await readRow(made);
    expect(lookAgainValidation).toBe(await validationOf(made));
    // Now the first try arrives: the list is the same, and the switch is not.
    await letTimePass(world, '61 seconds');
    await setValidation(made, !lookAgainValidation);
    await sync(made);
    expect(await validationOf(made)).toBe(lookAgainValidation);
    expect(await readRow(made)).toMatchObject({
      lastRunOutcome: 'unchanged',
      lastRunWarnings: ['validation_restored'],
      lookAgainAt: null,
      lookAgainValidation: null,
    });
  });

  test('is not looked at again when it had arrived after all', async () => {
    const made = await inStep(keep);
    await setSource(made, { 2: 'd' });
    await world.sandbox.faults({ reset: 'after', operations: ['columns.update'], times: 1 });
    await sync(made);
    expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'd']);
    expect((await readRow(made)).lookAgainAt).toBeNull();
  });
});
