import { testAutomation, testConnection } from '@picksync/db/testing';
import { expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { intern, office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { origin } from '../../testing/test-app.ts';

const { app, sandbox } = await sandboxApp();

type Headers = Record<string, string>;

async function start(headers: Headers, query: Headers = {}): Promise<URL> {
  const reply = await app.app.inject({ url: '/api/smartsheet/auth', headers, query });
  expect(reply.statusCode).toBe(200);
  return new URL(reply.json().authUrl);
}

/** What a person does on Smartsheet's page; answers the path the browser is sent back to. */
async function decide(authUrl: URL, decision: 'allow' | 'deny', email: string = office): Promise<string> {
  const accounts = await sandbox.call<{ id: number; email: string }[]>('GET', '/api/accounts');
  const account = accounts.find((one) => one.email === email)?.id ?? '';
  const body = new URLSearchParams({ decision, account: String(account) });
  const reply = await fetch(authUrl, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(reply.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(`${origin}/api/auth/callback`);
  return back.pathname + back.search;
}

async function returnFromProvider(path: string, headers: Headers): Promise<string> {
  const reply = await app.app.inject({ url: path, headers });
  expect(reply.statusCode).toBe(302);
  return String(reply.headers.location);
}

async function connect(headers: Headers, email?: string): Promise<string> {
  return returnFromProvider(await decide(await start(headers), 'allow', email), headers);
}

const readRow = (userId: string) => app.db.smartsheetConnection.findUnique({ where: { userId } });
const readActivity = async (userId: string) =>
  (await app.db.activityLog.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );

test.each([
  ['GET', '/api/smartsheet/auth'],
  ['POST', '/api/smartsheet/disconnect'],
] as const)('%s %s needs a session', async (method, url) => {
  const reply = await app.app.inject({ method, url, headers: { origin } });
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
});

test('every call to Smartsheet, from the first on, names its source', async () => {
  const { headers } = await app.signIn();
  await sandbox.call('DELETE', '/api/calls');
  await connect(headers, intern);
  await app.app.inject({ url: '/api/smartsheet/sheets', headers });
  type Calls = { calls: number; sources: Record<string, number> };
  const { calls, sources } = await sandbox.call<Calls>('GET', '/api/calls');
  expect(calls).toBeGreaterThanOrEqual(5);
  expect(sources).toEqual({ 'APPLICATION,Picksync,Tests': calls });
});

test('every call to Smartsheet, from the first to the last, is in the metrics', async () => {
  const { headers, userId } = await app.signIn();
  const countMeasured = async () => {
    const { text } = await app.context.metrics.read();
    const lines = text.matchAll(/^picksync_smartsheet_calls_total\{.*\} (\d+)$/gm);
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const before = await countMeasured();
  await sandbox.call('DELETE', '/api/calls');
  await connect(headers, intern);
  await app.db.smartsheetConnection.update({ where: { userId }, data: { tokenExpiresAt: app.clock.at } });
  await app.app.inject({ url: '/api/smartsheet/sheets', headers });
  await app.app.inject({ method: 'POST', url: '/api/smartsheet/disconnect', headers });
  for (const { id } of await app.db.retiredAccount.findMany())
    await app.context.smartsheet.endRetiredAccount({ id });
  const { calls } = await sandbox.call<{ calls: number }>('GET', '/api/calls');
  expect(calls).toBeGreaterThanOrEqual(7);
  expect((await countMeasured()) - before).toBe(calls);
});

test('a user without a license is told so when they connect, and the page knows', async () => {
  const { headers } = await app.signIn();
  const license = (licensed: boolean) =>
    sandbox.call('PUT', '/api/accounts/license', { body: { account: intern, licensed } });
  const status = async () => (await app.app.inject({ url: '/api/auth/status', headers })).json();
  await license(false);
  expect(await connect(headers, intern)).toBe('/dashboard?connection=unlicensed');
  expect(await status()).toMatchObject({ smartsheetConnected: true, smartsheetLicensed: false });
  await license(true);
  expect(await connect(headers, intern)).toBe('/dashboard?connection=connected');
  expect(await status()).toMatchObject({ smartsheetLicensed: true });
});

test('the way to Smartsheet names the app, all four scopes and a state', async () => {
  const { headers } = await app.signIn();
  const { searchParams } = await start(headers);
  expect(searchParams.get('client_id')).toBe('picksync-local');
  expect(searchParams.get('scope')).toBe('READ_SHEETS WRITE_SHEETS ADMIN_SHEETS ADMIN_WEBHOOKS');
  expect(searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/callback`);
  expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/);
});

test('a user who allows it is connected, with sealed tokens and everything set going', async () => {
  const { headers, userId } = await app.signIn();
  expect(await connect(headers)).toBe('/dashboard?connection=connected');

  const row = await readRow(userId);
  expect(row).toMatchObject({ accountEmail: office, region: 'us', status: 'connected', syncState: 'idle' });
  expect(row?.accountId).toMatch(/^\d{10,}$/);
  expect(row?.accessTokenSealed).toMatch(/^test\./);
  expect(row?.nextSweepAt.getTime()).toBe(app.clock.at.getTime() + 15 * 60_000);
  expect(await app.waitingJobs('mend-webhooks')).toContainEqual({ connectionId: row?.id });
  expect(await readActivity(userId)).toEqual(['connect_smartsheet']);
  const sheets = await app.app.inject({ url: '/api/smartsheet/sheets', headers });
  expect(sheets.statusCode).toBe(200);
});

test('the region that was picked at the start is the connection’s', async () => {
  const { headers, userId } = await app.signIn();
  await returnFromProvider(await decide(await start(headers, { region: 'eu' }), 'allow'), headers);
  expect(await readRow(userId)).toMatchObject({ region: 'eu', status: 'connected' });
  const nowhere = await app.app.inject({ url: '/api/smartsheet/auth', query: { region: 'moon' }, headers });
  expect([nowhere.statusCode, nowhere.json().code]).toEqual([400, 'validation_failed']);
});

test('a user who denies is not connected, and the dashboard says so', async () => {
  const { headers, userId } = await app.signIn();
  const back = await decide(await start(headers), 'deny');
  expect(await returnFromProvider(back, headers)).toBe('/dashboard?connection=denied');
  expect(await readRow(userId)).toBeNull();
});

test.each(['server_error', 'constructor', '__proto__', 'toString'])(
  'an unknown answer of Smartsheet (%s) is a failure like any other',
  async (error) => {
    const { headers } = await app.signIn();
    const back = new URL(await decide(await start(headers), 'deny'), origin);
    back.searchParams.set('error', error);
    expect(await returnFromProvider(`${back.pathname}${back.search}`, headers)).toBe(
      '/dashboard?connection=failed',
    );
  },
);

test.each(['code=a&code=b', `state=${'x'.repeat(3000)}`])(
  'a browser that comes back with nonsense (%.15s) is sent on to a page, not shown an error in JSON',
  async (query) => {
    const { headers } = await app.signIn();
    const reply = await app.app.inject({ url: `/api/auth/callback?${query}`, headers });
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/dashboard?connection=failed']);
  },
);

test('a state works once: a connection that stands goes on, and one that was lost has to be made anew', async () => {
  const { headers, userId } = await app.signIn();
  const back = await decide(await start(headers), 'allow');
  expect(await returnFromProvider(back, headers)).toBe('/dashboard?connection=connected');
  const before = await readRow(userId);
  expect(await returnFromProvider(back, headers)).toBe('/dashboard?connection=kept');
  expect(await readRow(userId)).toEqual(before);
  await app.db.smartsheetConnection.updateMany({ where: { userId }, data: { status: 'needs_reconnect' } });
  expect(await returnFromProvider(back, headers)).toBe('/dashboard?connection=expired');
});

test('a state that is missing, made up or ten minutes old is not taken, and no code is spent on it', async () => {
  const { headers, userId } = await app.signIn();
  const back = await decide(await start(headers), 'allow');
  const withState = (state: string) => back.replace(/state=[^&]*/, `state=${state}`);
  expect(await returnFromProvider(withState('made-up'), headers)).toBe('/dashboard?connection=expired');
  expect(await returnFromProvider(withState(''), headers)).toBe('/dashboard?connection=expired');
  app.clock.at = new Date(app.clock.at.getTime() + 10 * 60_000);
  expect(await returnFromProvider(back, headers)).toBe('/dashboard?connection=expired');
  expect(await readRow(userId)).toBeNull();
});

test('a state is not valid in another session, neither another user’s nor one’s own', async () => {
  const { headers, userId } = await app.signIn();
  const back = await decide(await start(headers), 'allow');
  for (const other of [await app.signIn(), await app.signIn({ userId })]) {
    expect(await returnFromProvider(back, other.headers)).toBe('/dashboard?connection=expired');
    expect(await readRow(other.userId)).toBeNull();
  }
  expect(await returnFromProvider(back, headers)).toBe('/dashboard?connection=connected');
});

test('a newer start ends the one before', async () => {
  const { headers } = await app.signIn();
  const first = await decide(await start(headers), 'allow');
  await start(headers);
  expect(await returnFromProvider(first, headers)).toBe('/dashboard?connection=expired');
});

test('a return without a session leads to the login', async () => {
  const { headers } = await app.signIn();
  const back = await decide(await start(headers), 'allow');
  expect(await returnFromProvider(back, {})).toBe('/login');
});

test('a code that Smartsheet no longer takes has expired', async () => {
  const { headers } = await app.signIn();
  const back = await decide(await start(headers), 'allow');
  const spent = back.replace(/code=[^&]*/, 'code=spent');
  expect(await returnFromProvider(spent, headers)).toBe('/dashboard?connection=expired');
});

test('missing rights are reported, and such an account is not connected', async () => {
  const { headers, userId } = await app.signIn();
  const authUrl = await start(headers);
  authUrl.searchParams.set('scope', 'READ_SHEETS WRITE_SHEETS ADMIN_SHEETS');
  const back = await decide(authUrl, 'allow');
  expect(await returnFromProvider(back, headers)).toBe('/dashboard?connection=scope_missing');
  expect(await readRow(userId)).toBeNull();
});

test('an app that may not request these scopes is reported', async () => {
  const { headers } = await app.signIn();
  const state = (await start(headers)).searchParams.get('state');
  const path = `/api/auth/callback?error=invalid_scope&state=${state}`;
  expect(await returnFromProvider(path, headers)).toBe('/dashboard?connection=scope_missing');
});

test('connecting fails while Smartsheet is away, and the log says why without the code', async () => {
  const { headers } = await app.signIn();
  const back = await decide(await start(headers), 'allow');
  await sandbox.call('PUT', '/api/faults', { body: { errorRate: 1, errorStatus: 503 } });
  expect(await returnFromProvider(back, headers)).toBe('/dashboard?connection=failed');
  expect(app.log.text()).toContain('connecting Smartsheet failed');
  expect(app.log.text()).not.toContain(new URL(back, origin).searchParams.get('code'));
});

test('neither tokens nor states are readable in the database or the log', async () => {
  const { headers, userId } = await app.signIn();
  const authUrl = await start(headers);
  await returnFromProvider(await decide(authUrl, 'allow'), headers);
  const { id = '' } = (await readRow(userId)) ?? {};
  const token = await app.context.smartsheet.readToken(id);
  const codes = await app.db.oneTimeCode.findMany();
  const stored = JSON.stringify([codes, await app.db.smartsheetConnection.findMany()]);
  for (const secret of [token, authUrl.searchParams.get('state')]) {
    expect(secret).toBeTruthy();
    expect(stored).not.toContain(secret);
    expect(app.log.text()).not.toContain(secret);
  }
});

test('connecting again clears the errors of the connection and syncs the automations', async () => {
  const { headers, userId } = await app.signIn();
  await connect(headers);
  const connection = await readRow(userId);
  if (!connection) throw new Error('not connected');
  await app.db.smartsheetConnection.update({
    where: { id: connection.id },
    data: { status: 'needs_reconnect', statusReason: 'revoked' },
  });
  const stopped = { lastError: 'Reconnect', lastErrorReason: 'connection_revoked' };
  const { id } = await testAutomation(app.db, { connection, ...stopped });
  const paused = await testAutomation(app.db, { connection, isActive: false });
  await app.db.sheet.create({ data: { connectionId: connection.id, sheetId: '1', name: 'Clients' } });

  expect(await connect(headers)).toBe('/dashboard?connection=connected');
  const again = await readRow(userId);
  expect(again).toMatchObject({
    id: connection.id,
    status: 'connected',
    statusReason: null,
    syncState: 'queued',
  });
  expect(again?.accessTokenSealed).not.toBe(connection.accessTokenSealed);
  expect(await app.waitingJobs('sync-connection')).toContainEqual({ connectionId: connection.id });
  const after = await app.db.automation.findUniqueOrThrow({ where: { id } });
  expect(after).toMatchObject({ lastError: null, lastErrorReason: null, dirtyAt: expect.any(Date) });
  expect((await app.db.automation.findUniqueOrThrow({ where: { id: paused.id } })).dirtyAt).toBeNull();
  expect(await app.db.sheet.count({ where: { connectionId: connection.id } })).toBe(1);
});

test('connecting another Smartsheet account starts without what was known of the first', async () => {
  const { headers, userId } = await app.signIn();
  await connect(headers);
  const { id: connectionId = '' } = (await readRow(userId)) ?? {};
  await app.db.sheet.create({ data: { connectionId, sheetId: '1', name: 'Clients' } });
  await app.db.smartsheetWebhook.create({ data: { connectionId, sheetId: '1', status: 'enabled' } });
  await connect(headers, intern);
  expect(await readRow(userId)).toMatchObject({ id: connectionId, accountEmail: intern });
  expect(await app.db.sheet.count({ where: { connectionId } })).toBe(0);
  expect(await app.db.smartsheetWebhook.count({ where: { connectionId } })).toBe(0);
});

test('no automation runs with another Smartsheet account before its owner says so', async () => {
  const { headers, userId } = await app.signIn();
  await connect(headers);
  const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
  await testAutomation(app.db, { connection, name: 'active', dirtyAt: app.clock.at });
  await testAutomation(app.db, { connection, name: 'paused', isActive: false, pausedBy: 'user' });
  expect(await connect(headers, intern)).toBe('/dashboard?connection=other_account');
  const rows = await app.db.automation.findMany({ where: { userId }, orderBy: { name: 'asc' } });
  expect(rows).toMatchObject([
    {
      isActive: false,
      pausedBy: 'system',
      dirtyAt: null,
      lastErrorReason: 'other_account',
      lastError: expect.stringContaining('You connected another Smartsheet account'),
    },
    { isActive: false, pausedBy: 'user', lastError: null },
  ]);
  expect(await readRow(userId)).toMatchObject({ status: 'connected', syncState: 'idle', dirtyAt: null });
  expect(await app.db.activityLog.count({ where: { userId, action: 'pause_automation' } })).toBe(1);
  // The same account again is no other one, and nothing starts by itself.
  expect(await connect(headers, intern)).toBe('/dashboard?connection=connected');
  expect(await app.db.automation.count({ where: { userId, isActive: true } })).toBe(0);
});

test('returning to an earlier Smartsheet account resumes its automations and pauses those of the other one', async () => {
  const { headers, userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  await connect(headers);
  const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
  const make = (name: string, fields: object = {}) => testAutomation(app.db, { connection, name, ...fields });
  const first = await make('1 first');
  const taken = await make('2 taken meanwhile');
  const edited = await make('3 edited meanwhile');
  await make('4 paused by hand', { isActive: false, pausedBy: 'user' });
  await connect(headers, intern);
  await make('5 of the other account');
  const payload = { maxRemovalPercent: 20 };
  const url = `/api/configurations/${edited.id}`;
  expect((await app.app.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200);
  const other = await testConnection(app.db);
  const { sheetId, targetColumnId } = taken;
  await testAutomation(app.db, { connection: other, sheetId, targetColumnId });

  expect(await connect(headers)).toBe('/dashboard?connection=earlier_account');
  const states = async () =>
    (await app.db.automation.findMany({ where: { userId }, orderBy: { name: 'asc' } })).map(
      ({ isActive, lastErrorReason }) => [isActive, lastErrorReason],
    );
  expect(await states()).toEqual([
    [true, null],
    [false, 'target_claimed'],
    [false, null],
    [false, null],
    [false, 'other_account'],
  ]);
  expect(await app.db.automation.findUniqueOrThrow({ where: { id: first.id } })).toMatchObject({
    pausedBy: null,
    dirtyAt: expect.any(Date),
  });
  expect(await readRow(userId)).toMatchObject({ status: 'connected', syncState: 'queued' });
  const entry = { userId, action: 'activate_automation', automationId: first.id };
  expect(await app.db.activityLog.count({ where: entry })).toBe(1);

  expect(await connect(headers, intern)).toBe('/dashboard?connection=earlier_account');
  expect((await states()).map(([isActive]) => isActive)).toEqual([false, false, false, false, true]);
});

test('returning to an earlier Smartsheet account with a smaller plan resumes what that allows', async () => {
  const { headers, userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  await connect(headers);
  const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
  for (const name of ['1', '2']) await testAutomation(app.db, { connection, name });
  await connect(headers, intern);
  await app.db.user.update({
    where: { id: userId },
    data: { subscriptionStatus: 'free', trialEndDate: null },
  });
  await connect(headers);
  const rows = await app.db.automation.findMany({ where: { userId }, orderBy: { name: 'asc' } });
  expect(rows).toMatchObject([{ isActive: true }, { isActive: false, lastErrorReason: 'plan_limit' }]);
});

test('an automation whose columns were read with one Smartsheet account is not created or changed with another', async () => {
  const { headers, userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  await connect(headers);
  const body = await draftAutomation(sandbox, {
    from: ['Clients', 'Client name'],
    to: ['Time sheet 2026', 'Client'],
  });
  const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
  const paused = { isActive: false, pausedBy: 'user' } as const;
  const moved = await testAutomation(app.db, { connection, ...paused });
  const { sourceSheetId } = body;
  const named = await testAutomation(app.db, { connection, ...paused, sourceSheetId, sourceSheetName: null });
  await sandbox.call('PUT', '/api/faults', { body: { hold: 'before', operations: ['sheets.get'] } });
  const held = async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length;
  const replies = [
    app.app.inject({ method: 'POST', url: '/api/configurations', headers, payload: body }),
    app.app.inject({
      method: 'PATCH',
      url: `/api/configurations/${moved.id}`,
      headers,
      payload: { ...body, isActive: true },
    }),
    app.app.inject({ method: 'POST', url: `/api/configurations/${named.id}/update-source-name`, headers }),
  ];
  await expect.poll(held).toBe(5);
  await connect(headers, intern);
  await sandbox.call('DELETE', '/api/faults');
  await sandbox.call('DELETE', '/api/held');
  for (const reply of await Promise.all(replies)) {
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'smartsheet_account_changed']);
  }
  expect(await app.db.automation.findMany({ where: { userId }, orderBy: { id: 'asc' } })).toMatchObject([
    { id: moved.id, isActive: false, sheetId: moved.sheetId },
    { id: named.id, sourceSheetName: null },
  ]);
  expect(await readRow(userId)).toMatchObject({ syncState: 'idle', dirtyAt: null });
});

test('findings of a health check with one Smartsheet account are not shown for another', async () => {
  const { headers, userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
  await connect(headers);
  const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
  const checked = { health: [{ reason: 'source_no_right' }], healthCheckedAt: new Date() };
  const { id } = await testAutomation(app.db, { connection, ...checked });
  const health = async () =>
    (await app.app.inject({ url: `/api/configurations/${id}`, headers })).json().health;
  expect(await health()).not.toBeNull();
  await connect(headers, intern);
  expect(await health()).toBeNull();
});

test('disconnecting leaves no token behind, here or at Smartsheet, and the automations rest', async () => {
  const { headers, userId } = await app.signIn();
  const connection = await connectSandbox(app, sandbox, { userId });
  const other = await testConnection(app.db);
  const webhook = { connectionId: connection.id, sheetId: '1', remoteId: '5', status: 'enabled' as const };
  await app.db.smartsheetWebhook.create({ data: webhook });
  await testAutomation(app.db, { connection, webhookId: '5', webhookEnabled: true });
  const token = await app.context.smartsheet.readToken(connection.id);

  const reply = await app.app.inject({ method: 'POST', url: '/api/smartsheet/disconnect', headers });
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { message: 'You have been disconnected from Smartsheet' },
  ]);
  expect(await readRow(userId)).toMatchObject({
    status: 'disconnected',
    accessTokenSealed: null,
    refreshTokenSealed: null,
    tokenExpiresAt: null,
  });
  expect(await app.db.smartsheetWebhook.findMany({ where: { connectionId: connection.id } })).toMatchObject([
    { status: 'deleting' },
  ]);
  expect(await app.db.automation.findMany({ where: { userId } })).toMatchObject([
    { isActive: true, webhookEnabled: false },
  ]);
  expect(await readActivity(userId)).toEqual(['disconnect_smartsheet']);
  await expect(sandbox.call('GET', '/2.0/users/me', { token })).rejects.toThrow('401');
  expect(await readRow(other.userId)).toMatchObject({ status: 'connected' });
});

test('disconnecting twice, or without a connection, changes nothing', async () => {
  const { headers, userId } = await app.signIn();
  const disconnect = () => app.app.inject({ method: 'POST', url: '/api/smartsheet/disconnect', headers });
  expect((await disconnect()).statusCode).toBe(200);
  await connectSandbox(app, sandbox, { userId });
  await disconnect();
  expect((await disconnect()).statusCode).toBe(200);
  expect(await readActivity(userId)).toEqual(['disconnect_smartsheet']);
});

test('forgets the connection although Smartsheet does not answer', async () => {
  const { headers, userId } = await app.signIn();
  await connectSandbox(app, sandbox, { userId });
  await sandbox.call('PUT', '/api/faults', { body: { reset: 'before' } });
  const reply = await app.app.inject({ method: 'POST', url: '/api/smartsheet/disconnect', headers });
  expect(reply.statusCode).toBe(200);
  expect(await readRow(userId)).toMatchObject({ status: 'disconnected', accessTokenSealed: null });
  expect(app.log.text()).toContain('a Smartsheet token could not be ended');
});

test('the help for setting up tells everybody the redirect address and nothing secret', async () => {
  const reply = await app.app.inject({ url: '/api/debug/oauth' });
  expect(reply.json()).toMatchObject({
    redirectUri: `${origin}/api/auth/callback`,
    scopes: ['READ_SHEETS', 'WRITE_SHEETS', 'ADMIN_SHEETS', 'ADMIN_WEBHOOKS'],
    clientIdSet: true,
  });
  expect(reply.json().checks.length).toBeGreaterThan(2);
  expect(reply.body).not.toMatch(/picksync-local|sandbox-secret/);
});

test('an automation whose column another one fills in the meantime comes back paused, with one activity entry', async () => {
  const { headers, userId } = await app.signIn();
  await connect(headers);
  const connection = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { userId } });
  const [lost, kept] = [
    await testAutomation(app.db, { connection, name: 'lost' }),
    await testAutomation(app.db, { connection, name: 'kept' }),
  ];
  await app.app.inject({ method: 'POST', url: '/api/smartsheet/disconnect', headers });
  const { sheetId, targetColumnId } = lost;
  await testAutomation(app.db, { connection: await testConnection(app.db), sheetId, targetColumnId });
  for (const time of ['first', 'second']) {
    expect([time, await connect(headers)]).toEqual([time, '/dashboard?connection=connected']);
    const rows = await app.db.automation.findMany({ where: { userId }, orderBy: { name: 'asc' } });
    expect(rows).toMatchObject([
      { id: kept.id, isActive: true, dirtyAt: expect.any(Date) },
      {
        id: lost.id,
        isActive: false,
        pausedBy: 'system',
        dirtyAt: null,
        lastErrorReason: 'target_claimed',
        lastError: expect.stringContaining(
          'perhaps a colleague’s, fills this column, so this one was paused',
        ),
      },
    ]);
  }
  expect(await app.db.activityLog.findMany({ where: { userId, action: 'pause_automation' } })).toMatchObject([
    { automationId: lost.id, status: 'warning' },
  ]);
});
