import { createHmac, randomUUID } from 'node:crypto';
import { sealWebhookSecret } from '@picksync/db';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { toChangeAgent } from '@picksync/smartsheet-account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { recordStatusChange } from './record-status-change.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const sharedSecret = 'y8f2kd93hh1aaqz7wq2c5x7dlp';
const [sheetId, remoteId] = ['4509093797881732', '8444254503626628'];

/** A webhook on the source sheet of an automation. */
async function watched(changes: { status?: 'enabled' | 'deleting'; connected?: boolean } = {}) {
  const { status = 'enabled', connected = true } = changes;
  const connection = await testConnection(app.db, { status: connected ? 'connected' : 'needs_reconnect' });
  const automation = await testAutomation(app.db, {
    connection,
    sourceSheetId: sheetId,
    webhookId: remoteId,
    webhookEnabled: true,
  });
  const id = randomUUID();
  const sharedSecretSealed = sealWebhookSecret(app.context.sealer, { webhookId: id, sharedSecret });
  await app.db.smartsheetWebhook.create({
    data: { id, connectionId: connection.id, sheetId, remoteId, sharedSecretSealed, status },
  });
  return { id, connection, automation };
}

const sign = (body: string, secret = sharedSecret) => createHmac('sha256', secret).update(body).digest('hex');

function post(id: string, body: object | string, headers: Record<string, string> = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return app.app.inject({
    method: 'POST',
    url: `/api/smartsheet/callbacks/${id}`,
    headers: { 'content-type': 'application/json', 'smartsheet-hmac-sha256': sign(payload), ...headers },
    payload,
  });
}

const frame = () => ({
  nonce: randomUUID(),
  timestamp: '2026-11-21T10:00:00.000+0000',
  webhookId: Number(remoteId),
  scope: 'sheet',
  scopeObjectId: Number(sheetId),
});
const event = (changeAgent?: string) => ({
  objectType: 'cell',
  eventType: 'updated',
  rowId: 1,
  columnId: 2,
  userId: 3,
  ...(changeAgent && { changeAgent }),
});
const changed = (...agents: (string | undefined)[]) => ({ ...frame(), events: agents.map(event) });

const readJobs = async (connectionId: string, queue = 'sync-connection') =>
  (await app.waitingJobs(queue)).filter((job) => job.connectionId === connectionId).length;
const readReceipts = (id: string) =>
  app.db.providerEvent.count({ where: { providerEventId: { startsWith: id } } });

test('a signed callback is answered with exactly 200, noted, and has the account looked at', async () => {
  const { id, connection, automation } = await watched();
  const bystander = await testAutomation(app.db, { connection });
  const reply = await post(id, changed(undefined));
  expect([reply.statusCode, reply.json()]).toEqual([200, {}]);
  expect(await readJobs(connection.id)).toBe(1);
  expect(await readReceipts(id)).toBe(1);
  const marks = await app.db.automation.findMany({ where: { dirtyAt: { not: null } } });
  expect(marks.map((row) => row.id)).toContain(automation.id);
  expect(marks.map((row) => row.id)).not.toContain(bystander.id);
});

test('a callback that is delivered twice is worked once', async () => {
  const { id, connection } = await watched();
  const body = changed(undefined);
  await post(id, body);
  const before = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { id: connection.id } });
  const replies = await Promise.all([post(id, body), post(id, body)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await readReceipts(id)).toBe(1);
  const after = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { id: connection.id } });
  expect(after.dirtyAt).toEqual(before.dirtyAt);
});

test('a hundred callbacks at once are all taken, and make one job', async () => {
  const { id, connection } = await watched();
  const replies = await Promise.all(Array.from({ length: 100 }, () => post(id, changed(undefined))));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await readReceipts(id)).toBe(100);
  expect(await readJobs(connection.id)).toBe(1);
});

test('a callback without a nonce is distinguished from another one by its bytes', async () => {
  const { id } = await watched();
  const { nonce: _, ...anonymous } = changed(undefined);
  await post(id, anonymous);
  await post(id, anonymous);
  await post(id, { ...anonymous, timestamp: '2026-11-21T10:01:00.000+0000' });
  expect(await readReceipts(id)).toBe(2);
});

