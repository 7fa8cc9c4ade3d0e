import { type Automation, nextCursorHeader } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const url = '/api/configurations';
const someId = '0193b1f0-0000-7000-8000-000000000001';

async function connectedUser(changes: Parameters<typeof testConnection>[1] = {}) {
  const { userId, headers } = await app.signIn();
  return { userId, headers, connection: await testConnection(app.db, { userId, ...changes }) };
}

type Send = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path?: string; payload?: object };
const send = ({ method, path = '', payload }: Send, headers: Record<string, string>) =>
  app.app.inject({ method, url: `${url}${path}`, headers, ...(payload && { payload }) });
const readList = async (headers: Record<string, string>): Promise<Automation[]> =>
  (await send({ method: 'GET' }, headers)).json();

const calls = (id: string): Send[] => [
  { method: 'PATCH', path: `/${id}`, payload: { name: 'Mine now' } },
  { method: 'DELETE', path: `/${id}` },
  { method: 'GET', path: `/${id}/runs` },
  { method: 'POST', path: `/${id}/sync` },
  { method: 'POST', path: `/${id}/approve`, payload: { fingerprint: 'f' } },
  { method: 'POST', path: `/${id}/update-source-name` },
];

test.each([{ method: 'GET' }, { method: 'POST' }, ...calls(someId)] as Send[])(
  '$method $path needs a session',
  async (call) => {
    const reply = await send(call, { origin: 'http://localhost:3000' });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
  },
);

test('an id that is somebody else’s, or nobody’s, is not found by any call', async () => {
  const owner = await connectedUser();
  const theirs = await testAutomation(app.db, { connection: owner.connection });
  const { headers } = await connectedUser();
  for (const call of [...calls(theirs.id), ...calls(someId), ...calls('nonsense')]) {
    const reply = await send(call, headers);
    expect([call, reply.statusCode, reply.json().code]).toEqual([call, 404, 'not_found']);
  }
  expect(await app.db.automation.findUnique({ where: { id: theirs.id } })).toEqual(theirs);
});

test('a user sees their own automations only, newest first, each complete', async () => {
  await testAutomation(app.db, { connection: await testConnection(app.db) });
  const { connection, headers } = await connectedUser();
  await testAutomation(app.db, { connection, name: 'first', createdAt: new Date('2026-01-01') });
  const second = await testAutomation(app.db, {
    connection,
    name: 'second',
    createdAt: new Date('2026-01-02'),
    lastUpdated: null,
    lastError: 'The source column no longer exists. Choose another source column.',
    lastErrorReason: 'source_column_gone',
    lastRunAt: new Date('2026-01-03'),
    lastRunOutcome: 'failed',
    lastRunWarnings: ['duplicates_dropped', 'from_the_future'],
  });
  const outcomes = [...Array(13).fill('unchanged'), 'changed', 'failed'] as ('changed' | 'failed')[];
  await app.db.automationRun.createMany({
    data: outcomes.map((outcome, minute) => ({
      automationId: second.id,
      at: new Date(Date.UTC(2026, 0, 3, 0, minute)),
      outcome,
      durationMs: 5,
    })),
  });
  const automations = await readList(headers);
  expect(automations.map(({ name }) => name)).toEqual(['second', 'first']);
  expect(automations[0]).toMatchObject({
    sheetId: second.sheetId,
    mode: 'mirror',
    removeDuplicates: true,
    filters: null,
    lastUpdated: null,
    lastFailure: 'source_column_gone',
    syncState: 'idle',
    lastRun: {
      at: '2026-01-03T00:00:00.000Z',
      outcome: 'failed',
      added: 0,
      warnings: ['duplicates_dropped'],
    },
    recentRuns: [...Array(10).fill('unchanged'), 'changed', 'failed'],
  });
  expect(automations[1]).toMatchObject({ lastRun: null, recentRuns: [] });
});

