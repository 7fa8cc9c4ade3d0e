import { once } from 'node:events';
import { connect } from 'node:net';
import { liveKinds } from '@picksync/contracts';
import { testAutomation, testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type EventReader, readEvents } from '../../testing/read-events.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

type Api = { app: TestApp; url: string };

let api: Api;
/** Another process of the API, on the same database. */
let other: Api;
beforeAll(async () => {
  api = await startApi();
  const { databaseUrl } = api.app;
  other = await startApi({ database: { url: databaseUrl, poolSize: 4, answerTimeoutMs: 120_000 } });
});
afterAll(async () => {
  await other.app.close();
  await api.app.close();
});

async function startApi(settings: Parameters<typeof testApp>[0] = {}): Promise<Api> {
  const app = await testApp(settings);
  const url = `${await app.app.listen({ port: 0, host: '127.0.0.1' })}/api/events`;
  await hearsChanges({ app, url });
  return { app, url };
}

/** Waits until what is committed reaches the streams of a process. */
async function hearsChanges({ app, url }: Api): Promise<void> {
  const { headers, userId } = await app.signIn();
  const reader = await readEvents(url, headers);
  await vi.waitFor(
    async () => {
      await recordActivity(userId, app);
      expect(reader.changes).toContainEqual({ changed: ['activity'] });
    },
    { timeout: 60_000 },
  );
  reader.close();
}

function recordActivity(userId: string, { db }: TestApp = api.app) {
  return db.activityLog.create({ data: { userId, action: 'manual_sync', status: 'info' } });
}

/** Opens a stream and waits for its first event, which names everything. */
async function openStream(headers: Record<string, string>, { url }: Api = api): Promise<EventReader> {
  const reader = await readEvents(url, headers);
  onTestFinished(reader.close);
  await expect.poll(() => reader.changes.at(0)).toEqual({ changed: [...liveKinds] });
  return reader;
}

const later = ({ changes }: EventReader) => [...new Set(changes.slice(1).flatMap(({ changed }) => changed))];

test('a stream needs a session', async () => {
  const { response } = await readEvents(api.url, {});
  expect(response.status).toBe(401);
});

test('a stream says what it is, is kept by nobody, and is not delayed', async () => {
  const { headers } = await api.app.signIn();
  const { response } = await openStream(headers);
  expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
    200,
    {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    },
  ]);
});

test('the streams of another process tell a committed change, by its kind alone', async () => {
  const { headers, userId } = await api.app.signIn();
  const streams = [await openStream(headers), await openStream(headers, other)];
  const connection = await testConnection(api.app.db, { userId });
  for (const stream of streams) await expect.poll(() => later(stream)).toEqual(['connection']);
  const { id } = await testAutomation(api.app.db, { connection, name: 'Secret clients' });
  for (const stream of streams) await expect.poll(() => later(stream)).toContain('automations');
  await other.app.db.automation.update({
    where: { id },
    data: { lastRunAt: new Date(), lastRunOutcome: 'changed' },
  });
  for (const stream of streams) await expect.poll(() => stream.changes.length).toBe(4);
  for (const stream of streams) expect(stream.text()).not.toMatch(/Secret|changed"?: ?"|[0-9a-f-]{36}.*data/);
});

test('an open page is told how far the cells of a renamed option are, and of nothing that it cannot see', async () => {
  const { headers, userId } = await api.app.signIn();
  const connection = await testConnection(api.app.db, { userId });
  const { id: automationId } = await testAutomation(api.app.db, { connection });
  const stream = await openStream(headers);
  const counts = { fingerprint: 'both', added: 0, removed: 0, cells: 620, pairs: [{ from: 'a', to: 'b' }] };
  await api.app.db.renameIntent.create({ data: { automationId, ...counts } });
  await expect.poll(() => stream.changes.slice(1)).toEqual([{ changed: ['automations'] }]);
  const update = (data: object) => api.app.db.renameIntent.update({ where: { automationId }, data });
  await update({ cellsRenamed: 500 });
  await expect.poll(() => stream.changes.length).toBe(3);
  await update({ fingerprint: 'another' });
  await recordActivity(userId);
  await expect
    .poll(() => stream.changes.slice(1).map(({ changed }) => changed))
    .toEqual([['automations'], ['automations'], ['activity']]);
});

