import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ClaimLostError,
  createSealer,
  openAdvisoryLocks,
  openWebhookSecret,
  parseSealingKeys,
  type Tx,
} from '@picksync/db';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runWorker } from '../testing/run-worker.ts';
import { openWorld, sealingKeys, type TestAccount, type World } from '../testing/world.ts';
import { claimMending, claimWebhookChecks } from './webhooks.store.ts';

let world: World;
let worker: Awaited<ReturnType<typeof runWorker>>;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  world = await openWorld();
  receiver = await startReceiver();
  worker = await runWorker(world, { SMARTSHEET_CALLBACK_BASE: receiver.url });
});
afterAll(async () => {
  await worker.stop();
  receiver.server.close();
  await world.close();
});
beforeEach(async () => {
  receiver.refuses = false;
  account = await world.newAccount();
});

type Receiver = { server: Server; url: string; refuses: boolean };

/** Answers challenges as the API does, or refuses them. */
async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const challenge = request.headers['smartsheet-hook-challenge'];
    request.resume();
    if (receiver.refuses) response.writeHead(404).end();
    else response.writeHead(200, challenge ? { 'smartsheet-hook-response': challenge } : {}).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, refuses: false };
}

async function mend({ connection: { id: connectionId } } = account): Promise<void> {
  const job = await world.queue.send(world.prisma, 'mend-webhooks', { connectionId }, { key: connectionId });
  await expect.poll(() => worker.lines.find((line) => line.job === job)).toMatchObject({ msg: 'job done' });
}

type Remote = { id: number; scopeObjectId: number; callbackUrl: string; status: string };
const remote = async () =>
  (await world.sandbox.call<{ data: Remote[] }>('GET', '/2.0/webhooks', undefined, await appToken())).data;
/** Webhooks belong to the app that made them: a token of its own is needed to see them. */
const appToken = async () => (await world.sandbox.token(account.email)).accessToken;
const rows = () =>
  world.prisma.smartsheetWebhook.findMany({
    where: { connectionId: account.connection.id },
    orderBy: { sheetId: 'asc' },
  });
const newAutomation = (id: string) => world.prisma.automation.findUniqueOrThrow({ where: { id } });
const countCalls = async () => (await world.sandbox.calls()).accounts[account.email];

test('source and destination get a webhook that works, and the automation knows', async () => {
  const { automation, source, target } = await world.newAutomation({ account, values: ['a'], options: [] });
  await mend();

  const made = await rows();
  expect(made.map(({ sheetId }) => sheetId)).toEqual([source.id, target.id].toSorted());
  for (const row of made) {
    expect(row).toMatchObject({ status: 'enabled', remoteStatus: 'ENABLED' });
    const { id: webhookId, sharedSecretSealed } = row;
    if (sharedSecretSealed === null) throw new Error('no secret was kept');
    const secret = openWebhookSecret(createSealer(parseSealingKeys(sealingKeys)), {
      webhookId,
      sharedSecretSealed,
    });
    expect(secret.length).toBeGreaterThan(10);
    expect(sharedSecretSealed).not.toContain(secret);
  }
  expect((await remote()).map(({ callbackUrl }) => callbackUrl).toSorted()).toEqual(
    made.map(({ id }) => `${receiver.url}/api/smartsheet/callbacks/${id}`).toSorted(),
  );
  const ofSource = made.find(({ sheetId }) => sheetId === source.id);
  expect(await newAutomation(automation.id)).toMatchObject({
    webhookId: ofSource?.remoteId,
    webhookEnabled: true,
  });
});

test('a report gets no webhook, and the destination that it fills does', async () => {
  const fields = { sourceKind: 'report', sourceSheetId: '77' };
  const { automation, target } = await world.newAutomation({ account, values: [], options: [], fields });
  await mend();
  expect((await rows()).map(({ sheetId }) => sheetId)).toEqual([target.id]);
  expect(await newAutomation(automation.id)).toMatchObject({ webhookId: null, webhookEnabled: false });
});

