import { randomUUID } from 'node:crypto';
import { type ActivityLine, nextCursorHeader } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const url = '/api/activity-logs/lines';
type Entry = NonNullable<Parameters<TestApp['db']['activityLog']['createMany']>[0]>['data'];
type Given = Partial<Extract<Entry, readonly unknown[]>[number]> & { minute: number };

/** A user with an automation for each name, and entries about them. */
async function planted(
  given: (automations: { id: string; name: string }[]) => Given[],
  user: Parameters<TestApp['signIn']>[0] = {},
) {
  const { userId, headers } = await app.signIn(user);
  const connection = await testConnection(app.db, { userId });
  const place = {
    ...{ sourceSheetId: '11', sourceSheetName: 'Clients' },
    ...{ sourceColumnId: '12', sourceColumnName: 'Client name' },
  };
  const automations = [
    await testAutomation(app.db, { connection, ...place, name: 'One', sheetName: 'Time sheet' }),
    await testAutomation(app.db, { connection, ...place, name: 'Two', sheetName: 'Projects' }),
    await testAutomation(app.db, { connection, ...place, name: 'Three', sheetName: 'Expenses' }),
  ];
  await app.db.activityLog.createMany({
    data: given(automations).map(({ minute, ...entry }) => ({
      userId,
      action: 'update_dropdown',
      status: 'success' as const,
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, minute)),
      ...entry,
    })),
  });
  const get = async (path: string) => {
    const reply = await app.app.inject({ url: path, headers });
    expect(reply.statusCode).toBe(200);
    return reply;
  };
  const lines = async (query = '') => (await get(`${url}?${query}`)).json<ActivityLine[]>();
  return { userId, headers, automations, get, lines };
}

const run = (
  automation: { id: string; name: string } | undefined,
  groupId: string,
  minute: number,
): Given => ({
  automationId: automation?.id ?? null,
  automationName: automation?.name ?? null,
  groupId,
  minute,
  outcome: 'changed',
  added: 2,
  removed: 1,
});

test('a pass is one line with what its entries add up to', async () => {
  const pass = randomUUID();
  const { lines } = await planted(([one, two, three]) => [
    run(one, pass, 1),
    { ...run(two, pass, 2), renamed: 3 },
    { ...run(three, pass, 3), outcome: 'waiting_review', status: 'warning', added: 0, removed: 31 },
  ]);
  expect(await lines()).toMatchObject([
    {
      id: pass,
      entries: 3,
      status: 'warning',
      source: { sheetName: 'Clients', columnName: 'Client name' },
      sheetName: null,
      updated: 2,
      waitingReview: 1,
      failed: 0,
      added: 4,
      renamed: 3,
      removed: 2,
      isChange: false,
      entry: { configurationName: 'Three' },
    },
  ]);
});

test('a line about several sources names none of them', async () => {
  const pass = randomUUID();
  const { lines, automations } = await planted(([one, two]) => [run(one, pass, 1), run(two, pass, 2)]);
  await app.db.automation.update({ where: { id: automations[0]?.id ?? '' }, data: { sourceSheetId: '77' } });
  expect(await lines()).toMatchObject([{ id: pass, entries: 2, source: null }]);
});

test('a line tells of a change of the source where a run of its pass was caused by one', async () => {
  const pass = randomUUID();
  const { lines, automations } = await planted(([one]) => [run(one, pass, 1)]);
  const automationId = automations[0]?.id ?? '';
  await app.db.automationRun.create({
    data: { automationId, passId: pass, outcome: 'changed', durationMs: 10, trigger: 'change' },
  });
  expect(await lines()).toMatchObject([{ isChange: true, entries: 1 }]);
});

