import { endpoint } from '@picksync/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bareApp } from '../testing/bare-app.ts';
import { serve } from './serve.ts';

const answer = { reply: z.object({}), access: 'public' } as const;
const routes = [
  endpoint({ method: 'GET', path: '/api/read', ...answer }),
  endpoint({ method: 'POST', path: '/api/write', ...answer }),
  endpoint({ method: 'POST', path: '/api/guess', ...answer, rate: 'strict' }),
  endpoint({ method: 'POST', path: '/api/notice', ...answer, raw: 'bytes' }),
];

const app = () =>
  bareApp(
    (server) => {
      for (const route of routes) serve(server)(route)(() => ({}));
      server.get('/assets/file.js', () => 'file');
    },
    { requestsPerMinute: { reads: 4, writes: 3, signIns: 2, callbacks: 5 } },
  ).then((built) => built.app);

test.each([
  ['GET', '/api/read', 4],
  ['POST', '/api/write', 3],
  ['POST', '/api/guess', 2],
  ['POST', '/api/notice', 5],
  ['GET', '/api/nothing', 4],
  ['GET', '/assets/file.js', 40],
] as const)('%s %s is answered %i times a minute and then asks to wait', async (method, url, most) => {
  const server = await app();
  for (let times = 0; times < most; times += 1) {
    expect((await server.inject({ method, url })).statusCode).not.toBe(429);
  }
  const refused = await server.inject({ method, url });
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('a page whose files were loaded can still read', async () => {
  const server = await app();
  for (let times = 0; times < 40; times += 1) await server.inject({ url: '/assets/file.js' });
  expect((await server.inject({ url: '/api/read' })).statusCode).toBe(200);
});

test('callers from another address are not held up', async () => {
  const server = await app();
  for (let times = 0; times < 3; times += 1) await server.inject({ method: 'POST', url: '/api/guess' });
  const other = { method: 'POST', url: '/api/guess', remoteAddress: '198.51.100.7' } as const;
  expect((await server.inject(other)).statusCode).toBe(200);
});