test.each(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.300Z', '2026-01-01T00:00:00.363Z'])(
  'an automation of %s is shown with that time',
  async (time) => {
    const { connection, headers } = await connectedUser({ lastSweptAt: new Date('2025-01-01') });
    const at = new Date(time);
    await testAutomation(app.db, { connection, createdAt: at, lastRunAt: at, lastRunOutcome: 'unchanged' });
    const reply = await app.app.inject({ url, headers });
    expect(reply.json()).toMatchObject([{ createdAt: time, checkedAt: time, lastRun: { at: time } }]);
  },
);

test('pages follow one another', async () => {
  const { connection, headers } = await connectedUser();
  for (const name of ['a', 'b', 'c']) await testAutomation(app.db, { connection, name });
  const first = await app.app.inject({ url, headers, query: { limit: '2' } });
  const cursor = String(first.headers[nextCursorHeader]);
  const second = await app.app.inject({ url, headers, query: { limit: '2', cursor } });
  const names = [...first.json(), ...second.json()].map(({ name }: Automation) => name);
  expect(names).toEqual(['c', 'b', 'a']);
  expect(second.headers).not.toHaveProperty(nextCursorHeader);
});

test('renaming needs no connection and no sync', async () => {
  const { connection, headers } = await connectedUser({ status: 'disconnected' });
  const { id } = await testAutomation(app.db, { connection });
  const reply = await send({ method: 'PATCH', path: `/${id}`, payload: { name: ' Renamed ' } }, headers);
  expect(reply.json()).toMatchObject({
    message: 'Automation updated',
    configuration: { name: 'Renamed', syncState: 'idle' },
  });
  expect(await app.waitingJobs('sync-connection')).not.toContainEqual({ connectionId: connection.id });
});

test('an automation is paused and activated, and the activity tells', async () => {
  const { connection, headers, userId } = await connectedUser();
  const { id } = await testAutomation(app.db, { connection, dirtyAt: new Date() });
  const toggle = (isActive: boolean) =>
    send({ method: 'PATCH', path: `/${id}`, payload: { isActive } }, headers);
  expect((await toggle(false)).json()).toMatchObject({
    message: 'Automation deactivated',
    configuration: { isActive: false, syncState: 'idle' },
  });
  await toggle(false);
  expect((await toggle(true)).json()).toMatchObject({
    message: 'Automation activated',
    configuration: { isActive: true, syncState: 'queued' },
  });
  const entries = await app.db.activityLog.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  expect(entries).toMatchObject([
    { action: 'pause_automation', automationId: id, automationName: 'Clients into projects' },
    { action: 'activate_automation', automationId: id },
  ]);
});

test('pausing and activating again and again records ten entries an hour, the newest with the last change', async () => {
  const { connection, headers, userId } = await connectedUser();
  const { id } = await testAutomation(app.db, { connection });
  for (let count = 0; count < 25; count += 1) {
    const payload = { isActive: count % 2 === 1 };
    expect((await send({ method: 'PATCH', path: `/${id}`, payload }, headers)).statusCode).toBe(200);
  }
  const newestFirst = [{ timestamp: 'desc' as const }, { id: 'desc' as const }];
  const entries = await app.db.activityLog.findMany({ where: { userId }, orderBy: newestFirst });
  expect(entries).toHaveLength(10);
  expect(entries[0]).toMatchObject({ action: 'pause_automation', details: 'The automation was paused.' });
});

test('an entry of what Picksync did by itself is not replaced by the next change of a person', async () => {
  const { connection, headers, userId } = await connectedUser();
  const { id } = await testAutomation(app.db, { connection });
  const toggle = async (isActive: boolean) =>
    expect((await send({ method: 'PATCH', path: `/${id}`, payload: { isActive } }, headers)).statusCode).toBe(
      200,
    );
  for (let count = 0; count < 10; count += 1) await toggle(count % 2 === 1);
  await app.db.automation.update({ where: { id }, data: { isActive: false, pausedBy: 'system' } });
  const paused = {
    action: 'pause_automation',
    status: 'warning',
    outcome: 'failed',
    details: 'Paused.',
  } as const;
  const entry = await app.db.activityLog.create({
    data: { userId, automationId: id, timestamp: app.clock.at, ...paused },
  });
  await toggle(true);
  expect(await app.db.activityLog.findUnique({ where: { id: entry.id } })).toMatchObject(paused);
  expect(await app.db.activityLog.count({ where: { userId } })).toBe(11);
});

