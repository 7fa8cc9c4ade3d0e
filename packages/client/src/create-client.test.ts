import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EndpointDefinition, endpoints } from '@picksync/contracts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ClientOptions } from './create-send.ts';
import { createClient, PicksyncError } from './index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const seen: { method: string; url: string; key: string | undefined; body: string }[] = [];
let answers: Answer[] = [];
const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  const body = (await request.toArray()).join('');
  seen.push({ method, url, key: headers['idempotency-key'] as string | undefined, body });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(request, response);
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  seen.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
};
const lost: Answer = (request) => request.socket.destroy();
const limited = json(
  429,
  { code: 'rate_limited', message: 'Wait.', retryAfterSeconds: 0 },
  { 'retry-after': '0' },
);
const id = '0193b1f0-0000-7000-8000-000000000001';
const open = (options: Partial<ClientOptions> = {}) => createClient({ url, key: 'pks_test', ...options });
const failure = async (call: Promise<unknown>): Promise<PicksyncError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PicksyncError)) throw new Error(`No error of the client: ${error}`);
  return error;
};
const draft = {
  name: 'Clients into projects',
  sheetId: '1',
  sheetName: 'Projects',
  targetColumnId: '2',
  targetColumnName: 'Client',
  sourceSheetId: '3',
  sourceColumnId: '4',
  sourceColumnName: 'Name',
};

