import { randomUUID } from 'node:crypto';
import { openAdvisoryLocks } from '@picksync/db';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestAccount, World } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';
import { claimDueConnections } from './sweeps.store.ts';

const { world, worker, atRest } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

const countCalls = async ({ email }: TestAccount = account) => (await world.sandbox.calls()).accounts[email];
const isDue = (of: TestAccount = account) =>
  world.prisma.smartsheetConnection.update({
    where: { id: of.connection.id },
    data: { nextSweepAt: new Date(Date.now() - 1000) },
  });

/** Lets the minute come round, and waits until the sweep and what it asked for are over. */
async function sweep(): Promise<void> {
  const job = await world.queue.send(world.prisma, 'sweep', {});
  await expect.poll(() => worker.lines.find((line) => line.job === job)).toBeDefined();
  await atRest(account);
}

/** An automation that is in step, with everything about it known. */
async function settled(wanted: Partial<Parameters<World['newAutomation']>[0]> = {}) {
  const made = await world.newAutomation({ account, values: ['a', 'b'], options: ['a', 'b'], ...wanted });
  await world.mark(account.connection.id, { automationIds: [made.automation.id] });
  await atRest(account);
  await world.sandbox.forgetCalls();
  await isDue();
  return made;
}

test('an unchanged connection costs exactly one call, however many automations it has', async () => {
  for (let count = 0; count < 5; count += 1) await settled();
  await world.sandbox.forgetCalls();
  await sweep();
  expect(await countCalls()).toMatchObject({ calls: 1, operations: { 'sheets.list': 1 } });

  const { lastSweptAt, nextSweepAt } = await world.readConnection(account);
  expect(lastSweptAt).not.toBeNull();
  const minutesAhead = (nextSweepAt.getTime() - Date.now()) / 60_000;
  expect(minutesAhead).toBeGreaterThan(14);
  expect(minutesAhead).toBeLessThanOrEqual(15);
});

test('a changed source is read, and its dropdown written', async () => {
  const { automation, source } = await settled();
  await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'changed' } });
  await world.sandbox.forgetCalls();
  await sweep();
  // The list, the source, the destination, and the write.
  expect(await countCalls()).toMatchObject({ calls: 4, writes: 1 });
  expect(await world.readOptions(automation)).toEqual(['changed', 'b']);
});

test('a moved destination alone is looked at without reading the source', async () => {
  const { target } = await settled();
  const path = `/2.0/sheets/${target.id}/rows`;
  const cells = [{ columnId: Number(target.columns.Name), value: 'a row of work' }];
  await world.sandbox.call('POST', path, [{ toBottom: true, cells }], account.token);
  await world.sandbox.forgetCalls();
  await sweep();
  expect(await countCalls()).toMatchObject({ calls: 2, writes: 0 });
});

test('a change of a source that was passed over while it was read for another is found', async () => {
  const first = await settled();
  const second = await settled({ source: first.source, values: [] });
  await world.setRows(account, { sheet: first.source, column: 'Name', values: { 0: 'new' } });
  const { sheetId, targetColumnId } = first.automation;
  const path = `/2.0/sheets/${sheetId}/columns/${targetColumnId}`;
  await world.sandbox.call('PUT', path, { type: 'PICKLIST', options: ['by hand'] }, account.token);
  // Nobody has told of the source yet: the second dropdown is right as far as is known, the first one is not.
  await world.mark(account.connection.id, { sheetIds: [first.target.id, second.target.id] });
  await atRest(account);
  expect(await world.readOptions(first.automation)).toEqual(['new', 'b']);

  await sweep();
  expect(await world.readOptions(second.automation)).toEqual(['new', 'b']);
});

