import { createHmac, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { sealWebhookSecret } from '@picksync/db';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const kiB = 1024;
const miB = 1024 * kiB;

let app: TestApp;
let port: number;
let id: string;
/** What the application has read of each connection, in the order in which they came. */
const received: Socket[] = [];
beforeAll(async () => {
  const maxMemoryBytes = 300 * kiB;
  app = await testApp({
    callbackSizes: { maxMemoryBytes, maxMemoryBytesPerNetwork: maxMemoryBytes, maxLong: 1 },
  });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  app.app.server.on('connection', (socket) => received.push(socket));
  port = Number(new URL(url).port);
  const connection = await testConnection(app.db);
  await testAutomation(app.db, { connection, sourceSheetId: '1' });
  id = randomUUID();
  const sharedSecretSealed = sealWebhookSecret(app.context.sealer, { webhookId: id, sharedSecret });
  await app.db.smartsheetWebhook.create({
    data: {
      id,
      connectionId: connection.id,
      sheetId: '1',
      remoteId: '7',
      sharedSecretSealed,
      status: 'enabled',
    },
  });
});
afterAll(() => app.close());

const sharedSecret = 'y8f2kd93hh1aaqz7wq2c5x7dlp';
const sign = (body: string | Buffer) => createHmac('sha256', sharedSecret).update(body).digest('hex');
const wrong = 'ab'.repeat(32);

type Transmission = { headers?: string; length: number; body?: Buffer | string; signature?: string };

/** A connection on which a callback is sent, and its reply: all that comes back until the connection ends. */
function open({ headers = '', length, body = '', signature }: Transmission) {
  let reply = '';
  const signed = signature === undefined ? '' : `smartsheet-hmac-sha256: ${signature}\r\n`;
  const declared = headers.includes('transfer-encoding') ? '' : `content-length: ${length}\r\n`;
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`POST /api/smartsheet/callbacks/${id} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`);
    socket.write(`content-type: application/json\r\n${declared}${signed}${headers}\r\n`);
    socket.write(body);
  });
  socket.setEncoding('utf8').on('data', (piece) => {
    reply += piece;
  });
  // Whoever is cut off while sending may be told so by the network instead.
  const ended = new Promise<string>((resolve) =>
    socket.on('error', () => {}).on('close', () => resolve(reply)),
  );
  return { socket, ended };
}

const getStatus = (reply: string) => Number(/^HTTP\/1.1 (\d+)/.exec(reply)?.[1]);
const send = (sending: Transmission) => open(sending).ended;
const receipts = () => app.db.providerEvent.count({ where: { providerEventId: { startsWith: id } } });
const memoryInUse = () => app.callbackLimits.memoryInUse();
const news = (bytes: number) => {
  const event = { objectType: 'row', eventType: 'created', id: 9, padding: 'x'.repeat(bytes) };
  return Buffer.from(
    JSON.stringify({ nonce: randomUUID(), webhookId: 7, scopeObjectId: 1, events: [event] }),
  );
};

test('reads nearly nothing of long bodies without a signature, and ends their connections', async () => {
  received.length = 0;
  const body = Buffer.alloc(16 * miB, 'x');
  const before = await receipts();
  const sent = Array.from({ length: 12 }, () => send({ length: body.length, body }));
  await Promise.all(sent);
  expect(received).toHaveLength(12);
  for (const socket of received) expect(socket.bytesRead).toBeLessThan(miB);
  expect(memoryInUse()).toBe(0);
  expect(await receipts()).toBe(before);
});

test('a body without a signature and without a length is cut off when it is longer than a challenge', async () => {
  const piece = `${(4 * kiB + 1).toString(16)}\r\n${'x'.repeat(4 * kiB + 1)}\r\n`;
  const reply = await send({ length: 0, headers: 'transfer-encoding: chunked\r\n', body: piece });
  expect(getStatus(reply)).toBe(403);
});

