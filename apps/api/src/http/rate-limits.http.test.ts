import { endpoint } from '@picksync/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bareApp, origin, someCaller } from '../testing/bare-app.ts';
import type { Caller, Credentials } from './caller.ts';
import { serve } from './serve.ts';

const answer = { reply: z.object({}), access: 'public' } as const;
const open = [
  endpoint('GET', '/api/read', answer),
  endpoint('POST', '/api/write', answer),
  endpoint('POST', '/api/guess', { ...answer, rate: 'strict' }),
  endpoint('POST', '/api/notice', { ...answer, raw: 'bytes' }),
];

const app = () =>
  bareApp(
    (server) => {
      for (const route of open) serve(server)(route)(() => ({}));
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

const changes = ['one', 'two'].map((name) =>
  endpoint('POST', `/api/${name}`, { reply: z.object({}), access: 'user' }),
);

/** The cookie of a session is `USER-DEVICE`. */
const authenticate = ({ cookie }: Credentials): Caller | null => {
  if (!cookie) return null;
  const caller = someCaller({ id: cookie.split('-')[0] ?? '' });
  return { ...caller, session: { ...caller.session, id: cookie } };
};

test('one user changes so much a minute by all routes together, and half of it in one session', async () => {
  const { app: limited } = await bareApp(
    (server) => {
      for (const route of [...changes, ...open]) serve(server)(route)(() => ({}));
    },
    { requestsPerMinute: { userWrites: 6 }, authenticate },
  );
  const change = async (session: string, route: string) => {
    const headers = { origin, cookie: `picksync=${session}` };
    return (await limited.inject({ method: 'POST', url: `/api/${route}`, headers })).statusCode;
  };
  const stolen = [];
  for (const route of ['one', 'two', 'one', 'two']) stolen.push(await change('ada-stolen', route));
  expect(stolen).toEqual([200, 200, 200, 429]);
  for (const route of ['one', 'two', 'one']) expect(await change('ada-laptop', route)).toBe(200);
  expect(await change('ada-phone', 'one')).toBe(429);
  expect(await change('grace-laptop', 'one')).toBe(200);
  const read = await limited.inject({ url: '/api/read', headers: { cookie: 'picksync=ada-laptop' } });
  expect(read.statusCode).toBe(200);
});