test('the client has the calls that a key may make, and no others', () => {
  const expected = Object.entries(endpoints).flatMap(([noun, verbs]) =>
    Object.entries<EndpointDefinition>(verbs).flatMap(([verb, { programs }]) =>
      programs ? [`${noun}.${verb}`] : [],
    ),
  );
  const found = Object.entries(open()).flatMap(([noun, verbs]) =>
    Object.keys(verbs).map((verb) => `${noun}.${verb}`),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('a call sends the key, fills in the path, and returns the reply', async () => {
  let header: string | undefined;
  answers = [
    (request, response) => {
      header = request.headers.authorization;
      json(200, { id, name: 'One' })(request, response);
    },
  ];
  expect(await open().automations.read({ params: { id } })).toMatchObject({ name: 'One' });
  expect([header, seen[0]?.url]).toEqual(['Bearer pks_test', `/api/configurations/${id}`]);
});

test('a list reads one page after the other, and only those that are needed', async () => {
  const [one, two, three] = ['1', '2', '3'].map((name) => ({ name }));
  const pages = [json(200, [one, two], { 'x-next-cursor': 'a b' }), json(200, [three])];
  answers = [...pages];
  expect(
    await open()
      .automations.list({ query: { limit: 2 } })
      .all(),
  ).toEqual([one, two, three]);
  expect(seen.map((one) => one.url)).toEqual([
    '/api/configurations?limit=2',
    '/api/configurations?limit=2&cursor=a+b',
  ]);
  seen.length = 0;
  answers = [...pages];
  for await (const _ of open().automations.list()) break;
  expect(seen).toHaveLength(1);
});

test('a list that lacks items says how many', async () => {
  answers = [json(200, [], { 'x-incomplete-list': '3' })];
  expect(await open().sheets.list()).toEqual({ items: [], missing: 3 });
  answers = [json(200, [])];
  expect(await open().sheets.list()).toEqual({ items: [], missing: 0 });
});

test('an error has the code, the message and the fields of the reply', async () => {
  answers = [json(400, { code: 'validation_failed', message: 'No.', errors: { name: 'Missing' } })];
  const error = await failure(open().automations.create({ body: draft }));
  expect(error).toMatchObject({
    code: 'validation_failed',
    message: 'No.',
    status: 400,
    errors: { name: 'Missing' },
  });
  expect(seen).toHaveLength(1);
});

test('a call that is one too many is made again after the time that is asked for, whatever it does', async () => {
  const waits: number[] = [];
  answers = [limited, json(200, { message: 'Deleted' })];
  const client = open({ onWait: ({ ms }) => waits.push(ms) });
  expect(await client.automations.remove({ params: { id } })).toEqual({ message: 'Deleted' });
  expect([seen.length, waits.length]).toEqual([2, 1]);
});

test('no call is tried more often than allowed, and none waits longer than allowed', async () => {
  answers = [limited];
  expect(await failure(open({ maxTries: 3 }).automations.read({ params: { id } }))).toMatchObject({
    code: 'rate_limited',
  });
  expect(seen).toHaveLength(3);
  seen.length = 0;
  await failure(open({ maxTries: 3 }).automations.read({ params: { id } }, { maxTries: 2 }));
  expect(seen).toHaveLength(2);
  seen.length = 0;
  answers = [json(429, { code: 'rate_limited', message: 'Wait.', retryAfterSeconds: 600 })];
  expect(await failure(open().automations.read({ params: { id } }))).toMatchObject({
    retryAfterSeconds: 600,
  });
  expect(seen).toHaveLength(1);
});

test('a reply that is lost is asked for again where that changes nothing twice, and only there', async () => {
  answers = [lost, json(200, { id })];
  await open().automations.read({ params: { id } });
  answers = [lost, json(201, { message: 'Created' })];
  await open().automations.create({ body: draft });
  const created = seen.filter(({ method }) => method === 'POST');
  expect(created.map(({ key }) => key)).toEqual([expect.any(String), created[0]?.key]);
  seen.length = 0;
  answers = [lost];
  expect(await failure(open().automations.sync({ params: { id } }))).toMatchObject({
    code: 'network_failed',
  });
  expect(seen).toHaveLength(1);
});

test('a call that takes too long ends, and one that is ended by its caller is not tried again', async () => {
  answers = [() => {}];
  const late = open({ timeoutMs: 20, maxTries: 1 }).automations.read({ params: { id } });
  expect(await failure(late)).toMatchObject({ code: 'timed_out', call: 'GET /api/configurations/:id' });
  const stop = new AbortController();
  const ended = open().automations.read({ params: { id } }, { signal: stop.signal });
  stop.abort(new Error('Enough'));
  await expect(ended).rejects.toThrow('Enough');
});

test('an address that is not Picksync is named as such, and the key is not sent on to another', async () => {
  answers = [(_, response) => response.writeHead(404).end('<html>')];
  expect(await failure(open().apiKeys.current())).toMatchObject({ code: 'unexpected_reply', status: 404 });
});

test('a redirect is reported as one, at once, and is not followed', async () => {
  let led = 0;
  const elsewhere: Answer = (request, response) => {
    if (request.url === '/elsewhere') led += 1;
    response.writeHead(307, { location: `${url}/elsewhere` }).end();
  };
  answers = [elsewhere];
  const error = await failure(open().apiKeys.current());
  expect(error).toMatchObject({ code: 'unexpected_reply', status: 307 });
  expect(error.message).toMatch(/leads to another address/);
  expect([seen.length, led]).toEqual([1, 0]);
});

test.each([
  ['nothing', null],
  ['a text', 'hello'],
  ['an object in the place of a list', {}],
  ['a list of something else', [null, 5]],
])('a reply with JSON that is not of the API is an error: %s', async (_, reply) => {
  answers = [json(200, reply)];
  expect(await failure(open().automations.list().all())).toMatchObject({ code: 'unexpected_reply' });
  expect(await failure(open().sheets.list())).toMatchObject({ code: 'unexpected_reply' });
});

test('a list whose pages repeat ends with an error', async () => {
  answers = [json(200, [{ id }], { 'x-next-cursor': 'again' })];
  expect(await failure(open().automations.list().all())).toMatchObject({ code: 'unexpected_reply' });
  expect(seen).toHaveLength(2);
});

test('a reply without an end is not read to its end', async () => {
  let isClosed = false;
  answers = [
    (_, response) => {
      const part = Buffer.alloc(1024 * 1024, 'x');
      const flood = () => {
        while (response.write(part));
      };
      response.on('drain', flood).on('close', () => {
        isClosed = true;
      });
      response.writeHead(200, { 'content-type': 'application/json' });
      flood();
    },
  ];
  expect(await failure(open().apiKeys.current())).toMatchObject({ code: 'unexpected_reply' });
  await expect.poll(() => isClosed).toBe(true);
  expect(seen).toHaveLength(1);
});

test('a wait before now is none', async () => {
  const waits: number[] = [];
  answers = [
    json(429, { code: 'rate_limited', message: 'Wait.', retryAfterSeconds: -1e9 }),
    json(200, { id }),
  ];
  await open({ onWait: ({ ms }) => waits.push(ms) }).automations.read({ params: { id } });
  expect(waits).toEqual([expect.any(Number)]);
  expect(waits[0]).toBeGreaterThanOrEqual(0);
});

test.each([
  'http://picksync.example',
  'ftp://picksync.example',
  'picksync.example',
  'http://localhost.example',
  '',
])('a key is not sent to %s', (address) => {
  expect(() => open({ url: address })).toThrow(/^`url` has to/);
});

test.each(['https://picksync.example/base', 'http://localhost:3000', 'http://[::1]:3000'])(
  'a key may be sent to %s',
  (address) => {
    expect(() => open({ url: address })).not.toThrow();
  },
);