test('a source with formulas is read every time, and every sheet after six hours', async () => {
  const { source, target } = await settled();
  const setSheet = (sheetId: string, data: object) =>
    world.prisma.sheet.updateMany({ where: { connectionId: account.connection.id, sheetId }, data });
  await setSheet(source.id, { volatile: true });
  await sweep();
  expect(await countCalls()).toMatchObject({ calls: 3, writes: 0 });

  await setSheet(target.id, { lastReadAt: new Date(Date.now() - 6 * 60 * 60 * 1000) });
  await isDue();
  await world.sandbox.forgetCalls();
  await sweep();
  expect(await countCalls()).toMatchObject({ calls: 2 });
});

test('a sheet that is gone is told once, and then costs nothing more', async () => {
  const { automation, source } = await settled();
  await world.sandbox.call('DELETE', `/2.0/sheets/${source.id}`, undefined, account.token);
  await sweep();
  const row = await world.prisma.automation.findUniqueOrThrow({ where: { id: automation.id } });
  expect(row).toMatchObject({ lastErrorReason: 'source_sheet_gone' });

  await isDue();
  await world.sandbox.forgetCalls();
  await sweep();
  expect(await countCalls()).toMatchObject({ calls: 1 });
});

describe('a connection that cannot be looked at', () => {
  test('because a job works on it is left to the next minute, for five of them', async () => {
    await settled();
    const isWorkedOn = { syncState: 'running', syncJobId: randomUUID() } as const;
    const dueSince = (minutes: number) => ({ nextSweepAt: new Date(Date.now() - minutes * 60_000) });
    const { id } = account.connection;
    const update = (data: object) => world.prisma.smartsheetConnection.update({ where: { id }, data });
    // Another worker holds the lock of the connection: nobody takes it for one that is gone.
    const locks = openAdvisoryLocks({ url: world.url });
    await locks.tryLock(`account:${id}`);
    await update({ ...isWorkedOn, ...dueSince(1) });
    expect(await claimDueConnections(world.prisma, { limit: 10 })).toEqual([]);
    await update(dueSince(6));
    expect(await claimDueConnections(world.prisma, { limit: 10 })).toMatchObject([{ id }]);
    await update({ syncState: 'idle', syncJobId: null });
    await locks.close();
  });

  test('because Smartsheet is out of order is looked at later, and is still connected', async () => {
    await settled();
    await world.sandbox.faults({ storm: true, accounts: [account.email] });
    await sweep();
    const { status, nextSweepAt } = await world.readConnection(account);
    expect(status).toBe('connected');
    expect(nextSweepAt.getTime()).toBeLessThan(Date.now() + 5 * 60_000);
  });

  test('because Smartsheet is down is looked at less and less often the longer that lasts', async () => {
    await settled();
    const lastSweptAt = new Date(Date.now() - 25 * 60_000);
    await world.prisma.smartsheetConnection.update({
      where: { id: account.connection.id },
      data: { lastSweptAt, retryingSince: new Date(Date.now() - 10 * 60_000) },
    });
    await world.sandbox.faults({ errorRate: 1, errorStatus: 503, accounts: [account.email] });
    await sweep();
    const { parkedUntil } = await world.readConnection(account);
    const minutesAhead = (Number(parkedUntil?.getTime()) - Date.now()) / 60_000;
    expect(minutesAhead).toBeGreaterThan(9);
    expect(minutesAhead).toBeLessThan(11);
  });

  test('because it was revoked is stopped, and told once', async () => {
    await settled();
    await world.sandbox.faults({ revoke: [account.email] });
    await sweep();
    expect(await world.readConnection(account)).toMatchObject({ status: 'needs_reconnect' });
    await isDue();
    await world.sandbox.forgetCalls();
    await sweep();
    expect(await countCalls()).toBeUndefined();
  });
});

test('a connection without automations costs no call', async () => {
  await isDue();
  await sweep();
  expect(await countCalls()).toBeUndefined();
  expect((await world.readConnection(account)).lastSweptAt).not.toBeNull();
});