test('a change by our own run is no news', async () => {
  const { id, connection } = await watched();
  const own = toChangeAgent(connection.id);
  expect((await post(id, changed(own, `other, ${own}`))).statusCode).toBe(200);
  expect([await readJobs(connection.id), await readReceipts(id)]).toEqual([0, 0]);
  await post(id, changed(own, undefined));
  expect(await readJobs(connection.id)).toBe(1);
});

test('comments and attachments are no news, and count as a sign of life of the webhook', async () => {
  const { id, connection } = await watched();
  const beside = (objectType: string) => ({ ...event(), objectType, eventType: 'created', id: 7 });
  const events = ['comment', 'discussion', 'attachment'].map(beside);
  expect((await post(id, { ...frame(), events })).statusCode).toBe(200);
  expect(await readJobs(connection.id)).toBe(0);
  const { lastEventAt } = await app.db.smartsheetWebhook.findUniqueOrThrow({ where: { id } });
  expect(lastEventAt).not.toBeNull();
  await post(id, { ...frame(), events: [...events, event()] });
  expect(await readJobs(connection.id)).toBe(1);
});

test('rows that one automation adds are news to the others that read the sheet, and to nobody else', async () => {
  const { id, connection, automation } = await watched();
  const [writer, bystander] = [
    await testAutomation(app.db, { connection, sourceSheetId: sheetId, targetColumnId: 'of the writer' }),
    await testAutomation(app.db, { connection, targetColumnId: 'of a bystander' }),
  ];
  const marked = async () => {
    const rows = await app.db.automation.findMany({ where: { dirtyAt: { not: null } } });
    await app.db.automation.updateMany({ data: { dirtyAt: null } });
    return rows.map((row) => row.id).filter((one) => [automation.id, writer.id, bystander.id].includes(one));
  };
  const own = toChangeAgent(connection.id, writer.id);
  await post(id, { ...frame(), events: [{ ...event(own), objectType: 'column' }] });
  expect(await marked()).toEqual([]);
  await post(id, changed(own));
  expect(await marked()).toEqual([automation.id]);
  expect(await readJobs(connection.id)).toBe(1);
  // Each is news to the other.
  await post(id, changed(own, toChangeAgent(connection.id, automation.id)));
  expect((await marked()).toSorted()).toEqual([automation.id, writer.id].toSorted());
});

test('a callback is noted at its webhook, also one about a change by our own run', async () => {
  const { id, connection } = await watched();
  const webhook = () => app.db.smartsheetWebhook.findUniqueOrThrow({ where: { id } });
  const missedAt = new Date();
  await app.db.smartsheetWebhook.update({ where: { id }, data: { missedAt } });
  await post(id, changed(toChangeAgent(connection.id)));
  expect(await webhook()).toMatchObject({ lastEventAt: expect.any(Date), missedAt: null, callbackCount: 0 });
  await app.db.smartsheetWebhook.update({ where: { id }, data: { lastEventAt: null, missedAt } });
  const body = changed(undefined);
  await Promise.all([post(id, body), post(id, body), post(id, changed(undefined))]);
  expect(await webhook()).toMatchObject({ lastEventAt: expect.any(Date), missedAt: null, callbackCount: 2 });
});

test('a signed callback that is about another webhook is not found and marks neither', async () => {
  const [ours, theirs] = [await watched(), await watched()];
  const foreign = { ...changed(undefined), webhookId: 7 };
  expect((await post(ours.id, foreign)).statusCode).toBe(404);
  expect((await post(ours.id, { ...frame(), webhookId: 7, newWebhookStatus: 'ENABLED' })).statusCode).toBe(
    404,
  );
  for (const { id, connection } of [ours, theirs]) {
    expect([await readJobs(connection.id), await readReceipts(id)]).toEqual([0, 0]);
  }
});

test('a change by a run for another account is news', async () => {
  const { id, connection } = await watched();
  await post(id, changed(toChangeAgent(randomUUID())));
  expect(await readJobs(connection.id)).toBe(1);
});

