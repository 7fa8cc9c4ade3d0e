import { nextCursorHeader } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const url = '/api/activity-logs';

async function userWithEntries(actions: readonly string[], user: Parameters<TestApp['signIn']>[0] = {}) {
  const { userId, headers } = await app.signIn(user);
  const automation = await testAutomation(app.db, { connection: await testConnection(app.db, { userId }) });
  await app.db.activityLog.createMany({
    data: actions.map((action, minute) => ({
      userId,
      automationId: automation.id,
      automationName: automation.name,
      action,
      status: action === 'manual_sync' ? 'error' : 'success',
      details: `entry ${minute}`,
      added: minute,
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    })),
  });
  return { headers, automation };
}

test('the activity needs a session', async () => {
  const reply = await app.app.inject({ url });
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
});

test('a user sees their own entries only, newest first', async () => {
  await userWithEntries(['update_dropdown']);
  const { headers, automation } = await userWithEntries(['create_automation', 'update_dropdown']);
  const reply = await app.app.inject({ url, headers });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject([
    {
      action: 'update_dropdown',
      configurationId: automation.id,
      configurationName: automation.name,
      added: 1,
      removed: null,
      timestamp: '2026-01-01T00:01:00.000Z',
    },
    { action: 'create_automation' },
  ]);
});

test('pages follow one another without gap or repetition, also where times are equal', async () => {
  const { headers } = await userWithEntries(['update_dropdown', 'update_dropdown', 'update_dropdown']);
  await app.db.activityLog.updateMany({ data: { timestamp: new Date('2026-01-01T00:00:00Z') } });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: '1', ...(cursor && { cursor }) };
    const reply = await app.app.inject({ url, headers, query });
    seen.push(...reply.json().map(({ details }: { details: string }) => details));
    cursor = reply.headers[nextCursorHeader]?.toString();
  } while (cursor);
  expect(seen.toSorted()).toEqual(['entry 0', 'entry 1', 'entry 2']);
});

test('entries are filtered by automation, status and action', async () => {
  const { headers, automation } = await userWithEntries(['manual_sync', 'update_dropdown']);
  const count = async (query: Record<string, string>) =>
    (await app.app.inject({ url, headers, query })).json().length;
  expect(await count({ configId: automation.id })).toBe(2);
  expect(await count({ configId: '0193b1f0-0000-7000-8000-000000000001' })).toBe(0);
  expect(await count({ status: 'error' })).toBe(1);
  expect(await count({ action: 'update_dropdown', status: 'error' })).toBe(0);
});

test('a filter by somebody else’s automation finds nothing', async () => {
  const other = await userWithEntries(['update_dropdown']);
  const { headers } = await userWithEntries([]);
  const reply = await app.app.inject({ url, headers, query: { configId: other.automation.id } });
  expect(reply.json()).toEqual([]);
});

test('an entry with an action this version does not know is left out', async () => {
  const { headers } = await userWithEntries(['update_dropdown', 'from_the_future']);
  expect((await app.app.inject({ url, headers })).json()).toHaveLength(1);
});

test('a cursor that is none of ours is refused', async () => {
  const { headers } = await app.signIn();
  const reply = await app.app.inject({ url, headers, query: { cursor: 'nonsense' } });
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'validation_failed']);
});

test('a user on Free sees the eight newest entries and no more, whichever are asked for', async () => {
  const actions = Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? 'manual_sync' : 'update_dropdown'));
  const { headers, automation } = await userWithEntries(actions, { subscriptionStatus: 'free' });
  const request = async (query: string) => {
    const reply = await app.app.inject({ url: `${url}?${query}`, headers });
    expect([reply.statusCode, reply.headers[nextCursorHeader]]).toEqual([200, undefined]);
    return reply.json().map(({ added }: { added: number }) => added);
  };
  expect(await request('limit=100')).toEqual([11, 10, 9, 8, 7, 6, 5, 4]);
  expect(await request('limit=3')).toEqual([11, 10, 9]);
  expect(await request('limit=100&status=error')).toEqual([9, 6]);
  expect(await request(`limit=100&configId=${automation.id}&action=update_dropdown`)).toEqual([
    11, 10, 8, 7, 5, 4,
  ]);
  const full = await userWithEntries(actions);
  const first = await app.app.inject({ url: `${url}?limit=2`, headers: full.headers });
  expect(await request(`cursor=${first.headers[nextCursorHeader]}`)).toEqual([]);
});