const ruleChanges = [
  ['a new rule', 'rules', (userId: string, { db }: TestApp) => db.rule.create({ data: ruleData(userId) })],
  [
    'a rule that is paused',
    'rules',
    (userId: string, { db }: TestApp) => db.rule.updateMany({ where: { userId }, data: { isActive: false } }),
  ],
  [
    'a look that begins',
    'rules',
    (userId: string, { db }: TestApp) =>
      db.rule.updateMany({ where: { userId }, data: { lookingUntil: new Date() } }),
  ],
  [
    'a sheet that a look has found',
    'rules',
    async (userId: string, { db }: TestApp) => {
      const { id: ruleId } = await db.rule.findFirstOrThrow({ where: { userId } });
      await db.ruleMatch.create({ data: { ruleId, userId, sheetId: '8', sheetName: 'Eight' } });
    },
  ],
  [
    'a sheet that is left out',
    'rules',
    (userId: string, { db }: TestApp) =>
      db.ruleMatch.updateMany({ where: { userId }, data: { isExcluded: true } }),
  ],
  ['a deleted rule', 'rules', (userId: string, { db }: TestApp) => db.rule.deleteMany({ where: { userId } })],
] as const;

function ruleData(userId: string) {
  const place = { placeKind: 'folder', placeId: '7', placeName: 'Northern sites' } as const;
  const source = {
    sourceSheetId: '1',
    sourceSheetName: 'Regions',
    sourceColumnId: '2',
    sourceColumnName: 'Region',
  };
  return { userId, name: 'Regions', ...place, columnTitle: 'Region', ...source, settings: {} };
}

/** Gives a user a rule with a sheet. */
async function addRule(userId: string): Promise<void> {
  const { id: ruleId } = await api.app.db.rule.create({ data: ruleData(userId) });
  await api.app.db.ruleMatch.create({ data: { ruleId, userId, sheetId: '7', sheetName: 'Seven' } });
}

test.each([
  [
    'a new automation',
    'automations',
    async (userId: string, { db }: TestApp) =>
      testAutomation(db, {
        connection: await db.smartsheetConnection.findUniqueOrThrow({ where: { userId } }),
      }),
  ],
  [
    'an automation that is marked',
    'automations',
    (userId: string, { db }: TestApp) =>
      db.$executeRaw`UPDATE automations SET dirty_at = now() WHERE user_id = ${userId}::uuid`,
  ],
  [
    'a deleted automation',
    'automations',
    (userId: string, { db }: TestApp) => db.automation.deleteMany({ where: { userId } }),
  ],
  [
    'a sync that begins',
    'automations',
    (userId: string, { db }: TestApp) =>
      db.$executeRaw`UPDATE smartsheet_connections SET sync_state = 'queued', sync_job_id = gen_random_uuid() WHERE user_id = ${userId}::uuid`,
  ],
  [
    'a pause that Smartsheet asks for',
    'automations',
    (userId: string, { db }: TestApp) =>
      db.$executeRaw`UPDATE smartsheet_connections SET parked_until = now() WHERE user_id = ${userId}::uuid`,
  ],
  [
    'a connection that is refused',
    'connection',
    (userId: string, { db }: TestApp) =>
      db.smartsheetConnection.update({ where: { userId }, data: { status: 'needs_reconnect' } }),
  ],
  ...ruleChanges,
  ['an entry of the activity', 'activity', (userId: string, app: TestApp) => recordActivity(userId, app)],
  [
    'another plan',
    'plan',
    (id: string, { db }: TestApp) => db.user.update({ where: { id }, data: { subscriptionTier: 'premium' } }),
  ],
] as const)('%s is reported as a change of the kind %s', async (_, kind, change) => {
  const { headers, userId } = await api.app.signIn();
  const connection = await testConnection(api.app.db, { userId });
  await testAutomation(api.app.db, { connection });
  await addRule(userId);
  const stream = await openStream(headers);
  await hearsChanges(api);
  const before = stream.changes.length;
  await change(userId, api.app);
  await expect.poll(() => stream.changes.slice(before).flatMap(({ changed }) => changed)).toContain(kind);
});

