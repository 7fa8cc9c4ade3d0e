import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAutomation, testConnection, testDatabase, testSheet } from '../testing.ts';
import { openQueue, type Queue } from './queue.ts';
import { recordCallbacks, type SignedCallback } from './record-callbacks.ts';

const db = await testDatabase({ poolSize: 20 });
let queue: Queue;
beforeAll(async () => {
  queue = await openQueue({ url: db.url, onError: () => {} });
});
afterAll(async () => {
  await queue.stop({ graceMs: 0 });
  await db.close();
});

/** A webhook on the source sheet of an automation, in a connection of its own unless one is given. */
async function watched(given?: Awaited<ReturnType<typeof testConnection>>) {
  const connection = given ?? (await testConnection(db.prisma));
  const { sheetId } = await testSheet(db.prisma, { connectionId: connection.id });
  const automation = await testAutomation(db.prisma, { connection, sourceSheetId: sheetId });
  const webhook = await db.prisma.smartsheetWebhook.create({
    data: { connectionId: connection.id, sheetId, status: 'enabled', sharedSecretSealed: 'sealed' },
  });
  const marks = async () => [
    (await newAccount(connection.id)).dirtyAt?.getTime(),
    (await db.prisma.automation.findUniqueOrThrow({ where: { id: automation.id } })).dirtyAt?.getTime(),
    (await db.prisma.sheet.findFirstOrThrow({ where: { sheetId } })).dirtyAt?.getTime(),
  ];
  return { connection, webhook, marks };
}

const callback = (webhookId: string, nonce: string = randomUUID()): SignedCallback => ({
  webhookId,
  nonce,
  sharedSecretSealed: 'sealed',
});

const record = (...callbacks: SignedCallback[]) => recordCallbacks(callbacks, { pool: db.pool, queue });

const newAccount = (id: string) => db.prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } });

const findJobs = async (connectionId: string): Promise<{ id: string; start_after: Date }[]> =>
  (
    await db.pool.query(
      `SELECT id, start_after FROM pgboss.job WHERE name = 'sync-connection' AND data->>'connectionId' = $1`,
      [connectionId],
    )
  ).rows;

test('a callback marks its sheet, the automations on it and the connection, which gets its job', async () => {
  const { connection, webhook, marks } = await watched();
  expect(await record(callback(webhook.id))).toEqual([true]);
  expect(await marks()).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
  const [job, ...others] = await findJobs(connection.id);
  expect(others).toEqual([]);
  expect(await newAccount(connection.id)).toMatchObject({ syncState: 'queued', syncJobId: job?.id });
});

test('a callback delivered many times, also at once, is accepted each time and marks once', async () => {
  const { connection, webhook, marks } = await watched();
  const one = callback(webhook.id, 'one');
  expect(await Promise.all(Array.from({ length: 20 }, () => record(one, one)))).toEqual(
    Array.from({ length: 20 }, () => [true, true]),
  );
  const before = await marks();
  expect(await record(one)).toEqual([true]);
  expect(await marks()).toEqual(before);
  expect(await findJobs(connection.id)).toHaveLength(1);
  expect(await db.prisma.providerEvent.count({ where: { reference: webhook.sheetId } })).toBe(1);
});

test('another callback marks again, unless all is marked and the job has not begun', async () => {
  const { connection, webhook, marks } = await watched();
  await record(callback(webhook.id));
  const first = await marks();
  expect(await record(callback(webhook.id))).toEqual([true]);
  expect(await marks()).toEqual(first);

  const isLater = async () => (await marks()).every((mark, n) => Number(mark) > Number(first[n]));
  const { id } = connection;
  await db.prisma.smartsheetConnection.update({ where: { id }, data: { syncState: 'running' } });
  await record(callback(webhook.id));
  expect(await isLater()).toBe(true);
  expect(await findJobs(id)).toHaveLength(1);
});

