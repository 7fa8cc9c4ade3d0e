import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findMail } from '../../jobs/mails.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { checkCode, getDigits, getLinkToken, issueResetLink } from '../one-time-codes/one-time-codes.ts';

const minuteMs = 60_000;
const oldPassword = 'Spruce-Harbor-42';
const password = 'Willow-Meadow-77';
let api: TestApp;
let passwordHash: string;
let email: string;
let people = 0;

beforeAll(async () => {
  api = await testApp();
  passwordHash = await api.context.passwords.hash(oldPassword);
});
beforeEach(async () => {
  people += 1;
  email = `person-${people}@clients.example`;
  // Past every limit that an earlier test has used up.
  await api.passTime(60 * minuteMs);
});
afterAll(() => api.close());

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers: { origin, ...headers }, payload });
const readCode = async (path: string, payload: object) => (await post(path, payload)).json().code;

/** What the newest mail holds: the digits and the token of its link. A moment passes, so that the next one is newer. */
async function inMail(purpose: 'verify_email' | 'reset_password') {
  const { id } = await api.db.oneTimeCode.findFirstOrThrow({
    where: { user: { email }, kind: 'otp', purpose },
    orderBy: { createdAt: 'desc' },
  });
  await api.passTime(1000);
  const { keyedHash } = api.context;
  return { otp: getDigits(id, keyedHash), token: getLinkToken({ keyedHash }, id) };
}

async function forgot() {
  expect((await post('forgot-password', { email })).statusCode).toBe(200);
  return inMail('reset_password');
}

const register = (headers = {}) => post('register', { email, password: oldPassword }, headers);
const logIn = async (typed: string) => (await post('login', { email, password: typed })).statusCode;
const otherThan = (digits: string) => (digits === '000000' ? '111111' : '000000');

test.each(['link', 'code'])(
  'the %s of the mail sets a new password, once, and signs nobody in',
  async (by) => {
    const user = await testUser(api.db, { email, passwordHash });
    const { headers } = await api.signIn({ userId: user.id });
    const { otp, token } = await forgot();
    const reset = () =>
      by === 'link'
        ? post('reset-password', { token, password })
        : post('reset-password-otp', { email, otp, password });
    const answer = await reset();
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Your password is set. You can log in now.' },
    ]);
    expect(answer.cookies).toEqual([]);
    expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0);
    expect((await api.app.inject({ url: '/api/auth/token', headers })).statusCode).toBe(401);
    expect([await logIn(oldPassword), await logIn(password)]).toEqual([401, 200]);
    expect((await api.waitingJobs('send-mail')).at(-1)).toEqual({
      mail: 'password_changed',
      userId: user.id,
    });
    expect((await reset()).statusCode).toBe(400);
  },
);

test('the link of a mail says whose password it sets, as often as it is opened, until it is used', async () => {
  await testUser(api.db, { email, passwordHash });
  const { token } = await forgot();
  const look = () => post('reset-password/link', { token });
  for (const answer of [await look(), await look()])
    expect([answer.statusCode, answer.json()]).toEqual([200, { email, apiKeys: 0 }]);
  await post('reset-password', { token, password });
  expect((await look()).json()).toMatchObject({ code: 'link_invalid' });
  const again = await forgot();
  expect(await readCode('reset-password/link', { token: again.token.slice(1) })).toBe('link_invalid');
  await api.passTime(60 * minuteMs);
  expect(await readCode('reset-password/link', { token: again.token })).toBe('link_expired');
});

test('the code and the link of one mail are used up together', async () => {
  await testUser(api.db, { email, passwordHash });
  const first = await forgot();
  await post('reset-password-otp', { email, otp: first.otp, password });
  expect(await readCode('reset-password', { token: first.token, password: oldPassword })).toBe(
    'link_invalid',
  );
  const second = await forgot();
  await post('reset-password', { token: second.token, password });
  expect(await readCode('reset-password-otp', { email, otp: second.otp, password })).toBe('otp_invalid');
});

test('a new mail voids the code and the link of the one before', async () => {
  await testUser(api.db, { email, passwordHash });
  const first = await forgot();
  const second = await forgot();
  expect(await readCode('reset-password', { token: first.token, password })).toBe('link_invalid');
  expect((await post('reset-password', { token: second.token, password })).statusCode).toBe(200);
});