test('a challenge is given back in header and body, signed or not', async () => {
  const { id } = await watched();
  const challenge = randomUUID();
  const reply = await post(
    id,
    { challenge, webhookId: Number(remoteId) },
    { 'smartsheet-hook-challenge': challenge, 'smartsheet-hmac-sha256': '' },
  );
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['smartsheet-hook-response']).toBe(challenge);
  expect(reply.json()).toEqual({ smartsheetHookResponse: challenge });
});

test('a challenge is answered while Smartsheet has not yet given its id, and never for another webhook', async () => {
  const { id } = await watched();
  const challenge = { challenge: 'abc', webhookId: 7 };
  expect((await post(id, challenge)).statusCode).toBe(404);
  await app.db.smartsheetWebhook.update({ where: { id }, data: { remoteId: null, status: 'creating' } });
  expect((await post(id, challenge)).statusCode).toBe(200);
  expect((await post(id, { ...challenge, challenge: 'a\r\nset-cookie: x' })).statusCode).toBe(400);
});

test.each([
  ['unknown', async () => randomUUID()],
  ['no id', async () => 'nonsense'],
  ['given up', async () => (await watched({ status: 'deleting' })).id],
])('callbacks and challenges for a webhook that is %s are not found', async (_name, idOf) => {
  const id = await idOf();
  expect((await post(id, changed(undefined))).statusCode).toBe(404);
  expect((await post(id, { challenge: 'abc', webhookId: Number(remoteId) })).statusCode).toBe(404);
});

test.each([
  ['made with another secret', (body: string) => sign(body, 'another secret')],
  ['of other bytes', (body: string) => sign(`${body} `)],
  ['missing', () => ''],
  ['no hex', () => 'ü'.repeat(64)],
])('a callback whose signature is %s is refused and leaves no trace', async (_name, signature) => {
  const { id, connection } = await watched();
  const body = JSON.stringify(changed(undefined));
  const reply = await post(id, body, { 'smartsheet-hmac-sha256': signature(body) });
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden']);
  expect([await readJobs(connection.id), await readReceipts(id)]).toEqual([0, 0]);
});

test('a webhook that has no secret yet takes no callback', async () => {
  const { id } = await watched();
  await app.db.smartsheetWebhook.update({ where: { id }, data: { sharedSecretSealed: null } });
  expect((await post(id, changed(undefined))).statusCode).toBe(403);
});

test.each(['', '{', '{"events":1}'])('a signed body that is no callback (%j) is refused', async (body) => {
  const { id } = await watched();
  const reply = await post(id, body);
  expect(reply.statusCode).toBe(400);
});

test('the signature is over the bytes, whatever their content type', async () => {
  const { id } = await watched();
  const body = `  ${JSON.stringify(changed(undefined))}\n`;
  expect((await post(id, body, { 'content-type': 'text/plain' })).statusCode).toBe(200);
});

test('a callback about a large pasted block is taken, and a body beyond the limit is refused', async () => {
  const { id } = await watched();
  const pasted = { ...frame(), events: Array.from({ length: 12_000 }, () => event()) };
  expect((await post(id, pasted)).statusCode).toBe(200);
  expect((await post(id, 'x'.repeat(16 * 1024 * 1024 + 1))).statusCode).toBe(413);
});

test('a body is not even read from whoever does not know the address of a webhook', async () => {
  const reply = await post(randomUUID(), 'x'.repeat(16 * 1024 * 1024 + 1));
  expect(reply.statusCode).toBe(404);
});

test('a webhook that is given up is not found any more, although it was in use a moment ago', async () => {
  const { id, connection } = await watched();
  await post(id, changed(undefined));
  await app.db.smartsheetWebhook.update({ where: { id }, data: { status: 'deleting' } });
  expect((await post(id, changed(undefined))).statusCode).toBe(404);
  expect([await readReceipts(id), await readJobs(connection.id)]).toEqual([1, 1]);
});

