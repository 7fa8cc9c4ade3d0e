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

/** The cookie of a session is `USER-DEVICE`; `made-up` opens nothing. */
const authenticate = ({ cookie }: Credentials): Caller | null => {
  if (!cookie || cookie === 'made-up') return null;
  const caller = someCaller({ id: cookie.split('-')[0] ?? '' });
  return { ...caller, session: { ...caller.session, id: cookie } };
};

const forUsers = { reply: z.object({}), access: 'user' } as const;
const mine = endpoint('GET', '/api/mine', forUsers);
const closed = [
  mine,
  endpoint('POST', '/api/change', forUsers),
  endpoint('POST', '/api/prove', { ...forUsers, rate: 'strict' }),
];

async function office() {
  const { app: limited } = await bareApp(
    (server) => {
      for (const route of [...closed, ...open]) serve(server)(route)(() => ({}));
    },
    { requestsPerMinute: { reads: 4, writes: 3, signIns: 2 }, authenticate },
  );
  return async (session: string, method: 'GET' | 'POST', url: string) => {
    const headers = { origin, cookie: `picksync=${session}` };
    return (await limited.inject({ method, url, headers })).statusCode;
  };
}

test.each([
  ['GET', '/api/mine', 4],
  ['POST', '/api/change', 3],
  ['POST', '/api/prove', 2],
] as const)('%s %s answers twenty people behind one address %i times each', async (method, url, most) => {
  const request = await office();
  const answers = new Set();
  for (let person = 0; person < 20; person += 1) {
    for (let times = 0; times < most; times += 1) answers.add(await request(`p${person}-pc`, method, url));
  }
  expect([...answers]).toEqual([200]);
  expect(await request('p0-pc', method, url)).toBe(429);
  expect(await request('another-pc', method, url)).toBe(200);
});

test('all sessions of one user read twice what one may', async () => {
  const request = await office();
  for (const device of ['laptop', 'phone']) {
    for (let times = 0; times < 4; times += 1)
      expect(await request(`ada-${device}`, 'GET', '/api/mine')).toBe(200);
  }
  expect(await request('ada-tablet', 'GET', '/api/mine')).toBe(429);
  expect(await request('grace-laptop', 'GET', '/api/mine')).toBe(200);
});

test('a cookie that was made up gets no more than none', async () => {
  const request = await office();
  const answers = [];
  for (let times = 0; times < 5; times += 1) answers.push(await request('made-up', 'GET', '/api/read'));
  expect(answers).toEqual([200, 200, 200, 200, 429]);
  expect(await request('made-up', 'GET', '/api/mine')).toBe(429);
  expect(await request('ada-laptop', 'GET', '/api/mine')).toBe(200);
});

test('a cookie gives no further tries of a password', async () => {
  const request = await office();
  const answers = [];
  for (const session of ['a-1', 'b-1', 'made-up']) answers.push(await request(session, 'POST', '/api/guess'));
  expect(answers).toEqual([200, 200, 429]);
});

test('one network has a limit for all who are signed in', async () => {
  const request = await office();
  const answers = new Set();
  for (let person = 0; person < 25; person += 1) {
    for (let times = 0; times < 4; times += 1)
      answers.add(await request(`p${person}-pc`, 'GET', '/api/mine'));
  }
  expect([...answers]).toEqual([200]);
  expect(await request('late-pc', 'GET', '/api/mine')).toBe(429);
});

test('a limit per network holds for changes by all who say that they are signed in', async () => {
  let asked = 0;
  const routes = Array.from({ length: 10 }, (_, index) => endpoint('POST', `/api/change-${index}`, forUsers));
  const { app: limited } = await bareApp(
    (server) => {
      for (const route of routes) serve(server)(route)(() => ({}));
    },
    {
      requestsPerMinute: { writes: 3, userWrites: 4 },
      authenticate: () => {
        asked += 1;
        return null;
      },
    },
  );
  for (let times = 0; times < 200; times += 1) {
    const headers = { origin, cookie: `picksync=made-up-${times}` };
    await limited.inject({ method: 'POST', url: `/api/change-${times % 10}`, headers });
  }
  expect(asked).toBe(100);
});

// Slow for a reason: as many networks as are remembered.
test('the API remembers no more networks whose sessions open nothing than fit into memory', async () => {
  const { app: limited } = await bareApp((server) => serve(server)(mine)(() => ({})), {
    requestsPerMinute: { reads: 1 },
    authenticate: () => null,
  });
  const ask = async (network: number) => {
    const remoteAddress = `2001:db8:0:${network.toString(16)}::1`;
    const headers = { cookie: 'picksync=made-up' };
    return (await limited.inject({ url: '/api/mine', headers, remoteAddress })).statusCode;
  };
  expect([await ask(0), await ask(0)]).toEqual([401, 429]);
  for (let network = 1; network <= 10_000; network += 1) await ask(network);
  expect(await ask(0)).toBe(401);
});
