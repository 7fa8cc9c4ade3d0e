import { Prisma } from '@picksync/db';
import { afterAll, expect, test } from 'vitest';
import { actBeside } from '../../testing/act-beside.ts';
import { office, startSandbox } from '../../testing/sandbox.ts';
import { everythingStored, findChangedTables } from '../../testing/stored.ts';
import { testApp } from '../../testing/test-app.ts';
import { withTwoFactor } from '../../testing/two-factor.ts';
import { changeToken } from '../email-change/email-change.ts';
import { deleteAllSessions } from './sessions.store.ts';

const sandbox = await startSandbox();
const api = await testApp({ smartsheet: sandbox.settings, webhookTargets: 'anywhere' });
api.clock.at = new Date();
afterAll(async () => {
  await api.close();
  await sandbox.close();
});

const signIn = () => api.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
type Person = Awaited<ReturnType<typeof signIn>>;

const call = (
  { headers }: Person,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) => api.app.inject({ method, url, headers, ...(payload && { payload }) });
type Answer = Awaited<ReturnType<typeof call>>;

/** Begins an act, and ends the sessions of its user when it has been let in and waits for the user. Returns what comes of it. */
function actWhileEnding(userId: string, act: () => Promise<Answer>): Promise<Answer> {
  return actBeside(api, act, {
    lock: Prisma.sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`,
    change: (tx) => deleteAllSessions(tx, userId),
  });
}

const receiver = { url: `${sandbox.url}/receiver`, events: ['automation.synced'] };
const address = `${sandbox.url}/services/T02NORTH/B024BE91L/x8Qk`;

/** Returns the id of a new webhook of a person's, which is switched off. */
async function createWebhookOff(person: Person): Promise<string> {
  const { id } = (await call(person, 'POST', '/api/account/webhooks', receiver)).json().webhook;
  await call(person, 'PATCH', `/api/account/webhooks/${id}`, { isActive: false });
  return id;
}

async function testAddress(person: Person): Promise<string> {
  return (await call(person, 'POST', '/api/account/channels/slack/test', { address })).json().testToken;
}

const newAddress = 'intruder@clients.example';

/** Prepares an act of a person, and returns it. */
const acts: Record<string, (person: Person) => Promise<() => Promise<Answer>>> = {
  'a new webhook': async (person) => () => call(person, 'POST', '/api/account/webhooks', receiver),
  'a webhook that is switched on': async (person) => {
    const id = await createWebhookOff(person);
    return () => call(person, 'PATCH', `/api/account/webhooks/${id}`, { isActive: true });
  },
  'another secret of a webhook': async (person) => {
    const id = await createWebhookOff(person);
    return () => call(person, 'POST', `/api/account/webhooks/${id}/secret`);
  },
  'a new channel': async (person) => {
    const testToken = await testAddress(person);
    return () => call(person, 'POST', '/api/account/channels/slack', { address, testToken });
  },
  'a channel that is switched on': async (person) => {
    await api.db.noticeChannel.create({
      data: {
        ...{ userId: person.userId, kind: 'slack', addressSealed: 'sealed', addressHint: 'slack' },
        ...{ choices: [], isActive: false, createdAt: api.clock.at },
      },
    });
    return () => call(person, 'PATCH', '/api/account/channels/slack', { isActive: true });
  },
  'a change of address that is asked for': async (person) => () =>
    call(person, 'POST', '/api/account/email-change', { email: newAddress }),
  'a change of address that is confirmed': async (person) => {
    await call(person, 'POST', '/api/account/email-change', { email: newAddress });
    const { id } = await api.db.emailChange.findFirstOrThrow({ where: { userId: person.userId } });
    const token = changeToken(api.context, { id, act: 'confirm' });
    return () => call(person, 'POST', '/api/email-change/confirm', { token });
  },
  'a first password': async (person) => () =>
    call(person, 'POST', '/api/account/password', { password: 'Spruce-Harbor-42' }),
  'a password that has to be new': async (person) => {
    await api.db.user.update({ where: { id: person.userId }, data: { passwordNeedsUpdate: true } });
    return () => call(person, 'POST', '/api/auth/update-password', { password: 'Spruce-Harbor-42' });
  },
  'new recovery codes': async (person) => {
    await withTwoFactor(api, person);
    return () => call(person, 'POST', '/api/account/two-factor/recovery-codes');
  },
  'a second factor that is switched off': async (person) => {
    await withTwoFactor(api, person);
    return () => call(person, 'DELETE', '/api/account/two-factor/totp');
  },
  'an account that is deleted': async (person) => {
    const { email } = await api.db.user.findUniqueOrThrow({ where: { id: person.userId } });
    return () => call(person, 'POST', '/api/account/delete', { email });
  },
};

test.each(Object.entries(acts))('%s: nothing changes when the session ends meanwhile', async (_, prepare) => {
  const person = await signIn();
  const act = await prepare(person);
  const before = await everythingStored(api);
  const answer = await actWhileEnding(person.userId, act);
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  expect(await findChangedTables(before, api)).toEqual([]);
});

/** Allows what Smartsheet's page asks for, and returns where it sends the browser. */
async function allow(person: Person): Promise<string> {
  const { authUrl } = (await call(person, 'GET', '/api/smartsheet/auth')).json();
  const accounts = await sandbox.call<{ id: number; email: string }[]>('GET', '/api/accounts');
  const account = accounts.find(({ email }) => email === office)?.id ?? '';
  const body = new URLSearchParams({ decision: 'allow', account: String(account) });
  const reply = await fetch(authUrl, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(reply.headers.get('location') ?? '');
  return back.pathname + back.search;
}

/** Returns how often Smartsheet was called with each operation. */
async function readOperations(): Promise<Record<string, number>> {
  return (await sandbox.call<{ operations: Record<string, number> }>('GET', '/api/calls')).operations;
}

test('a connection is not saved when its session ends during the visit to Smartsheet', async () => {
  const person = await signIn();
  const path = await allow(person);
  await sandbox.call('DELETE', '/api/calls');
  const answer = await actWhileEnding(person.userId, () => call(person, 'GET', path));
  expect(answer.headers.location).toBe('/dashboard?connection=expired');
  expect(await api.db.smartsheetConnection.count({ where: { userId: person.userId } })).toBe(0);
  expect(await api.db.auditEvent.count({ where: { userId: person.userId } })).toBe(0);
  expect(await readOperations()).toMatchObject({ 'oauth.token': 1, 'oauth.revoke': 1 });
});

test('tokens are revoked when the account is disabled during the visit to Smartsheet', async () => {
  const person = await signIn();
  const path = await allow(person);
  await sandbox.call('PUT', '/api/faults', {
    body: { hold: 'after', operations: ['oauth.token'], times: 1 },
  });
  await sandbox.call('DELETE', '/api/calls');
  const answered = call(person, 'GET', path);
  await expect.poll(async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length).toBe(1);
  await api.db.user.update({ where: { id: person.userId }, data: { disabledAt: api.clock.at } });
  await sandbox.call('DELETE', '/api/held');
  expect((await answered).headers.location).toBe('/dashboard?connection=failed');
  expect(await readOperations()).toMatchObject({ 'oauth.token': 1, 'oauth.revoke': 1 });
});
