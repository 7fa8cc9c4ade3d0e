import { type AutomationChange, changesKept } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Headers = Record<string, string>;

const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;

async function ownAutomation(fields: object = {}) {
  const { userId, headers } = await app.signIn(premium);
  const connection = await testConnection(app.db, { userId });
  const { id } = await testAutomation(app.db, { connection, ...fields });
  const url = `/api/configurations/${id}`;
  const edit = (payload: object, by: Headers = headers) =>
    app.app.inject({ method: 'PATCH', url, headers: by, payload });
  const read = async (query = '') => {
    const reply = await app.app.inject({ url: `${url}/changes${query}`, headers });
    return { changes: reply.json<AutomationChange[]>(), cursor: reply.headers['x-next-cursor'] };
  };
  return { userId, headers, id, url, edit, read };
}

const value = (of: string | number | boolean) => ({ kind: 'value', value: of });

test('each changed setting is told with what stood there before, and what can be undone', async () => {
  const { edit, read } = await ownAutomation();
  await edit({ order: 'ascending', maxRemovalPercent: 30, name: 'Regions' });
  await app.passTime(1_000);
  await edit({ order: 'descending', mode: 'mirror' });
  const { changes } = await read();
  const at = app.clock.at.toISOString();
  expect(changes[0]).toEqual({
    id: expect.any(String),
    at,
    subject: 'order',
    before: value('ascending'),
    after: value('descending'),
    keyName: null,
    undo: 'possible',
  });
  // What did not change is not told.
  expect(changes.map(({ subject, undo }) => [subject, undo]).toSorted()).toEqual([
    ['maxRemovalPercent', 'possible'],
    ['name', 'possible'],
    ['order', 'later_change'],
    ['order', 'possible'],
  ]);
});

test('an edit that changes nothing, and one that is refused, are no changes', async () => {
  const { edit, read } = await ownAutomation({ order: 'ascending' });
  expect((await edit({ order: 'ascending' })).statusCode).toBe(200);
  expect((await edit({ pinnedFirst: ['One'], pinnedLast: ['One'] })).statusCode).toBe(400);
  expect((await read()).changes).toEqual([]);
});

const filters = {
  match: 'all',
  rules: [{ columnId: '7', columnName: 'Phase', operator: 'equals', value: 'Closed in secret' }],
} as const;

