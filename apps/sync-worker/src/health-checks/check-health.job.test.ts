import { Prisma } from '@picksync/db';
import { beforeEach, expect, test } from 'vitest';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker, readRow } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

const day = 24 * 60 * 60_000;
const isDue = () =>
  world.prisma.smartsheetConnection.update({
    where: { id: account.connection.id },
    data: { nextHealthCheckAt: new Date(Date.now() - 1000) },
  });
const newAutomation = () => world.newAutomation({ account, values: ['a', 'b'], options: ['a', 'b'] });
const countCalls = async () => (await world.sandbox.calls()).accounts[account.email];
const hoursUntilNext = async () =>
  (await world
    .readConnection(account)
    .then(({ nextHealthCheckAt }) => nextHealthCheckAt.getTime() - Date.now())) / 3_600_000;

/** Lets ten minutes come round, and waits until the looks are over. */
async function check() {
  const job = await world.queue.send(world.prisma, 'check-health', {});
  await expect.poll(() => worker.lines.find((line) => line.job === job)).toBeDefined();
  return worker.lines.find((line) => line.job === job);
}

test('the daily check covers every active automation, with one call for each sheet and one for the license', async () => {
  const source = await newAutomation();
  const { automation } = source;
  await world.prisma.automation.update({ where: { id: automation.id }, data: { dirtyAt: null } });
  const { updatedAt } = await readRow(automation.id);
  await isDue();
  await world.sandbox.forgetCalls();
  await check();
  expect(await countCalls()).toMatchObject({ calls: 3, operations: { 'sheets.get': 2, 'users.me': 1 } });
  const row = await readRow(automation.id);
  expect(row).toMatchObject({ healthCheckedAt: expect.any(Date), updatedAt });
  expect(row.health).toContainEqual({ reason: 'rights_fine' });
  expect(row.health).toContainEqual({ reason: 'size_fine', found: 2, allowed: 500 });
  expect(await hoursUntilNext()).toBeGreaterThan(23);

  await world.sandbox.forgetCalls();
  await isDue();
  await check();
  expect((await countCalls())?.calls ?? 0).toBe(0);
});

test('the check finds a missing column and a contested target before a sync meets them', async () => {
  const { automation } = await newAutomation();
  await world.prisma.automation.update({
    where: { id: automation.id },
    data: { sourceColumnId: '7', outsideChanges: [new Date()], healthCheckedAt: new Date(Date.now() - day) },
  });
  await isDue();
  await check();
  const { health } = await readRow(automation.id);
  expect(health).toContainEqual({ reason: 'source_column_gone' });
  expect(health).toContainEqual({ reason: 'target_contested' });
});

test('a finding about settings that are changed while the check looks at the sheets is not stored', async () => {
  const rule = { columnId: '7', columnName: 'Gone', operator: 'is_not_blank', value: null };
  const filters = { match: 'all', rules: [rule] };
  const made = await Promise.all([newAutomation(), newAutomation()]);
  const ids = made.map(({ automation }) => automation.id);
  const where = { id: { in: ids } };
  await world.prisma.automation.updateMany({ where, data: { filters } });
  await isDue();
  await world.sandbox.faults({ hold: 'before', sheets: [made[0]?.source.id ?? ''] });
  const checked = check();
  await expect
    .poll(async () => (await world.sandbox.call<unknown[]>('GET', '/api/held')).length)
    .toBeGreaterThan(0);
  const [edited = '', other = ''] = ids;
  await world.prisma.automation.update({ where: { id: edited }, data: { filters: Prisma.DbNull } });
  // The edit makes it due again.
  await isDue();
  await world.sandbox.faults({});
  await checked;
  expect(await readRow(edited)).toMatchObject({ health: null, healthCheckedAt: null });
  expect((await readRow(other)).health).toContainEqual({ reason: 'filter_column_gone' });
  expect(await hoursUntilNext()).toBeLessThan(0);
  await check();
  expect((await readRow(edited)).health).toContainEqual({ reason: 'columns_fine' });
});

