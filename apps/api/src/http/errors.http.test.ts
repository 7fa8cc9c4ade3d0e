import { AppError, endpoint } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createBoundedLimit } from '../base/bounded-limit.ts';
import { bareApp } from '../testing/bare-app.ts';
import { serve } from './serve.ts';

const addRoutes = (app: FastifyInstance) => {
  app.get('/api/expected', () => {
    throw new AppError('plan_limit_reached', { details: { configurationCount: 2, configurationLimit: 2 } });
  });
  app.get('/api/unexpected', () => {
    throw Object.assign(new Error('relation "users" does not exist'), {
      detail: 'Key (email)=(ada@x.example)',
    });
  });
  app.get('/api/busy', () => {
    throw new AppError('smartsheet_busy', { details: { retryAfterSeconds: 30 } });
  });
  app.get('/api/no-database', () => {
    throw Object.assign(new Error('cannot reach 10.0.0.7'), { code: 'P1001' });
  });
  app.post('/api/json', async () => ({}));
};

test('an expected failure is answered with its status, code, message and details', async () => {
  const { app } = await bareApp(addRoutes);
  const answer = await app.inject('/api/expected');
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'plan_limit_reached', configurationCount: 2 });
});

test('an unexpected failure is logged with its stack and answered without it', async () => {
  const { app, log } = await bareApp(addRoutes);
  const answer = await app.inject('/api/unexpected');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    code: 'internal',
    message: 'Something went wrong on our side. Please try again.',
  });
  const line = log.lines().find(({ msg }) => msg === 'request failed');
  expect(line).toMatchObject({
    level: 50,
    reqId: answer.headers['x-request-id'],
    err: {
      message: 'relation "users" does not exist',
      stack: expect.stringContaining('errors.http.test.ts'),
    },
  });
  expect(log.text()).not.toContain('ada@x.example');
});

test('a header says how long to wait', async () => {
  const { app } = await bareApp(addRoutes);
  const answer = await app.inject('/api/busy');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
});

test('a service that is not ready is logged with its place, and with the reason where a limit refuses', async () => {
  const { app, log } = await bareApp((routes) => {
    routes.get('/api/not-ready', () => {
      throw new AppError('unavailable');
    });
    const limit = createBoundedLimit({ atOnce: 1, waiting: 0 });
    routes.get('/api/limited', () => limit(() => limit(async () => ({}))));
  });
  for (const url of ['/api/not-ready', '/api/limited']) expect((await app.inject(url)).statusCode).toBe(503);
  const stack = expect.stringContaining('errors.http.test.ts');
  expect(log.lines().filter(({ msg }) => msg === 'request failed')).toMatchObject([
    { code: 'unavailable', err: { message: expect.stringContaining('not ready'), stack } },
    { code: 'unavailable', err: { message: '1 calls run, and 0 wait already', stack } },
  ]);
});

test('a connection to the database that breaks makes the service unavailable as well', async () => {
  const { app } = await bareApp((routes) => {
    routes.get('/api/broken', () => {
      throw new Error('Connection terminated unexpectedly');
    });
  });
  expect((await app.inject('/api/broken')).json()).toEqual({
    code: 'unavailable',
    message: 'The service is not ready. Please try again in a moment.',
  });
});

test('a browser that navigates to what fails is sent on to a page that says so', async () => {
  const { app, log } = await bareApp((routes) => {
    const comeBack = endpoint('GET', '/api/back', {
      query: z.object({ state: z.string().max(10).optional() }),
      reply: z.unknown(),
      access: 'public',
      raw: 'redirect',
      failTo: '/dashboard?connection=failed',
    });
    serve(routes)(comeBack)(() => Promise.reject(new Error('no')));
  });
  for (const url of ['/api/back', '/api/back?state=a&state=b', '/api/back?state=12345678901']) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/dashboard?connection=failed']);
  }
  expect(log.lines().filter(({ msg }) => msg === 'request failed')).toHaveLength(1);
});

test('a database that cannot be reached makes the service unavailable, not broken', async () => {
  const { app } = await bareApp(addRoutes);
  const answer = await app.inject('/api/no-database');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).not.toContain('10.0.0.7');
});

test.each([
  ['{ "a": ', 'application/json', 400, 'malformed_request'],
  ['', 'application/json', 400, 'malformed_request'],
  ['{"__proto__": {}}', 'application/json', 400, 'malformed_request'],
  ['{"name":"a\\u0000b"}', 'application/json', 400, 'malformed_request'],
  ['{"name":"\\\\\\u0000"}', 'application/json', 400, 'malformed_request'],
  ['{"name":"\\ud83d"}', 'application/json', 400, 'malformed_request'],
  ['{"\\uDE00":1}', 'application/json', 400, 'malformed_request'],
  ['{"constructor":{"prototype":{}}}', 'application/json', 400, 'malformed_request'],
  ['<a/>', 'application/xml', 415, 'unsupported_media_type'],
  ['{}', 'text/plain', 415, 'unsupported_media_type'],
  [JSON.stringify('x'.repeat(70_000)), 'application/json', 413, 'payload_too_large'],
])('the body %.20s as %s is answered with %i %s', async (payload, type, status, code) => {
  const { app } = await bareApp(addRoutes);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/json',
    payload,
    headers: { 'content-type': type },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

test.each([
  ['a byte that begins nothing', [0xff]],
  ['half of a character', [0xc3]],
  ['a character in more bytes than it needs', [0xc0, 0xaf]],
  ['half of a pair', [0xed, 0xa0, 0x80]],
])('JSON with %s is malformed, not mended', async (_what, bytes) => {
  const { app } = await bareApp(addRoutes);
  const payload = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/api/json', payload, headers });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_request']);
});

test.each(['gzip', 'br', 'identity', 'nonsense', ''])(
  'a body in the encoding %j is refused',
  async (encoding) => {
    const { app } = await bareApp(addRoutes);
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const answer = await app.inject({ method: 'POST', url: '/api/json', payload: '{}', headers });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
  },
);

test('characters beyond the first plane are taken, written out or escaped', async () => {
  const { app } = await bareApp((routes) => {
    routes.post('/api/echo', async ({ body }) => body as object);
  });
  const headers = { 'content-type': 'application/json' };
  for (const payload of ['{"name":"😀"}', '{"name":"\\ud83d\\ude00"}', '{"name":"\\\\ud83d"}']) {
    const answer = await app.inject({ method: 'POST', url: '/api/echo', payload, headers });
    expect(answer.json()).toEqual(JSON.parse(payload));
  }
});

test('a member that is given twice counts with its last value, for everybody', async () => {
  const { app } = await bareApp((routes) => {
    routes.post('/api/echo', async ({ body }) => body as object);
  });
  const headers = { 'content-type': 'application/json' };
  const payload = '{"isActive":true,"isActive":false}';
  const answer = await app.inject({ method: 'POST', url: '/api/echo', payload, headers });
  expect(answer.json()).toEqual({ isActive: false });
});

test('a text that only looks like the escape of a NUL character is accepted', async () => {
  const { app } = await bareApp(addRoutes);
  const payload = { name: String.raw`\u0000`, path: String.raw`C:\\u0000` };
  expect((await app.inject({ method: 'POST', url: '/api/json', payload })).statusCode).toBe(200);
});

test('an address nobody serves is not found, and one that cannot be decoded is malformed', async () => {
  const { app } = await bareApp(addRoutes);
  expect((await app.inject('/api/nothing')).json().code).toBe('not_found');
  expect((await app.inject('/api/%E0%A4%A')).json().code).toBe('malformed_request');
});