test('webhooks that are in order stay as they are', async () => {
  await world.newAutomation({ account, values: ['a'], options: [] });
  await mend();
  const before = await rows();
  await world.sandbox.forgetCalls();
  await mend();
  expect(await countCalls()).toMatchObject({ calls: 1, writes: 0 });
  expect((await rows()).map(({ remoteId }) => remoteId)).toEqual(before.map(({ remoteId }) => remoteId));
});

describe('a sheet that is only read', () => {
  type Watching = Remote & { subscope?: { columnIds: number[] } };
  const ofSheet = async (sheetId: string) =>
    ((await remote()) as Watching[]).filter(({ scopeObjectId }) => String(scopeObjectId) === sheetId);
  const listIds = (...columns: (string | undefined)[]) => columns.map(Number).toSorted();
  const watchedBy = (one: Watching | undefined) => one?.subscope?.columnIds.toSorted();

  test('is watched in the columns that are read, and anew when those are others', async () => {
    const columns = [{ title: 'Kind', type: 'TEXT_NUMBER' }];
    const { token } = account;
    const source = await makeSheet(world.sandbox, { token, name: 'Source', columns, rows: [['a']] });
    const { automation, target } = await world.newAutomation({ account, source, values: [], options: [] });
    await mend();
    const [before, ...more] = await ofSheet(source.id);
    expect(more).toEqual([]);
    expect(watchedBy(before)).toEqual(listIds(automation.sourceColumnId));
    // What somebody does to the dropdown itself may be in no column's events.
    expect((await ofSheet(target.id)).map(watchedBy)).toEqual([undefined]);

    const filter = {
      operator: 'is_checked',
      value: null,
      columnName: 'Active',
      columnId: source.columns.Kind,
    };
    const filters = { match: 'all', rules: [filter] };
    await world.prisma.automation.update({ where: { id: automation.id }, data: { filters } });
    await mend();
    const [after, ...others] = await ofSheet(source.id);
    expect(others).toEqual([]);
    expect(after?.id).not.toBe(before?.id);
    expect(after?.status).toBe('ENABLED');
    expect(watchedBy(after)).toEqual(listIds(automation.sourceColumnId, source.columns.Kind));
    expect(await newAutomation(automation.id)).toMatchObject({
      webhookEnabled: true,
      webhookId: String(after?.id),
    });
  });

  test('is watched as a whole once its cells are found to be computed', async () => {
    const { source } = await world.newAutomation({ account, values: ['a'], options: [] });
    await mend();
    const { id: connectionId } = account.connection;
    await world.prisma.sheet.upsert({
      where: { connectionId_sheetId: { connectionId, sheetId: source.id } },
      create: { connectionId, sheetId: source.id, name: 'Source', volatile: true },
      update: { volatile: true },
    });
    expect(await claimWebhookChecks(world.prisma, [connectionId])).toEqual([connectionId]);
    await mend();
    expect((await ofSheet(source.id)).map(watchedBy)).toEqual([undefined]);
    expect(await claimWebhookChecks(world.prisma, [connectionId])).toEqual([]);
  });

  test('is watched in the columns that stand when one is gone', async () => {
    const { automation, source } = await world.newAutomation({ account, values: ['a'], options: [] });
    const gone = { columns: [{ columnId: '1', columnName: 'Gone' }], template: '{1}' };
    await world.prisma.automation.update({ where: { id: automation.id }, data: { labelTemplate: gone } });
    await mend();
    expect((await ofSheet(source.id)).map(watchedBy)).toEqual([listIds(automation.sourceColumnId)]);
    await world.sandbox.forgetCalls();
    await mend();
    expect(await countCalls()).toMatchObject({ calls: 1, writes: 0 });
  });
});

