import { nextCursorHeader, securityActions } from '@picksync/contracts';
import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../base/record-audit.ts';
import { findMail } from '../../jobs/mails.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { withTwoFactor } from '../../testing/two-factor.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const url = '/api/account/security-activity';
const password = 'Spruce-Harbor-42';

async function person() {
  const passwordHash = await api.context.passwords.hash(password);
  return testUser(api.db, { passwordHash });
}

const logIn = (email: string, tried = password) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin },
    remoteAddress: '198.51.100.23',
    payload: { email, password: tried },
  });

const readActivity = async (headers: Record<string, string>, query: Record<string, string> = {}) =>
  api.app.inject({ url, headers, query });

test('the security activity needs a session', async () => {
  const reply = await api.app.inject({ url });
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
});

test('a sign-in, wrong passwords and a sign-out are told to their own user only, without the address', async () => {
  const { id, email } = await person();
  const stranger = await api.signIn();
  for (let tries = 0; tries < 3; tries += 1) await logIn(email, 'Wrong-Harbor-42');
  await api.passTime(1000);
  await logIn(email);
  await api.passTime(1000);
  const { headers } = await api.signIn({ userId: id });
  await api.app.inject({ method: 'POST', url: '/api/auth/logout', headers });

  const { headers: later } = await api.signIn({ userId: id });
  const reply = await readActivity(later);
  expect(reply.json()).toMatchObject([
    { action: 'logout', count: 1, network: '127.0.0.x' },
    { action: 'login', count: 1, network: '198.51.100.x', details: { method: 'password' }, byAdmin: false },
    { action: 'login_refused', count: 3, network: '198.51.100.x' },
  ]);
  expect(reply.body).not.toContain(email);
  expect((await readActivity(stranger.headers)).json()).toEqual([]);
});

test('refused sign-ins are counted per hour, also when they come at once, and an unknown address takes as many statements', async () => {
  const { id, email } = await person();
  const entry = {
    action: 'login_refused',
    network: '203.0.113.9',
    at: new Date('2026-11-21T10:00:00Z'),
  } as const;
  await Promise.all(Array.from({ length: 20 }, () => recordAudit(api.db, { ...entry, userId: id })));
  await recordAudit(api.db, { ...entry, userId: id, at: new Date('2026-11-21T11:00:00Z') });
  const rows = await api.db.auditEvent.findMany({ where: { userId: id }, orderBy: { at: 'asc' } });
  expect(rows.map(({ count }) => count)).toEqual([20, 1]);
  await logIn(`nobody-${email}`);
  expect(await api.db.auditEvent.count({ where: { userId: null, action: 'login_refused' } })).toBe(1);
});

test('the log tells refusals apart by network and person, and names neither', async () => {
  const { email } = await person();
  await logIn(email, 'Wrong-Harbor-42');
  await logIn(email, 'Other-Harbor-42');
  await logIn(`nobody-${email}`, 'Wrong-Harbor-42');
  const refused = api.log
    .lines()
    .filter(({ msg }) => msg === 'request refused')
    .slice(-3);
  expect(new Set(refused.map(({ network }) => network)).size).toBe(1);
  expect(refused[0]?.person).toMatch(/^[\w-]{43}$/);
  expect(refused[0]?.person).toBe(refused[1]?.person);
  expect(refused[0]?.person).not.toBe(refused[2]?.person);
  expect(api.log.text()).not.toContain(email);
  expect(api.log.text()).not.toContain('198.51.100.23');
});

test('pages follow one another without gap or repetition', async () => {
  const { userId, headers } = await api.signIn();
  for (const action of ['passkey_added', 'passkey_removed', 'api_key_created'] as const)
    await recordAudit(api.db, { userId, action, network: null, at: api.clock.at });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const reply = await readActivity(headers, { limit: '1', ...(cursor && { cursor }) });
    seen.push(...reply.json().map(({ action }: { action: string }) => action));
    cursor = reply.headers[nextCursorHeader]?.toString();
  } while (cursor);
  expect(seen.toSorted()).toEqual(['api_key_created', 'passkey_added', 'passkey_removed']);
});

test('a mail tells once of each way in that is added, used up or removed', async () => {
  const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  const person = await api.signIn({ ...premium, googleId: 'an issuer and a subject', passwordHash: 'any' });
  const { userId, headers } = person;
  const send = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
    api.app.inject({ method, url: `/api/account/${path}`, headers, ...(payload && { payload }) });
  const { recoveryCodes } = await withTwoFactor(api, person);
  await api.app.inject({
    method: 'POST',
    url: '/api/auth/prove',
    headers,
    payload: { method: 'recovery_code', code: recoveryCodes[0] },
  });
  const later = await api.signIn({ userId });
  Object.assign(headers, later.headers);
  await send('POST', 'two-factor/recovery-codes');
  await send('DELETE', 'two-factor/totp');
  await send('POST', 'api-keys', { name: 'The key of Ada', scope: 'read', expiresInDays: null });
  const key = { credentialId: userId, publicKey: Buffer.alloc(1), counter: 0, isSynced: false };
  const passkey = await api.db.passkey.create({ data: { ...key, userId, name: 'The laptop' } });
  await send('DELETE', `passkeys/${passkey.id}`);
  await send('DELETE', 'sign-in-providers/google');
  // What is refused is told to nobody.
  await send('DELETE', `passkeys/${passkey.id}`);
  await send('DELETE', 'two-factor/totp');

  const events = await api.db.auditEvent.findMany({ where: { userId }, orderBy: { at: 'asc' } });
  const notices = (await api.waitingJobs('send-mail')).filter(({ auditEventId }) =>
    events.some(({ id }) => id === auditEventId),
  );
  expect(new Set(notices.map(({ key: about }) => about)).size).toBe(notices.length);
  const actions = notices.map(({ auditEventId }) => events.find(({ id }) => id === auditEventId)?.action);
  expect(actions).toEqual([
    'two_factor_enabled',
    'recovery_code_used',
    'recovery_codes_renewed',
    'two_factor_disabled',
    'api_key_created',
    'passkey_removed',
    'sign_in_unlinked',
  ]);
  const written = notices.map((notice) => findMail('security_notice')?.write(api.context, notice as never));
  const texts = JSON.stringify(await Promise.all(written));
  for (const said of ['The key of Ada', 'The laptop', 'Google', 'Two-factor sign-in was switched off'])
    expect(texts).toContain(said);
});

test('an event outlives the user without what they typed or where they were', async () => {
  const { id } = await testUser(api.db);
  const details = { name: 'The key of Ada' };
  const entry = { userId: id, action: 'api_key_revoked', network: '2001:db8:1:2::3', details } as const;
  await recordAudit(api.db, { ...entry, at: api.clock.at });
  const { id: eventId, network } = await api.db.auditEvent.findFirstOrThrow({ where: { userId: id } });
  expect(network).toBe('2001:db8:1::x');
  await api.db.user.delete({ where: { id } });
  const kept = await api.db.auditEvent.findUnique({ where: { id: eventId } });
  expect(kept).toMatchObject({ userId: null, action: 'api_key_revoked', network: null, details: {} });
});

test('an action of a newer version is left out, and every known one has words', async () => {
  const { userId, headers } = await api.signIn();
  await api.db.auditEvent.create({ data: { userId, action: 'teleported' } });
  expect((await readActivity(headers)).json()).toEqual([]);
  expect(Object.values(securityActions).every((words) => words.length > 5)).toBe(true);
});