test('texts that a person typed are kept nowhere: only how many, and the columns', async () => {
  const { edit, read, id } = await ownAutomation({ filters, pinnedFirst: ['Pinned in secret'] });
  await edit({ filters: null, pinnedFirst: [], pinnedLast: ['Last in secret', 'Later in secret'] });
  const { changes } = await read();
  const told = Object.fromEntries(changes.map((one) => [one.subject, one]));
  expect(told.filters).toMatchObject({
    before: { kind: 'count', count: 1, columns: ['Phase'] },
    after: { kind: 'count', count: 0, columns: [] },
    undo: 'texts_not_kept',
  });
  expect(told.pinnedFirst).toMatchObject({
    before: { count: 1 },
    after: { count: 0 },
    undo: 'texts_not_kept',
  });
  // Nothing stood there before, so there is no text that is missing.
  expect(told.pinnedLast).toMatchObject({ before: { count: 0 }, after: { count: 2 }, undo: 'possible' });
  const rows = await app.db.automationChange.findMany({ where: { automationId: id } });
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('a change by a program bears the name of its key, and pauses are told, also of many at once', async () => {
  const { userId, headers, id, edit, read } = await ownAutomation();
  const key = await app.createKey(userId);
  await edit({ isActive: false }, key.headers);
  await app.passTime(1_000);
  for (const isActive of [true, false]) {
    const sent = { method: 'POST', url: '/api/configurations/bulk/toggle', headers } as const;
    expect((await app.app.inject({ ...sent, payload: { ids: [id], isActive } })).statusCode).toBe(200);
    await app.passTime(1_000);
  }
  const { changes } = await read();
  expect(changes.map(({ subject, after, undo }) => ({ subject, after, undo }))).toEqual(
    [false, true, false].map((of) => ({ subject: 'state', after: value(of), undo: 'never' })),
  );
  const { name } = await app.db.apiKey.findFirstOrThrow({ where: { userId } });
  expect(changes.map(({ keyName }) => keyName)).toEqual([null, null, name]);
});

test('the answer to a review is told in counts', async () => {
  const { headers, url, read } = await ownAutomation({
    review: { fingerprint: 'seen', added: 4, removed: 31 },
    lastRunOutcome: 'waiting_review',
    lastRunAdded: 4,
    lastRunRemoved: 31,
    lastRunOptionCount: 48,
    lastErrorReason: 'wipe_guard',
  });
  const payload = { fingerprint: 'seen' };
  expect((await app.app.inject({ method: 'POST', url: `${url}/approve`, headers, payload })).statusCode).toBe(
    200,
  );
  expect((await read()).changes).toMatchObject([
    {
      subject: 'review',
      after: { kind: 'answer', answer: 'approved', added: 4, removed: 31, reason: 'wipe_guard' },
      undo: 'never',
    },
  ]);
});

test('the answer to a review of names tells how many of them are renamed', async () => {
  const { headers, url, read } = await ownAutomation({
    review: { fingerprint: 'seen', added: 0, removed: 0, renamed: 3 },
    lastRunOutcome: 'waiting_review',
    lastRunAdded: 0,
    lastRunRemoved: 0,
    lastRunOptionCount: 48,
    lastErrorReason: 'names_changed',
  });
  const payload = {
    fingerprint: 'seen',
    renames: ['a', 'b'].map((letter) => `lkeykey:${letter.repeat(22)}`),
  };
  const reply = await app.app.inject({ method: 'POST', url: `${url}/approve`, headers, payload });
  expect(reply.statusCode).toBe(200);
  expect((await read()).changes[0]?.after).toEqual({
    kind: 'answer',
    answer: 'approved',
    added: 0,
    removed: 0,
    renamed: 2,
    reason: 'names_changed',
  });
});

test('a change that a newer version wrote is left out, and hides no other', async () => {
  const { id, edit, read } = await ownAutomation({ order: 'ascending' });
  const newer = [
    { subject: 'order', before: { kind: 'list', of: [] }, after: value('random') },
    { subject: 'order', after: { kind: 'list', of: [] } },
    { subject: 'colour', before: value('red'), after: value('blue') },
  ];
  const at = new Date(app.clock.at.getTime() - 60_000);
  await app.db.automationChange.createMany({
    data: newer.map((change) => ({ automationId: id, at, ...change })),
  });
  await edit({ order: 'descending' });
  expect((await read()).changes).toMatchObject([
    { subject: 'order', before: value('ascending'), undo: 'possible' },
  ]);
});

test('the newest changes are kept, page by page, and nobody else reads them', async () => {
  const { id, edit, read, url } = await ownAutomation();
  const old = Array.from({ length: changesKept }, (_, back) => ({
    automationId: id,
    at: new Date(app.clock.at.getTime() - (back + 1) * 60_000),
    subject: 'graceDays',
    before: value(back),
    after: value(back + 1),
  }));
  await app.db.automationChange.createMany({ data: old });
  const long = new Date(app.clock.at.getTime() - 365 * 24 * 60 * 60_000);
  const begun = { automationId: id, at: long, subject: 'creation', after: {} };
  await app.db.automationChange.create({ data: begun });
  await edit({ graceDays: 9 });
  const kept = (where: object) => app.db.automationChange.count({ where: { automationId: id, ...where } });
  expect([await kept({ subject: 'graceDays' }), await kept({ subject: 'creation' })]).toEqual([
    changesKept,
    1,
  ]);
  const first = await read('?limit=2');
  expect(first.changes).toMatchObject([{ after: value(9) }, { after: value(1), undo: 'later_change' }]);
  const second = await read(`?limit=2&cursor=${first.cursor}`);
  expect(second.changes).toMatchObject([{ after: value(2) }, { after: value(3) }]);
  const { headers } = await app.signIn(premium);
  const foreign = await app.app.inject({ url: `${url}/changes`, headers });
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'not_found']);
});