test('many connections are swept in one go, each with its one call', async () => {
  const accounts = await Promise.all(Array.from({ length: 12 }, () => world.newAccount()));
  for (const one of accounts) {
    const { automation } = await world.newAutomation({ account: one, values: ['a'], options: ['a'] });
    await world.mark(one.connection.id, { automationIds: [automation.id] });
  }
  await expect
    .poll(async () =>
      (await Promise.all(accounts.map(world.readConnection))).every((one) => one.syncState === 'idle'),
    )
    .toBe(true);
  await Promise.all(accounts.map(isDue));
  await world.sandbox.forgetCalls();
  await sweep();
  const { accounts: counted } = await world.sandbox.calls();
  expect(accounts.map(({ email }) => counted[email]?.calls)).toEqual(accounts.map(() => 1));
});

test('an automation is looked at when the time of an option that leaves has come', async () => {
  const { automation } = await settled();
  const leavingAt = (minutes: number) => ({ leavingAt: new Date(Date.now() + minutes * 60_000) });
  const update = (data: object) =>
    world.prisma.automation.update({ where: { id: automation.id }, data, select: { id: true } });
  await update(leavingAt(60));
  await sweep();
  expect(await countCalls()).toMatchObject({ calls: 1 });
  await update(leavingAt(-1));
  await isDue();
  await world.sandbox.forgetCalls();
  await sweep();
  // The list, the source and the destination.
  expect(await countCalls()).toMatchObject({ calls: 3 });
});

test('an automation that waits for another plan is asked again, at no further call', async () => {
  const { automation } = await settled();
  const { userId } = account.connection;
  const data = { pinnedFirst: ['All'], lastErrorReason: 'plan_lacks_settings' };
  await world.prisma.automation.update({ where: { id: automation.id }, data });
  const premium = { subscriptionTier: 'premium', subscriptionStatus: 'active' } as const;
  await sweep();
  expect(await countCalls()).toMatchObject({ calls: 1 });
  await world.prisma.user.update({ where: { id: userId }, data: premium });
  await isDue();
  await sweep();
  expect((await world.readOptions(automation))[0]).toBe('All');
});

test('a call that is not made is given back', async () => {
  await settled();
  const fullAt = async () =>
    (
      await world.prisma.smartsheetBudget.findUniqueOrThrow({
        where: { connectionId: account.connection.id },
      })
    ).fullAt;
  const { id } = account.connection;
  await world.prisma.smartsheetConnection.update({ where: { id }, data: { accessTokenSealed: null } });
  let before: Date;
  do {
    // A budget that is full by now would be counted from the moment of the call: so once more if that has passed.
    before = new Date(Date.now() + 15_000);
    await world.prisma.smartsheetBudget.update({ where: { connectionId: id }, data: { fullAt: before } });
    await isDue();
    await sweep();
  } while (Date.now() >= before.getTime());
  expect(await fullAt()).toEqual(before);
});

test('a connection whose job was lost is given a new one', async () => {
  const { automation, source } = await settled();
  const { id } = account.connection;
  await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'x' } });
  await world.prisma.automation.update({ where: { id: automation.id }, data: { dirtyAt: new Date() } });
  await world.prisma.smartsheetConnection.update({
    where: { id },
    data: { syncState: 'running', syncJobId: randomUUID(), nextSweepAt: new Date(Date.now() + 60_000) },
  });
  await sweep();
  expect(await world.readOptions(automation)).toEqual(['x', 'b']);
});