test('an edit is followed by a sync, and clears the last error', async () => {
  const { connection, headers } = await connectedUser();
  const failing = {
    lastError: 'It would remove too much',
    lastErrorReason: 'wipe_guard',
    review: { removed: 9 },
  };
  const { id } = await testAutomation(app.db, { connection, ...failing });
  const reply = await send({ method: 'PATCH', path: `/${id}`, payload: { maxRemovalPercent: 90 } }, headers);
  expect(reply.json().configuration).toMatchObject({
    maxRemovalPercent: 90,
    lastError: null,
    lastFailure: null,
    syncState: 'queued',
  });
  expect(await app.db.automation.findUnique({ where: { id } })).toMatchObject({ review: null });
  expect(await app.waitingJobs('sync-connection')).toContainEqual({ connectionId: connection.id });
  expect(await app.waitingJobs('mend-webhooks')).toContainEqual({ connectionId: connection.id });
});

test.each([
  [{}, 'form'],
  [{ name: '' }, 'name'],
  [{ sheetId: '1' }, 'sheetName'],
  [{ webhookEnabled: true }, 'webhookEnabled'],
  [{ mode: 'three_way' }, 'mode'],
])('the edit %j is refused, and the field %s says why', async (payload, field) => {
  const { connection, headers } = await connectedUser();
  const { id } = await testAutomation(app.db, { connection });
  const reply = await send({ method: 'PATCH', path: `/${id}`, payload }, headers);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errors).toHaveProperty(field);
});

test('every call to an automation that is being deleted finds it or gets not_found', async () => {
  const { connection, headers } = await connectedUser();
  for (let round = 0; round < 5; round += 1) {
    const { id } = await testAutomation(app.db, { connection, isActive: true });
    const [deletion, ...others] = [
      { method: 'DELETE', path: `/${id}` },
      ...Array.from({ length: 4 }, (_, n) => ({
        method: 'PATCH',
        path: `/${id}`,
        payload: { name: `n${n}` },
      })),
      ...Array.from({ length: 4 }, () => ({ method: 'POST', path: `/${id}/sync` })),
    ] as Send[];
    const replies = await Promise.all([...others, deletion].map((call) => call && send(call, headers)));
    for (const reply of replies) expect([200, 404]).toContain(reply?.statusCode);
  }
});

test('a deleted automation is gone, and its activity stays with its name', async () => {
  const { connection, headers, userId } = await connectedUser();
  const { id, name } = await testAutomation(app.db, { connection });
  const before = { userId, automationId: id, automationName: name, action: 'update_dropdown' };
  await app.db.activityLog.create({ data: { ...before, status: 'success' } });
  const reply = await send({ method: 'DELETE', path: `/${id}` }, headers);
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Configuration deleted' }]);
  expect(await readList(headers)).toEqual([]);
  const entries = await app.db.activityLog.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  expect(entries).toMatchObject([
    { action: 'update_dropdown', automationId: null, automationName: name },
    { action: 'delete_automation', automationId: null, automationName: name },
  ]);
  expect(await app.waitingJobs('mend-webhooks')).toContainEqual({ connectionId: connection.id });
});

