import { nextCursorHeader } from '@picksync/contracts';
import { testAutomation, testConnection, testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAudit } from '../../base/record-audit.ts';
import { editAutomation } from '../../sync/automations/edit-automation.ts';
import { connectAccount } from '../../sync/connection/connect-account.ts';
import { createActingSession } from '../../testing/create-acting-session.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const url = '/api/admin/users';
const password = 'Spruce-Harbor-42';

const admin = () => api.signIn({ role: 'admin', email: `admin-${crypto.randomUUID()}@picksync.example` });
const request = (headers: Record<string, string>, path: string, payload?: object) =>
  api.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `${url}${path}`,
    headers,
    ...(payload && { payload }),
  });

test('users are found by a part of their address, newest first, page by page', async () => {
  const { headers } = await admin();
  for (const [minute, name] of ['ada', 'ben', 'cyd'].entries())
    await testUser(api.db, {
      email: `${name}@found-by-part.example`,
      createdAt: new Date(Date.UTC(2026, 9, 1, 0, minute)),
    });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await request(headers, `?search=%20FOUND-BY&limit=1${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...page.json().map(({ email }: { email: string }) => email));
    cursor = page.headers[nextCursorHeader]?.toString();
  } while (cursor);
  expect(seen).toEqual([
    'cyd@found-by-part.example',
    'ben@found-by-part.example',
    'ada@found-by-part.example',
  ]);
  expect((await request(headers, '?search=%25')).json()).toEqual([]);
});

test('a user is listed with what they have and may have, as their own screens show it', async () => {
  const { headers } = await admin();
  const { userId } = await api.signIn({
    email: 'rich@as-shown.example',
    subscriptionStatus: 'cancelled',
    subscriptionTier: 'basic',
    subscriptionEndDate: new Date('2026-12-09T00:00:00Z'),
  });
  const connection = await testConnection(api.db, { userId });
  await testAutomation(api.db, { connection });
  await testAutomation(api.db, { connection, isActive: false });
  const [row] = (await request(headers, '?search=as-shown')).json();
  expect(row).toMatchObject({
    subscriptionStatus: 'cancelled',
    subscriptionTier: 'basic',
    accessUntil: '2026-12-09T00:00:00.000Z',
    automations: { active: 1, paused: 1, limit: 10 },
    lastSeenAt: api.clock.at.toISOString(),
    disabledAt: null,
  });
});

test('one user is shown with their plan, their connection and what protects them', async () => {
  const { headers } = await admin();
  const { id } = await testUser(api.db, { googleId: 'google-1', totpEnabledAt: api.clock.at });
  await testConnection(api.db, { userId: id, region: 'eu', status: 'needs_reconnect' });
  const detail = await request(headers, `/${id}`);
  expect(detail.json()).toMatchObject({
    smartsheet: { state: 'needs_reconnect', region: 'eu' },
    hasTwoFactor: true,
    signInProviders: ['google'],
    needsReview: 0,
    failing: 0,
    current: { hasSubscription: false, trial: { isActive: true } },
  });
  expect(detail.body).not.toContain('google-1');
  expect((await request(headers, '/0193b1f0-0000-7000-8000-00000000dead')).statusCode).toBe(404);
});

test('a user who has signed out was still seen, and one who never signed in was not', async () => {
  const { headers } = await admin();
  const { userId, headers: own } = await api.signIn({ email: 'left@last-seen.example' });
  await api.app.inject({ method: 'POST', url: '/api/auth/logout', headers: own });
  expect(await api.db.session.count({ where: { userId } })).toBe(0);
  const { id } = await testUser(api.db);
  expect((await request(headers, `/${userId}`)).json().lastSeenAt).toBe(api.clock.at.toISOString());
  expect((await request(headers, `/${id}`)).json().lastSeenAt).toBeNull();

  // Before it was recorded, signing in was.
  await recordAudit(api.db, {
    userId: id,
    action: 'login',
    network: null,
    at: new Date('2026-11-02T08:00:00Z'),
  });
  expect((await request(headers, `/${id}`)).json().lastSeenAt).toBe('2026-11-02T08:00:00.000Z');
});

test('a disabled account opens by nothing, its automations rest, and enabling gives it back', async () => {
  const boss = await admin();
  const passwordHash = await api.context.passwords.hash(password);
  const email = 'shut@disabled.example';
  const user = await api.signIn({
    email,
    passwordHash,
    subscriptionStatus: 'active',
    subscriptionTier: 'premium',
  });
  const key = await api.createKey(user.userId);
  const connection = await testConnection(api.db, { userId: user.userId });
  const automation = await testAutomation(api.db, { connection });
  const logIn = () =>
    api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { origin },
      payload: { email, password },
    });

  const disabled = await request(boss.headers, `/${user.userId}/disable`, { reason: 'Charged back twice' });
  expect([disabled.statusCode, disabled.json().message]).toEqual([200, 'The account is disabled, 1 paused.']);
  expect((await api.app.inject({ url: '/api/stats', headers: user.headers })).statusCode).toBe(401);
  const byKey = await api.app.inject({ url: '/api/configurations', headers: key.headers });
  expect([byKey.statusCode, byKey.json().code]).toEqual([403, 'account_disabled']);
  const refused = await logIn();
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'account_disabled']);
  const row = await api.db.automation.findUniqueOrThrow({ where: { id: automation.id } });
  expect(row).toMatchObject({ isActive: false, pausedBy: 'system' });
  // Requests that came before, and had to ask Smartsheet first.
  const { userId } = user;
  const activated = editAutomation(api.context, { userId, id: automation.id }, { isActive: true });
  await expect(activated).rejects.toMatchObject({ code: 'account_disabled' });
  const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: new Date() };
  const account = { id: '1', email, firstName: null, lastName: null, account: null, licensed: null };
  const { id: sessionId } = await createActingSession(api.context, userId);
  const connected = connectAccount(api.context, { userId, sessionId, region: 'us', tokens, account });
  await expect(connected).rejects.toMatchObject({ code: 'account_disabled' });

  const again = await request(boss.headers, `/${user.userId}/disable`, { reason: 'Once more' });
  expect(again.json().message).toBe('The account is disabled already.');
  const enabled = await request(boss.headers, `/${user.userId}/enable`, { reason: 'It was a mistake' });
  expect(enabled.json().message).toBe('The account is enabled.');
  expect((await logIn()).statusCode).toBe(200);

  const trail = await api.db.auditEvent.findMany({
    where: { actorId: boss.userId, userId: user.userId },
    orderBy: { at: 'asc' },
  });
  expect(trail.map(({ action, details }) => [action, details])).toEqual([
    ['account_disabled', { reason: 'Charged back twice' }],
    ['account_enabled', { reason: 'It was a mistake' }],
  ]);
  const own = await api.signIn({ userId: user.userId });
  const told = await api.app.inject({ url: '/api/account/security-activity', headers: own.headers });
  expect(told.json()).toContainEqual(expect.objectContaining({ action: 'account_disabled', byAdmin: true }));
  expect(told.body).not.toContain('Charged back');
});

describe('a plan by hand', () => {
  const give = (headers: Record<string, string>, payload: object) =>
    api.app.inject({ method: 'POST', url: '/api/admin/subscription/activate', headers, payload });
  const readCurrent = async (headers: Record<string, string>) =>
    (await api.app.inject({ url: '/api/subscription/current', headers })).json();

  test('is active at once for a month, takes the place of another one, and ends with Free', async () => {
    const { headers } = await admin();
    const email = 'olivia@by-hand.example';
    const user = await api.signIn({ email });
    const given = await give(headers, { userEmail: ' Olivia@By-Hand.example', planId: 2, reason: 'A gift' });
    expect([given.statusCode, given.json().message]).toEqual([200, `Basic is active for ${email}.`]);
    expect(await readCurrent(user.headers)).toMatchObject({
      hasSubscription: true,
      plan: { id: 2 },
      subscription: { status: 'active', payment_provider: 'manual' },
    });
    await give(headers, { userEmail: email, planId: 3, customPaymentId: 'bank-1' });
    expect(await readCurrent(user.headers)).toMatchObject({ plan: { id: 3 } });
    const rows = await api.db.subscription.findMany({ where: { userId: user.userId } });
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['active', 'expired']);
    await give(headers, { userEmail: email, planId: 1 });
    expect(await readCurrent(user.headers)).toMatchObject({ hasSubscription: false });
    const trail = await api.db.auditEvent.findMany({ where: { userId: user.userId, action: 'plan_given' } });
    expect(trail.map(({ details }) => details)).toContainEqual({ name: 'Basic', reason: 'A gift' });
  });

  test('needs somebody who has the address, a plan, and a payment that was not used', async () => {
    const { headers } = await admin();
    const { email } = await testUser(api.db);
    const readErrors = async (payload: object) => (await give(headers, payload)).json().errors;
    expect(await readErrors({})).toEqual({
      userEmail: 'Please enter a user email address',
      planId: 'Please select a subscription plan',
    });
    expect(await readErrors({ userEmail: 'nobody@by-hand.example', planId: 2 })).toEqual({
      userEmail: 'No user has this email address',
    });
    expect(await readErrors({ userEmail: email, planId: 99 })).toHaveProperty('planId');
    const disabled = await testUser(api.db, { disabledAt: api.clock.at });
    expect(await readErrors({ userEmail: disabled.email, planId: 2 })).toEqual({
      userEmail: 'This account is disabled: enable it first',
    });
    await give(headers, { userEmail: email, planId: 2, customPaymentId: 'bank-2' });
    expect(await readErrors({ userEmail: email, planId: 3, customPaymentId: 'bank-2' })).toEqual({
      customPaymentId: 'This payment has been used already',
    });
  });

  test('repeats the message of a refusal as `error`', async () => {
    const { headers } = await admin();
    const refused = await give(headers, { userEmail: 'nobody@by-hand.example', planId: 2 });
    const text = 'Please check the marked fields.';
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { message: text, error: text }]);
  });

  test('gives a plan for a payment once, also when two administrators enter it at once for different people', async () => {
    const [ada, grace] = [await admin(), await admin()];
    for (let round = 0; round < 5; round += 1) {
      const people = [await testUser(api.db), await testUser(api.db)];
      const customPaymentId = `bank-twice-${round}`;
      const answers = await Promise.all(
        [ada, grace].map(({ headers }, at) =>
          give(headers, { userEmail: people[at]?.email, planId: 2, customPaymentId }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
      const refused = answers.find(({ statusCode }) => statusCode === 400);
      expect(refused?.json().errors).toEqual({ customPaymentId: 'This payment has been used already' });
    }
  });
});

test('refuses to disable the own account, an unknown account, or any account without a reason', async () => {
  const { userId, headers } = await admin();
  const own = await request(headers, `/${userId}/disable`, { reason: 'Why not' });
  expect([own.statusCode, own.json().code]).toEqual([403, 'forbidden']);
  const nobody = '0193b1f0-0000-7000-8000-00000000dead';
  for (const act of ['disable', 'enable'])
    expect((await request(headers, `/${nobody}/${act}`, { reason: 'Gone' })).statusCode).toBe(404);
  const silent = await request(headers, `/${nobody}/disable`, { reason: ' ' });
  expect(silent.json().errors).toEqual({ reason: 'Please say why' });
});

test('two administrators who disable each other at once leave one of them enabled', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ada, grace] = [await admin(), await admin()];
    const disable = (by: typeof ada, user: typeof ada) =>
      request(by.headers, `/${user.userId}/disable`, { reason: 'No longer with us' });
    const replies = await Promise.all([disable(ada, grace), disable(grace, ada)]);
    const ids = [ada.userId, grace.userId];
    expect(await api.db.user.count({ where: { id: { in: ids }, disabledAt: null } })).toBe(1);
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  }
});

test('every session ends but that of the administrator who asked, and the audit trail says why', async () => {
  const boss = await admin();
  const ada = await api.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  const grace = await api.signIn({ role: 'admin' });
  await api.db.session.updateMany({ where: { userId: grace.userId }, data: { awaitsSecondFactor: true } });
  const key = await api.createKey(ada.userId);
  const end = (headers: Record<string, string>, reason: string) =>
    api.app.inject({ method: 'POST', url: '/api/admin/end-sessions', headers, payload: { reason } });
  expect((await end(ada.headers, 'Mine alone')).statusCode).toBe(403);
  expect((await end(boss.headers, ' ')).statusCode).toBe(400);
  expect((await end({ ...boss.headers, origin: 'https://elsewhere.example' }, 'Theirs')).statusCode).toBe(
    403,
  );
  const sessions = await api.db.session.count();
  const answer = await end(boss.headers, 'A laptop with the database was stolen');
  expect([answer.statusCode, answer.json().message]).toEqual([
    200,
    `${sessions - 1} sessions were ended. Everybody but you has to log in again.`,
  ]);
  expect(await api.db.session.findMany({ select: { userId: true } })).toEqual([{ userId: boss.userId }]);
  for (const { name, value } of answer.cookies) boss.headers.cookie = `${name}=${value}`;
  const calls = [ada, key, boss].map(({ headers }) =>
    api.app.inject({ url: '/api/configurations', headers }),
  );
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([401, 200, 200]);
  expect((await end(boss.headers, 'Once more')).json().message).toBe('Nobody else was signed in.');
  const entry = await api.db.auditEvent.findFirst({
    where: { action: 'everybody_signed_out' },
    orderBy: { at: 'asc' },
  });
  expect(entry).toMatchObject({
    userId: null,
    actorId: boss.userId,
    details: { reason: 'A laptop with the database was stolen' },
  });
});

test('a copy of the cookie or the token of the administrator who ends every session opens nothing any more', async () => {
  const boss = await admin();
  const opens = async (headers: Record<string, string>) =>
    (await api.app.inject({ url: '/api/admin/users', headers })).statusCode;
  const { token } = (await api.app.inject({ url: '/api/auth/token', headers: boss.headers })).json();
  const bearers = [token, boss.authToken].map((one) => ({ authorization: `Bearer ${one}` }));
  const copies = [{ ...boss.headers }, ...bearers];
  expect(await Promise.all(copies.map(opens))).toEqual([200, 200, 200]);
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/admin/end-sessions',
    headers: boss.headers,
    payload: { reason: 'The log of a proxy was stolen' },
  });
  expect(await Promise.all(copies.map(opens))).toEqual([401, 401, 401]);
  for (const { name, value } of answer.cookies) boss.headers.cookie = `${name}=${value}`;
  expect(await opens(boss.headers)).toBe(200);
});
