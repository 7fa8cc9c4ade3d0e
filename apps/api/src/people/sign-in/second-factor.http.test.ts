import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMail } from '../../jobs/mails.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { createCode, withTwoFactor } from '../../testing/two-factor.ts';

const password = 'Spruce-Harbor-42';
const pendingCookie = 'picksync-second-factor';
let api: TestApp;
let passwordHash: string;

beforeAll(async () => {
  api = await testApp();
  passwordHash = await api.context.passwords.hash(password);
});
afterAll(() => api.close());

const post = (path: string, payload: object, cookie?: string) =>
  api.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: { origin, ...(cookie && { cookie }) },
    payload,
  });

const getCookie = (answer: Awaited<ReturnType<typeof post>>, name: string) =>
  answer.cookies.find((cookie) => cookie.name === name)?.value;

/** A person with two-factor sign-in, whose app shows a code that was not used yet. */
async function person() {
  const user = await testUser(api.db, { passwordHash });
  const factors = await withTwoFactor(api, await api.signIn({ userId: user.id }));
  await api.passTime(60_000);
  return { ...user, ...factors, code: () => createCode(factors.key, api.clock.at) };
}

/** The login with the password: a browser that still waits for the second factor. */
async function halfSignedIn(email: string) {
  const answer = await post('login', { email, password });
  const pending = getCookie(answer, pendingCookie);
  const give = (payload: object) => post('second-factor', payload, `${pendingCookie}=${pending}`);
  return { answer, pending, give };
}

test('the right password leads to the second factor, and its code to a session', async () => {
  const ada = await person();
  const { answer, give } = await halfSignedIn(ada.email);
  expect(answer.json()).toEqual({
    authToken: null,
    requiresVerification: false,
    email: ada.email,
    message: 'Please confirm the login with your second factor.',
    secondFactors: ['totp', 'recovery_code'],
  });
  expect(getCookie(answer, 'picksync')).toBeUndefined();
  expect(getCookie(answer, 'picksync-browser')).toBeUndefined();

  const given = await give({ method: 'totp', code: ada.code() });
  expect(given.json()).toMatchObject({ authToken: expect.any(String), email: ada.email, secondFactors: [] });
  const cookie = `picksync=${getCookie(given, 'picksync')}`;
  const status = await api.app.inject({ url: '/api/auth/status', headers: { cookie } });
  expect(status.json()).toMatchObject({ isAuthenticated: true, user: { id: ada.id } });
  expect(getCookie(given, pendingCookie)).toBe('');
});

test('a wrong password does not tell that there is a second factor', async () => {
  const ada = await person();
  const answer = await post('login', { email: ada.email, password: 'Wrong-Harbor-42' });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid_credentials']);
  expect(answer.cookies).toEqual([]);
});

test('a code works once, also at another login', async () => {
  const ada = await person();
  const code = ada.code();
  expect((await (await halfSignedIn(ada.email)).give({ method: 'totp', code })).statusCode).toBe(200);
  const again = await (await halfSignedIn(ada.email)).give({ method: 'totp', code });
  expect([again.statusCode, Object.keys(again.json().errors)]).toEqual([400, ['code']]);
});

test('a code logs in once under twenty concurrent requests', async () => {
  const ada = await person();
  const code = ada.code();
  const browsers = await Promise.all(Array.from({ length: 4 }, () => halfSignedIn(ada.email)));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => browsers[index % 4]?.give({ method: 'totp', code })),
  );
  expect(answers.filter((answer) => answer?.statusCode === 200)).toHaveLength(1);
});

/** Gives a second factor from a network of its own, in the browser of a login that waits. */
const giveFrom = (network: string, pending: string | undefined, payload: object) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/second-factor',
    remoteAddress: network,
    headers: { origin, cookie: `${pendingCookie}=${pending}` },
    payload,
  });

const wrong = { method: 'totp', code: '000000' };

test('looks at five codes of strangers, however many come at once and from wherever', async () => {
  const ada = await person();
  const { pending, give } = await halfSignedIn(ada.email);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, guess) => giveFrom(`198.51.100.${guess}`, pending, wrong)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(45);
  const refused = await give({ method: 'totp', code: ada.code() });
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'Too many attempts. Please wait 15 minutes or use a recovery code.',
  ]);
  await api.passTime(15 * 60_000);
  const later = await halfSignedIn(ada.email);
  expect((await later.give({ method: 'totp', code: ada.code() })).statusCode).toBe(200);
});