test('a sync by hand is queued at once, and a second one waits with it', async () => {
  const { connection, headers } = await connectedUser();
  const { id } = await testAutomation(app.db, { connection });
  const other = await testAutomation(app.db, { connection });
  const sync = () => send({ method: 'POST', path: `/${id}/sync` }, headers);
  expect((await sync()).json()).toMatchObject({
    message: 'Manual sync triggered',
    configuration: { id, syncState: 'queued' },
  });
  expect((await sync()).statusCode).toBe(200);
  const jobs = await app.waitingJobs('sync-connection');
  expect(jobs.filter(({ connectionId }) => connectionId === connection.id)).toHaveLength(1);
  expect(await app.db.automation.findUnique({ where: { id } })).toMatchObject({ manualSyncAt: app.clock.at });
  const states = new Map((await readList(headers)).map((automation) => [automation.id, automation]));
  expect([states.get(id), states.get(other.id)]).toMatchObject([
    { syncState: 'queued', queuedSince: expect.stringMatching(/Z$/) },
    { syncState: 'idle', queuedSince: null },
  ]);
  await app.db.smartsheetConnection.update({ where: { id: connection.id }, data: { syncState: 'running' } });
  expect((await readList(headers)).find((automation) => automation.id === id)?.syncState).toBe('running');
});