test('a change between the first sync and the webhook is found as soon as the webhook works', async () => {
  const { automation, source } = await world.newAutomation({ account, values: ['a'], options: [] });
  const { id: connectionId } = account.connection;
  await world.mark(connectionId, { automationIds: [automation.id] });
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');
  await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'b' } });
  expect(await world.readOptions(automation)).toEqual(['a']);
  await mend();
  await expect.poll(() => world.readOptions(automation)).toEqual(['b']);
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');

  // Nothing was missed since, so nothing is read again.
  await world.sandbox.forgetCalls();
  await mend();
  expect(await world.readConnection(account)).toMatchObject({ syncState: 'idle', dirtyAt: null });
  expect((await countCalls())?.operations).toEqual({ 'webhooks.list': 1 });
});

test('a webhook that was deleted at Smartsheet is made anew, and a stranger of ours is deleted', async () => {
  await world.newAutomation({ account, values: ['a'], options: [] });
  await mend();
  const token = await appToken();
  const [one] = await remote();
  await world.sandbox.call('DELETE', `/2.0/webhooks/${one?.id}`, undefined, token);
  const stray = {
    name: 'stray',
    callbackUrl: `${receiver.url}/api/smartsheet/callbacks/nobody`,
    scope: 'sheet',
    scopeObjectId: one?.scopeObjectId,
    events: ['*.*'],
    version: 1,
  };
  await world.sandbox.call('POST', '/2.0/webhooks', stray, token);
  await mend();

  const now = await remote();
  expect(now).toHaveLength(2);
  expect(now.every(({ status }) => status === 'ENABLED')).toBe(true);
  expect(now.map(({ id }) => String(id)).toSorted()).toEqual(
    (await rows()).map(({ remoteId }) => remoteId).toSorted(),
  );
});

test('two users with the same Smartsheet account keep their own webhooks', async () => {
  await world.newAutomation({ account, values: ['a'], options: [] });
  await mend();
  const other = await world.newSharingUser(account);
  await world.newAutomation({ account: other, values: ['b'], options: [] });
  await mend(other);
  await mend();

  const made = await world.prisma.smartsheetWebhook.findMany({
    where: { connection: { accountEmail: account.email } },
  });
  expect(made).toHaveLength(4);
  expect((await remote()).map(({ id }) => String(id)).toSorted()).toEqual(
    made.map(({ remoteId }) => remoteId).toSorted(),
  );
});

test('two jobs of one connection at once do the work once', async () => {
  await world.newAutomation({ account, values: ['a'], options: [] });
  await world.sandbox.faults({ hold: 'before', operations: ['webhooks.list'], accounts: [account.email] });
  await world.sandbox.forgetCalls();
  const first = mend();
  // The second one waits for the connection when it has begun: only then is the first one's work under way.
  await expect.poll(async () => (await world.sandbox.held()).length).toBe(1);
  const second = mend();
  const active = async () => {
    const { rows: jobs } = await world.pool.query(
      "SELECT FROM pgboss.job WHERE name = 'mend-webhooks' AND state = 'active' AND data->>'connectionId' = $1",
      [account.connection.id],
    );
    return jobs.length;
  };
  await expect.poll(active).toBe(2);
  await world.sandbox.faults({});
  await Promise.all([first, second]);
  // On a slow machine the second one is put off, and done later.
  const done = () =>
    worker
      .findJobs('mend-webhooks')
      .filter(({ connection, ended }) => connection === account.connection.id && ended === 'done');
  await expect.poll(done).toHaveLength(2);

  expect((await countCalls())?.operations).toMatchObject({ 'webhooks.list': 2, 'webhooks.create': 2 });
  expect((await countCalls())?.operations).not.toHaveProperty('webhooks.delete');
  expect(await rows()).toMatchObject([{ status: 'enabled' }, { status: 'enabled' }]);
});