test('lets the owner in by a recovery code, a recognized device and an open session while strangers guess', async () => {
  const ada = await person();
  const { give } = await halfSignedIn(ada.email);
  const signedIn = await give({ method: 'totp', code: ada.code() });
  const known = `picksync-browser=${getCookie(signedIn, 'picksync-browser')}`;
  const session = `picksync=${getCookie(signedIn, 'picksync')}`;
  await api.passTime(60_000);
  for (let stranger = 1; stranger <= 12; stranger += 1) {
    const { pending } = await halfSignedIn(ada.email);
    await giveFrom(`203.0.113.${stranger}`, pending, wrong);
  }
  const { pending } = await halfSignedIn(ada.email);
  const code = ada.recoveryCodes[0];
  expect((await giveFrom('192.0.2.9', pending, { method: 'recovery_code', code })).statusCode).toBe(200);

  const inBrowser = await post('login', { email: ada.email, password }, known);
  const cookie = `${known}; ${pendingCookie}=${getCookie(inBrowser, pendingCookie)}`;
  const byCode = await post('second-factor', { method: 'totp', code: ada.code() }, cookie);
  expect(byCode.statusCode).toBe(200);
  await api.passTime(60_000);
  expect((await post('prove', { method: 'totp', code: ada.code() }, session)).statusCode).toBe(200);
});

test('ends no login that waits elsewhere, however many strangers begin one', async () => {
  const ada = await person();
  const { give } = await halfSignedIn(ada.email);
  for (let stranger = 1; stranger <= 6; stranger += 1)
    await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { origin },
      remoteAddress: '203.0.113.7',
      payload: { email: ada.email, password },
    });
  expect((await give({ method: 'totp', code: ada.code() })).statusCode).toBe(200);
  expect(await api.db.session.count({ where: { userId: ada.id, awaitsSecondFactor: true } })).toBe(5);
});

test('looks at thirty codes of strangers a day', async () => {
  const ada = await person();
  for (let quarter = 0; quarter < 7; quarter += 1) {
    const { pending } = await halfSignedIn(ada.email);
    const tries = Array.from({ length: 5 }, (_, index) => giveFrom(`203.0.113.${index}`, pending, wrong));
    const looked = (await Promise.all(tries)).filter(({ statusCode }) => statusCode === 400);
    expect([quarter, looked.length]).toEqual([quarter, quarter < 6 ? 5 : 0]);
    await api.passTime(15 * 60_000);
  }
  const { give } = await halfSignedIn(ada.email);
  const refused = await give({ method: 'totp', code: ada.code() });
  expect(refused.json().message).toBe('Too many attempts. Please wait 23 hours or use a recovery code.');
  expect((await give({ method: 'recovery_code', code: ada.recoveryCodes[0] })).statusCode).toBe(200);
});

test('mails the owner about the first wrong factor after the right password, once in six hours', async () => {
  const ada = await person();
  const warnings = async () => {
    const events = await api.db.auditEvent.findMany({
      where: { userId: ada.id, action: 'second_factor_refused' },
    });
    const jobs = await api.waitingJobs('send-mail');
    return jobs.filter(({ auditEventId }) => events.some(({ id }) => id === auditEventId));
  };
  const { pending } = await halfSignedIn(ada.email);
  expect(await warnings()).toEqual([]);
  await giveFrom('203.0.113.1', pending, wrong);
  expect(await warnings()).toHaveLength(1);
  for (let network = 2; network <= 12; network += 1) await giveFrom(`203.0.113.${network}`, pending, wrong);
  expect(await warnings()).toHaveLength(1);
  const [due] = await warnings();
  const mail = await findMail('security_notice')?.write(api.context, due as never);
  expect(mail).toMatchObject({ to: ada.email, userId: ada.id });
  for (const said of ['gave a wrong code', 'choose another password now', 'a recovery code', '203.0.113.x'])
    expect(JSON.stringify(mail)).toContain(said);

  await api.passTime(6 * 60 * 60_000);
  const later = await halfSignedIn(ada.email);
  await giveFrom('203.0.113.1', later.pending, wrong);
  expect(await warnings()).toHaveLength(2);
});

