import { endpoint } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bareApp, someCaller } from '../testing/bare-app.ts';
import { collectLines } from '../testing/log-lines.ts';
import { createLogger } from './logging.ts';
import { serve } from './serve.ts';

test('secrets are never written, however deep they stand', () => {
  const lines = collectLines();
  const log = createLogger('info', lines);
  log.info({ password: 'canary', user: { otp: 'canary', deep: { authToken: 'canary' } } }, 'members');
  log.info({ call: { headers: { cookie: 'canary', authorization: 'canary' } } }, 'a request');
  log.info({ reply: { 'Set-Cookie': 'canary' } }, 'a reply');
  log.info({ list: [{ user: { Password: 'canary' } }] }, 'a list');
  expect(lines.lines()).toHaveLength(4);
  expect(lines.text()).not.toContain('canary');
});

test('what is logged is left as it was', () => {
  const record = { user: { id: 'one', password: 'kept' } };
  createLogger('info', collectLines()).info(record, 'members');
  expect(record).toEqual({ user: { id: 'one', password: 'kept' } });
});

test('what drivers hang on their errors is not written, and a cause is', () => {
  const lines = collectLines();
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const err = Object.assign(new Error('no token', { cause }), { response: { body: 'canary' } });
  createLogger('info', lines).error({ err }, 'failed');
  expect(lines.text()).not.toContain('canary');
  expect(lines.lines()[0]).toMatchObject({
    err: { message: 'no token', cause: { message: 'connection refused', code: 'ECONNREFUSED' } },
  });
});

test('what only looks like an error is told by its message', () => {
  const lines = collectLines();
  createLogger('info', lines).warn({ err: { message: 'no connection', values: 'canary' } }, 'the queue');
  expect(lines.text()).not.toContain('canary');
  expect(lines.lines()[0]).toMatchObject({ err: { message: 'no connection' } });
});

test('of what Prisma says only the last line is written: the others repeat the values', () => {
  const lines = collectLines();
  const err = new Error(
    'Invalid `create()` invocation:\n{ passwordHash: "canary" }\nArgument `email` is missing.',
  );
  err.name = 'PrismaClientValidationError';
  createLogger('info', lines).error({ err }, 'failed');
  expect(lines.text()).not.toContain('canary');
  expect(lines.lines()[0]).toMatchObject({ err: { message: 'Argument `email` is missing.' } });
});

test('a request is one line without its query, and health is not worth one', async () => {
  const { app, log } = await bareApp((routes) => {
    routes.get('/api/health', async () => ({}));
    routes.get('/api/return', async () => ({}));
  });
  await app.inject('/api/health');
  await app.inject({
    url: '/api/return?code=canary&state=canary',
    headers: { authorization: 'Bearer canary' },
  });
  expect(log.lines()).toMatchObject([{ method: 'GET', path: '/api/return', status: 200, msg: 'request' }]);
  expect(log.text()).not.toContain('canary');
});

test('a request of a signed-in user names the user by id, not by address', async () => {
  const { user } = someCaller();
  const me = endpoint({ method: 'GET', path: '/api/me', reply: z.object({}), access: 'user' });
  const { app, log } = await bareApp((routes) => serve(routes, me)(() => ({})), {
    authenticate: () => someCaller(),
  });
  await app.inject({ url: '/api/me', headers: { cookie: 'picksync=good' } });
  expect(log.lines()).toMatchObject([{ path: '/api/me', user: user.id }]);
  expect(log.text()).not.toContain(user.email);
});