test('a code ends after ten minutes and the link of the same mail after sixty', async () => {
  await testUser(api.db, { email, passwordHash });
  const { otp, token } = await forgot();
  await api.passTime(10 * minuteMs);
  expect(await readCode('reset-password-otp', { email, otp, password })).toBe('otp_expired');
  const again = await forgot();
  await api.passTime(60 * minuteMs);
  expect(await readCode('reset-password', { token: again.token, password })).toBe('link_expired');
  expect(await readCode('reset-password', { token, password })).toBe('link_invalid');
  expect(await logIn(oldPassword)).toBe(200);
});

test('wrong codes of strangers end after five, and the link of the mail still lets the owner in', async () => {
  await testUser(api.db, { email, passwordHash });
  const { otp, token } = await forgot();
  const guess = (digits: string) => readCode('reset-password-otp', { email, otp: digits, password });
  const codes = [];
  for (let tries = 0; tries < 6; tries += 1) codes.push(await guess(otherThan(otp)));
  expect(codes).toEqual([...Array(5).fill('otp_invalid'), 'too_many_attempts']);
  expect(await guess(otp)).toBe('too_many_attempts');
  expect((await post('reset-password', { token, password })).statusCode).toBe(200);
});

test('fifty guesses at once use five tries', async () => {
  await testUser(api.db, { email, passwordHash });
  const { otp } = await forgot();
  // Past the route's own limits, which would hold most of them back.
  const guess = () =>
    checkCode(api.context, api.db, { email, purpose: 'reset_password', digits: otherThan(otp) }).catch(
      ({ code }) => code,
    );
  const codes = await Promise.all(Array.from({ length: 50 }, guess));
  expect(codes.filter((code) => code === 'otp_invalid')).toHaveLength(5);
});

test('a password that is refused uses up neither the code nor the link', async () => {
  await testUser(api.db, { email, passwordHash });
  const { otp, token } = await forgot();
  for (const weak of ['short', 'Summer2024!', '', 'x'.repeat(1000)]) {
    expect((await post('reset-password', { token, password: weak })).json().errors).toHaveProperty(
      'password',
    );
    const byCode = await post('reset-password-otp', { email, otp, password: weak });
    expect(byCode.json().errors).toHaveProperty('password');
  }
  expect((await post('reset-password-otp', { email, otp, password })).statusCode).toBe(200);
});

test('a token of one mail is refused for another purpose or another person', async () => {
  await testUser(api.db, { email, passwordHash, isVerified: false });
  await post('resend-verification', { email });
  const verification = await inMail('verify_email');
  const reset = await forgot();
  expect(await readCode('reset-password', { token: verification.token, password })).toBe('link_invalid');
  expect(await readCode('verify-email-link', { token: reset.token })).toBe('link_invalid');
  if (verification.otp !== reset.otp) {
    expect(await readCode('reset-password-otp', { email, otp: verification.otp, password })).toBe(
      'otp_invalid',
    );
  }
  const other = await testUser(api.db, { passwordHash });
  expect(await readCode('reset-password-otp', { email: other.email, otp: reset.otp, password })).toBe(
    'otp_invalid',
  );
  expect(await readCode('reset-password', { token: reset.token.slice(0, -1), password })).toBe(
    'link_invalid',
  );
});

test.each([
  ['empty', ''],
  ['of blanks', '   '],
  ['longer than any', 'x'.repeat(201)],
  ['a number', 42],
  ['missing', undefined],
])('a token that is %s is refused at its field', async (_name, token) => {
  const reset = await post('reset-password', { token, password });
  expect([reset.statusCode, reset.json().errors]).toEqual([400, { token: 'Reset token is required' }]);
  const verify = await post('verify-email-link', { token });
  expect([verify.statusCode, verify.json().errors]).toEqual([
    400,
    { token: 'Verification token is invalid' },
  ]);
});

test.each(['🦊'.repeat(20), '\u202Eabc'.padEnd(40, 'x'), "' OR 1=1 --".padEnd(40)])(
  'the token %j opens nothing',
  async (token) => {
    const { statusCode, json } = await post('reset-password', { token, password });
    expect([statusCode, json().code]).toEqual([400, 'link_invalid']);
  },
);

