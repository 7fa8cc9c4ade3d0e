import { randomUUID } from 'node:crypto';
import type { BulkResult } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const post = (path: string, payload: object, headers: Headers) =>
  app.app.inject({ method: 'POST', url: `/api/configurations/bulk/${path}`, headers, payload });

const paid = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;

/** A paying user with so many automations, and another one whose automation must stay as it is. */
async function owner(count: number, given: Parameters<typeof testAutomation>[1] | object = {}) {
  const { userId, headers } = await app.signIn(paid);
  const connection = await testConnection(app.db, { userId });
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1)
    ids.push((await testAutomation(app.db, { connection, ...given })).id);
  const theirs = await testAutomation(app.db, { connection: await testConnection(app.db) });
  return { userId, headers, connection, ids, theirs };
}

const outcomes = (reply: { json: () => { results: BulkResult[] } }) =>
  reply.json().results.map(({ outcome, error }) => error?.code ?? outcome);
const entriesOf = (userId: string) =>
  app.db.activityLog.findMany({ where: { userId }, orderBy: { timestamp: 'asc' } });
const read = (id: string) => app.db.automation.findUniqueOrThrow({ where: { id } });

function toSourceMoves(ids: string[]) {
  return { side: 'source', sourceSheetId: '900', moves: ids.map((id) => ({ id, sourceColumnId: '901' })) };
}

const bodies: [string, (ids: string[]) => object][] = [
  ['sync', (ids) => ({ ids })],
  ['stop-syncs', (ids) => ({ ids, requestedAt: '2026-11-27T10:00:00.000Z' })],
  ['toggle', (ids) => ({ ids, isActive: false })],
  ['toggle', (ids) => ({ ids, isActive: true })],
  ['delete', (ids) => ({ ids })],
  ['move-preview', (ids) => ({ sheetId: '900', moves: ids.map((id) => ({ id, targetColumnId: '901' })) })],
  ['move', (ids) => ({ sheetId: '900', moves: ids.map((id) => ({ id, targetColumnId: '901' })) })],
  ['move-preview', toSourceMoves],
  ['move', toSourceMoves],
];

test.each(bodies)('%s needs a session, and comes from our own pages', async (path, body) => {
  const without = await post(path, body([randomUUID()]), { origin: 'http://localhost:3000' });
  expect([without.statusCode, without.json().code]).toEqual([401, 'unauthenticated']);
  const { headers } = await owner(0);
  const strange = await post(path, body([randomUUID()]), { ...headers, origin: 'https://evil.example' });
  expect([strange.statusCode, strange.json().code]).toEqual([403, 'cross_origin']);
});

test.each(bodies)('%s does not find what is somebody else’s, and leaves it as it is', async (path, body) => {
  const { headers, theirs, userId } = await owner(0);
  const reply = await post(path, body([theirs.id, randomUUID()]), headers);
  expect(outcomes(reply)).toEqual(['not_found', 'not_found']);
  expect(await read(theirs.id)).toEqual(theirs);
  expect(await entriesOf(userId)).toEqual([]);
});

test.each(bodies)('%s rejects duplicates and too many ids', async (path, body) => {
  const { headers, ids } = await owner(1);
  const [id = ''] = ids;
  const tooMany = Array.from({ length: path.startsWith('move') ? 101 : 1001 }, () => randomUUID());
  for (const given of [[], [id, id], tooMany])
    expect((await post(path, body(given), headers)).statusCode).toBe(400);
});

test('finds an automation by its id in capitals, and names it once', async () => {
  const { headers, ids } = await owner(1);
  const [id = ''] = ids;
  expect((await post('toggle', { ids: [id, id.toUpperCase()], isActive: false }, headers)).statusCode).toBe(
    400,
  );
  const reply = await post('toggle', { ids: [id.toUpperCase()], isActive: false }, headers);
  expect(reply.json().results).toEqual([{ id, outcome: 'done', error: null }]);
});

test.each([
  ['0000-01-01T00:00:00Z', 400],
  ['9999-12-31T23:59:59.999Z', 200],
])('the sync of a request at %s is taken back with %i', async (requestedAt, status) => {
  const { headers, ids } = await owner(1);
  expect((await post('stop-syncs', { ids, requestedAt }, headers)).statusCode).toBe(status);
});

test('does not wake an automation of which an earlier list was put back: that is decided one by one', async () => {
  const { headers, ids } = await owner(2, { isActive: false, pausedBy: 'user' });
  const [resting = '', other = ''] = ids;
  await app.db.automation.update({ where: { id: resting }, data: { restedAt: new Date() } });
  const reply = await post('toggle', { ids, isActive: true }, headers);
  expect(outcomes(reply)).toEqual(['automation_rests', 'done']);
  expect([await read(resting), await read(other)]).toMatchObject([{ isActive: false }, { isActive: true }]);
  expect((await read(resting)).restedAt).not.toBeNull();
});

