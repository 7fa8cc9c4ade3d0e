import { countLockWaits, testAutomation, testConnection, testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { pauseSurplus, pauseUserSurplus } from './pause-surplus.ts';

let api: TestApp;
const begin = new Date('2026-11-21T10:00:00Z');
const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(begin.getTime() + days * dayMs);

beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

/** Somebody with automations made one day after the other; the named ones are active. */
async function owner(user: Parameters<typeof testUser>[1], active: string, paused = '') {
  const { id: userId } = await testUser(api.db, { trialEndDate: inDays(-1), ...user });
  const connection = await testConnection(api.db, { userId });
  for (const [at, name] of [...active, ...paused].entries()) {
    const isActive = active.includes(name);
    await testAutomation(api.db, { connection, name, isActive, createdAt: inDays(at - 20) });
  }
  const activeNow = async () => {
    const rows = await api.db.automation.findMany({
      where: { userId, isActive: true },
      orderBy: { createdAt: 'asc' },
    });
    return rows.map(({ name }) => name).join('');
  };
  return { userId, connection, activeNow };
}

test('beyond what each plan covers the newest are paused, with an entry for each and their webhooks looked at; nothing is deleted', async () => {
  const [free, trial, basic, grace, over] = [
    await owner({ subscriptionStatus: 'free' }, 'abc'),
    await owner({ subscriptionStatus: 'trial', trialEndDate: inDays(1), maxConfigurations: 2 }, 'abc', 'd'),
    await owner({ subscriptionStatus: 'active', subscriptionTier: 'basic' }, 'abcdefghijkl'),
    await owner(
      { subscriptionStatus: 'past_due', subscriptionTier: 'basic', subscriptionEndDate: inDays(-2) },
      'abc',
    ),
    await owner(
      { subscriptionStatus: 'cancelled', subscriptionTier: 'premium', subscriptionEndDate: inDays(0) },
      'ab',
    ),
  ];
  // Two at once.
  const counts = await Promise.all([pauseSurplus(api.context), pauseSurplus(api.context)]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2 + 1 + 2 + 0 + 1);
  const left = await Promise.all([free, trial, basic, grace, over].map(({ activeNow }) => activeNow()));
  expect(left).toEqual(['a', 'ab', 'abcdefghij', 'abc', 'a']);
  expect(await api.db.automation.count({ where: { userId: free.userId } })).toBe(3);

  const entries = await api.db.activityLog.findMany({ where: { userId: free.userId, action: 'plan_limit' } });
  expect(entries.map(({ automationName, details }) => [automationName, details]).toSorted()).toEqual([
    ['b', 'Paused: your plan covers 1 active automation.'],
    ['c', 'Paused: your plan covers 1 active automation.'],
  ]);
  expect(await api.waitingJobs('mend-webhooks')).toContainEqual({ connectionId: free.connection.id });
  expect(await pauseSurplus(api.context)).toBe(0);
});

test('an automation that is paused meanwhile for another reason keeps that reason', async () => {
  const { userId } = await owner({ subscriptionStatus: 'free' }, 'ab');
  const worker = await api.admin.connect();
  await worker.query('BEGIN');
  await worker.query(
    "UPDATE automations SET is_active = false, paused_by = 'system', last_error_reason = 'target_contested' WHERE user_id = $1 AND name = 'b'",
    [userId],
  );
  const pausing = pauseSurplus(api.context);
  await expect.poll(() => countLockWaits(api.admin)).toBe(1);
  await worker.query('COMMIT');
  worker.release();
  expect(await pausing).toBe(0);
  const row = await api.db.automation.findFirstOrThrow({ where: { userId, name: 'b' } });
  expect(row.lastErrorReason).toBe('target_contested');
});

test('the limit is that of the plan’s row, and of more users than one look takes nobody is left out', async () => {
  const bought = await owner({ subscriptionStatus: 'active', subscriptionTier: 'basic' }, 'abcd');
  await api.db.plan.update({ where: { id: 2 }, data: { configsLimit: 3 } });
  await api.db.subscription.create({
    data: { userId: bought.userId, planId: 2, status: 'active', currentPeriodEnd: inDays(9) },
  });
  await api.db.plan.update({ where: { id: 1 }, data: { configsLimit: 2 } });
  const free = await owner({ subscriptionStatus: 'free' }, 'abc');
  expect(await pauseSurplus(api.context)).toBe(2);
  expect([await bought.activeNow(), await free.activeNow()]).toEqual(['abc', 'ab']);
});

test('a user whose surplus cannot be paused does not hold up the others', async () => {
  const people = [
    await owner({ subscriptionStatus: 'free' }, 'abcd'),
    await owner({ subscriptionStatus: 'free' }, 'abcd'),
  ];
  const [stuck, next] = people.toSorted((one, other) => one.userId.localeCompare(other.userId));
  await api.admin.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON automations FOR EACH ROW WHEN (OLD.user_id = '${stuck?.userId}') EXECUTE FUNCTION refuse();`);
  await expect(pauseSurplus(api.context)).rejects.toThrow('not everything could be settled');
  await api.admin.query('DROP TRIGGER refuse ON automations; DROP FUNCTION refuse');
  expect([await stuck?.activeNow(), await next?.activeNow()]).toEqual(['abcd', 'ab']);
  await pauseSurplus(api.context);
});

test('the user activates again what was paused after an upgrade', async () => {
  await api.db.plan.updateMany({ where: { id: 1 }, data: { configsLimit: 1 } });
  const { userId } = await owner({ subscriptionStatus: 'free' }, 'ab');
  await pauseSurplus(api.context);
  const { headers } = await api.signIn({ userId });
  const { id } = await api.db.automation.findFirstOrThrow({ where: { userId, isActive: false } });
  const listed = await api.app.inject({ method: 'GET', url: '/api/configurations', headers });
  expect(listed.json()).toContainEqual(expect.objectContaining({ id, pausedBy: 'plan', lastError: null }));
  const activate = () =>
    api.app.inject({
      method: 'PATCH',
      url: `/api/configurations/${id}`,
      headers,
      payload: { isActive: true },
    });
  expect((await activate()).json().code).toBe('free_plan_limit');
  await api.db.user.update({
    where: { id: userId },
    data: { subscriptionStatus: 'active', subscriptionTier: 'premium' },
  });
  expect((await activate()).statusCode).toBe(200);
  expect(await pauseSurplus(api.context)).toBe(0);
  expect(await api.db.automation.findUniqueOrThrow({ where: { id } })).toMatchObject({
    isActive: true,
    pausedBy: null,
    lastErrorReason: null,
  });
});

test('a job of one user leaves the others alone', async () => {
  const [asked, other] = [
    await owner({ subscriptionStatus: 'free' }, 'ab'),
    await owner({ subscriptionStatus: 'free' }, 'ab'),
  ];
  expect(await pauseUserSurplus(api.context, asked.userId)).toBe(1);
  expect([await asked.activeNow(), await other.activeNow()]).toEqual(['a', 'ab']);
});