test('long bodies with a wrong signature are refused, and nothing of them is kept', async () => {
  const body = Buffer.alloc(miB, 'x');
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => send({ length: body.length, body, signature: wrong })),
  );
  expect(replies.map(getStatus).filter((status) => status !== 403 && status !== 503)).toEqual([]);
  expect(memoryInUse()).toBe(0);
});

test('a long body with a good signature is taken once, however often it is delivered', async () => {
  const before = await receipts();
  const body = news(miB);
  const signature = sign(body);
  for (let n = 0; n < 2; n += 1)
    expect(getStatus(await send({ length: body.length, body, signature }))).toBe(200);
  expect(await receipts()).toBe(before + 1);
});

test('a long body is checked with the secret as it is now', async () => {
  const body = news(miB);
  const sharedSecretSealed = sealWebhookSecret(app.context.sealer, {
    webhookId: id,
    sharedSecret: 'another',
  });
  const { sharedSecretSealed: old } = await app.db.smartsheetWebhook.findUniqueOrThrow({ where: { id } });
  await app.db.smartsheetWebhook.update({ where: { id }, data: { sharedSecretSealed } });
  const reply = await send({ length: body.length, body, signature: sign(body) });
  await app.db.smartsheetWebhook.update({ where: { id }, data: { sharedSecretSealed: old } });
  expect(getStatus(reply)).toBe(403);
});

test.each([
  ['deep nesting', '['.repeat(60 * kiB)],
  ['a huge string', `{"events":"${'x'.repeat(100 * kiB)}`],
  ['many members', `{${Array.from({ length: 8000 }, (_, n) => `"k${n}":1`).join(',')}}`],
])('a signed body of %s is refused like any other that is no callback', async (_what, body) => {
  const reply = await send({ length: body.length, body, signature: sign(body) });
  expect(getStatus(reply)).toBe(400);
});

test('a body that goes on for ever is no longer waited for', async () => {
  const { bodyTimeoutMs } = app.callbackLimits;
  app.callbackLimits.bodyTimeoutMs = 20;
  const reply = await send({ length: 1000, body: 'x', signature: wrong });
  app.callbackLimits.bodyTimeoutMs = bodyTimeoutMs;
  expect(getStatus(reply)).toBe(408);
  expect(memoryInUse()).toBe(0);
});

test('forgets the body of a sender who went away', async () => {
  const { socket, ended } = open({ length: 1000, body: 'x'.repeat(500), signature: wrong });
  await expect.poll(memoryInUse).toBe(500);
  socket.destroy();
  await ended;
  await expect.poll(memoryInUse).toBe(0);
});

test('answers 503 when too much is being received', async () => {
  const body = news(50 * kiB);
  const kept = 100 * kiB;
  const slow = Array.from({ length: 3 }, () =>
    open({ length: 2 * kept, body: 'x'.repeat(kept), signature: wrong }),
  );
  await expect.poll(memoryInUse).toBe(3 * kept);
  const refused = await send({ length: body.length, body, signature: sign(body) });
  expect(getStatus(refused)).toBe(503);
  expect(refused).toContain('retry-after: 30');
  for (const { socket } of slow) socket.destroy();
  await expect.poll(memoryInUse).toBe(0);
  expect(getStatus(await send({ length: body.length, body, signature: sign(body) }))).toBe(200);
});

test('a long body waits for the one before it, and short ones for neither', async () => {
  const long = news(miB);
  const first = open({ length: long.length, body: long.subarray(0, 500 * kiB), signature: sign(long) });
  // Its beginning is no longer kept: it has the place.
  const hasPlace = () => Number(received.at(-1)?.bytesRead) > 500 * kiB && memoryInUse() === 0;
  await expect.poll(hasPlace).toBe(true);
  const second = open({ length: long.length, body: long, signature: sign(long) });
  await expect.poll(memoryInUse).toBeGreaterThan(0);
  const short = news(10);
  expect(getStatus(await send({ length: short.length, body: short, signature: sign(short) }))).toBe(200);
  expect(second.socket.bytesRead).toBe(0);
  first.socket.write(long.subarray(500 * kiB));
  expect(getStatus(await first.ended)).toBe(200);
  expect(getStatus(await second.ended)).toBe(200);
});