test.each(['sheet', 'automation'] as const)(
  'a callback marks a %s that waits unmarked beside the others',
  async (what) => {
    const { connection, webhook, marks } = await watched();
    await record(callback(webhook.id));
    const where = { connectionId: connection.id };
    if (what === 'sheet') await db.prisma.sheet.updateMany({ where, data: { dirtyAt: null } });
    else await db.prisma.automation.updateMany({ where, data: { dirtyAt: null } });
    await record(callback(webhook.id));
    expect(await marks()).not.toContain(undefined);
  },
);

test('a callback says why its automations are marked where only a sweep has marked them', async () => {
  const { connection, webhook } = await watched();
  await record(callback(webhook.id));
  const where = { connectionId: connection.id };
  await db.prisma.automation.updateMany({ where, data: { dirtyReason: 'check' } });
  await record(callback(webhook.id));
  expect(await db.prisma.automation.findFirst({ where })).toMatchObject({ dirtyReason: 'change' });
});

test('a callback hurries the job of a connection that was to wait', async () => {
  const { connection, webhook } = await watched();
  await record(callback(webhook.id));
  const [{ id: first } = { id: '' }] = await findJobs(connection.id);
  const syncStartsAt = new Date(Date.now() + 60_000);
  await db.prisma.smartsheetConnection.update({ where: { id: connection.id }, data: { syncStartsAt } });
  await record(callback(webhook.id));
  expect((await newAccount(connection.id)).syncJobId).not.toBe(first);
});

test('callbacks of many connections are taken together, one job for each connection', async () => {
  const accounts = [await watched(), await watched(), await watched()];
  const twice = accounts.flatMap(({ webhook }) => [callback(webhook.id), callback(webhook.id)]);
  expect(await record(...twice)).toEqual(twice.map(() => true));
  for (const { connection } of accounts) expect(await findJobs(connection.id)).toHaveLength(1);
});

test('a webhook that was given up, or has another secret, is not recorded; those beside it are', async () => {
  const [alive, givenUp, reset] = [await watched(), await watched(), await watched()];
  await db.prisma.smartsheetWebhook.update({
    where: { id: givenUp.webhook.id },
    data: { status: 'deleting' },
  });
  await db.prisma.smartsheetWebhook.update({
    where: { id: reset.webhook.id },
    data: { sharedSecretSealed: 'another' },
  });
  const given = [givenUp, alive, reset].map(({ webhook }) => callback(webhook.id));
  expect(await record(...given, callback(randomUUID()))).toEqual([false, true, false, false]);
  expect(await givenUp.marks()).toEqual([undefined, undefined, undefined]);
  expect(await reset.marks()).toEqual([undefined, undefined, undefined]);
});

test('a parked connection gets its job for after the pause', async () => {
  const until = new Date(Date.now() + 60_000);
  const { connection, webhook } = await watched(await testConnection(db.prisma, { parkedUntil: until }));
  await record(callback(webhook.id));
  expect((await findJobs(connection.id)).map(({ start_after }) => start_after)).toEqual([until]);
});

test('a connection that is not connected keeps the mark and gets no job', async () => {
  const { connection, webhook, marks } = await watched(
    await testConnection(db.prisma, { status: 'needs_reconnect' }),
  );
  expect(await record(callback(webhook.id))).toEqual([true]);
  expect(await marks()).not.toContain(undefined);
  expect(await findJobs(connection.id)).toEqual([]);
});

test('callbacks of the same accounts that come in any order at once do not wait for each other in a circle', async () => {
  const account = await testConnection(db.prisma);
  const all = [await watched(account), await watched(account), await watched(), await watched()];
  const batch = (turned: boolean) =>
    record(...(turned ? all.toReversed() : all).map(({ webhook }) => callback(webhook.id)));
  const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => batch(n % 2 === 0)));
  expect(taken.flat().every(Boolean)).toBe(true);
});

test('a callback is not kept when its job cannot be enqueued', async () => {
  const { webhook, marks } = await watched();
  const broken = { ...queue, sendMany: () => Promise.reject(new Error('no')) };
  const attempt = recordCallbacks([callback(webhook.id)], { pool: db.pool, queue: broken });
  await expect(attempt).rejects.toThrow('no');
  expect(await marks()).toEqual([undefined, undefined, undefined]);
  expect(await record(callback(webhook.id))).toEqual([true]);
});
