import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMail } from '../../jobs/mails.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { withTwoFactor } from '../../testing/two-factor.ts';

const password = 'Spruce-Harbor-42';
const next = 'Maple-Canal-77x';
const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
let api: TestApp;
let passwordHash: string;
beforeAll(async () => {
  api = await testApp();
  passwordHash = await api.context.passwords.hash(password);
});
afterAll(() => api.close());

type Browser = { headers: Record<string, string> };
const read = ({ headers }: Browser) => api.app.inject({ url: '/api/account', headers });
const patch = ({ headers }: Browser, payload: object) =>
  api.app.inject({ method: 'PATCH', url: '/api/account', headers, payload });
const change = ({ headers }: Browser, payload: object) =>
  api.app.inject({ method: 'POST', url: '/api/account/password', headers, payload });
const logIn = (email: string, tried: string) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin },
    payload: { email, password: tried },
  });

test('people see their own account, and no secret of it', async () => {
  const browser = await api.signIn({ email: 'ada@clients.example', passwordHash, timeZone: 'Europe/Berlin' });
  const answer = await read(browser);
  expect(answer.json()).toMatchObject({
    email: 'ada@clients.example',
    timeZone: 'Europe/Berlin',
    hasPassword: true,
    passwordChangedAt: null,
    pendingEmail: null,
    name: null,
    picture: null,
  });
  expect(answer.body).not.toContain('argon2');
});

test('a time zone is one of the list; others keep theirs', async () => {
  const [browser, other] = [await api.signIn(), await api.signIn({ timeZone: 'Asia/Tokyo' })];
  expect((await patch(browser, { timeZone: 'America/Chicago' })).json().timeZone).toBe('America/Chicago');
  for (const timeZone of ['', 'Nowhere/Land', '+02:00', 'x'.repeat(65), '🕒', 'أفريقيا']) {
    const answer = await patch(browser, { timeZone });
    expect([timeZone, answer.statusCode]).toEqual([timeZone, 400]);
    expect(answer.json().errors.timeZone).toMatch(/^Please choose a time zone/);
  }
  expect((await read(browser)).json().timeZone).toBe('America/Chicago');
  expect((await read(other)).json().timeZone).toBe('Asia/Tokyo');
});

test('a clock and an order of dates are chosen each for itself, and the browser is told who reads how', async () => {
  const browser = await api.signIn({ timeZone: 'Europe/Berlin' });
  expect((await read(browser)).json()).toMatchObject({ clock: 'h12', dateOrder: 'month' });
  expect((await patch(browser, { clock: 'h24' })).json()).toMatchObject({ clock: 'h24', dateOrder: 'month' });
  expect((await patch(browser, { dateOrder: 'day' })).json()).toMatchObject({
    timeZone: 'Europe/Berlin',
    clock: 'h24',
    dateOrder: 'day',
  });
  const status = await api.app.inject({ method: 'GET', url: '/api/auth/status', headers: browser.headers });
  expect(status.json().user).toMatchObject({ clock: 'h24', dateOrder: 'day' });
  for (const wrong of [{ clock: '24' }, { dateOrder: 'iso' }])
    expect((await patch(browser, wrong)).statusCode).toBe(400);
  expect((await read(browser)).json()).toMatchObject({ clock: 'h24', dateOrder: 'day' });
});

test('a new password counts at once, other browsers are signed out, and a mail says so', async () => {
  const browser = await api.signIn({ passwordHash });
  const elsewhere = await api.signIn({ userId: browser.userId });
  const { email } = (await read(browser)).json();
  const answer = await change(browser, { currentPassword: password, password: next });
  expect(answer.statusCode).toBe(200);
  const cookie = answer.cookies[0];
  const renewed = { headers: { cookie: `${cookie?.name}=${cookie?.value}`, origin } };
  expect((await read(browser)).statusCode).toBe(401);
  expect((await read(elsewhere)).statusCode).toBe(401);
  expect((await read(renewed)).json().passwordChangedAt).toBe(api.clock.at.toISOString());
  expect((await logIn(email, password)).statusCode).toBe(401);
  expect((await logIn(email, next)).statusCode).toBe(200);
  expect(await api.waitingJobs('send-mail')).toContainEqual({
    mail: 'password_replaced',
    userId: browser.userId,
  });
});

