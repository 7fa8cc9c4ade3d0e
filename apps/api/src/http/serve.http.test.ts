import { Readable } from 'node:stream';
import { endpoint } from '@picksync/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bareApp } from '../testing/bare-app.ts';
import { serve } from './serve.ts';

const create = endpoint('POST', '/api/things', {
  body: z.strictObject({ name: z.string('A name is required').trim().min(1, 'A name is required') }),
  reply: z.object({ name: z.string() }),
  access: 'public',
  status: 201,
});
const read = endpoint('GET', '/api/things/:id', {
  params: z.strictObject({ id: z.uuid() }),
  reply: z.object({ id: z.string() }),
  access: 'public',
});
const list = endpoint('GET', '/api/things', {
  query: z.strictObject({ cursor: z.string().optional() }),
  reply: z.array(z.number()),
  access: 'public',
  paged: true,
});
const callback = endpoint('POST', '/api/callbacks', {
  reply: z.object({ length: z.number() }),
  access: 'public',
  raw: 'bytes',
});
const leave = endpoint('GET', '/api/leave', { reply: z.unknown(), access: 'public', raw: 'redirect' });

const app = () =>
  bareApp((routes) => {
    serve(routes)(create)(({ body }) => ({ ...body, accessToken: 'never sent' }));
    serve(routes)(read)(({ params }) => params);
    serve(routes)(list)(({ query }) =>
      query.cursor ? { items: [2], nextCursor: null } : { items: [1], nextCursor: 'second' },
    );
    serve(routes)(callback)(({ rawBody }) => ({ length: rawBody?.length ?? 0 }));
    serve(routes)(leave)(({ reply }) => reply.redirect('/dashboard'));
  }).then((built) => built.app);

const post = (payload: object | string) =>
  ({
    method: 'POST',
    url: '/api/things',
    payload,
    headers: { 'content-type': 'application/json' },
  }) as const;

test('input is parsed by the contract and a reply carries only what the contract lists', async () => {
  const answer = await (await app()).inject(post({ name: '  Clients ' }));
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({ name: 'Clients' });
});

test('wrong input is refused with the message of the contract for each field', async () => {
  const routes = await app();
  const answer = await routes.inject(post({ name: ' ', colour: 'red' }));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'validation_failed',
    errors: { name: 'A name is required', colour: expect.any(String) },
  });
});

test('an id that cannot exist is answered as one that does not exist', async () => {
  const answer = await (await app()).inject('/api/things/one');
  expect(answer.statusCode).toBe(404);
  expect(answer.json().code).toBe('not_found');
});

test('a page names the next one in a header, and the last page does not', async () => {
  const routes = await app();
  const first = await routes.inject('/api/things');
  expect([first.json(), first.headers['x-next-cursor']]).toEqual([[1], 'second']);
  const last = await routes.inject('/api/things?cursor=second');
  expect([last.json(), last.headers['x-next-cursor']]).toEqual([[2], undefined]);
});

test('a callback of another service gets the bytes as they came, whatever they are called', async () => {
  const routes = await app();
  for (const type of ['application/json', 'text/plain', 'application/x-unknown']) {
    const answer = await routes.inject({
      method: 'POST',
      url: '/api/callbacks',
      payload: '{"a": 1 ',
      headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.json()).toEqual({ length: 8 });
  }
});

test('a browser that navigates to the address is redirected', async () => {
  const answer = await (await app()).inject('/api/leave');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/dashboard']);
});

test('a file is sent whole, however long its reader takes', async () => {
  const download = endpoint('GET', '/api/file', {
    ...{ reply: z.unknown(), access: 'public', raw: 'redirect', isFile: true },
  });
  const endless = endpoint('GET', '/api/endless', { reply: z.object({}), access: 'public' });
  const { promise: isRead, resolve: readOn } = Promise.withResolvers<void>();
  async function* sendSlowly() {
    yield 'begun, ';
    await isRead;
    yield 'ended';
  }
  const { app: routes } = await bareApp((scope) => {
    scope.addHook('onRoute', (options) => {
      if (options.handlerTimeout) options.handlerTimeout = 20;
    });
    serve(scope)(download)(({ reply }) => reply.send(Readable.from(sendSlowly())));
    serve(scope)(endless)(() => new Promise<never>(() => {}));
  });
  const url = await routes.listen({ port: 0, host: '127.0.0.1' });
  // Compressed, its beginning would wait for its end.
  const file = await fetch(`${url}/api/file`, { headers: { 'accept-encoding': 'identity' } });
  // Its time is over after that of the file would have been.
  expect((await fetch(`${url}/api/endless`)).status).toBe(503);
  readOn();
  expect(await file.text()).toBe('begun, ended');
  await routes.close();
});
