import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { answers } from './health.mjs';

/** A process that is ready when it is asked for the last of these answers. */
async function serve(replies) {
  const server = createServer((_request, response) => {
    const { status, body = '' } = replies.length > 1 ? replies.shift() : replies[0];
    response.writeHead(status).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${server.address().port}/readyz`;
}

test('a process that is slow to start is waited for, and the parts that fail are told meanwhile', async () => {
  const url = await serve([
    {
      status: 503,
      body: JSON.stringify({ parts: { database: 'ok', locks: 'failing', listener: 'failing' } }),
    },
    { status: 503, body: 'starting' },
    { status: 200 },
  ]);
  const told = [];
  await answers(url, 0)(new AbortController().signal, (what) => told.push(what));
  expect(told).toEqual([
    `is not ready yet: ${url} answers 503 (failing: locks, listener)`,
    `is not ready yet: ${url} answers 503`,
  ]);
});

test('a process that does not listen yet is told, and no longer waited for once it has ended', async () => {
  const ended = new AbortController();
  const told = [];
  const tell = (what) => {
    told.push(what);
    ended.abort();
  };
  const address = 'http://127.0.0.1:1/readyz';
  await expect(answers(address, 0)(ended.signal, tell)).rejects.toThrow('aborted');
  expect(told).toEqual([`is not ready yet: ${address} does not answer`]);
});