describe('the webhooks of a connection', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  /** A webhook that says that it works, on the source of an automation that is in step. */
  async function watched() {
    const { source, automation } = await settled();
    const connectionId = account.connection.id;
    const webhook = await world.prisma.smartsheetWebhook.create({
      data: { connectionId, sheetId: source.id, status: 'enabled', createdAt: minutesAgo(60) },
    });
    const edit = () => world.setRows(account, { sheet: source, column: 'Name', values: { 0: randomUUID() } });
    const webhookNow = () => world.prisma.smartsheetWebhook.findUniqueOrThrow({ where: { id: webhook.id } });
    return { webhook, automation, edit, webhookNow };
  }

  /** How many times a job that mends its webhooks has been asked for. */
  const mendJobs = async () => {
    const rows = await world.prisma.$queryRaw<unknown[]>`
      SELECT FROM pgboss.job WHERE name = 'mend-webhooks' AND data->>'connectionId' = ${account.connection.id}`;
    return rows.length;
  };

  test('are compared with those at Smartsheet when it is time, and not before', async () => {
    await settled();
    await sweep();
    expect(await mendJobs()).toBe(0);
    await world.prisma.smartsheetConnection.update({
      where: { id: account.connection.id },
      data: { nextWebhookCheckAt: minutesAgo(1) },
    });
    await isDue();
    await sweep();
    expect(await mendJobs()).toBe(1);
  });

  test('are compared at once when a change is found that no callback told of', async () => {
    const { edit, webhook, automation } = await watched();
    // The last change was reported, and read a moment later.
    const { lastRunAt } = await world.prisma.automation.findUniqueOrThrow({ where: { id: automation.id } });
    const lastEventAt = new Date((lastRunAt?.getTime() ?? 0) - 1000);
    await world.prisma.smartsheetWebhook.update({ where: { id: webhook.id }, data: { lastEventAt } });
    await edit();
    await sweep();
    expect(await mendJobs()).toBe(1);
  });

  test('are mended when a change is found again and again that no callback told of', async () => {
    const { edit, webhookNow, webhook } = await watched();
    const { id: connectionId } = account.connection;
    // A job that waits keeps those of the sweep away.
    const later = { key: connectionId, startAfter: new Date(Date.now() + 3_600_000) };
    await world.queue.send(world.prisma, 'mend-webhooks', { connectionId }, later);
    await edit();
    await sweep();
    expect(await webhookNow()).toMatchObject({ missedAt: expect.any(Date) });
    await world.prisma.$executeRaw`
      DELETE FROM pgboss.job WHERE name = 'mend-webhooks' AND data->>'connectionId' = ${connectionId}`;
    await world.prisma.smartsheetWebhook.update({
      where: { id: webhook.id },
      data: { missedAt: minutesAgo(11) },
    });
    await isDue();
    await sweep();
    expect(await mendJobs()).toBe(1);
  });

  test.each([
    ['Smartsheet has told of something since', () => ({ lastEventAt: new Date(Date.now() + 1000) })],
    ['it is known that Smartsheet does not tell', () => ({ status: 'disabled' as const })],
  ])('are not suspected when %s', async (_when, changes) => {
    const { edit, webhook, webhookNow } = await watched();
    await world.prisma.smartsheetWebhook.update({ where: { id: webhook.id }, data: changes() });
    await edit();
    await sweep();
    expect(await webhookNow()).toMatchObject({ missedAt: null });
    expect(await mendJobs()).toBe(0);
  });

  test('are not suspected of a sheet that is only looked at for safety', async () => {
    const { webhookNow } = await watched();
    await world.prisma.sheet.updateMany({
      where: { connectionId: account.connection.id },
      data: { lastReadAt: minutesAgo(6 * 60 + 1) },
    });
    await sweep();
    expect(await webhookNow()).toMatchObject({ missedAt: null });
  });

  test('are told of in the activity, once a day with a count', async () => {
    const { webhook, webhookNow } = await watched();
    const count = async (callbackCount: number, lastEventAt: string) => {
      await world.prisma.smartsheetWebhook.update({
        where: { id: webhook.id },
        data: { callbackCount, lastEventAt: new Date(lastEventAt) },
      });
      await isDue();
      await sweep();
    };
    await count(1, '2026-11-20T10:00:00Z');
    await count(4, '2026-11-20T12:00:00Z');
    expect(await webhookNow()).toMatchObject({ callbackCount: 0 });
    const entries = await world.prisma.activityLog.findMany({
      where: { userId: account.connection.userId, action: 'webhook_received' },
    });
    expect(entries).toMatchObject([{ count: 5, details: 'Smartsheet told us of changes 5 times.' }]);
  });
});