describe('a webhook that Smartsheet does not let work', () => {
  test('is kept as such, its automation is checked every 15 minutes, and it is switched on when it can be', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    receiver.refuses = true;
    await mend();
    expect((await rows()).map(({ remoteStatus }) => remoteStatus)).toEqual([
      'DISABLED_VERIFICATION_FAILED',
      'DISABLED_VERIFICATION_FAILED',
    ]);
    expect(await newAutomation(automation.id)).toMatchObject({ webhookEnabled: false });
    for (const { disabledDetails } of await rows()) expect(disabledDetails).toMatch(/404/);

    receiver.refuses = false;
    await mend();
    expect((await rows()).map(({ status }) => status)).toEqual(['enabled', 'enabled']);
    expect((await rows()).map(({ disabledDetails }) => disabledDetails)).toEqual([null, null]);
    expect(await newAutomation(automation.id)).toMatchObject({ webhookEnabled: true });
    expect(await remote()).toHaveLength(2);
  });

  test('does not keep the others from theirs when its sheet is gone', async () => {
    await world.newAutomation({
      account,
      values: ['a'],
      options: [],
      fields: { sourceSheetId: '7777777777777777' },
    });
    await mend();
    const states = (await rows()).map(({ status, remoteStatus }) => [status, remoteStatus]);
    expect(states).toContainEqual(['enabled', 'ENABLED']);
    expect(states).toContainEqual(['disabled', 'not_found']);
  });
});

describe('webhooks', () => {
  const noneLeft = async (automationId: string) => {
    expect(await rows()).toEqual([]);
    expect(await remote()).toEqual([]);
    expect(await newAutomation(automationId)).toMatchObject({ webhookId: null, webhookEnabled: false });
  };

  test('are deleted, here and at Smartsheet, when the plan has no real-time', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    await mend();
    await world.prisma.user.update({
      where: { id: account.connection.userId },
      data: { subscriptionStatus: 'free', trialEndDate: new Date(0) },
    });
    await mend();
    await noneLeft(automation.id);
  });

  test('are deleted, here and at Smartsheet, when nothing uses their sheets any more', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    await mend();
    await world.prisma.automation.update({ where: { id: automation.id }, data: { isActive: false } });
    await mend();
    await noneLeft(automation.id);
  });
});

describe('a webhook that says it works, and does not', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const setMissed = (missedAt: Date) =>
    world.prisma.smartsheetWebhook.updateMany({
      where: { connectionId: account.connection.id },
      data: { missedAt },
    });
  const remoteIds = async () => (await rows()).map(({ remoteId }) => remoteId);

  test('is made anew with another secret, once a day at most', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    await mend();
    const [before, secrets] = [await remoteIds(), (await rows()).map((row) => row.sharedSecretSealed)];
    await setMissed(minutesAgo(11));
    await mend();
    const after = await remoteIds();
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    expect((await rows()).filter((row) => secrets.includes(row.sharedSecretSealed))).toEqual([]);
    expect((await remote()).map(({ id }) => String(id)).toSorted()).toEqual(after.toSorted());
    expect(await rows()).toMatchObject([
      { status: 'enabled', missedAt: null, remadeAt: expect.any(Date) },
      { status: 'enabled', missedAt: null, remadeAt: expect.any(Date) },
    ]);
    expect(await newAutomation(automation.id)).toMatchObject({ webhookEnabled: true });

    await setMissed(minutesAgo(11));
    await mend();
    expect(await remoteIds()).toEqual(after);
  });

  test('is left alone while a callback may still be on its way', async () => {
    await world.newAutomation({ account, values: ['a'], options: [] });
    await mend();
    const before = await remoteIds();
    await setMissed(minutesAgo(9));
    await mend();
    expect(await remoteIds()).toEqual(before);
  });
});

