import { sealedColumns } from '@picksync/db';
import { testAutomation } from '@picksync/db/testing';
import { afterEach, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { createActingSession } from '../../testing/create-acting-session.ts';
import { intern, office } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { connectAccount } from './connect-account.ts';

const { app, sandbox } = await sandboxApp();
afterEach(() => app.db.retiredAccount.deleteMany());

/** A user connected to the office's account, with a webhook there. */
async function officeUser() {
  const user = await app.signIn();
  const connection = await connectSandbox(app, sandbox, { userId: user.userId });
  const { id: sheetId } = await sandbox.sheet('Projects');
  const token = await app.context.smartsheet.readToken(connection.id);
  const body = {
    name: 'Picksync',
    callbackUrl: `https://example.com/${connection.id}`,
    scope: 'sheet',
    scopeObjectId: sheetId,
    events: ['*.*'],
    version: 1,
  };
  const { result } = await sandbox.call<{ result: { id: number } }>('POST', '/2.0/webhooks', { body, token });
  const remoteId = String(result.id);
  const row = { connectionId: connection.id, sheetId: String(sheetId), remoteId, status: 'enabled' as const };
  await app.db.smartsheetWebhook.create({ data: row });
  return { ...user, connection, token, remoteId };
}

type OfficeUser = Awaited<ReturnType<typeof officeUser>>;

/** Connects the user with a Smartsheet account, as the way back from Smartsheet's page does. */
async function connectAs(email: string, { userId }: OfficeUser) {
  const { accessToken, refreshToken, expiresAt, accountId } = await sandbox.newToken(email);
  const tokens = { accessToken, refreshToken, expiresAt: new Date(expiresAt) };
  const noNames = { firstName: null, lastName: null, account: null, licensed: null };
  const account = { id: String(accountId), email, ...noNames };
  const { id: sessionId } = await createActingSession(app.context, userId);
  await connectAccount(app.context, { userId, sessionId, region: 'us', tokens, account });
  return accessToken;
}

const connectOther = (user: OfficeUser) => connectAs(intern, user);

/** An automation of the user whose list is to be put back. */
async function restoringAutomation({ connection }: OfficeUser, { isActive }: { isActive: boolean }) {
  const at = app.clock.at;
  const { id } = await testAutomation(app.db, { connection, isActive, restoringAt: at });
  const request = { automationId: id, copyId: crypto.randomUUID(), fingerprint: 'seen' };
  await app.db.listRestore.create({ data: { ...request, listBefore: at, requestedAt: at } });
  return id;
}

const retiredIds = async () => (await app.db.retiredAccount.findMany()).map(({ id }) => id);
const isAlive = (token: string) =>
  sandbox.call('GET', '/2.0/users/me', { token }).then(
    () => true,
    () => false,
  );
async function readWebhooks(account: string) {
  const { accessToken: token } = await sandbox.newToken(account);
  const { data } = await sandbox.call<{ data: { id: number }[] }>('GET', '/2.0/webhooks?includeAll=true', {
    token,
  });
  return data.map(({ id }) => String(id));
}

test.each([
  ['while the old one is connected', {}],
  ['after the old one was refused', { status: 'needs_reconnect', statusReason: 'missing_scope' }],
] as const)(
  'another account, connected %s, leaves nothing of the old one at Smartsheet',
  async (_when, data) => {
    const user = await officeUser();
    await app.db.smartsheetConnection.update({ where: { id: user.connection.id }, data });
    const token = await connectOther(user);

    const [id = ''] = await retiredIds();
    expect(await app.waitingJobs('end-retired-account')).toContainEqual({ retiredAccountId: id });
    const stored = JSON.stringify(await app.db.retiredAccount.findMany());
    expect(stored).not.toContain(user.token);
    expect(await app.context.smartsheet.endRetiredAccount({ id })).toBe(1);
    expect(await isAlive(user.token)).toBe(false);
    expect(await readWebhooks(office)).not.toContain(user.remoteId);
    expect(await isAlive(token)).toBe(true);
    expect(await retiredIds()).toEqual([]);
  },
);

test('an old account whose token has expired is let in once more, to be left for good', async () => {
  const user = await officeUser();
  const expired = { tokenExpiresAt: new Date(0) };
  await app.db.smartsheetConnection.update({ where: { id: user.connection.id }, data: expired });
  await connectOther(user);
  const [id = ''] = await retiredIds();
  expect(await app.context.smartsheet.endRetiredAccount({ id })).toBe(1);
  expect(await readWebhooks(office)).not.toContain(user.remoteId);
  expect(await retiredIds()).toEqual([]);
});

test('a run of the old account has lost its claim when another one is connected', async () => {
  const user = await officeUser();
  const { id } = user.connection;
  const running = { syncState: 'running', syncJobId: crypto.randomUUID(), dirtyAt: app.clock.at } as const;
  await app.db.smartsheetConnection.update({ where: { id }, data: running });
  await connectOther(user);
  const row = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ syncState: 'idle', syncJobId: null, dirtyAt: null, accountEmail: intern });
});

test.each([true, false])(
  'a restore that is pending ends when another account is connected, of an active automation: %s',
  async (isActive) => {
    const user = await officeUser();
    const id = await restoringAutomation(user, { isActive });
    await connectOther(user);
    const shown = await app.app.inject({ url: `/api/configurations/${id}`, headers: user.headers });
    expect(shown.json()).toMatchObject({
      isActive: false,
      restore: { state: 'refused', reason: 'restore_other_account' },
    });
    expect(await app.db.automation.findUnique({ where: { id } })).toMatchObject({ restoringAt: null });
    expect(await app.db.targetClaim.count({ where: { automationId: id } })).toBe(0);
    const entries = await app.db.activityLog.findMany({
      where: { automationId: id, action: 'restore_list' },
    });
    expect(entries).toMatchObject([{ status: 'warning', details: expect.stringContaining('given up') }]);
  },
);

