import { allEndpoints } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everythingStored, findChangedTables } from '../../testing/stored.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const minuteMs = 60_000;
const reason = 'Your message of Nov 21: it stays Periodic';
const hidden = 'Northwind Traders';

type Headers = Record<string, string>;
const send = (headers: Headers, url: string, payload?: object) =>
  api.app.inject({ method: payload ? 'POST' : 'GET', url, headers, ...(payload && { payload }) });

/** A user with an automation whose settings and log hold a text, and an administrator with an open view. */
async function opened() {
  const user = await api.signIn();
  const connection = await testConnection(api.db, { userId: user.userId, region: 'eu' });
  const automation = await testAutomation(api.db, {
    connection,
    name: 'Clients into Time sheet',
    filters: {
      match: 'all',
      rules: [{ columnId: '7', columnName: 'Status', operator: 'equals', value: hidden }],
    },
    pinnedFirst: [hidden],
  });
  await api.db.activityLog.create({
    data: {
      userId: user.userId,
      automationId: automation.id,
      automationName: automation.name,
      action: 'update_dropdown',
      status: 'success',
      details: 'A sentence that stays with the user',
    },
  });
  const boss = await api.signIn({ role: 'admin' });
  const reply = await send(boss.headers, `/api/admin/users/${user.userId}/support-view`, { reason });
  const { viewId } = reply.json();
  return { user, boss, viewId, automation, view: `/api/admin/support-views/${viewId}` };
}

const readActivity = async (headers: Headers) =>
  (await send(headers, '/api/account/security-activity')).json()[0];

test('shows the dashboard of a user without a value of theirs, and changes nothing', async () => {
  const { boss, view, automation } = await opened();
  const before = await everythingStored(api);
  const [dashboard, automations] = [
    await send(boss.headers, view),
    await send(boss.headers, `${view}/automations`),
  ];
  expect(dashboard.json()).toMatchObject({
    reason,
    at: '2026-11-21T10:00:00.000Z',
    until: '2026-11-21T10:30:00.000Z',
    user: { subscriptionStatus: 'trial', smartsheet: { state: 'connected', region: 'eu' } },
    activity: [{ action: 'update_dropdown', status: 'success', configurationName: automation.name }],
  });
  expect(automations.json()).toMatchObject([{ id: automation.id, name: automation.name, isActive: true }]);
  for (const { body } of [dashboard, automations]) {
    expect(body).not.toContain(hidden);
    expect(body).not.toContain('A sentence that stays');
  }
  // A call of Smartsheet would be counted in the budget of the connection.
  expect(await findChangedTables(before, api)).toEqual([]);
});

test('a view needs a reason of bounded length', async () => {
  const { boss, user } = await opened();
  const url = `/api/admin/users/${user.userId}/support-view`;
  for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(301) }]) {
    expect((await send(boss.headers, url, body)).statusCode).toBe(400);
  }
});

test('a view ends by itself after half an hour', async () => {
  const { boss, view } = await opened();
  await api.passTime(30 * minuteMs - 1);
  expect((await send(boss.headers, view)).statusCode).toBe(200);
  await api.passTime(1);
  for (const path of [view, `${view}/automations`]) {
    expect((await send(boss.headers, path)).json()).toMatchObject({ code: 'not_found' });
  }
  expect((await send(boss.headers, `${view}/end`, {})).statusCode).toBe(404);
});

test('the user reads who looked, from when to when, and why; so does the audit log', async () => {
  const { boss, user, view } = await opened();
  const until = new Date(api.clock.at.getTime() + 30 * minuteMs).toISOString();
  const entry = { action: 'support_viewed', byAdmin: true, reason, details: { until } };
  expect(await readActivity(user.headers)).toMatchObject(entry);
  const start = api.clock.at.toISOString();
  await api.passTime(8 * minuteMs);
  expect((await send(boss.headers, `${view}/end`, {})).json()).toEqual({ message: 'The view has ended.' });
  expect(await readActivity(user.headers)).toMatchObject({
    at: start,
    details: { until: api.clock.at.toISOString() },
  });
  expect((await send(boss.headers, view)).statusCode).toBe(404);
  const [logged] = (await send(boss.headers, '/api/admin/audit-events')).json();
  expect(logged).toMatchObject({ action: 'support_viewed', reason, at: start });
});

test('a reason of any other act of an administrator stays with administrators', async () => {
  const { boss, user } = await opened();
  await api.passTime(1000);
  await send(boss.headers, `/api/admin/users/${user.userId}/disable`, { reason: 'For administrators' });
  await send(boss.headers, `/api/admin/users/${user.userId}/enable`, { reason: 'For administrators' });
  const again = await api.signIn({ userId: user.userId });
  const activity = await send(again.headers, '/api/account/security-activity');
  expect(activity.json().map(({ action }: { action: string }) => action)).toContain('account_disabled');
  expect(activity.body).not.toContain('For administrators');
});

test('a view of an account that was deleted shows nothing', async () => {
  const { boss, user, view } = await opened();
  await api.db.user.delete({ where: { id: user.userId } });
  expect((await send(boss.headers, view)).statusCode).toBe(404);
});

test('nothing can be changed with a view: its id opens no session, and what is the user’s stays theirs', async () => {
  const { boss, viewId, automation } = await opened();
  const before = await everythingStored(api);
  for (const { method, path, access, raw } of allEndpoints) {
    if (method === 'GET' || access === 'public' || raw === 'bytes') continue;
    const url = path.replaceAll(/:\w+/g, automation.id);
    for (const headers of [
      { authorization: `Bearer ${viewId}` },
      { cookie: `${api.context.cookies.session.name}=${viewId}`, origin },
    ]) {
      const { statusCode } = await api.app.inject({ method, url, headers, payload: {} });
      expect(statusCode, `${method} ${path}`).toBe(401);
    }
    if (!path.startsWith('/api/configurations/:id')) continue;
    const byBoss = await api.app.inject({ method, url, headers: boss.headers, payload: {} });
    expect([400, 404], `${method} ${path}`).toContain(byBoss.statusCode);
  }
  expect(await findChangedTables(before, api)).toEqual([]);
});
