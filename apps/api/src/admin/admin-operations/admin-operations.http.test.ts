import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../base/record-audit.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
let headers: Record<string, string>;
let adminId: string;
beforeAll(async () => {
  api = await testApp();
  ({ headers, userId: adminId } = await api.signIn({ role: 'admin', email: 'owner@picksync.example' }));
});
afterAll(() => api.close());

const read = async (path: string) => (await api.app.inject({ url: `/api/admin/${path}`, headers })).json();

test('automations that fail are listed with whose they are, what kind of failure it is, and when they are paused', async () => {
  const connection = await testConnection(api.db);
  const failing = (name: string, data: object) => testAutomation(api.db, { connection, name, ...data });
  await failing('Regions', {
    lastError: 'The column is locked.',
    lastErrorReason: 'target_column_locked',
    failingSince: new Date('2026-11-19T00:00:00Z'),
  });
  await failing('Clients', {
    lastError: 'Smartsheet refused our access. Reconnect.',
    lastErrorReason: 'connection_revoked',
    failingSince: new Date('2026-11-20T00:00:00Z'),
  });
  await failing('Staff', {
    lastError: 'The source column has no values.',
    lastErrorReason: 'source_empty',
    review: { added: 0, removed: 31, fingerprint: 'a' },
  });
  await failing('Paused', { lastError: 'Old', isActive: false });
  await failing('Well', {});
  const connected = (data: object) =>
    api.db.smartsheetConnection.update({ where: { id: connection.id }, data });
  await connected({ statusChangedAt: new Date('2026-11-01T00:00:00Z') });
  const [regions, clients, staff, ...others] = await read('failing-automations');
  expect(others).toEqual([]);
  expect(regions).toMatchObject({
    name: 'Regions',
    class: 'configuration',
    isReview: false,
    pausesAt: '2026-11-22T00:00:00.000Z',
    email: expect.stringContaining('@'),
  });
  expect(clients).toMatchObject({ name: 'Clients', class: 'needs_user', pausesAt: null });
  expect(staff).toMatchObject({ name: 'Staff', isReview: true, since: null, pausesAt: null });
  expect(await read('attention')).toMatchObject({ automations: 3, inbox: 0, events: 0, payments: 0 });

  // The time before a reconnect does not count, and without a connection none does.
  await connected({ statusChangedAt: new Date('2026-11-20T12:00:00Z') });
  expect((await read('failing-automations'))[0]).toMatchObject({ pausesAt: '2026-11-23T12:00:00.000Z' });
  await connected({ status: 'needs_reconnect' });
  expect((await read('failing-automations'))[0]).toMatchObject({ name: 'Regions', pausesAt: null });
});

test('a queue shows what waits, how long, and its dead letters, which are given another try', async () => {
  const { db, context } = api;
  await context.queue.send(db, 'export-data', { exportId: crypto.randomUUID() });
  await db.$executeRaw`
    INSERT INTO pgboss.job (id, name, data, state, source_name)
    VALUES (gen_random_uuid(), 'dead-letters', '{"mail":"verify_email"}', 'created', 'send-mail')`;
  const named = async (name: string) =>
    (await read('queues')).queues.find((queue: { name: string }) => queue.name === name);
  expect(await named('export-data')).toMatchObject({ waiting: 1, dead: 0, limitSeconds: 60 });
  expect((await named('export-data')).oldestSeconds).toBeGreaterThanOrEqual(0);
  expect(await named('sync-connection')).toMatchObject({ waiting: 0, oldestSeconds: null, limitSeconds: 15 });
  expect(await named('send-mail')).toMatchObject({ waiting: 0, dead: 1 });

  const redrive = (name: string) =>
    api.app.inject({ method: 'POST', url: `/api/admin/queues/${name}/redrive`, headers });
  expect((await redrive('send-mail')).json().message).toBe('1 dead letter is tried again.');
  expect(await named('send-mail')).toMatchObject({ waiting: 1, dead: 0 });
  expect((await redrive('send-mail')).json().message).toBe('There is nothing to redrive.');
  expect((await redrive('no-such-queue')).statusCode).toBe(404);
});

test('a worker counts as alive while its queue is connected', async () => {
  const { rows } = await api.admin.query('SELECT current_database() AS name');
  expect(rows).toHaveLength(1);
  expect((await read('queues')).workers).toEqual({ alive: 0, lastHeardAt: null });
  const client = await api.admin.connect();
  await client.query("SET application_name = 'picksync-queue sync-worker one'");
  expect((await read('queues')).workers.alive).toBe(1);
  await client.query("SET application_name = 'psql'");
  client.release();
});

test('the trail shows what administrators did and to whom; everything else only when asked for', async () => {
  const { userId } = await api.signIn({ email: 'whose@trail.example' });
  const entry = { userId, network: '198.51.100.7', at: api.clock.at };
  await recordAudit(api.db, { ...entry, action: 'login' });
  await recordAudit(api.db, {
    ...entry,
    actorId: adminId,
    action: 'account_enabled',
    details: { reason: 'Paid after all' },
  });
  const [done] = (await read('audit-events')).filter(
    ({ action }: { action: string }) => action === 'account_enabled',
  );
  expect(done).toMatchObject({
    action: 'account_enabled',
    email: 'whose@trail.example',
    by: 'owner@picksync.example',
    reason: 'Paid after all',
  });
  const everything = await read('audit-events?by=everybody');
  // Both of one moment: the later one first.
  expect(everything.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
    'account_enabled',
    'login',
  ]);
  const admins = await read('audit-events');
  expect(admins.map(({ action }: { action: string }) => action)).not.toContain('login');
});