test('a reset token sets the password once under twenty concurrent requests', async () => {
  await testUser(api.db, { email, passwordHash });
  const { token, otp } = await forgot();
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => post('reset-password', { token, password })),
    ...Array.from({ length: 2 }, () => post('reset-password-otp', { email, otp, password })),
    // Beyond the limit of new passwords nothing is judged.
    ...Array.from({ length: 10 }, () => post('reset-password', { token, password })),
  ]);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('a reset of an address that is not verified verifies it, and a stranger’s password counts no more', async () => {
  await testUser(api.db, { email, passwordHash, isVerified: false });
  const { token } = await forgot();
  await post('reset-password', { token, password });
  expect([await logIn(oldPassword), await logIn(password)]).toEqual([401, 200]);
  // Nobody could have signed in before, so there is nobody to tell.
  expect((await api.waitingJobs('send-mail')).at(-1)).toMatchObject({ mail: 'reset_password' });
});

test('an account that signs in through Google alone gets a password this way', async () => {
  await testUser(api.db, { email, passwordHash: null, googleId: 'google-1' });
  const { otp } = await forgot();
  await post('reset-password-otp', { email, otp, password });
  expect(await logIn(password)).toBe(200);
});

test('strangers who ask for mails do not use up those of a browser that the owner has signed in with', async () => {
  await testUser(api.db, { email, passwordHash });
  const answer = await post('login', { email, password: oldPassword });
  const known = answer.cookies.find(({ name }) => name === 'picksync-browser');
  for (let mails = 0; mails < 5; mails += 1) await forgot();
  expect((await post('forgot-password', { email })).statusCode).toBe(429);
  const cookie = `picksync-browser=${known?.value}`;
  expect((await post('forgot-password', { email }, { cookie })).statusCode).toBe(200);
});

test('an address gets thirty mails a day at most, from however many networks they are asked for', async () => {
  const statuses = [];
  for (let hour = 0; hour < 7; hour += 1) {
    for (let mails = 0; mails < 5; mails += 1) {
      statuses.push((await post('resend-verification', { email })).statusCode);
    }
    await api.passTime(60 * minuteMs);
  }
  expect(statuses).toEqual([...Array(30).fill(200), ...Array(5).fill(429)]);
});

const proofFrom = (answer: Awaited<ReturnType<typeof post>>) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

test('the link of a verification mail verifies the address in the browser that registered, once', async () => {
  const cookie = proofFrom(await register());
  const { token, otp } = await inMail('verify_email');
  const verified = await post('verify-email-link', { token }, { cookie });
  expect(verified.json()).toEqual({
    message: 'Your email address is verified. You can log in now.',
    email,
    passwordToken: null,
  });
  expect(verified.cookies).toEqual([expect.objectContaining({ name: 'picksync-password', value: '' })]);
  expect(await logIn(oldPassword)).toBe(200);
  expect(await readCode('verify-email-link', { token })).toBe('link_invalid');
  expect(await readCode('verify-email', { email, otp })).toBe('otp_invalid');
});

test('in another browser the link lets its reader choose the password, and until then the account stays closed', async () => {
  await register();
  const { token } = await inMail('verify_email');
  const { message, passwordToken } = (await post('verify-email-link', { token })).json();
  expect(message).toBe('Your link is right. Please choose a password to finish.');
  expect(await logIn(oldPassword)).toBe(403);
  expect((await post('reset-password', { token: passwordToken, password })).statusCode).toBe(200);
  expect([await logIn(oldPassword), await logIn(password)]).toEqual([401, 200]);
});

test('the link of a verification outlives its code, for an hour, and opening its address changes nothing', async () => {
  const cookie = proofFrom(await register());
  const { token, otp } = await inMail('verify_email');
  await api.app.inject({ url: `/login?action=verify&token=${token}` });
  await api.passTime(10 * minuteMs);
  expect(await readCode('verify-email', { email, otp })).toBe('otp_expired');
  expect((await post('verify-email-link', { token }, { cookie })).statusCode).toBe(200);

  email = `later-${email}`;
  await register();
  const late = await inMail('verify_email');
  await api.passTime(60 * minuteMs);
  expect(await readCode('verify-email-link', { token: late.token })).toBe('link_expired');
});

