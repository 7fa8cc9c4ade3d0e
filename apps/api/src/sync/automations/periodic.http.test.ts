import { randomUUID } from 'node:crypto';
import { type Automation, allEndpoints } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents } from '../../testing/read-events.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
/** Smartsheet itself, which cannot reach a site on this machine. */
let unreachable: TestApp;
beforeAll(async () => {
  app = await testApp();
  const smartsheet = {
    clientId: 'x',
    clientSecret: 'x',
    apiBase: undefined,
    authorizeBase: undefined,
    callbackBase: undefined,
    source: { organization: 'Picksync', application: 'Tests' },
  };
  unreachable = await testApp({ smartsheet });
});
afterAll(async () => {
  await app.close();
  await unreachable.close();
});

type Wanted = {
  of?: TestApp;
  scopes?: string[];
  trialDays?: number;
  webhook?: { status: 'enabled' | 'disabled' | 'creating' | 'deleting'; remoteStatus: string | null };
  webhookEnabled?: boolean;
  isActive?: boolean;
};

/** An automation as its owner sees it, and the headers they send. */
async function shown({
  of = app,
  scopes = ['ADMIN_WEBHOOKS'],
  trialDays = 1,
  webhook,
  webhookEnabled = false,
  isActive = true,
}: Wanted) {
  const trialEndDate = new Date(of.clock.at.getTime() + trialDays * 86_400_000);
  const user = await of.signIn({ trialEndDate });
  const connection = await testConnection(of.db, { userId: user.userId, scopes });
  const { id, sourceSheetId } = await testAutomation(of.db, {
    connection,
    webhookId: webhook ? '77' : null,
    webhookEnabled,
    isActive,
  });
  const callbackId = randomUUID();
  if (webhook) {
    await of.db.smartsheetWebhook.create({
      data: {
        id: callbackId,
        connectionId: connection.id,
        sheetId: sourceSheetId,
        remoteId: '77',
        ...webhook,
      },
    });
  }
  const reply = await of.app.inject({ url: `/api/configurations`, headers: user.headers });
  const list = reply.json<Automation[]>();
  const automation = list.find((one) => one.id === id);
  if (!automation) throw new Error('The automation is not shown');
  return { automation, callbackId, headers: user.headers };
}

const works = { status: 'enabled', remoteStatus: 'ENABLED' } as const;

test('an automation with a webhook is real-time and has no reason for being periodic', async () => {
  const { automation } = await shown({ webhook: works, webhookEnabled: true });
  expect(automation).toMatchObject({ webhookId: '77', webhookEnabled: true, periodic: null });
  expect(automation?.realTime).toMatchObject({ delay: 'minute' });
});

test.each<[string, Wanted]>([
  ['plan', { trialDays: -1, webhook: works, webhookEnabled: true }],
  ['permission', { scopes: ['READ_SHEETS'] }],
  ['setting_up', {}],
  ['setting_up', { webhook: { status: 'creating', remoteStatus: 'NEW_NOT_VERIFIED' } }],
  ['callback_failed', { webhook: { status: 'disabled', remoteStatus: 'DISABLED_CALLBACK_FAILED' } }],
  ['sheet_too_large', { webhook: { status: 'disabled', remoteStatus: 'DISABLED_EXCEEDED_GRID_LIMITS' } }],
  ['sheet_inaccessible', { webhook: { status: 'disabled', remoteStatus: 'not_found' } }],
])('an automation that is not says why: %s', async (reason, wanted) => {
  const { automation } = await shown(wanted);
  expect(automation.webhookEnabled).toBe(false);
  expect(automation.periodic).toMatchObject({ reason, message: expect.stringMatching(/\.$/) });
});

test('shows the reason that Smartsheet gives for a webhook it has switched off', async () => {
  const disabledDetails = 'Request returned HTTP status code 500 (ref id: abc)';
  const webhook = { status: 'disabled', remoteStatus: 'DISABLED_CALLBACK_FAILED', disabledDetails } as const;
  const { automation } = await shown({ webhook });
  expect(automation.periodic).toMatchObject({ reason: 'callback_failed', details: disabledDetails });
});

test('names the reason when Smartsheet cannot reach the site', async () => {
  const { automation } = await shown({ of: unreachable });
  expect(automation.periodic?.reason).toBe('address');
});

test('a paused automation has no reason for being periodic', async () => {
  const { automation } = await shown({ isActive: false });
  expect(automation).toMatchObject({ webhookEnabled: false, periodic: null });
});

/** A stream has no end: its first event, and its headers. */
async function readStart(path: string, headers: Record<string, string>) {
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const reader = await readEvents(`${origin}${path}`, { ...headers, 'last-event-id': '0' });
  await expect.poll(() => reader.changes).not.toEqual([]);
  reader.close();
  return { body: reader.text(), headers: Object.fromEntries(reader.response.headers) };
}

test('no reply that a browser gets holds the id that stands in the address of a callback', async () => {
  const { automation, callbackId, headers } = await shown({ webhook: works, webhookEnabled: true });
  const reads = allEndpoints.filter(({ method }) => method === 'GET');
  for (const { path, raw } of reads) {
    const url = path.replace(/:\w+/g, automation.id);
    const { body, headers: sent } =
      raw === 'events' ? await readStart(url, headers) : await app.app.inject({ url, headers });
    expect(`${path} ${body} ${JSON.stringify(sent)}`).not.toContain(callbackId);
  }
  const edited = await app.app.inject({
    method: 'PATCH',
    url: `/api/configurations/${automation.id}`,
    headers,
    payload: { name: 'Another name' },
  });
  expect(edited.statusCode).toBe(200);
  expect(edited.body).not.toContain(callbackId);
});