test('pages have each line once and whole, also where passes run through each other', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const { get } = await planted(([one, two, three]) => [
    run(one, first, 1),
    run(one, second, 2),
    run(two, first, 3),
    { minute: 4, action: 'connect_smartsheet' },
    run(two, second, 5),
    run(three, first, 6),
  ]);
  const seen: [string, number][] = [];
  let cursor: string | undefined;
  do {
    const reply = await get(`${url}?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
    for (const { id, entries } of reply.json<ActivityLine[]>()) seen.push([id, entries]);
    cursor = reply.headers[nextCursorHeader]?.toString();
  } while (cursor);
  expect(seen).toEqual([
    [first, 3],
    [second, 2],
    [expect.any(String), 1],
  ]);
});

test('a line has those of its entries that pass the filter', async () => {
  const pass = randomUUID();
  const { lines, automations } = await planted(([one, two]) => [
    run(one, pass, 1),
    { ...run(two, pass, 2), outcome: 'failed', status: 'error' },
    { minute: 3, action: 'connect_smartsheet' },
  ]);
  expect(await lines('status=success&action=update_dropdown')).toMatchObject([
    { id: pass, entries: 1, updated: 1, failed: 0, entry: { configurationName: 'One' } },
  ]);
  expect(await lines(`configId=${automations[1]?.id}`)).toMatchObject([{ id: pass, failed: 1, updated: 0 }]);
});

test('searches automations, sheets, columns and sentences, and escapes % and _ in a search', async () => {
  const { lines } = await planted(([one, two]) => [
    { ...run(one, randomUUID(), 1), details: 'Old sheet 100%: 2 options added.' },
    run(two, randomUUID(), 2),
  ]);
  const names = async (search: string) =>
    (await lines(`search=${encodeURIComponent(search)}`)).map(({ entry }) => entry.configurationName);
  expect(await names('tIME')).toEqual(['One']);
  expect(await names('client name')).toEqual(['Two', 'One']);
  expect(await names('100%')).toEqual(['One']);
  expect(await names('1%0')).toEqual([]);
  expect(await names('two')).toEqual(['Two']);
});

test('a search for a character that no text has is refused, and so is a cursor that was made up', async () => {
  const { userId, headers } = await planted(() => []);
  await app.db.user.update({
    where: { id: userId },
    data: { subscriptionStatus: 'active', subscriptionTier: 'premium' },
  });
  const ask = async (path: string) => (await app.app.inject({ url: path, headers })).statusCode;
  expect(await ask(`${url}?search=a%00b`)).toBe(400);
  expect(await ask(`${url}/${randomUUID()}?search=%00`)).toBe(400);
  expect(await ask('/api/activity-logs/file?search=a%00b')).toBe(302);
  const cursor = (text: string) => `${url}?cursor=${Buffer.from(text).toString('base64url')}`;
  expect(await ask(cursor(`999999999999999.${randomUUID()}`))).toBe(200);
  expect(await ask(cursor(`1'.${randomUUID()}`))).toBe(400);
});

test('a line has its entries with where each is about, and what the pass cost', async () => {
  const pass = randomUUID();
  const { get, automations } = await planted(([one, two]) => [run(one, pass, 1), run(two, pass, 2)]);
  const at = new Date('2026-01-01T00:02:00Z');
  await app.db.automationRun.createMany({
    data: automations.map(({ id }, index) => ({
      automationId: id,
      passId: pass,
      at,
      outcome: index === 2 ? 'unchanged' : 'changed',
      durationMs: index === 0 ? 2000 : 500,
      calls: 2,
    })),
  });
  expect((await get(`${url}/${pass}`)).json()).toMatchObject({
    entries: [{ target: { sheetName: 'Projects' } }, { target: { sheetName: 'Time sheet' } }],
    pass: { dropdowns: 3, calls: 6, durationMs: 2000 },
  });
  expect((await get(`${url}/${pass}?configId=${automations[0]?.id}`)).json().entries).toHaveLength(1);
});

test('hides other users’ lines', async () => {
  const pass = randomUUID();
  await planted(([one]) => [run(one, pass, 1)]);
  const { lines, headers } = await planted(() => []);
  expect(await lines()).toEqual([]);
  expect((await app.app.inject({ url: `${url}/${pass}`, headers })).statusCode).toBe(404);
  const reply = await app.app.inject({ url });
  expect(reply.statusCode).toBe(401);
});

test('a user on Free has the lines of the eight newest entries', async () => {
  const pass = randomUUID();
  const { lines, get } = await planted(
    ([one, two, three]) => [
      run(one, pass, 1),
      run(two, pass, 2),
      run(three, pass, 3),
      ...[4, 5, 6, 7, 8, 9].map((minute) => ({ minute, action: 'connect_smartsheet' })),
    ],
    { subscriptionStatus: 'free' },
  );
  const found = await lines('limit=100');
  expect(found.map(({ entries }) => entries)).toEqual([1, 1, 1, 1, 1, 1, 2]);
  expect((await get(`${url}/${pass}`)).json().entries).toHaveLength(2);
});

test('an entry of what a program did has the name of its key', async () => {
  const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  const { get, lines, userId, automations } = await planted(() => [], premium);
  const { headers } = await app.createKey(userId);
  const id = automations[0]?.id ?? '';
  for (const method of ['PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { payload: { name: 'Renamed' } } : {};
    const reply = await app.app.inject({ method, url: `/api/configurations/${id}`, headers, ...body });
    expect(reply.statusCode).toBe(200);
  }
  const found = await lines();
  const { name } = await app.db.apiKey.findFirstOrThrow({ where: { userId } });
  expect(found.map(({ action }) => action)).toEqual(['delete_automation', 'edit_automation']);
  for (const line of found)
    expect((await get(`${url}/${line.id}`)).json().entries).toMatchObject([{ keyName: name }]);
});