test('a secret that is replaced counts at once, and the one before no longer does', async () => {
  const { id } = await watched();
  await post(id, changed(undefined));
  const another = 'another secret';
  const sharedSecretSealed = sealWebhookSecret(app.context.sealer, { webhookId: id, sharedSecret: another });
  await app.db.smartsheetWebhook.update({ where: { id }, data: { sharedSecretSealed } });
  const body = JSON.stringify(changed(undefined));
  expect((await post(id, body)).statusCode).toBe(403);
  const signed = { 'smartsheet-hmac-sha256': sign(body, another) };
  expect((await post(id, body, signed)).statusCode).toBe(200);
  expect(await readReceipts(id)).toBe(2);
});

test.each(['a\u0000b', 'x'.repeat(200), ''])(
  'a nonce that could be no key is no reason to fail (%j)',
  async (nonce) => {
    const { id } = await watched();
    const odd = { ...changed(undefined), nonce };
    expect([(await post(id, odd)).statusCode, (await post(id, odd)).statusCode]).toEqual([200, 200]);
    expect(await readReceipts(id)).toBe(1);
  },
);

test('a webhook that Smartsheet switches off is mended, and the activity says so', async () => {
  const { id, connection, automation } = await watched();
  await post(id, { ...frame(), newWebhookStatus: 'DISABLED_SCOPE_INACCESSIBLE' });
  expect(await app.db.smartsheetWebhook.findUnique({ where: { id } })).toMatchObject({
    status: 'disabled',
    remoteStatus: 'DISABLED_SCOPE_INACCESSIBLE',
  });
  const automationNow = () => app.db.automation.findUniqueOrThrow({ where: { id: automation.id } });
  expect(await automationNow()).toMatchObject({ webhookEnabled: false });
  expect(await readJobs(connection.id, 'mend-webhooks')).toBe(1);

  await post(id, { ...frame(), newWebhookStatus: 'ENABLED' });
  expect(await automationNow()).toMatchObject({ webhookEnabled: true, dirtyAt: expect.any(Date) });
  const entries = await app.db.activityLog.findMany({
    where: { userId: connection.userId },
    orderBy: { id: 'asc' },
  });
  expect(entries).toMatchObject([
    { action: 'webhook_received', status: 'warning', details: expect.stringContaining('Clients') },
    { action: 'webhook_received', status: 'info' },
  ]);
});

test('the status of a webhook that is being given up is not recorded', async () => {
  const { id, connection, automation } = await watched();
  await app.db.smartsheetWebhook.update({ where: { id }, data: { status: 'deleting' } });
  expect((await post(id, { ...frame(), newWebhookStatus: 'ENABLED' })).statusCode).toBe(404);
  const row = await app.db.smartsheetWebhook.findUniqueOrThrow({ where: { id } });
  const given = {
    webhook: { ...row, status: 'enabled' as const },
    nonce: 'n',
    remoteStatus: 'ENABLED' as const,
  };
  await recordStatusChange(app.context, given);
  expect(await app.db.smartsheetWebhook.findUnique({ where: { id } })).toMatchObject({ status: 'deleting' });
  expect(await app.db.automation.findUnique({ where: { id: automation.id } })).toMatchObject({
    dirtyAt: null,
  });
  expect(await readJobs(connection.id)).toBe(0);
});

test('a status that is delivered twice is recorded once', async () => {
  const { id, connection } = await watched();
  const statusChange = { ...frame(), newWebhookStatus: 'DISABLED_BY_OWNER' };
  expect([(await post(id, statusChange)).statusCode, (await post(id, statusChange)).statusCode]).toEqual([
    200, 200,
  ]);
  expect(await app.db.activityLog.count({ where: { userId: connection.userId } })).toBe(1);
});

test('an account that has to be connected again keeps the mark and gets no job', async () => {
  const { id, connection, automation } = await watched({ connected: false });
  expect((await post(id, changed(undefined))).statusCode).toBe(200);
  expect(await readJobs(connection.id)).toBe(0);
  expect(await app.db.automation.findUnique({ where: { id: automation.id } })).toMatchObject({
    dirtyAt: expect.any(Date),
  });
});