test('an automation is synced by hand a few times in a row, and then says when it can be again', async () => {
  const { connection, headers } = await connectedUser();
  const { id } = await testAutomation(app.db, { connection });
  const other = await testAutomation(app.db, { connection });
  const sync = (which: string) => send({ method: 'POST', path: `/${which}/sync` }, headers);
  const statuses = [];
  for (let times = 0; times < 5; times += 1) statuses.push((await sync(id)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  const refused = (await sync(id)).json();
  expect(refused).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(120);
  expect((await sync(other.id)).statusCode).toBe(200);
  await app.passTime(120_000);
  expect((await sync(id)).statusCode).toBe(200);
});

test.each([
  ['disconnected', 'smartsheet_not_connected'],
  ['needs_reconnect', 'smartsheet_needs_reconnect'],
] as const)('while the account is %s nothing is synced', async (status, code) => {
  const { connection, headers } = await connectedUser({ status });
  const { id } = await testAutomation(app.db, { connection, dirtyAt: new Date() });
  const reply = await send({ method: 'POST', path: `/${id}/sync` }, headers);
  expect([reply.statusCode, reply.json().code]).toEqual([409, code]);
  expect((await readList(headers))[0]?.syncState).toBe('idle');
});

test('a paused automation is not synced', async () => {
  const { connection, headers } = await connectedUser();
  const { id } = await testAutomation(app.db, { connection, isActive: false });
  const reply = await send({ method: 'POST', path: `/${id}/sync` }, headers);
  expect(reply.json().message).toBe('This automation is paused. Activate it to sync it.');
});

test.each<[string, { limitedForMs?: number; retryingSince?: Date }, string, RegExp]>([
  ['Smartsheet limits calls', { limitedForMs: 500_000 }, 'rate_limited', /^Smartsheet is limiting requests/],
  ['our own calls are used up', {}, 'paced', /^Picksync is spacing out its calls/],
  [
    'our own calls are used up after a pause',
    { limitedForMs: -600_000 },
    'paced',
    /^Picksync is spacing out/,
  ],
  [
    'Smartsheet cannot be reached',
    { retryingSince: new Date() },
    'provider_outage',
    /answers with errors or not at all/,
  ],
])(
  'while %s, an automation that is to be synced says why it waits and until when',
  async (_what, { limitedForMs, retryingSince = null }, reason, message) => {
    const parkedUntil = new Date(Date.now() + 600_000);
    const limitedUntil = limitedForMs === undefined ? null : new Date(app.clock.at.getTime() + limitedForMs);
    const syncing = { syncState: 'queued', syncJobId: crypto.randomUUID(), dirtyAt: new Date() } as const;
    const { connection, headers } = await connectedUser({
      ...syncing,
      parkedUntil,
      limitedUntil,
      retryingSince,
    });
    await testAutomation(app.db, { connection, name: 'waits', dirtyAt: new Date() });
    await testAutomation(app.db, { connection, name: 'in step' });
    await testAutomation(app.db, { connection, name: 'paused', dirtyAt: new Date(), isActive: false });
    const readWaiting = async () =>
      Object.fromEntries((await readList(headers)).map(({ name, waiting }) => [name, waiting]));
    expect(await readWaiting()).toEqual({
      waits: { reason, message: expect.stringMatching(message), nextTryAt: parkedUntil.toISOString() },
      'in step': null,
      paused: null,
    });
    const past = { parkedUntil: new Date(Date.now() - 1000) };
    await app.db.smartsheetConnection.update({ where: { id: connection.id }, data: past });
    expect((await readWaiting()).waits).toBeNull();
  },
);

test('the automations that are being synced say since when Smartsheet leaves a call unanswered', async () => {
  const slowSince = new Date('2026-11-21T10:46:00Z');
  const syncing = { syncState: 'running', syncJobId: crypto.randomUUID(), dirtyAt: new Date() } as const;
  const { connection, headers } = await connectedUser({ ...syncing, slowSince });
  await testAutomation(app.db, { connection, name: 'being synced', dirtyAt: new Date() });
  await testAutomation(app.db, { connection, name: 'in step' });
  const shown = (await readList(headers)).map(({ name, slowSince: since }) => [name, since]);
  expect(Object.fromEntries(shown)).toEqual({
    'being synced': slowSince.toISOString(),
    'in step': null,
  });
});

test('an automation says that Smartsheet answers with errors for its sheet, until somebody asks for a sync', async () => {
  const syncing = { syncState: 'queued', syncJobId: crypto.randomUUID(), dirtyAt: new Date() } as const;
  const { connection, headers } = await connectedUser(syncing);
  const triedAt = new Date(app.clock.at.getTime() - 1000);
  const outage = { dirtyAt: triedAt, outageSince: triedAt, outageTriedAt: triedAt };
  const { id } = await testAutomation(app.db, { connection, ...outage });
  const readWaiting = async () => (await readList(headers))[0]?.waiting;
  expect(await readWaiting()).toEqual({
    reason: 'sheet_resting',
    message: expect.stringMatching(/errors for a sheet/),
    nextTryAt: new Date(triedAt.getTime() + 60_000).toISOString(),
  });
  await send({ method: 'POST', path: `/${id}/sync` }, headers);
  expect(await readWaiting()).toBeNull();
});

test('an automation that fails for a reason of its own says since when, and when it will be paused', async () => {
  const hoursAgo = (hours: number) => new Date(app.clock.at.getTime() - hours * 60 * 60_000);
  const { headers, connection } = await connectedUser({ statusChangedAt: hoursAgo(10) });
  const failing = { lastRunOutcome: 'failed', lastErrorReason: 'target_column_locked' } as const;
  const fields = { connection, ...failing, failingSince: hoursAgo(20) };
  await testAutomation(app.db, fields);
  await testAutomation(app.db, { ...fields, lastErrorReason: 'bug', targetColumnId: 'ours' });
  const seen = await readList(headers);
  const shown = new Map(seen.map((one) => [one.targetColumnId, [one.failingSince, one.pausesAt]]));
  expect(shown.get('ours')).toEqual([null, null]);
  shown.delete('ours');
  // It has three days from when the connection was made again.
  expect([...shown.values()]).toEqual([[hoursAgo(20).toISOString(), hoursAgo(10 - 72).toISOString()]]);
});

test('the newest outcomes of an automation are shown, oldest first, in whatever order they were recorded', async () => {
  const { headers, connection } = await connectedUser();
  const { id: automationId } = await testAutomation(app.db, { connection });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const run = { automationId, durationMs: 1 };
  await app.db.automationRun.createMany({
    data: Array.from({ length: 14 }, (_, index) => ({
      ...run,
      at: minutesAgo(60 + index),
      outcome: 'unchanged' as const,
    })),
  });
  await app.db.automationRun.create({ data: { ...run, at: minutesAgo(1), outcome: 'changed' } });
  await app.db.automationRun.create({ data: { ...run, at: minutesAgo(2), outcome: 'failed' } });
  const [shown] = await readList(headers);
  expect(shown?.recentRuns).toEqual([...Array.from({ length: 10 }, () => 'unchanged'), 'failed', 'changed']);
});
