import type { Automation, HealthFinding } from '@picksync/contracts';
import { testAutomation } from '@picksync/db/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { createRealWebhook } from '../../testing/real-webhook.ts';
import { office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { scheduleChecks } from '../webhooks/webhooks.store.ts';

const { app, sandbox } = await sandboxApp();
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
afterEach(async () => {
  // Everybody is at the same account of the sandbox: the next test finds its columns free.
  await app.db.automation.deleteMany();
});

/** Somebody with one automation in real time. */
async function realTimeUser() {
  const user = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  const connection = await connectSandbox(app, sandbox, { userId: user.userId });
  const { name: _, ...draft } = await draftAutomation(sandbox, {
    from: ['Clients', 'Client name'],
    to: ['Time sheet 2026', 'Client'],
  });
  const sheet = { id: Number(draft.sourceSheetId) };
  const webhook = await createRealWebhook({ app, sandbox, origin }, { connection, sheet });
  const { id } = await testAutomation(app.db, {
    connection,
    ...draft,
    webhookId: String(webhook.remoteId),
    webhookEnabled: true,
  });
  const { headers } = user;
  const post = (url: string) => app.app.inject({ method: 'POST', url, headers });
  return {
    ...user,
    connection,
    webhook,
    look: async () => (await post('/api/smartsheet/look')).json<{ hasChanged: boolean }>(),
    check: async () => (await post(`/api/configurations/${id}/check`)).json<{ findings: HealthFinding[] }>(),
    sync: () => post(`/api/configurations/${id}/sync`),
    shown: async () =>
      (await app.app.inject({ url: `/api/configurations/${id}`, headers })).json<Automation>(),
    mendJobs: async () => {
      const rows = await app.db.$queryRaw<unknown[]>`
        SELECT FROM pgboss.job WHERE name = 'mend-webhooks' AND data->>'connectionId' = ${connection.id}`;
      return rows.length;
    },
  };
}

const calls = async () => (await sandbox.call<{ calls: number }>('GET', '/api/calls')).calls;
/** As Smartsheet does it: nobody is told. */
const switchOff = (id: number, status = 'DISABLED_BY_OWNER') =>
  sandbox.call('PUT', '/api/webhooks', { body: { id, status } });

describe('a look', () => {
  test('costs one call and changes nothing at a connection that is well', async () => {
    const { look, shown, mendJobs } = await realTimeUser();
    await sandbox.call('DELETE', '/api/calls');
    expect(await look()).toEqual({ hasChanged: false });
    expect(await calls()).toBe(1);
    expect(await shown()).toMatchObject({ webhookEnabled: true, periodic: null });
    expect(await mendJobs()).toBe(0);
  });

  test.each([
    ['DISABLED_BY_OWNER', 'switched_off'],
    ['DISABLED_ADMINISTRATIVE', 'blocked'],
    ['DISABLED_EXCEEDED_GRID_LIMITS', 'sheet_too_large'],
  ])(
    'shows at once that Smartsheet has switched off a webhook (%s), and has it mended',
    async (status, reason) => {
      const { webhook, look, shown, mendJobs } = await realTimeUser();
      await switchOff(webhook.remoteId, status);
      expect(await shown()).toMatchObject({ webhookEnabled: true });
      expect(await look()).toEqual({ hasChanged: true });
      expect(await shown()).toMatchObject({ webhookEnabled: false, periodic: { reason } });
      expect(await mendJobs()).toBe(1);
    },
  );

  test('shows that a webhook which is gone at Smartsheet is being set up', async () => {
    const { webhook, look, shown, connection, mendJobs } = await realTimeUser();
    const token = await app.context.smartsheet.readToken(connection.id);
    await sandbox.call('DELETE', `/2.0/webhooks/${webhook.remoteId}`, { token });
    expect(await look()).toEqual({ hasChanged: true });
    expect(await shown()).toMatchObject({ webhookEnabled: false, periodic: { reason: 'setting_up' } });
    expect(await mendJobs()).toBe(1);
  });

  test('finds a webhook that Smartsheet has switched on again', async () => {
    const { webhook, look, mendJobs } = await realTimeUser();
    const off = { status: 'disabled', remoteStatus: 'DISABLED_SCOPE_INACCESSIBLE' } as const;
    await app.db.smartsheetWebhook.update({ where: { id: webhook.id }, data: off });
    expect(await look()).toEqual({ hasChanged: true });
    expect(await mendJobs()).toBe(1);
  });

  test('shows at once that the app was revoked', async () => {
    const { look, headers } = await realTimeUser();
    await sandbox.call('PUT', '/api/faults', { body: { revoke: [office] } });
    expect(await look()).toEqual({ hasChanged: true });
    const status = await app.app.inject({ url: '/api/auth/status', headers });
    expect(status.json()).toMatchObject({ smartsheetState: 'needs_reconnect' });
    expect(await look()).toEqual({ hasChanged: false });
    await sandbox.call('POST', '/api/reset');
  });

  test('is taken once in a few seconds, however often the page is loaded', async () => {
    const { look } = await realTimeUser();
    await sandbox.call('DELETE', '/api/calls');
    const looks = await Promise.all(Array.from({ length: 10 }, () => look()));
    expect(looks).toEqual(Array.from({ length: 10 }, () => ({ hasChanged: false })));
    expect(await calls()).toBe(1);
  });

  test('says nothing when Smartsheet does not answer', async () => {
    const { look, shown } = await realTimeUser();
    await sandbox.call('PUT', '/api/faults', { body: { errorRate: 1, errorStatus: 503 } });
    expect(await look()).toEqual({ hasChanged: false });
    expect(await shown()).toMatchObject({ webhookEnabled: true });
  });

  test('asks nothing without a connection', async () => {
    const { headers } = await app.signIn();
    const reply = await app.app.inject({ method: 'POST', url: '/api/smartsheet/look', headers });
    expect(reply.json()).toEqual({ hasChanged: false });
  });
});

test('a health check says what Smartsheet says of the webhook, and has it mended', async () => {
  const { webhook, check, shown, mendJobs } = await realTimeUser();
  const readWebhook = async () => (await check()).findings.find((one) => one.check === 'webhook');
  expect(await readWebhook()).toMatchObject({ status: 'ok' });
  await switchOff(webhook.remoteId);
  expect(await readWebhook()).toMatchObject({
    status: 'note',
    message: expect.stringContaining('were switched off in Smartsheet'),
  });
  expect(await shown()).toMatchObject({ webhookEnabled: false, periodic: { reason: 'switched_off' } });
  expect(await mendJobs()).toBe(1);
});

test('a sync by hand of an automation in real time has its webhooks looked at', async () => {
  const { sync, mendJobs } = await realTimeUser();
  expect((await sync()).statusCode).toBe(200);
  expect(await mendJobs()).toBe(1);
});

test('every connection with webhooks is checked at its next sweep after a start of the API', async () => {
  const { connection } = await realTimeUser();
  const without = await app.signIn();
  const other = await connectSandbox(app, sandbox, { userId: without.userId });
  await scheduleChecks(app.db);
  const readDue = async (id: string) => {
    const { nextWebhookCheckAt } = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { id } });
    return nextWebhookCheckAt.getTime() - Date.now();
  };
  expect(await readDue(connection.id)).toBeLessThan(60_000);
  expect(await readDue(other.id)).toBeGreaterThan(30 * 60_000);
});