test('API keys outlive a new password unless they are revoked with it, and the reply and the mail say how many', async () => {
  for (const revokeApiKeys of [false, true]) {
    const browser = await api.signIn({ passwordHash, ...premium });
    const keys = [await api.createKey(browser.userId), await api.createKey(browser.userId, 'read')];
    const answer = await change(browser, { currentPassword: password, password: next, revokeApiKeys });
    expect(answer.json().message).toBe(
      `Your password is changed.${revokeApiKeys ? ' 2 API keys were revoked.' : ''}`,
    );
    for (const { headers } of keys) {
      const { statusCode } = await api.app.inject({ url: '/api/configurations', headers });
      expect(statusCode).toBe(revokeApiKeys ? 401 : 200);
    }
    const { userId } = browser;
    const revoked = await api.db.auditEvent.count({ where: { userId, action: 'api_key_revoked' } });
    expect(revoked).toBe(revokeApiKeys ? 2 : 0);
    const mail = await findMail('password_replaced')?.write(api.context, { userId } as never);
    expect(JSON.stringify(mail).includes('2 API keys go on working')).toBe(!revokeApiKeys);
  }
});

test('a user may stay signed in elsewhere', async () => {
  const browser = await api.signIn({ passwordHash });
  const elsewhere = await api.signIn({ userId: browser.userId });
  await change(browser, { currentPassword: password, password: next, endOtherSessions: false });
  expect((await read(elsewhere)).statusCode).toBe(200);
});

test('a login that waits for its second factor does not outlive the password it began with', async () => {
  const browser = await api.signIn({ passwordHash });
  const { recoveryCodes } = await withTwoFactor(api, browser);
  const { email } = (await read(browser)).json();
  const half = await logIn(email, password);
  const { name = '', value = '' } =
    half.cookies.find((cookie) => cookie.name.includes('second-factor')) ?? {};
  await change(browser, { currentPassword: password, password: next, endOtherSessions: false });
  const rest = await api.app.inject({
    method: 'POST',
    url: '/api/auth/second-factor',
    headers: { origin, cookie: `${name}=${value}` },
    payload: { method: 'recovery_code', code: recoveryCodes[0] },
  });
  expect([rest.statusCode, rest.json().code]).toEqual([401, 'sign_in_again']);
});

test('the password cannot be changed without the one before, and tries are counted', async () => {
  const browser = await api.signIn({ passwordHash });
  const missing = await change(browser, { password: next });
  expect(missing.json().errors.currentPassword).toBe('This is not your password. Please try again.');
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => change(browser, { currentPassword: 'Wrong-Harbor-42', password: next })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(9);
  expect((await change(browser, { currentPassword: password, password: next })).statusCode).toBe(429);
});

test('an easy password is refused at its field', async () => {
  const browser = await api.signIn({ passwordHash });
  const answer = await change(browser, { currentPassword: password, password: 'Aaaaaaaaa1!' });
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['password']]);
});

test('many changes at once count once', async () => {
  const browser = await api.signIn({ passwordHash });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      change(browser, { currentPassword: password, password: `${next}${nth}`, endOtherSessions: false }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('an account without a password gets one from whoever proved themselves a short time ago', async () => {
  const browser = await api.signIn({ passwordHash: null });
  await api.passTime(11 * 60_000);
  expect((await change(browser, { password: next })).json().code).toBe('proof_required');
  const fresh = await api.signIn({ userId: browser.userId });
  expect((await change(fresh, { password: next })).statusCode).toBe(200);
});
