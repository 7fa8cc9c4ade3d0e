import { testAutomation } from '@picksync/db/testing';
import { beforeEach, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
beforeEach(async () => {
  // Everybody is at the same account of the sandbox: the next test finds its columns free.
  await app.db.automation.deleteMany();
});

const reason = 'Your message of Nov 21: it stays Periodic';
const hidden = 'Northwind Traders';
const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;

type Headers = Record<string, string>;
const acts = ['check', 'mend-webhook'] as const;
const act = (headers: Headers, id: string, name: (typeof acts)[number], payload: object = { reason }) =>
  app.app.inject({ method: 'POST', url: `/api/admin/automations/${id}/${name}`, headers, payload });
const check = (headers: Headers, id: string) => act(headers, id, 'check');
const mend = (headers: Headers, id: string) => act(headers, id, 'mend-webhook');
const readActivity = async (headers: Headers) =>
  (await app.app.inject({ url: '/api/account/security-activity', headers })).json();

/** A user with an automation of their own at the sandbox, and an administrator. */
async function world(fields: { plan?: object; automation?: object; connection?: object } = {}) {
  const user = await app.signIn({ ...premium, ...fields.plan });
  const connected = await connectSandbox(app, sandbox, { userId: user.userId });
  const where = { id: connected.id };
  const connection = await app.db.smartsheetConnection.update({ where, data: { ...fields.connection } });
  const draft = await draftAutomation(sandbox, {
    from: ['Clients', 'Client name'],
    to: ['Time sheet 2026', 'Client'],
  });
  const automation = await testAutomation(app.db, {
    connection,
    ...draft,
    pinnedFirst: [hidden],
    ...fields.automation,
  });
  const boss = await app.signIn({ role: 'admin' });
  return { user, boss, connection, automation };
}

test('an administrator has an automation checked: its health is kept, and its owner reads of it and why', async () => {
  const { boss, user, automation } = await world();
  await sandbox.call('DELETE', '/api/calls');
  const reply = await check(boss.headers, automation.id);
  expect(reply.json()).toMatchObject({ message: 'It was checked: nothing keeps it from working.' });
  expect(reply.json().findings).toContainEqual(
    expect.objectContaining({ check: 'size', status: 'ok', message: 'The list has 7 entries, and 500 fit.' }),
  );
  expect(reply.body).not.toContain(hidden);
  const { health } = (
    await app.app.inject({ url: `/api/configurations/${automation.id}`, headers: user.headers })
  ).json();
  expect(health.checkedAt).toBe(reply.json().checkedAt);
  // As the owner's own check: its two sheets and the license.
  const { accounts } = (await sandbox.call('GET', '/api/calls')) as {
    accounts: Record<string, { calls: number; writes: number }>;
  };
  expect(Object.values(accounts)).toMatchObject([{ calls: 3, writes: 0 }]);

  const told = {
    action: 'support_checked_health',
    byAdmin: true,
    reason,
    details: { name: automation.name },
  };
  expect((await readActivity(user.headers))[0]).toMatchObject(told);
  const audit = await app.app.inject({ url: '/api/admin/audit-events', headers: boss.headers });
  expect(audit.json()[0]).toMatchObject({ action: 'support_checked_health', reason, name: automation.name });
});

test('a check finds the problem that the owner would find, and counts it', async () => {
  const { boss, automation } = await world({ automation: { targetColumnId: '8' } });
  const reply = await check(boss.headers, automation.id);
  expect(reply.json()).toMatchObject({ message: 'It was checked: one problem was found.' });
  expect(reply.json().findings).toContainEqual(
    expect.objectContaining({ status: 'problem', message: 'The target column no longer exists.' }),
  );
});

test('an administrator has a webhook mended: the job is queued once with its entry, and nothing else is', async () => {
  const { boss, user, connection, automation } = await world();
  const { updatedAt, dirtyAt } = await app.db.automation.findUniqueOrThrow({ where: { id: automation.id } });
  const reply = await mend(boss.headers, automation.id);
  expect(reply.json()).toEqual({
    message: 'Their webhooks are being compared and mended. Look again in a minute.',
  });
  expect(await app.waitingJobs('mend-webhooks')).toContainEqual({ connectionId: connection.id });
  expect(await app.waitingJobs('sync-connection')).not.toContainEqual(
    expect.objectContaining({ connectionId: connection.id }),
  );
  const row = await app.db.automation.findUniqueOrThrow({ where: { id: automation.id } });
  expect(row).toMatchObject({ updatedAt, dirtyAt });
  expect((await readActivity(user.headers))[0]).toMatchObject({
    action: 'support_mended_webhook',
    byAdmin: true,
    reason,
    details: { name: automation.name },
  });
});

test('a webhook of a connection that is left alone is mended when that is over', async () => {
  const { boss, connection, automation } = await world();
  const parkedUntil = new Date(app.clock.at.getTime() + 60_000);
  await app.db.smartsheetConnection.update({ where: { id: connection.id }, data: { parkedUntil } });
  expect((await mend(boss.headers, automation.id)).json().message).toMatch(/left alone for the moment/);
});

test.each([
  ['a plan without real-time', { plan: { subscriptionTier: 'free' } }, /^Their plan has no real-time/],
  ['a paused automation', { automation: { isActive: false } }, /^A paused automation has no webhook/],
  [
    'a connection without the right',
    { connection: { scopes: ['READ_SHEETS'] } },
    /^Their connection may not/,
  ],
])('mends no webhook and says why for %s', async (_case, fields, message) => {
  const { boss, user, automation } = await world(fields);
  const reply = await mend(boss.headers, automation.id);
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'validation_failed']);
  expect(reply.json().message).toMatch(message);
  expect(await readActivity(user.headers)).not.toContainEqual(expect.objectContaining({ byAdmin: true }));
});

test.each(acts)('%s says that a user without a connection has to connect first', async (name) => {
  const { boss, connection, automation } = await world();
  await app.db.smartsheetConnection.update({
    where: { id: connection.id },
    data: { status: 'disconnected' },
  });
  const reply = await act(boss.headers, automation.id, name);
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'smartsheet_not_connected']);
  expect(reply.json().message).toMatch(/they have to connect/);
});

test.each(acts)('%s needs a reason, an administrator and an automation', async (name) => {
  const { boss, user, automation } = await world();
  for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(301) }]) {
    expect((await act(boss.headers, automation.id, name, body)).statusCode).toBe(400);
  }
  expect((await act(user.headers, automation.id, name)).statusCode).toBe(403);
  for (const id of [crypto.randomUUID(), user.userId]) {
    expect((await act(boss.headers, id, name)).json()).toMatchObject({ code: 'not_found' });
  }
  expect(await readActivity(user.headers)).not.toContainEqual(expect.objectContaining({ byAdmin: true }));
});

test('the automations of one user bear ten acts of support in ten minutes, whoever acts', async () => {
  const { boss, automation } = await world();
  const other = await app.signIn({ role: 'admin' });
  for (let count = 0; count < 10; count += 1) {
    expect((await mend(count % 2 ? boss.headers : other.headers, automation.id)).statusCode).toBe(200);
  }
  expect((await check(boss.headers, automation.id)).json().code).toBe('rate_limited');
  const someone = await app.signIn(premium);
  const connection = await connectSandbox(app, sandbox, { userId: someone.userId });
  const { id } = await testAutomation(app.db, { connection });
  expect((await mend(boss.headers, id)).statusCode).toBe(200);
});
