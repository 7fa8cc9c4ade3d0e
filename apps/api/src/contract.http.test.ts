import { allEndpoints, pathOf } from '@picksync/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPendingSession } from './modules/sessions/sessions.ts';
import { origin, type TestApp, testApp } from './testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const anyId = '0193b1f0-0000-7000-8000-000000000001';
const named = allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const implemented = named.filter(([, { notImplemented }]) => !notImplemented);

const call = ({ method, path }: (typeof allEndpoints)[number], headers: Record<string, string>) => {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, anyId]));
  return api.app.inject({ method, url: pathOf({ path }, { params }), headers });
};

test.each(named)('%s is served', (_, { method, path }) => {
  expect(api.app.hasRoute({ method, url: path })).toBe(true);
});

test.each(named.filter(([, { notImplemented }]) => notImplemented))(
  '%s is described and not implemented',
  async (_, endpoint) => {
    const answer = await call(endpoint, {});
    expect([answer.statusCode, answer.json().code]).toEqual([501, 'not_implemented']);
  },
);

test.each(implemented.filter(([, { access }]) => access !== 'public'))(
  '%s needs a session',
  async (_, endpoint) => {
    const answer = await call(endpoint, { origin });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  },
);

test.each(implemented.filter(([, { access }]) => access !== 'public'))(
  '%s is closed to a login that waits for its second factor',
  async (_, endpoint) => {
    const { userId } = await api.signIn();
    const browser = { userId, userAgent: 'test', ipAddress: '127.0.0.1' };
    const { token } = await startPendingSession(browser, api.services);
    const { sessionCookie, secondFactorCookie } = api.services;
    const cookies = `${sessionCookie.name}=${token}; ${secondFactorCookie.name}=${token}`;
    for (const headers of [{ cookie: cookies, origin }, { authorization: `Bearer ${token}` }]) {
      const answer = await call(endpoint, headers);
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
    }
  },
);

test.each(implemented.filter(([, { proof }]) => proof))('%s needs a recent proof', async (_, endpoint) => {
  const { headers, userId } = await api.signIn({ role: 'admin' });
  const long = new Date(api.clock.at.getTime() - 11 * 60_000);
  await api.db.session.updateMany({ where: { userId }, data: { provenAt: long } });
  const answer = await call(endpoint, headers);
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'proof_required']);
});

test.each(implemented.filter(([, { method, raw }]) => method !== 'GET' && raw !== 'bytes'))(
  '%s cannot be called by another site with the cookie alone',
  async (_, endpoint) => {
    const { headers } = await api.signIn();
    const answer = await call(endpoint, { ...headers, origin: 'https://evil.example' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_origin']);
  },
);

test.each(named.filter(([, { method }]) => method !== 'GET'))(
  '%s is limited in how often it may be called',
  async (_, endpoint) => {
    const answer = await call(endpoint, {});
    expect(Number(answer.headers['x-ratelimit-limit'])).toBeGreaterThan(0);
  },
);