test('syncs many with one entry, leaves out those that are paused, and queues one job', async () => {
  const { userId, headers, ids, connection, theirs } = await owner(3);
  await app.db.automation.update({ where: { id: ids[1] ?? '' }, data: { isActive: false } });
  const reply = await post('sync', { ids: [...ids, theirs.id] }, headers);
  expect(outcomes(reply)).toEqual(['done', 'validation_failed', 'done', 'not_found']);
  expect(reply.json()).toMatchObject({ message: 'Manual sync triggered', done: 2 });
  const rows = await Promise.all(ids.map(read));
  expect(rows.map(({ dirtyAt }) => dirtyAt !== null)).toEqual([true, false, true]);
  expect(
    (await app.db.smartsheetConnection.findUniqueOrThrow({ where: { id: connection.id } })).syncState,
  ).toBe('queued');
  expect(await entriesOf(userId)).toMatchObject([
    { action: 'manual_sync', automationName: null, details: 'You asked to sync 2 automations.' },
  ]);
});

test('takes back what has not begun, and neither what was due anyway nor what has changed since', async () => {
  const { headers, ids } = await owner(5);
  const [due = '', changed = '', begun = '', rows = '', waiting = ''] = ids;
  const dueSince = new Date(Date.now() - 60_000);
  await app.db.automation.update({ where: { id: due }, data: { dirtyAt: dueSince } });
  const { requestedAt } = (await post('sync', { ids }, headers)).json();
  const later = new Date(Date.now() + 60_000);
  await app.db.automation.update({ where: { id: changed }, data: { dirtyAt: later } });
  await app.db.writeIntent.create({
    data: {
      automationId: begun,
      ...{ sheetId: '1', columnId: '2', fingerprint: 'f', validation: false },
      ...{ added: 1, removed: 0, optionCount: 1, jobId: randomUUID(), attempt: 0, at: later },
    },
  });
  await app.db.rowIntent.create({
    data: {
      automationId: rows,
      sheetId: '1',
      columnId: '2',
      hashes: ['h'],
      jobId: randomUUID(),
      attempt: 0,
      at: later,
    },
  });
  const reply = await post('stop-syncs', { ids, requestedAt }, headers);
  expect(outcomes(reply)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged', 'done']);
  const left = await Promise.all([due, changed, begun, rows, waiting].map(read));
  expect(left.map(({ dirtyAt }) => dirtyAt !== null)).toEqual([true, true, true, true, false]);
  // Another request's name takes nothing back.
  const again = (await post('sync', { ids: [waiting] }, headers)).json();
  await post('stop-syncs', { ids, requestedAt: later.toISOString() }, headers);
  expect((await read(waiting)).dirtyAt).not.toBeNull();
  expect(again.requestedAt).not.toBe(requestedAt);
});

test('pauses many with one entry, and undoing it activates exactly those', async () => {
  const { userId, headers, ids, theirs } = await owner(3);
  await app.db.automation.update({ where: { id: ids[0] ?? '' }, data: { isActive: false } });
  const reply = await post('toggle', { ids: [...ids, theirs.id], isActive: false }, headers);
  expect(outcomes(reply)).toEqual(['unchanged', 'done', 'done', 'not_found']);
  expect(await app.db.targetClaim.count({ where: { automationId: { in: ids } } })).toBe(0);
  const done = (reply.json().results as BulkResult[]).filter(({ outcome }) => outcome === 'done');
  const undone = await post('toggle', { ids: done.map(({ id }) => id), isActive: true }, headers);
  expect(outcomes(undone)).toEqual(['done', 'done']);
  expect((await Promise.all(ids.map(read))).map(({ isActive }) => isActive)).toEqual([false, true, true]);
  expect((await entriesOf(userId)).map(({ details }) => details)).toEqual([
    'You paused 2 automations.',
    'You activated 2 automations.',
  ]);
});

test('activates no more than the plan allows, and none whose column another one fills', async () => {
  const { userId, headers, connection, ids } = await owner(0);
  await app.db.user.update({
    where: { id: userId },
    data: { subscriptionStatus: 'free', subscriptionTier: 'free', trialEndDate: new Date(0) },
  });
  const column = { sheetId: '77', targetColumnId: '78' };
  for (const given of [column, column, {}]) {
    ids.push((await testAutomation(app.db, { connection, isActive: false, ...given })).id);
  }
  const reply = await post('toggle', { ids, isActive: true }, headers);
  expect(outcomes(reply)).toEqual(['done', 'free_plan_limit', 'free_plan_limit']);
  await app.db.user.update({ where: { id: userId }, data: paid });
  expect(outcomes(await post('toggle', { ids, isActive: true }, headers))).toEqual([
    'unchanged',
    'column_taken',
    'done',
  ]);
});

test('deletes many with one entry that outlives them', async () => {
  const { userId, headers, ids, theirs } = await owner(2);
  const reply = await post('delete', { ids: [...ids, theirs.id] }, headers);
  expect(outcomes(reply)).toEqual(['done', 'done', 'not_found']);
  expect(reply.json().message).toBe('2 configurations deleted');
  expect(await app.db.automation.count({ where: { userId } })).toBe(0);
  expect(await entriesOf(userId)).toMatchObject([
    { action: 'delete_automation', details: 'You deleted 2 automations. The columns keep their lists.' },
  ]);
});

test('a person who acts on many again and again is asked to wait', async () => {
  const { headers, ids } = await owner(1);
  const statuses = new Set<number>();
  for (let tries = 0; tries < 13; tries += 1) statuses.add((await post('sync', { ids }, headers)).statusCode);
  expect([...statuses]).toEqual([200, 429]);
});

test('activates none that closes a loop, also not with one of the same call, and keeps the two halves of a pair', async () => {
  const { headers, connection, ids } = await owner(0);
  const tag = randomUUID().slice(0, 8);
  const link = async (from: string, to: string, mode: 'mirror' | 'two_way' = 'mirror') => {
    const source = { sourceSheetId: `${tag}${from}`, sourceColumnId: from };
    const target = { sheetId: `${tag}${to}`, targetColumnId: to };
    const { id } = await testAutomation(app.db, { connection, isActive: false, mode, ...source, ...target });
    ids.push(id);
  };
  await link('1', '2');
  await link('2', '3');
  await link('3', '1');
  await link('3', '4');
  await link('5', '6', 'two_way');
  await link('6', '5', 'two_way');
  const reply = await post('toggle', { ids, isActive: true }, headers);
  expect(outcomes(reply)).toEqual(['done', 'done', 'automation_loop', 'done', 'done', 'done']);
  const again = await post('toggle', { ids, isActive: true }, headers);
  expect(outcomes(again)).toEqual([
    'unchanged',
    'unchanged',
    'automation_loop',
    'unchanged',
    'unchanged',
    'unchanged',
  ]);
});

test('a column that two calls want at once is filled by one of their automations', async () => {
  const column = { sheetId: '5577', targetColumnId: '5578' };
  const owners = await Promise.all([owner(0), owner(0)]);
  const replies = await Promise.all(
    owners.map(async ({ connection, headers }) => {
      const { id } = await testAutomation(app.db, { connection, isActive: false, ...column });
      const other = await testAutomation(app.db, { connection, isActive: false });
      return post('toggle', { ids: [id, other.id], isActive: true }, headers);
    }),
  );
  expect(replies.map(outcomes).sort()).toEqual([
    ['column_taken', 'done'],
    ['done', 'done'],
  ]);
});

test('nothing is activated, and no entry says so, where the transaction ends before its last statement', async () => {
  const { userId, headers, connection, ids } = await owner(0);
  for (let made = 0; made < 3; made += 1)
    ids.push((await testAutomation(app.db, { connection, isActive: false })).id);
  await app.admin.query('ALTER TABLE activity_logs RENAME TO hidden_logs');
  try {
    expect((await post('toggle', { ids, isActive: true }, headers)).statusCode).toBe(500);
  } finally {
    await app.admin.query('ALTER TABLE hidden_logs RENAME TO activity_logs');
  }
  expect((await Promise.all(ids.map(read))).map(({ isActive }) => isActive)).toEqual([false, false, false]);
  expect(await entriesOf(userId)).toEqual([]);
  const undone = await post('toggle', { ids, isActive: true }, headers);
  expect(outcomes(undone)).toEqual(['done', 'done', 'done']);
});

test('activating and pausing the same ones at once ends with all or none of them active', async () => {
  const { headers, ids } = await owner(6);
  const toggle = (isActive: boolean, given = ids) => post('toggle', { ids: given, isActive }, headers);
  const replies = await Promise.all([
    toggle(false),
    toggle(true, ids.toReversed()),
    toggle(false),
    toggle(true),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const states = new Set((await Promise.all(ids.map(read))).map(({ isActive }) => isActive));
  expect(states.size).toBe(1);
  const claims = await app.db.targetClaim.count({ where: { automationId: { in: ids } } });
  expect(claims).toBe(states.has(true) ? ids.length : 0);
});