test('an automation whose findings an edit has cleared is looked at alone, and the others when their day is over', async () => {
  const [one, other] = await Promise.all([newAutomation(), newAutomation()]);
  const tenHoursAgo = new Date(Date.now() - 10 * 3_600_000);
  const where = { id: other?.automation.id ?? '' };
  await world.prisma.automation.update({ where, data: { healthCheckedAt: tenHoursAgo } });
  await world.prisma.automation.updateMany({
    where: { connectionId: account.connection.id },
    data: { dirtyAt: null },
  });
  await isDue();
  await world.sandbox.forgetCalls();
  await check();
  expect((await countCalls())?.operations).toEqual({ 'sheets.get': 2, 'users.me': 1 });
  expect((await readRow(one?.automation.id ?? '')).health).toContainEqual({ reason: 'rights_fine' });
  expect((await readRow(where.id)).healthCheckedAt).toEqual(tenHoursAgo);
  expect(await hoursUntilNext()).toBeCloseTo(14, 1);
});

test('paused automations and connections that wait are left alone', async () => {
  const { automation } = await newAutomation();
  await world.prisma.automation.update({
    where: { id: automation.id },
    data: { isActive: false, pausedBy: 'user' },
  });
  await isDue();
  await check();
  expect((await readRow(automation.id)).healthCheckedAt).toBeNull();

  await world.prisma.automation.update({
    where: { id: automation.id },
    data: { isActive: true, pausedBy: null },
  });
  await world.prisma.smartsheetConnection.update({
    where: { id: account.connection.id },
    data: { parkedUntil: new Date(Date.now() + 60_000) },
  });
  await isDue();
  await check();
  expect((await readRow(automation.id)).healthCheckedAt).toBeNull();
});

test('the check stores nothing while Smartsheet cannot be reached, and is repeated in an hour', async () => {
  const { automation } = await newAutomation();
  await isDue();
  await world.sandbox.faults({ reset: 'before' });
  await check();
  expect((await readRow(automation.id)).healthCheckedAt).toBeNull();
  expect(await hoursUntilNext()).toBeLessThanOrEqual(1);
});

test('a sheet that always fails keeps no other automation of its connection from being checked', async () => {
  const [broken, other] = await Promise.all([newAutomation(), newAutomation()]);
  const brokenId = broken?.automation.id ?? '';
  const otherId = other?.automation.id ?? '';
  // It comes first.
  await world.prisma.automation.update({
    where: { id: otherId },
    data: { healthCheckedAt: new Date(Date.now() - 2 * day) },
  });
  await isDue();
  await world.sandbox.faults({ errorRate: 1, errorStatus: 500, sheets: [broken?.source.id ?? ''] });
  await check();
  expect((await readRow(otherId)).health).toContainEqual({ reason: 'rights_fine' });
  expect((await readRow(brokenId)).healthCheckedAt).toBeNull();
  expect(await hoursUntilNext()).toBeLessThanOrEqual(1);
});

test('sheets that always fail keep no other automation from being checked, however many come first', async () => {
  const broken = await Promise.all([newAutomation(), newAutomation()]);
  const other = await newAutomation();
  // The broken ones come first.
  await world.prisma.automation.update({
    where: { id: other.automation.id },
    data: { healthCheckedAt: new Date(Date.now() - 2 * day) },
  });
  await isDue();
  const sheets = broken.flatMap(({ source, target }) => [source.id, target.id]);
  await world.sandbox.faults({ errorRate: 1, errorStatus: 500, sheets });
  await world.sandbox.forgetCalls();
  await check();
  expect((await readRow(other.automation.id)).health).toContainEqual({ reason: 'rights_fine' });
  expect((await countCalls())?.operations).toEqual({ 'sheets.get': 6, 'users.me': 2 });
});

test('a check that Smartsheet limits stores what it has read until then', async () => {
  const first = await newAutomation();
  const second = await newAutomation();
  await world.prisma.automation.update({
    where: { id: second.automation.id },
    data: { healthCheckedAt: new Date(Date.now() - 2 * day) },
  });
  await isDue();
  await world.sandbox.faults({ storm: true, sheets: [second.source.id] });
  await check();
  expect((await readRow(first.automation.id)).health).toContainEqual({ reason: 'rights_fine' });
  expect(await hoursUntilNext()).toBeLessThanOrEqual(1);
});

test('a connection that Smartsheet refuses ends, and its automations wait for a new one', async () => {
  const { automation } = await newAutomation();
  await isDue();
  await world.sandbox.faults({ revoke: [account.email] });
  await check();
  // The job waits a second for another token; what comes of it later ends the connection all the same.
  await expect.poll(() => world.readConnection(account)).toMatchObject({ status: 'needs_reconnect' });
  expect((await readRow(automation.id)).healthCheckedAt).toBeNull();
});
