import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { sendRequest } from './send-request.ts';

const letters = 'abc'.repeat(10_000);

/** Starts a server and sends it one request. */
async function ask(answer: RequestListener, signal = new AbortController().signal) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return sendRequest(`http://127.0.0.1:${port}/x`, { method: 'GET', redirect: 'manual', signal });
}

async function read({ body }: Awaited<ReturnType<typeof ask>>): Promise<string> {
  return body ? text(body) : '';
}

test('unpacks a gzipped body', async () => {
  const reply = await ask((request, answer) => {
    expect(request.headers['accept-encoding']).toBe('gzip');
    answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(letters));
  });
  expect(await read(reply)).toBe(letters);
});

test('rejects a gzipped body that is cut off', async () => {
  const zipped = gzipSync(letters);
  const reply = await ask((_request, answer) => {
    answer.writeHead(200, { 'content-encoding': 'gzip', 'content-length': zipped.length });
    answer.write(zipped.subarray(0, 20), () => answer.destroy());
  });
  await expect(read(reply)).rejects.toThrow();
});

test('an abort ends the reading of a zipped body', async () => {
  const controller = new AbortController();
  const reply = await ask((_request, answer) => {
    answer.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(letters).subarray(0, 20));
  }, controller.signal);
  const reading = read(reply);
  controller.abort();
  await expect(reading).rejects.toThrow();
});
