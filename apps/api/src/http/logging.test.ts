import { endpoint } from '@picksync/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bareApp, someCaller } from '../testing/bare-app.ts';
import { serve } from './serve.ts';

test('a request is one line without its query, and a health check is none', async () => {
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
  const me = endpoint('GET', '/api/me', { reply: z.object({}), access: 'user' });
  const { app, log } = await bareApp((routes) => serve(routes)(me)(() => ({})), {
    authenticate: () => someCaller(),
  });
  await app.inject({ url: '/api/me', headers: { cookie: 'picksync=good' } });
  expect(log.lines()).toMatchObject([{ path: '/api/me', user: user.id }]);
  expect(log.text()).not.toContain(user.email);
});