test('a sweep that found nothing, and another mark of what is marked, are told to nobody', async () => {
  const { headers, userId } = await api.app.signIn();
  const connection = await testConnection(api.app.db, { userId });
  await testAutomation(api.app.db, { connection, dirtyAt: new Date() });
  await addRule(userId);
  const { db } = api.app;
  await db.rule.updateMany({ where: { userId }, data: { lookWantedAt: new Date() } });
  const stream = await openStream(headers);
  await hearsChanges(api);
  const before = stream.changes.length;
  await db.$executeRaw`UPDATE smartsheet_connections SET last_swept_at = now(), next_sweep_at = now() + interval '15 min', updated_at = now()`;
  await db.$executeRaw`UPDATE automations SET dirty_at = now() + interval '1 second'`;
  await db.$executeRaw`UPDATE rules SET look_wanted_at = now() + interval '1 second', updated_at = now()`;
  await db.$executeRaw`UPDATE rule_matches SET read_at = now(), missed_looks = 1`;
  await db.$executeRaw`UPDATE users SET dropdown_updates = dropdown_updates + 1`;
  // Announcements come in the order of the commits.
  await recordActivity(userId);
  await expect.poll(() => stream.changes.slice(before)).toEqual([{ changed: ['activity'] }]);
});

test('a stream tells nothing of another user’s changes', async () => {
  const { headers } = await api.app.signIn();
  const { headers: theirs, userId } = await api.app.signIn();
  const [mine, stream] = [await openStream(headers), await openStream(theirs)];
  await recordActivity(userId);
  await expect.poll(() => later(stream)).toEqual(['activity']);
  expect(later(mine)).toEqual([]);
});

test('many changes at once are one event', async () => {
  const { headers, userId } = await api.app.signIn();
  const stream = await openStream(headers);
  const connection = await testConnection(api.app.db, { userId });
  await expect.poll(() => stream.changes.length).toBe(2);
  await api.app.db.$transaction(async (tx) => {
    for (let automation = 0; automation < 20; automation += 1) await testAutomation(tx, { connection });
    await tx.activityLog.create({ data: { userId, action: 'manual_sync', status: 'info' } });
  });
  await expect.poll(() => stream.changes.slice(2)).toEqual([{ changed: ['automations', 'activity'] }]);
});

/** Transactions in any database of the server hold the position back, and other tests have some that are open for long. */
const longestWait = { timeout: 200_000 };

/** Waits until all that has been committed is behind the position that pages get, and that both processes know. Returns it. */
async function settle(): Promise<number> {
  const { db } = api.app;
  const [now] = await db.$queryRaw<[{ begun: string }]>`
    SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS begun`;
  await expect
    .poll(async () => {
      const [{ ended }] = await db.$queryRaw<[{ ended: string }]>`
        SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS ended,
          pg_notify('live_changes_positions', pg_snapshot_xmin(pg_current_snapshot())::text)::text`;
      return Number(ended);
    }, longestWait)
    .toBeGreaterThanOrEqual(Number(now.begun));
  for (const each of [api, other]) await hearsChanges(each);
  return Number(now.begun);
}

/** Waits until a page has been told a position, and returns the id. Beats come by themselves too, with an older one. */
async function reachPosition(page: EventReader, position: number): Promise<string> {
  await expect
    .poll(() => {
      api.app.context.live.beat();
      return Number(page.lastEventId());
    })
    .toBeGreaterThanOrEqual(position);
  return page.lastEventId();
}

/** Opens a stream after an event, and returns it once it has begun. */
async function resume(headers: Record<string, string>, url = api.url): Promise<EventReader> {
  const reader = await readEvents(url, headers);
  onTestFinished(reader.close);
  await expect.poll(reader.text).toContain('\n\n');
  return reader;
}