test('a verification link succeeds once under twenty concurrent requests', async () => {
  await register();
  const { token } = await inMail('verify_email');
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('verify-email-link', { token })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test.each(['link', 'code'])(
  'a reset by %s revokes API keys where that is asked for, and says how many',
  async (by) => {
    const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
    const { id: userId } = await testUser(api.db, { ...premium, email, passwordHash });
    const { headers } = await api.createKey(userId);
    await api.createKey(userId, 'read');
    const { token, otp } = await forgot();
    expect((await post('reset-password/link', { token })).json()).toEqual({ email, apiKeys: 2 });
    const chosen = { password, revokeApiKeys: true };
    const reset =
      by === 'link'
        ? await post('reset-password', { token, ...chosen })
        : await post('reset-password-otp', { email, otp, ...chosen });
    expect(reset.json().message).toBe('Your password is set. You can log in now. 2 API keys were revoked.');
    expect((await api.app.inject({ url: '/api/configurations', headers })).statusCode).toBe(401);
  },
);

test('neither tokens nor codes are in the database or the log', async () => {
  await testUser(api.db, { email, passwordHash });
  const { otp, token } = await forgot();
  await post('reset-password', { token: `${token.slice(0, -1)}?`, password });
  const rows = await api.db.$queryRaw<{ row: string }[]>`
    SELECT to_jsonb(c)::text AS row FROM one_time_codes c UNION ALL SELECT data::text FROM pgboss.job`;
  const stored = rows.map(({ row }) => row).join('\n');
  for (const secret of [token, `"${otp}"`]) {
    expect(stored).not.toContain(secret);
    expect(api.log.text()).not.toContain(secret);
  }
});

test('a reset removes passkeys, linked sign-ins and API keys only where that is asked for', async () => {
  for (const removeOtherWaysIn of [false, true]) {
    const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
    const { userId } = await api.signIn({ ...premium, googleId: `google ${removeOtherWaysIn}` });
    const passkey = {
      name: 'x',
      credentialId: userId,
      publicKey: Buffer.alloc(1),
      counter: 0,
      isSynced: false,
    };
    await api.db.passkey.create({ data: { ...passkey, userId } });
    const { headers } = await api.createKey(userId);
    const webhook = {
      url: 'https://ops.example.com/',
      events: [],
      secretSealed: '',
      createdAt: api.clock.at,
    };
    const waiting = { event: 'automation.synced', body: {}, nextAttemptAt: api.clock.at };
    await api.db.outgoingWebhook.create({
      data: { ...webhook, userId, deliveries: { create: { ...waiting, createdAt: api.clock.at } } },
    });
    const channel = { kind: 'slack', addressSealed: '', addressHint: '' } as const;
    const notice = { key: 'x', payload: {}, createdAt: api.clock.at, nextAttemptAt: api.clock.at };
    await api.db.noticeChannel.create({
      data: { ...channel, choices: [], createdAt: api.clock.at, userId, notices: { create: notice } },
    });
    const token = await issueResetLink(api.context, api.db, userId);
    const body = { token, password: 'Maple-Canal-77x', removeOtherWaysIn };
    expect((await post('reset-password', body)).statusCode).toBe(200);

    const user = await api.db.user.findUniqueOrThrow({
      where: { id: userId },
      include: {
        passkeys: true,
        outgoingWebhooks: { include: { deliveries: true } },
        noticeChannels: { include: { notices: true } },
      },
    });
    const left = removeOtherWaysIn ? 0 : 1;
    expect([user.googleId !== null, user.passkeys.length]).toEqual([!removeOtherWaysIn, left]);
    const isActive = !removeOtherWaysIn;
    // What waited is not sent when its receiver is on again.
    const state = removeOtherWaysIn ? 'failed' : 'pending';
    expect(user.outgoingWebhooks).toMatchObject([{ isActive, deliveries: [{ state }] }]);
    expect(user.noticeChannels).toMatchObject([{ isActive, notices: [{ state }] }]);
    const answer = await api.app.inject({ url: '/api/configurations', headers });
    expect(answer.statusCode).toBe(removeOtherWaysIn ? 401 : 200);
    const mail = await findMail('password_changed')?.write(api.context, { userId } as never);
    expect(JSON.stringify(mail).includes('go on working')).toBe(!removeOtherWaysIn);
  }
});
