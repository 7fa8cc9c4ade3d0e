import { AppError } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { bareApp } from '../testing/bare-app.ts';

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

test('an expected failure is told with its status, code, message and details', async () => {
  const { app } = await bareApp(addRoutes);
  const answer = await app.inject('/api/expected');
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'plan_limit_reached', configurationCount: 2 });
});

test('an unexpected failure is logged with its stack and told without any of it', async () => {
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

test('when one has to wait, the header says how long', async () => {
  const { app } = await bareApp(addRoutes);
  const answer = await app.inject('/api/busy');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
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
  ['<a/>', 'application/xml', 415, 'unsupported_media_type'],
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

test('an address nobody serves is not found, and one that cannot be decoded is malformed', async () => {
  const { app } = await bareApp(addRoutes);
  expect((await app.inject('/api/nothing')).json().code).toBe('not_found');
  expect((await app.inject('/api/%E0%A4%A')).json().code).toBe('malformed_request');
});
