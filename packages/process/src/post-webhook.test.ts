import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPostWebhook, type PostWebhook } from './post-webhook.ts';
import type { ResolveName } from './resolve-name.ts';

/** A receiver on this machine. */
async function receiver(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const requests: { headers: IncomingMessage['headers']; body: string }[] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ headers: request.headers, body });
    answer(request, response, body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, port: (server.address() as AddressInfo).port };
}

async function post(send: PostWebhook, url: string, signal = new AbortController().signal) {
  const { responseStatus, failure } = await send({ url, headers: {}, body: '{}', signal });
  return { responseStatus, failure };
}
const ok = (_: IncomingMessage, response: ServerResponse) => response.end('fine');
const anywhere = createPostWebhook({ targets: 'anywhere' });
const leadingTo = (...addresses: string[]): ResolveName & { asked: string[] } => {
  const asked: string[] = [];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return Object.assign(resolve, { asked });
};

test('an address whose scheme is in capitals is called as any other', async () => {
  const resolve = leadingTo('10.0.0.7');
  const send = createPostWebhook({ targets: 'public', resolve });
  expect(await post(send, 'HTTPS://Hooks.Example.com/')).toEqual({
    responseStatus: null,
    failure: 'address_refused',
  });
  expect(resolve.asked).toEqual(['hooks.example.com']);
});

test('a body in any script arrives whole, with its headers', async () => {
  const { port, requests } = await receiver(ok);
  const body = JSON.stringify({ name: 'Zoë 📦 東京' });
  const headers = { 'webhook-id': 'evt_1', 'content-type': 'application/json' };
  const { signal } = new AbortController();
  await anywhere({ url: `http://127.0.0.1:${port}/hook`, headers, body, signal });
  expect(requests).toMatchObject([{ headers, body }]);
});

test.each([
  [200, { responseStatus: 200, failure: null }],
  [204, { responseStatus: 204, failure: null }],
  [302, { responseStatus: 302, failure: 'redirect' }],
  [404, { responseStatus: 404, failure: 'status' }],
  [503, { responseStatus: 503, failure: 'status' }],
])('an answer of %i is reported as it is, and no redirect is followed', async (status, result) => {
  const { port, requests } = await receiver((_, response) => {
    response.writeHead(status, { location: `http://127.0.0.1:${port}/elsewhere` }).end();
  });
  expect(await post(anywhere, `http://127.0.0.1:${port}/`)).toEqual(result);
  expect(requests).toHaveLength(1);
});

test('a call ends in time when nobody answers, nobody is there, or the answer has no end', async () => {
  const patience = createPostWebhook({ targets: 'anywhere', timeoutMs: 300 });
  const silent = await receiver(() => {});
  expect(await post(patience, `http://127.0.0.1:${silent.port}/`)).toEqual({
    responseStatus: null,
    failure: 'timeout',
  });
  const endless = await receiver((_, response) => {
    const flood = () => {
      while (response.write(Buffer.alloc(16_384, 'x')));
    };
    response.on('drain', flood);
    flood();
  });
  expect(await post(anywhere, `http://127.0.0.1:${endless.port}/`)).toMatchObject({ responseStatus: 200 });
  const dripping = await receiver((_, response) => response.write('x'));
  // Time enough for what does arrive, also on a loaded machine.
  const longer = createPostWebhook({ targets: 'anywhere', timeoutMs: 3_000 });
  expect(await post(longer, `http://127.0.0.1:${dripping.port}/`)).toMatchObject({ responseStatus: 200 });
  expect(await post(anywhere, 'http://127.0.0.1:1/')).toEqual({
    responseStatus: null,
    failure: 'unreachable',
  });
});

test('a job that has to end says so instead of blaming the receiver', async () => {
  const { port } = await receiver(() => {});
  const ending = new AbortController();
  const posted = post(anywhere, `http://127.0.0.1:${port}/`, ending.signal);
  ending.abort(new Error('The process ends'));
  await expect(posted).rejects.toThrow('The process ends');
});

test('the connection goes to the address that was checked, and the name is asked for each time', async () => {
  const { port, requests } = await receiver(ok);
  const resolve = leadingTo('127.0.0.1');
  const send = createPostWebhook({ targets: 'anywhere', resolve });
  const url = `http://hooks.example.test:${port}/`;
  expect(await post(send, url)).toMatchObject({ responseStatus: 200 });
  expect(await post(send, url)).toMatchObject({ responseStatus: 200 });
  expect(resolve.asked).toEqual(['hooks.example.test', 'hooks.example.test']);
  expect(requests[0]?.headers.host).toBe(`hooks.example.test:${port}`);
});

test.each([
  ['this machine', ['127.0.0.1']],
  ['the own network', ['10.0.0.8']],
  ['the metadata of a cloud', ['169.254.169.254']],
  ['IPv6 of this machine', ['::1']],
  ['an IPv4 address within IPv6', ['::ffff:10.0.0.8']],
  ['a link-local address', ['fe80::1']],
  ['a public and a private address', ['203.0.114.1', '192.168.0.4']],
  ['nothing', []],
])('a name that leads to %s is not called', async (_, addresses) => {
  const resolve = leadingTo(...addresses);
  const send = createPostWebhook({ targets: 'public', resolve });
  expect(await post(send, 'https://hooks.example.com/')).toEqual({
    responseStatus: null,
    failure: 'address_refused',
  });
  expect(resolve.asked).toEqual(['hooks.example.com']);
});

test('a name that is bound to another address after its first check gains nothing', async () => {
  const answers = [['203.0.114.1'], ['127.0.0.1']];
  const resolve: ResolveName = async () => (answers.shift() ?? []).map((address) => ({ address, family: 4 }));
  const send = createPostWebhook({ targets: 'public', resolve, timeoutMs: 300 });
  const url = 'https://hooks.example.com:8443/';
  expect((await post(send, url)).failure).not.toBe('address_refused');
  expect(await post(send, url)).toEqual({ responseStatus: null, failure: 'address_refused' });
  expect(answers).toEqual([]);
});

test('a port of anything but web servers is not called', async () => {
  const resolve = leadingTo('203.0.114.1');
  const send = createPostWebhook({ targets: 'public', resolve });
  for (const port of ['22', '5432', '8080'])
    expect(await post(send, `https://hooks.example.com:${port}/`)).toEqual({
      responseStatus: null,
      failure: 'port_refused',
    });
  expect(resolve.asked).toEqual([]);
});

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'http://hooks.example.com/',
  'https://localhost/',
  'https://localhost../',
  'https://ops..example.com/',
])('the address %s is not even looked up', async (url) => {
  const resolve = leadingTo('203.0.114.1');
  const send = createPostWebhook({ targets: 'public', resolve });
  expect(await post(send, url)).toEqual({ responseStatus: null, failure: 'address_refused' });
  expect(resolve.asked).toEqual([]);
});
