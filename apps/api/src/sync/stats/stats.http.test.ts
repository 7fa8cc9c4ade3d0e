import type { Stats } from '@picksync/contracts';
import { testAutomation, testConnection, testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.at = new Date('2026-11-21T10:00:00Z');
});

const url = '/api/stats';

async function readStats(headers: Record<string, string>): Promise<Stats> {
  const reply = await app.app.inject({ url, headers });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

async function written(userId: string, ...times: string[]) {
  await app.db.activityLog.createMany({
    data: times.map((time) => ({
      userId,
      action: 'update_dropdown',
      status: 'success' as const,
      timestamp: new Date(time),
    })),
  });
}

test('the figures need a session', async () => {
  expect((await app.app.inject({ url })).json().code).toBe('unauthenticated');
});

test('a new user has nothing but the trial', async () => {
  const { headers } = await app.signIn({ trialEndDate: new Date('2026-12-01T09:00:00Z') });
  expect(await readStats(headers)).toEqual({
    activeAutomations: 0,
    updates: 0,
    errors: 0,
    errorsLast7Days: 0,
    needsReview: 0,
    updatesThisWeek: 0,
    updatesLastWeek: 0,
    updatesPerDay: [0, 0, 0, 0, 0, 0, 0],
    configsUsed: 0,
    configsAvailable: 2,
    configurationCount: 0,
    configurationLimit: 2,
    trialEndsIn: 10,
    subscriptionStatus: 'trial',
    connection: { state: 'not_connected', message: null, waiting: null },
    connectedSince: null,
    lastSweepAt: null,
    nextSweepAt: null,
  });
});

test('written dropdowns are counted by the days of UTC', async () => {
  const { headers, userId } = await app.signIn();
  await written(userId, '2026-11-21T00:00:00Z', '2026-11-21T09:00:00Z', '2026-11-20T23:59:59.999Z');
  await written(userId, '2026-11-15T00:00:00Z');
  await written(userId, '2026-11-14T23:59:59.999Z', '2026-11-08T00:00:00Z');
  await written(userId, '2026-11-07T23:59:59.999Z', '2026-01-01T00:00:00Z');
  expect(await readStats(headers)).toMatchObject({
    updatesPerDay: [1, 0, 0, 0, 0, 1, 2],
    updatesThisWeek: 4,
    updatesLastWeek: 2,
  });
});

test('written dropdowns are counted by the days of the user’s time zone', async () => {
  const { headers, userId } = await app.signIn({ timeZone: 'America/Los_Angeles' });
  // It is two in the morning there; the day began at eight in the morning of UTC.
  await written(userId, '2026-11-21T08:00:00Z', '2026-11-21T07:59:59.999Z', '2026-11-20T08:00:00Z');
  await written(userId, '2026-11-15T08:00:00Z', '2026-11-15T07:59:59.999Z', '2026-11-08T08:00:00Z');
  await written(userId, '2026-11-08T07:59:59.999Z');
  expect(await readStats(headers)).toMatchObject({
    updatesPerDay: [1, 0, 0, 0, 0, 2, 1],
    updatesThisWeek: 4,
    updatesLastWeek: 2,
  });
});

test('updates are counted since the account exists, also those whose activity is no longer kept', async () => {
  const { headers, userId } = await app.signIn({ dropdownUpdates: 1234 });
  await written(userId, '2026-11-21T09:00:00Z');
  expect(await readStats(headers)).toMatchObject({ updates: 1234, updatesThisWeek: 1 });
});

test('counts only successful runs as updates, and errors for seven days', async () => {
  const { headers, userId } = await app.signIn();
  const entry = (action: string, timestamp: string) => ({
    userId,
    action,
    status: 'error' as const,
    timestamp: new Date(timestamp),
  });
  await app.db.activityLog.createMany({
    data: [
      entry('update_dropdown', '2026-11-21T09:00:00Z'),
      entry('manual_sync', '2026-11-14T10:00:00Z'),
      entry('manual_sync', '2026-11-14T09:59:59Z'),
    ],
  });
  expect(await readStats(headers)).toMatchObject({ updates: 0, errorsLast7Days: 2 });
});

test('automations are counted as they stand, and those of others are not', async () => {
  await testAutomation(app.db, { connection: await testConnection(app.db) });
  const { headers, userId } = await app.signIn();
  const sweeps = {
    lastSweptAt: new Date('2026-11-21T09:50:00Z'),
    nextSweepAt: new Date('2026-11-21T10:05:00Z'),
  };
  const connection = await testConnection(app.db, { userId, ...sweeps });
  const lastError = 'The source column no longer exists. Choose another source column.';
  await testAutomation(app.db, { connection, lastRunOutcome: 'failed', lastError });
  await testAutomation(app.db, { connection, lastRunOutcome: 'waiting_review', lastError });
  // Its owner paused it before the review, and it paused itself: the one rests, the other needs somebody.
  await testAutomation(app.db, { connection, isActive: false, lastRunOutcome: 'waiting_review' });
  await testAutomation(app.db, { connection, isActive: false, lastRunOutcome: 'waiting_review', lastError });
  expect(await readStats(headers)).toMatchObject({
    activeAutomations: 2,
    configurationCount: 4,
    configsUsed: 4,
    errors: 2,
    needsReview: 1,
    lastSweepAt: '2026-11-21T09:50:00.000Z',
    nextSweepAt: '2026-11-21T10:05:00.000Z',
  });
});

test('an account that is not connected is not swept', async () => {
  const { headers, userId } = await app.signIn();
  await testConnection(app.db, { userId, status: 'needs_reconnect', lastSweptAt: new Date() });
  expect(await readStats(headers)).toMatchObject({ lastSweepAt: null, nextSweepAt: null });
});

test.each([
  ['connected', {}, { state: 'connected', message: null, waiting: null }],
  ['disconnected', { status: 'disconnected' }, { state: 'not_connected', message: null, waiting: null }],
  [
    'revoked',
    { status: 'needs_reconnect', statusReason: 'revoked', parkedUntil: new Date('2026-11-21T10:01:00Z') },
    {
      state: 'needs_reconnect',
      message:
        'Smartsheet no longer accepts this connection: it was revoked, or the time that your administrator has set for it is over. Reconnect your Smartsheet account.',
      waiting: null,
    },
  ],
  [
    'limited by Smartsheet',
    { parkedUntil: new Date('2026-11-21T10:01:00Z'), limitedUntil: new Date('2026-11-21T10:00:30Z') },
    {
      state: 'connected',
      message: null,
      waiting: { reason: 'rate_limited', nextTryAt: '2026-11-21T10:01:00.000Z', since: null },
    },
  ],
  [
    'paced by ourselves',
    { parkedUntil: new Date('2026-11-21T10:01:00Z') },
    {
      state: 'connected',
      message: null,
      waiting: { reason: 'paced', nextTryAt: '2026-11-21T10:01:00.000Z', since: null },
    },
  ],
  [
    'allowed again',
    { parkedUntil: new Date('2026-11-21T10:00:00Z') },
    { state: 'connected', message: null, waiting: null },
  ],
  [
    'out of reach',
    { parkedUntil: new Date('2026-11-21T10:02:00Z'), retryingSince: new Date('2026-11-21T09:40:00Z') },
    {
      state: 'connected',
      message: null,
      waiting: {
        reason: 'provider_outage',
        nextTryAt: '2026-11-21T10:02:00.000Z',
        since: '2026-11-21T09:40:00.000Z',
      },
    },
  ],
  [
    'out of reach, and being tried at this moment',
    { parkedUntil: new Date('2026-11-21T09:59:00Z'), retryingSince: new Date('2026-11-21T09:40:00Z') },
    {
      state: 'connected',
      message: null,
      waiting: { reason: 'provider_outage', nextTryAt: null, since: '2026-11-21T09:40:00.000Z' },
    },
  ],
  [
    'slow to answer a sync',
    { syncState: 'running', syncJobId: crypto.randomUUID(), slowSince: new Date('2026-11-21T09:55:00Z') },
    {
      state: 'connected',
      message: null,
      waiting: { reason: 'provider_slow', nextTryAt: null, since: '2026-11-21T09:55:00.000Z' },
    },
  ],
  [
    'at rest, whatever the sync before met',
    { syncState: 'idle', slowSince: new Date('2026-11-21T09:55:00Z') },
    { state: 'connected', message: null, waiting: null },
  ],
] as const)('the state of the connection is shown: %s', async (_, row, connection) => {
  const { headers, userId } = await app.signIn();
  await testConnection(app.db, { userId, ...row });
  expect((await readStats(headers)).connection).toEqual(connection);
});

test('the limit is that of the plan, and of the plan row that was bought', async () => {
  const paying = { subscriptionStatus: 'active', subscriptionTier: 'basic' } as const;
  const { headers, userId } = await app.signIn(paying);
  expect(await readStats(headers)).toMatchObject({
    subscriptionStatus: 'active',
    configurationLimit: 10,
    trialEndsIn: null,
  });
  await app.db.plan.update({ where: { id: 2 }, data: { configsLimit: 12 } });
  await app.db.subscription.create({ data: { userId, planId: 2 } });
  expect((await readStats(headers)).configurationLimit).toBe(12);
  await app.db.plan.update({ where: { id: 2 }, data: { configsLimit: 10 } });
});

test('a user is on the free plan after the trial', async () => {
  const user = await testUser(app.db, { trialEndDate: new Date('2026-11-21T09:59:59Z') });
  const { headers } = await app.signIn({ userId: user.id });
  expect(await readStats(headers)).toMatchObject({
    subscriptionStatus: 'free',
    configurationLimit: 1,
    trialEndsIn: null,
  });
});
