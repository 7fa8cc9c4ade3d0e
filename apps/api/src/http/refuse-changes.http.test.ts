import { allEndpoints, toPath } from '@picksync/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anyId } from '../testing/contract-samples.ts';
import { origin, type TestApp, testApp } from '../testing/test-app.ts';

let api: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  api = await testApp();
  ({ headers: admin } = await api.signIn({ role: 'admin' }));
});
afterEach(async () => {
  await api.db.maintenanceWindow.deleteMany();
  await api.context.maintenance.load();
});
afterAll(() => api.close());

type Endpoint = (typeof allEndpoints)[number];

const named = allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

const inMinutes = (minutes: number) => new Date(api.clock.at.getTime() + minutes * 60_000);

async function setMaintenance(window: { startsAt: Date; endsAt: Date; nextWordAt?: Date }): Promise<void> {
  await api.db.maintenanceWindow.deleteMany();
  await api.db.maintenanceWindow.create({ data: window });
  await api.context.maintenance.load();
}

const isOnFor = (minutes: number) => setMaintenance({ startsAt: inMinutes(-5), endsAt: inMinutes(minutes) });

function call({ method, path }: Endpoint, headers: Record<string, string>) {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, anyId]));
  return api.app.inject({ method, url: toPath({ path }, { params }), headers });
}

/** Returns whether a call is answered with the refusal. */
async function isRefused(endpoint: Endpoint, headers: Record<string, string>): Promise<boolean> {
  const answer = await call(endpoint, headers);
  return answer.statusCode === 503 && answer.json().code === 'maintenance';
}

const goesOn = new Set([
  'POST /api/auth/login',
  'POST /api/auth/login/passkey',
  'POST /api/auth/second-factor',
  'POST /api/auth/passkey/options',
  'POST /api/auth/proof/code',
  'POST /api/auth/prove',
  'POST /api/auth/logout',
]);
const isChange = ([name, { method, access, raw }]: (typeof named)[number]) =>
  (method !== 'GET' && access !== 'admin' && raw !== 'bytes' && !goesOn.has(name)) ||
  name === 'GET /api/smartsheet/auth';
const changes = named.filter(isChange);
// A stream does not end.
const others = named.filter((one) => !isChange(one) && one[1].raw !== 'events');

describe('while a maintenance is on', () => {
  test.each(changes)('%s is refused, with the sentence and when to try again', async (_, endpoint) => {
    await isOnFor(20);
    const { headers, userId } = await api.signIn();
    const look = { timeZone: 'Europe/Berlin', clock: 'h24' as const };
    await api.db.user.update({ where: { id: userId }, data: look });
    const answer = await call(endpoint, headers);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1200');
    expect(answer.json()).toEqual({
      code: 'maintenance',
      message:
        'Picksync is being updated until about 11:20. You can look, not change. Your dropdowns stay as they are.',
      retryAfterSeconds: 1200,
    });
  });

  test.each(others)('%s goes on', async (_, endpoint) => {
    await isOnFor(20);
    expect(await isRefused(endpoint, admin)).toBe(false);
  });

  test('nobody is asked for a step-up first, and a visitor is asked to log in', async () => {
    await isOnFor(20);
    const { headers, userId } = await api.signIn();
    await api.db.session.updateMany({ where: { userId }, data: { provenAt: inMinutes(-60) } });
    const remove = { method: 'POST', url: '/api/account/delete', payload: {} } as const;
    expect((await api.app.inject({ ...remove, headers })).json().code).toBe('maintenance');
    expect((await api.app.inject({ ...remove, headers: { origin } })).json().code).toBe('unauthenticated');
  });

  test('a change with an API key is refused, and a visitor reads the time in UTC', async () => {
    await isOnFor(20);
    const { userId } = await api.signIn(mayWrite);
    const { headers } = await api.createKey(userId);
    const url = '/api/configurations';
    const answer = await api.app.inject({ method: 'POST', url, headers, payload: {} });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'maintenance']);
    expect((await api.app.inject({ url, headers })).statusCode).toBe(200);
    const register = { method: 'POST', url: '/api/auth/register', headers: { origin } } as const;
    expect((await api.app.inject(register)).json().message).toContain('until about 10:20\u00a0AM UTC.');
  });
});

const mayWrite = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;

describe('when a refused change is worth another try', () => {
  const retryAfter = async () => {
    const register = { method: 'POST', url: '/api/auth/register', headers: { origin } } as const;
    const { headers, statusCode } = await api.app.inject(register);
    return statusCode === 503 ? headers['retry-after'] : statusCode;
  };

  test('it is never sooner than in a minute', async () => {
    await setMaintenance({ startsAt: inMinutes(-5), endsAt: inMinutes(0.1) });
    expect(await retryAfter()).toBe('60');
  });

  test('it is in five minutes once the planned end is over, and at the next word where one was given', async () => {
    await setMaintenance({ startsAt: inMinutes(-5), endsAt: inMinutes(-1) });
    expect(await retryAfter()).toBe('300');
    await setMaintenance({ startsAt: inMinutes(-5), endsAt: inMinutes(-1), nextWordAt: inMinutes(10) });
    expect(await retryAfter()).toBe('600');
  });

  test('an announced window refuses nothing until it begins by itself, and one that has ended nothing more', async () => {
    await setMaintenance({ startsAt: inMinutes(10), endsAt: inMinutes(30) });
    expect(await retryAfter()).toBe(400);
    api.clock.at = inMinutes(10);
    expect(await retryAfter()).toBe('1200');
    await api.db.maintenanceWindow.updateMany({ data: { endedAt: api.clock.at } });
    await api.context.maintenance.load();
    expect(await retryAfter()).toBe(400);
  });
});