test('the same account connected again keeps its webhooks and its work', async () => {
  const user = await officeUser();
  await connectAs(office, user);
  expect(await retiredIds()).toEqual([]);
  expect(await readWebhooks(office)).toContain(user.remoteId);
});

test.each([true, false])(
  'a restore that was pending goes on when the same account is connected again, of an active automation: %s',
  async (isActive) => {
    const user = await officeUser();
    const id = await restoringAutomation(user, { isActive });
    const { headers, connection } = user;
    await app.app.inject({ method: 'POST', url: '/api/smartsheet/disconnect', headers });
    await connectAs(office, user);
    const row = await app.db.smartsheetConnection.findUniqueOrThrow({ where: { id: connection.id } });
    expect(row.dirtyAt).not.toBeNull();
    const jobs = await app.waitingJobs('sync-connection');
    expect(jobs).toContainEqual(expect.objectContaining({ connectionId: connection.id }));
    const shown = await app.app.inject({ url: `/api/configurations/${id}`, headers });
    expect(shown.json()).toMatchObject({ isActive, restore: { state: 'pending' } });
  },
);

test('disconnecting leaves no webhook at Smartsheet', async () => {
  const user = await officeUser();
  const { headers } = user;
  const reply = await app.app.inject({ method: 'POST', url: '/api/smartsheet/disconnect', headers });
  expect(reply.statusCode).toBe(200);
  expect(await readWebhooks(office)).not.toContain(user.remoteId);
  expect(await isAlive(user.token)).toBe(false);
  expect(await retiredIds()).toEqual([]);
});

test('a job deletes later what could not be deleted at Smartsheet at once', async () => {
  const user = await officeUser();
  const { headers } = user;
  await sandbox.call('PUT', '/api/faults', { body: { errorRate: 1, errorStatus: 503 } });
  const reply = await app.app.inject({ method: 'POST', url: '/api/smartsheet/disconnect', headers });
  expect(reply.statusCode).toBe(200);
  await sandbox.call('DELETE', '/api/faults');

  const [id = ''] = await retiredIds();
  expect(await app.waitingJobs('end-retired-account')).toContainEqual({ retiredAccountId: id });
  await app.context.smartsheet.endRetiredAccount({ id });
  expect(await isAlive(user.token)).toBe(false);
  expect(await readWebhooks(office)).not.toContain(user.remoteId);
  expect(await retiredIds()).toEqual([]);
});

/** Has the access token renewed, and returns once Smartsheet has rotated the tokens but has not answered yet. */
async function renewalUnderWay({ connection }: OfficeUser) {
  const expired = { tokenExpiresAt: new Date(app.clock.at.getTime() - 60_000) };
  await app.db.smartsheetConnection.update({ where: { id: connection.id }, data: expired });
  await sandbox.call('PUT', '/api/faults', {
    body: { hold: 'after', operations: ['oauth.token'], times: 1 },
  });
  const renewal = app.context.smartsheet.readToken(connection.id).catch(() => {});
  await expect.poll(async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length).toBe(1);
  return {
    async arrive(): Promise<void> {
      await sandbox.call('DELETE', '/api/held');
      await renewal;
      await app.context.smartsheet.settle();
    },
  };
}

const leaving = [
  [
    'disconnects',
    async ({ headers }: OfficeUser) => {
      const reply = await app.app.inject({ method: 'POST', url: '/api/smartsheet/disconnect', headers });
      expect(reply.statusCode).toBe(200);
    },
  ],
  ['connects another account', async (user: OfficeUser) => void (await connectOther(user))],
  [
    'deletes the account here',
    async ({ userId, headers }: OfficeUser) => {
      const { email } = await app.db.user.findUniqueOrThrow({ where: { id: userId } });
      const request = { method: 'POST', url: '/api/account/delete', headers, payload: { email } } as const;
      expect((await app.app.inject(request)).statusCode).toBe(200);
    },
  ],
] as const;

test.each(leaving)(
  'a user who %s while the tokens are being renewed leaves no webhook and no token at Smartsheet',
  async (_how, leave) => {
    const user = await officeUser();
    const renewal = await renewalUnderWay(user);
    await leave(user);
    const [id = ''] = await retiredIds();
    // The tokens that were retired are spent, and the new ones are not here yet: the job has to come again.
    await expect(app.context.smartsheet.endRetiredAccount({ id })).rejects.toMatchObject({ class: 'retry' });
    await renewal.arrive();

    const { sealer } = app.context;
    const { accessTokenSealed } = await app.db.retiredAccount.findUniqueOrThrow({ where: { id } });
    const late = sealer.open(accessTokenSealed, sealedColumns.retiredAccessToken.identity(id));
    expect(await isAlive(late)).toBe(true);
    expect(await app.context.smartsheet.endRetiredAccount({ id })).toBe(1);
    expect(await isAlive(late)).toBe(false);
    expect(await readWebhooks(office)).not.toContain(user.remoteId);
    expect(await retiredIds()).toEqual([]);
  },
);

test('an account whose renewal never came back is forgotten when its time is over', async () => {
  const user = await officeUser();
  const renewal = await renewalUnderWay(user);
  await connectOther(user);
  const [id = ''] = await retiredIds();
  const over = { refreshLeaseUntil: new Date(0), connectionId: null };
  await app.db.retiredAccount.update({ where: { id }, data: over });
  expect(await app.context.smartsheet.endRetiredAccount({ id })).toBe(0);
  expect(await retiredIds()).toEqual([]);
  await renewal.arrive();
});
