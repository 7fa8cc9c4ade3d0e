import { endpoint } from '@picksync/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bareApp, origin, someCaller } from '../testing/bare-app.ts';
import type { Caller } from './caller.ts';
import { serve } from './serve.ts';

const reply = z.object({ who: z.string() });
const forAll = endpoint('GET', '/api/all', { reply, access: 'public' });
const forUsers = endpoint('GET', '/api/users', { reply, access: 'user' });
const forAdmins = endpoint('GET', '/api/admins', { reply, access: 'admin' });
const change = endpoint('POST', '/api/change', { reply, access: 'user' });
const dangerous = endpoint('POST', '/api/dangerous', { reply, access: 'user', stepUp: 'recent' });
const publicChange = endpoint('POST', '/api/public-change', { reply, access: 'public' });

const app = (caller: Caller | null = null) =>
  bareApp(
    (routes) => {
      serve(routes)(forAll)(({ caller: who }) => ({ who: who?.user.email ?? 'nobody' }));
      for (const guarded of [forUsers, forAdmins, change, dangerous]) {
        serve(routes)(guarded)(({ caller: who }) => ({ who: who.user.email }));
      }
      serve(routes)(publicChange)(() => ({ who: 'anybody' }));
    },
    { authenticate: ({ cookie, bearer }) => (cookie === 'good' || bearer === 'good' ? caller : null) },
  ).then((built) => built.app);

const cookie = { cookie: 'picksync=good' };

test('public endpoints answer without a session, and the others ask for one', async () => {
  const routes = await app();
  expect((await routes.inject('/api/all')).json()).toEqual({ who: 'nobody' });
  for (const path of ['/api/users', '/api/admins']) {
    const answer = await routes.inject(path);
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('unauthenticated');
  }
});

test('a user may call what is for users and not what is for admins; an admin may call both', async () => {
  const user = await app(someCaller());
  expect((await user.inject({ url: '/api/users', headers: cookie })).json()).toEqual({
    who: 'ada@clients.example',
  });
  expect((await user.inject({ url: '/api/admins', headers: cookie })).json().code).toBe('forbidden');

  const admin = await app(someCaller({ role: 'admin' }));
  for (const url of ['/api/users', '/api/admins']) {
    expect((await admin.inject({ url, headers: cookie })).statusCode).toBe(200);
  }
});

test('a user whose address is not verified may call public endpoints only', async () => {
  const routes = await app(someCaller({ isVerified: false }));
  expect((await routes.inject({ url: '/api/all', headers: cookie })).statusCode).toBe(200);
  expect((await routes.inject({ url: '/api/users', headers: cookie })).json().code).toBe(
    'verification_required',
  );
});

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin }, 200],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: 'https://evil.example' }, 403],
  [{}, 403],
])('a change with the cookie alone and %j is answered with %i', async (headers, status) => {
  const routes = await app(someCaller());
  const answer = await routes.inject({
    method: 'POST',
    url: '/api/change',
    headers: { ...cookie, ...headers },
  });
  expect(answer.statusCode).toBe(status);
  if (status === 403) expect(answer.json().code).toBe('cross_origin');
});

test('a change with a bearer token may come from anywhere', async () => {
  const routes = await app(someCaller({}, 'bearer'));
  const headers = { authorization: 'Bearer good', origin: 'https://elsewhere.example' };
  expect((await routes.inject({ method: 'POST', url: '/api/change', headers })).statusCode).toBe(200);
});

test('another site cannot make a browser call a public change either, a program without a browser can', async () => {
  const routes = await app();
  const post = { method: 'POST', url: '/api/public-change' } as const;
  expect((await routes.inject({ ...post, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(
    403,
  );
  expect((await routes.inject(post)).statusCode).toBe(200);
});

test.each([
  [9, 200],
  [11, 403],
])(
  'a call that needs a recent step-up, %i minutes after it, is answered with %i',
  async (minutes, status) => {
    const caller = someCaller({}, 'bearer');
    caller.session.provenAt = new Date(Date.now() - minutes * 60_000);
    const routes = await app(caller);
    const headers = { authorization: 'Bearer good' };
    const answer = await routes.inject({ method: 'POST', url: '/api/dangerous', headers });
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json().code).toBe('proof_required');
  },
);

test('an endpoint is refused before its body is read', async () => {
  const routes = await app();
  const answer = await routes.inject({
    method: 'POST',
    url: '/api/change',
    headers: { 'content-type': 'application/json' },
    payload: 'not json',
  });
  expect(answer.json().code).toBe('unauthenticated');
});