test('a recovery code succeeds once under twenty concurrent requests, and is gone', async () => {
  const ada = await person();
  const [code = ''] = ada.recoveryCodes;
  const browsers = await Promise.all(Array.from({ length: 4 }, () => halfSignedIn(ada.email)));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => browsers[index % 4]?.give({ method: 'recovery_code', code })),
  );
  expect(answers.filter((answer) => answer?.statusCode === 200)).toHaveLength(1);
  const { recoveryCodeHashes } = await api.db.user.findUniqueOrThrow({ where: { id: ada.id } });
  expect(recoveryCodeHashes).toHaveLength(9);
});

test('a recovery code is taken however it is typed', async () => {
  const ada = await person();
  for (const [index, code] of [
    [0, ada.recoveryCodes[0]?.toUpperCase()],
    [1, ada.recoveryCodes[1]?.replace('-', '')],
    [2, ` ${ada.recoveryCodes[2]?.replace('-', ' - ')} `],
  ] as const) {
    const { give } = await halfSignedIn(ada.email);
    expect([index, (await give({ method: 'recovery_code', code })).statusCode]).toEqual([index, 200]);
  }
});

test('codes of another person open nothing', async () => {
  const [ada, grace] = [await person(), await person()];
  const { give } = await halfSignedIn(ada.email);
  expect((await give({ method: 'totp', code: grace.code() })).statusCode).toBe(400);
  const recovery = { method: 'recovery_code', code: grace.recoveryCodes[0] };
  expect((await give(recovery)).statusCode).toBe(400);
  const { recoveryCodeHashes } = await api.db.user.findUniqueOrThrow({ where: { id: grace.id } });
  expect(recoveryCodeHashes).toHaveLength(10);
});

test('no login is finished without one that waits, after ten minutes, or a second time', async () => {
  const ada = await person();
  const nothing = await post('second-factor', { method: 'totp', code: ada.code() });
  expect([nothing.statusCode, nothing.json().code]).toEqual([401, 'sign_in_again']);
  const { headers } = await api.signIn({ userId: ada.id });
  const whole = headers.cookie.replace('picksync=', `${pendingCookie}=`);
  expect((await post('second-factor', { method: 'totp', code: ada.code() }, whole)).statusCode).toBe(401);

  const used = await halfSignedIn(ada.email);
  expect((await used.give({ method: 'recovery_code', code: ada.recoveryCodes[0] })).statusCode).toBe(200);
  expect((await used.give({ method: 'recovery_code', code: ada.recoveryCodes[1] })).statusCode).toBe(401);

  const late = await halfSignedIn(ada.email);
  await api.passTime(10 * 60_000);
  expect((await late.give({ method: 'recovery_code', code: ada.recoveryCodes[1] })).statusCode).toBe(401);
});

test('a password that is replaced meanwhile ends the login that waits', async () => {
  const ada = await person();
  const { give } = await halfSignedIn(ada.email);
  await api.db.session.deleteMany({ where: { userId: ada.id } });
  expect((await give({ method: 'totp', code: ada.code() })).statusCode).toBe(401);
});

test('a session stays open until the other login is complete', async () => {
  const [ada, grace] = [await person(), await api.signIn()];
  const login = await post('login', { email: ada.email, password }, grace.headers.cookie);
  expect(login.statusCode).toBe(200);
  const status = await api.app.inject({ url: '/api/auth/status', headers: grace.headers });
  expect(status.json().user.id).toBe(grace.userId);
});

test('the password alone proves nothing where two-factor sign-in is on', async () => {
  const ada = await person();
  const { headers } = await api.signIn({ userId: ada.id });
  const prove = (payload: object) =>
    api.app.inject({ method: 'POST', url: '/api/auth/prove', headers, payload });
  const ways = await api.app.inject({ url: '/api/auth/proof', headers });
  expect(ways.json()).toEqual({ methods: ['totp', 'recovery_code'] });
  expect((await prove({ method: 'password', password })).json().errors.password).toContain('Two-factor');
  expect((await prove({ method: 'totp', code: ada.code() })).statusCode).toBe(200);
});

test('the trail tells how somebody signed in, and what was refused', async () => {
  const ada = await person();
  const { give } = await halfSignedIn(ada.email);
  await give({ method: 'totp', code: '000000' });
  await give({ method: 'recovery_code', code: ada.recoveryCodes[0] });
  const events = await api.db.auditEvent.findMany({ where: { userId: ada.id } });
  expect(events.map(({ action }) => action).toSorted()).toEqual([
    'login',
    'recovery_code_used',
    'second_factor_refused',
    'two_factor_enabled',
  ]);
  expect(events.find(({ action }) => action === 'login')?.details).toEqual({ method: 'recovery_code' });
});