describe('the webhooks of a connection', () => {
  const hoursUntilCheck = async () => {
    const { nextWebhookCheckAt } = await world.prisma.smartsheetConnection.findUniqueOrThrow({
      where: { id: account.connection.id },
    });
    return (nextWebhookCheckAt.getTime() - Date.now()) / 3_600_000;
  };
  const setTrialEnd = (hours: number) =>
    world.prisma.user.update({
      where: { id: account.connection.userId },
      data: { subscriptionStatus: 'trial', trialEndDate: new Date(Date.now() + hours * 3_600_000) },
    });

  test('are compared with those at Smartsheet again in a day, and in an hour while one does not work', async () => {
    await setTrialEnd(240);
    await world.newAutomation({ account, values: ['a'], options: [] });
    receiver.refuses = true;
    await mend();
    expect(await hoursUntilCheck()).toBeLessThanOrEqual(1);
    receiver.refuses = false;
    await mend();
    expect(await hoursUntilCheck()).toBeGreaterThan(23);
  });

  test('are compared with those at Smartsheet again when the trial ends', async () => {
    await setTrialEnd(5);
    await world.newAutomation({ account, values: ['a'], options: [] });
    await mend();
    expect(await hoursUntilCheck()).toBeGreaterThan(4);
    expect(await hoursUntilCheck()).toBeLessThanOrEqual(5);
  });
});

test('a connection that never had a webhook and needs none costs no call', async () => {
  await world.sandbox.forgetCalls();
  await mend();
  expect(await countCalls()).toBeUndefined();
});

test('a connection that cannot be looked after now is left to a later job, which holds no slot meanwhile', async () => {
  await world.newAutomation({ account, values: ['a'], options: ['a'] });
  const { id: connectionId } = account.connection;
  const readReasons = () =>
    worker
      .findJobs('mend-webhooks')
      .flatMap(({ connection, reason }) => (connection === connectionId ? reason : []));
  const elsewhere = openAdvisoryLocks({ url: world.url });
  await elsewhere.tryLock(`account:${connectionId}`);
  await mend();
  await expect.poll(readReasons).toEqual(['busy']);

  await world.sandbox.forgetCalls();
  await world.sandbox.faults({ errorRate: 1, errorStatus: 500, accounts: [account.email] });
  await elsewhere.close();
  await expect.poll(readReasons).toEqual(['busy', 'outage']);
  const { parkedUntil } = await world.readConnection(account);
  expect(Number(parkedUntil?.getTime())).toBeGreaterThan(Date.now() + 30_000);
  const calls = await countCalls();
  const { rows: jobs } = await world.pool.query(
    "SELECT start_after FROM pgboss.job WHERE name = 'mend-webhooks' AND state = 'created' AND singleton_key = $1",
    [connectionId],
  );
  expect(jobs).toEqual([{ start_after: parkedUntil }]);

  await world.sandbox.faults({});
  await world.pool.query('UPDATE smartsheet_connections SET parked_until = clock_timestamp() WHERE id = $1', [
    connectionId,
  ]);
  await world.pool.query(
    "UPDATE pgboss.job SET start_after = clock_timestamp() WHERE name = 'mend-webhooks' AND singleton_key = $1",
    [connectionId],
  );
  await expect.poll(async () => (await rows()).map(({ status }) => status)).toEqual(['enabled', 'enabled']);
  expect((await countCalls())?.calls).toBeGreaterThan(Number(calls?.calls));
});

test('a job that was replaced while it mended webhooks records nothing', async () => {
  const { id } = account.connection;
  const stopped = await claimMending(world.prisma, id);
  const { id: webhookId } = await stopped((tx) =>
    tx.smartsheetWebhook.create({ data: { connectionId: id, sheetId: '1' } }),
  );
  const setStatus = (status: 'enabled' | 'disabled') => (tx: Tx) =>
    tx.smartsheetWebhook.updateMany({ where: { id: webhookId }, data: { status } });
  const other = await claimMending(world.prisma, id);
  await other(setStatus('enabled'));
  const late = stopped(setStatus('disabled'));
  await expect(late).rejects.toThrow(ClaimLostError);
  expect(await rows()).toMatchObject([{ status: 'enabled' }]);
});
