import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { bareApp } from '../testing/bare-app.ts';

/** Sends bytes as they are, and those of `next` when a reply has come; returns all that comes until the connection ends. */
function send(port: number, bytes: string, next?: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8');
    if (next) socket.once('data', () => socket.write(next()));
    socket.on('data', (piece) => {
      reply += piece;
    });
    socket.on('close', () => resolve(reply)).on('error', reject);
  });
}

async function listening(timeouts?: Parameters<typeof bareApp>[1]) {
  const { app, log } = await bareApp((routes) => {
    routes.get('/api/things/:id', async () => ({}));
    routes.post('/api/things', async () => ({}));
  }, timeouts);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { app, log, port: address.port };
}

const host = 'host: localhost\r\n';
const close = 'connection: close\r\n';
const json = 'content-type: application/json\r\n';

test.each([
  ['bytes that are no HTTP', 'nonsense\r\n\r\n', 400, 'malformed_request'],
  ['no host', `GET / HTTP/1.1\r\n${close}\r\n`, 400, 'malformed_request'],
  ['two hosts', `GET / HTTP/1.1\r\n${host}Host: other\r\n${close}\r\n`, 400, 'malformed_request'],
  [
    'an address that cannot be decoded',
    `GET /api/%E0%A4%A HTTP/1.1\r\n${host}\r\n`,
    400,
    'malformed_request',
  ],
  ['an address nobody serves', `GET /api/nothing HTTP/1.1\r\n${host}${close}\r\n`, 404, 'not_found'],
  ['a method nobody serves', `TRACE /api/things HTTP/1.1\r\n${host}${close}\r\n`, 404, 'not_found'],
  [
    'an id that is too long',
    `GET /api/things/${'x'.repeat(200)} HTTP/1.1\r\n${host}\r\n`,
    414,
    'address_too_long',
  ],
  [
    'a head that is too long',
    `GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'two lengths',
    `POST /api/things HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
    400,
    'malformed_request',
  ],
  [
    'a length and pieces',
    `POST /api/things HTTP/1.1\r\n${host}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
    400,
    'malformed_request',
  ],
  [
    'a body that is too long',
    `POST /api/things HTTP/1.1\r\n${host}${json}content-length: 99999999\r\n\r\n`,
    413,
    'payload_too_large',
  ],
  [
    'a body of another kind',
    `POST /api/things HTTP/1.1\r\n${host}${close}content-type: text/plain\r\ncontent-length: 1\r\n\r\nx`,
    415,
    'unsupported_media_type',
  ],
])('a request with %s gets the headers that every reply has', async (_what, bytes, status, code) => {
  const { app, log, port } = await listening();
  const [head = '', body = ''] = (await send(port, bytes)).split('\r\n\r\n');
  await app.close();
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toMatchObject({ code });
  for (const name of [
    'content-security-policy',
    'permissions-policy',
    'x-content-type-options',
    'x-frame-options',
    'cache-control',
  ]) {
    expect(head).toContain(`\r\n${name}: `);
  }
  const id = /x-request-id: (\S+)/.exec(head)?.[1];
  expect(log.lines().filter(({ reqId }) => reqId === id)).not.toEqual([]);
});

test('a head that does not arrive in time is refused with the same headers, and the connection ends', async () => {
  const { app, port } = await listening({
    timeouts: { headersTimeoutMs: 60_000, requestTimeoutMs: 60_000, checkEveryMs: 10 },
  });
  const head = `GET / HTTP/1.1\r\n${host}`;
  // The time of a second head begins with its first bytes: that of the first one might be over before they are there.
  const reply = await send(port, `${head}\r\n`, () => {
    Object.assign(app.server, { headersTimeout: 20, requestTimeout: 20 });
    return head;
  });
  await app.close();
  expect(reply).toMatch(/^HTTP\/1.1 404 .*HTTP\/1.1 408 Request Timeout/s);
  expect(reply).toContain('permissions-policy: ');
  expect(reply).toContain('"code":"request_timeout"');
});

test('a connection on which nothing was sent is closed without a reply to what was not asked', async () => {
  const { app, log, port } = await listening({
    timeouts: { headersTimeoutMs: 20, requestTimeoutMs: 20, checkEveryMs: 10 },
  });
  expect(await send(port, '')).toBe('');
  await app.close();
  expect(log.lines().filter(({ code }) => code === 'request_timeout')).toEqual([]);
});

test('an Expect header is no reason to refuse a request', async () => {
  const { app, port } = await listening();
  const reply = await send(port, `GET /api/things/1 HTTP/1.1\r\n${host}${close}expect: wonders\r\n\r\n`);
  await app.close();
  expect(reply).toMatch(/^HTTP\/1.1 200 OK/);
});

test('a sender who is refused in the middle of a long body cannot go on sending', async () => {
  const { app, port } = await listening();
  const head = `POST /api/things HTTP/1.1\r\n${host}${json}content-encoding: gzip\r\ncontent-length: 1000000\r\n\r\n{`;
  // The connection ends although most of the body is missing.
  const reply = await send(port, head);
  await app.close();
  expect(reply).toMatch(/^HTTP\/1.1 415/);
  expect(reply).toContain('connection: close');
});