test.each([
  [
    'the header of a browser that comes back',
    (id: string, { url }: Api) => ({ of: url, headers: { 'last-event-id': id } }),
  ],
  [
    'the address of a page that opens a new one',
    (id: string, { url }: Api) => ({ of: `${url}?lastEventId=${id}`, headers: {} }),
  ],
])('a stream goes on where it was, at any process, by %s', async (_, again) => {
  const { headers, userId } = await api.app.signIn();
  const first = await openStream(headers);
  await recordActivity(userId);
  await expect.poll(() => first.changes.length).toBe(2);
  const id = await reachPosition(first, await settle());
  first.close();

  for (const process of [api, other]) {
    const seen = again(id, process);
    const second = await resume({ ...headers, ...seen.headers }, seen.of);
    expect(second.changes).toEqual([]);
  }
  await recordActivity(userId);
  for (const process of [api, other]) {
    await hearsChanges(process);
    const seen = again(id, process);
    const third = await resume({ ...headers, ...seen.headers }, seen.of);
    // What changed meanwhile is not known one by one, so everything is asked for again.
    expect(third.changes).toEqual([{ changed: [...liveKinds] }]);
  }
});

test('a page that has just read everything is told only of what changes after its status was read', async () => {
  const { headers, userId } = await api.app.signIn();
  await recordActivity(userId);
  await settle();
  const readStatus = async () => {
    const { app } = api.app;
    return (await app.inject({ url: '/api/auth/status', headers })).json<{ lastEventId: string }>();
  };
  const { lastEventId } = await readStatus();
  for (const { url } of [api, other]) {
    const stream = await resume(headers, `${url}?lastEventId=${lastEventId}`);
    expect(stream.changes).toEqual([]);
  }
  await recordActivity(userId);
  await hearsChanges(other);
  const late = await resume(headers, `${other.url}?lastEventId=${lastEventId}`);
  expect(late.changes).toEqual([{ changed: [...liveKinds] }]);
});

test('a change by a transaction that was under way when the status was read is told', async () => {
  const { headers, userId } = await api.app.signIn();
  await settle();
  const { db, app } = api.app;
  const id = await db.$transaction(async (tx) => {
    await tx.activityLog.create({ data: { userId, action: 'manual_sync', status: 'info' } });
    return (await app.inject({ url: '/api/auth/status', headers })).json().lastEventId;
  });
  await hearsChanges(api);
  const stream = await resume(headers, `${api.url}?lastEventId=${id}`);
  expect(stream.changes).toEqual([{ changed: [...liveKinds] }]);
});

test('a transaction that stays open in another database holds no change up, and a page that comes back loads everything', async () => {
  const { headers, userId } = await api.app.signIn();
  await settle();
  const database = await testDatabase({ poolSize: 1 });
  onTestFinished(database.close);
  const elsewhere = await database.pool.connect();
  await elsewhere.query('BEGIN');
  const { rows } = await elsewhere.query<{ open: string }>('SELECT pg_current_xact_id()::text AS open');
  const stream = await openStream(headers);
  await recordActivity(userId);
  await expect.poll(() => later(stream)).toEqual(['activity']);
  for (const each of [api, other]) await hearsChanges(each);
  const id = await reachPosition(stream, 0);
  expect(Number(id)).toBeLessThanOrEqual(Number(rows[0]?.open));
  for (const { url } of [api, other]) {
    const again = await resume(headers, `${url}?lastEventId=${id}`);
    expect(again.changes).toEqual([{ changed: [...liveKinds] }]);
  }
  await elsewhere.query('ROLLBACK');
  elsewhere.release();
  const after = await reachPosition(stream, await settle());
  expect((await resume(headers, `${other.url}?lastEventId=${after}`)).changes).toEqual([]);
});

test('the last event that a caller names cannot add lines to the stream', async () => {
  const { headers } = await api.app.signIn();
  const first = await openStream(headers);
  const forged = `${first.lastEventId()}.x\ndata: {"changed":["plan"]}\n`;
  const second = await readEvents(`${api.url}?lastEventId=${encodeURIComponent(forged)}`, headers);
  onTestFinished(second.close);
  await expect.poll(() => second.changes).toEqual([{ changed: [...liveKinds] }]);
  expect(second.text()).not.toContain('.x');
});

test('every client is told to ask again while the database is not listened to', async () => {
  const { headers, userId } = await api.app.signIn();
  const stream = await openStream(headers);
  await api.app.admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'picksync-listener' AND datname = current_database()`,
  );
  const everything = { changed: [...liveKinds] };
  await expect.poll(() => stream.changes).toEqual([everything, everything]);
  await recordActivity(userId);
  await expect.poll(() => stream.changes.at(-1)).toEqual({ changed: ['activity'] });
  await hearsChanges(other);
});

test('a stream ends with its session, here and in other processes, and the user’s other sessions keep theirs', async () => {
  const { headers, userId } = await api.app.signIn();
  const { headers: elsewhere } = await api.app.signIn({ userId });
  const ended = [await openStream(headers), await openStream(headers, other)];
  const kept = await openStream(elsewhere);
  await api.app.app.inject({ method: 'POST', url: '/api/auth/logout', headers });
  for (const stream of ended) await expect.poll(stream.hasEnded).toBe(true);
  await recordActivity(userId);
  await expect.poll(() => later(kept)).toEqual(['activity']);
});

test('the streams of an account end when it is deleted, here and in other processes', async () => {
  const { headers, userId } = await api.app.signIn();
  const { headers: elsewhere } = await api.app.signIn({ userId });
  const streams = [await openStream(headers), await openStream(elsewhere), await openStream(headers, other)];
  const { email } = await api.app.db.user.findUniqueOrThrow({ where: { id: userId } });
  const request = { method: 'POST', url: '/api/account/delete', headers, payload: { email } } as const;
  expect((await api.app.app.inject(request)).statusCode).toBe(200);
  for (const stream of streams) await expect.poll(stream.hasEnded).toBe(true);
});

test('a session that runs out while its stream is open ends it', async () => {
  const { headers, userId } = await api.app.signIn();
  const stream = await openStream(headers);
  await api.app.context.live.check();
  api.app.context.live.beat();
  await expect.poll(stream.text).toContain('event: beat');
  expect(stream.hasEnded()).toBe(false);
  await api.app.db.session.updateMany({ where: { userId }, data: { expiresAt: api.app.clock.at } });
  await api.app.context.live.check();
  await expect.poll(stream.hasEnded).toBe(true);
});

test('a user has five streams at most; one that is closed makes room', async () => {
  const { headers } = await api.app.signIn();
  const streams: EventReader[] = [];
  for (let tab = 0; tab < 5; tab += 1) streams.push(await openStream(headers));
  const { response } = await readEvents(api.url, headers);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  streams[0]?.close();
  await expect
    .poll(async () => {
      const again = await readEvents(api.url, headers);
      onTestFinished(again.close);
      return again.response.status;
    })
    .toBe(200);
});

test('a client that does not read is dropped', async () => {
  const { headers, userId } = await api.app.signIn();
  const { port, hostname } = new URL(api.url);
  const socket = connect({ port: Number(port), host: hostname });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET /api/events HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${headers.cookie}\r\n\r\n`);
  const { live } = api.app.context;
  await expect.poll(() => live.streamsOf(userId)).toBe(1);
  await expect
    .poll(() => {
      for (let beat = 0; beat < 10_000; beat += 1) live.beat();
      return live.streamsOf(userId);
    })
    .toBe(0);
});

test('a stop ends the streams and does not wait for whoever reads them', async () => {
  const stopping = await startApi();
  const { headers } = await stopping.app.signIn();
  const stream = await openStream(headers, stopping);
  await stopping.app.app.close();
  await expect.poll(stream.hasEnded).toBe(true);
  await stopping.app.close();
});

test('an announcement that is none is left alone, and quoted nowhere', async () => {
  const { headers, userId } = await api.app.signIn();
  const stream = await openStream(headers);
  await api.app.db.$executeRaw`SELECT pg_notify('live_changes', 'canary-value')`;
  await recordActivity(userId);
  await expect.poll(() => later(stream)).toEqual(['activity']);
  expect(api.app.log.text()).toContain('could not be read');
  expect(api.app.log.text()).not.toContain('canary-value');
});
