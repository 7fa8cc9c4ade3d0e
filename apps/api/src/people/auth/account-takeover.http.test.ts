import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { getDigits } from '../one-time-codes/one-time-codes.ts';

const ownerPassword = 'Spruce-Harbor-42';
const strangerPassword = 'Willow-Meadow-77';
const hourMs = 3_600_000;
let api: TestApp;
let email: string;
let addresses = 0;

beforeAll(async () => {
  api = await testApp();
});
beforeEach(async () => {
  addresses += 1;
  email = `owner-${addresses}@clients.example`;
  // Past every limit that an earlier test has used up.
  await api.passTime(hourMs);
});
afterAll(() => api.close());

/** A browser that keeps its cookies. */
function newBrowser() {
  const cookies = new Map<string, string>();
  async function send(
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { origin, ...(cookie && { cookie }) };
    const answer = await api.app.inject({
      method,
      url: `/api/auth/${path}`,
      headers,
      ...(payload && { payload }),
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer;
  }
  const post = (path: string, payload: object) => send('POST', path, payload);
  return {
    cookies,
    register: (password: string) => post('register', { email, password }),
    login: (password: string) => post('login', { email, password }),
    resend: () => post('resend-verification', { email }),
    verify: (otp: string) => post('verify-email', { email, otp }),
    setPassword: (token: string, password: string) => post('reset-password', { token, password }),
    status: async () => (await send('GET', 'status')).json(),
  };
}

/** The digits of the newest mail to the owner. A moment passes, so that the next mail is newer. */
async function codeInMail(): Promise<string> {
  const code = await api.db.oneTimeCode.findFirstOrThrow({
    where: { user: { email }, kind: 'otp', usedAt: null },
    orderBy: { createdAt: 'desc' },
  });
  await api.passTime(1000);
  return getDigits(code.id, api.context.keyedHash);
}

type Browser = ReturnType<typeof newBrowser>;

/** Types the code of the newest mail and sets a password where one is asked for. */
async function verifyAsOwner(browser: Browser): Promise<void> {
  const verified = await browser.verify(await codeInMail());
  expect(verified.statusCode).toBe(200);
  const { passwordToken } = verified.json();
  if (passwordToken) expect((await browser.setPassword(passwordToken, ownerPassword)).statusCode).toBe(200);
}

async function expectOnlyOwnerIn(stranger: Browser, code = 'invalid_credentials'): Promise<void> {
  const refused = await stranger.login(strangerPassword);
  expect(refused.json().code).toBe(code);
  expect(await stranger.status()).toMatchObject({ isAuthenticated: false });
  const owner = newBrowser();
  expect((await owner.login(ownerPassword)).statusCode).toBe(200);
  const { id } = await api.db.user.findUniqueOrThrow({ where: { email } });
  expect(await api.db.session.count({ where: { userId: id } })).toBe(1);
}

test('the browser that registered verifies, and its password holds', async () => {
  const owner = newBrowser();
  await owner.register(ownerPassword);
  const verified = await owner.verify(await codeInMail());
  expect(verified.json()).toEqual({
    message: 'Your email address is verified. You can log in now.',
    passwordToken: null,
  });
  expect((await owner.login(ownerPassword)).statusCode).toBe(200);
});

test('a stranger who registers the address first gets nothing when the owner verifies', async () => {
  const [stranger, owner] = [newBrowser(), newBrowser()];
  await stranger.register(strangerPassword);
  await owner.register(ownerPassword);
  await verifyAsOwner(owner);
  await expectOnlyOwnerIn(stranger);
});

test('a stranger who registers the address second, just before the owner types the newer code, gets nothing', async () => {
  const [stranger, owner] = [newBrowser(), newBrowser()];
  await owner.register(ownerPassword);
  await stranger.register(strangerPassword);
  const verified = await owner.verify(await codeInMail());
  expect(verified.json()).toEqual({
    message: 'Your code is right. Please choose a password to finish.',
    passwordToken: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect((await stranger.login(strangerPassword)).json().code).toBe('verification_required');
  const set = await owner.setPassword(verified.json().passwordToken, ownerPassword);
  expect(set.json()).toEqual({ message: 'Your password is set. You can log in now.' });
  await expectOnlyOwnerIn(stranger);
});

test('an owner who never registered and types the code of a mail sets their own password', async () => {
  const [stranger, owner] = [newBrowser(), newBrowser()];
  await stranger.register(strangerPassword);
  await verifyAsOwner(owner);
  await expectOnlyOwnerIn(stranger);
});

test('a stranger who logs in before the address is verified does not make the password count for the owner', async () => {
  const [stranger, owner] = [newBrowser(), newBrowser()];
  await owner.register(ownerPassword);
  await stranger.register(strangerPassword);
  expect((await stranger.login(strangerPassword)).json().code).toBe('verification_required');
  await stranger.resend();
  await verifyAsOwner(owner);
  await expectOnlyOwnerIn(stranger);
});

test('a stranger who registers between the right code and the new password gets nothing', async () => {
  const [stranger, owner] = [newBrowser(), newBrowser()];
  await stranger.register(strangerPassword);
  const { passwordToken } = (await owner.verify(await codeInMail())).json();
  await stranger.register(strangerPassword);
  expect((await owner.setPassword(passwordToken, ownerPassword)).statusCode).toBe(200);
  await expectOnlyOwnerIn(stranger);
});

test('an owner who leaves without setting a password is not locked out: a new code, or registering again, goes on', async () => {
  const [stranger, phone, desktop] = [newBrowser(), newBrowser(), newBrowser()];
  await stranger.register(strangerPassword);
  await phone.verify(await codeInMail());
  expect((await stranger.login(strangerPassword)).json().code).toBe('verification_required');
  await desktop.resend();
  expect((await desktop.verify(await codeInMail())).json().passwordToken).toEqual(expect.any(String));
  await api.passTime(hourMs);
  await desktop.register(ownerPassword);
  await verifyAsOwner(desktop);
  await expectOnlyOwnerIn(stranger);
});

test('the password of an owner who types the code on the phone is set anew there', async () => {
  const [desktop, phone] = [newBrowser(), newBrowser()];
  await desktop.register(strangerPassword);
  expect((await phone.login(strangerPassword)).json().code).toBe('verification_required');
  await verifyAsOwner(phone);
  await expectOnlyOwnerIn(desktop);
});

test('the storage of a browser opens nothing, and proves nothing for another address or another password', async () => {
  const stranger = newBrowser();
  await stranger.register(strangerPassword);
  const kept = stranger.cookies.get('picksync-password');
  expect(kept).toMatch(/^[\w-]{43}$/);
  expect(await stranger.status()).toMatchObject({ isAuthenticated: false });

  email = `other-${email}`;
  await stranger.register(strangerPassword);
  stranger.cookies.set('picksync-password', String(kept));
  expect((await stranger.verify(await codeInMail())).json().passwordToken).toEqual(expect.any(String));
});

test('another site can neither register nor log in from the owner’s browser, which would plant a proof there', async () => {
  for (const [path, payload] of [
    ['register', { email, password: strangerPassword }],
    ['login', { email, password: strangerPassword }],
  ] as const) {
    const headers = { origin: 'https://evil.example' };
    const answer = await api.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload });
    expect([answer.statusCode, answer.json().code, answer.cookies]).toEqual([403, 'cross_origin', []]);
  }
});

test('registering keeps the same kind of proof for an address that has a verified account', async () => {
  const [first, second] = [newBrowser(), newBrowser()];
  const fresh = await first.register(ownerPassword);
  await verifyAsOwner(first);
  const known = await second.register(strangerPassword);
  expect(known.body).toBe(fresh.body);
  const shape = ({ cookies }: LightMyRequestResponse) =>
    cookies.map(({ value, ...rest }) => ({ ...rest, length: value.length }));
  expect(shape(known)).toEqual(shape(fresh));
  // What a registration of an unknown address is told at the login.
  await expectOnlyOwnerIn(second, 'verification_required');
});

test('a token sets one password, within an hour', async () => {
  const owner = newBrowser();
  await newBrowser().register(strangerPassword);
  const { passwordToken } = (await owner.verify(await codeInMail())).json();
  await api.passTime(hourMs);
  expect((await owner.setPassword(passwordToken, ownerPassword)).json().code).toBe('link_expired');
  expect((await owner.setPassword('made up', ownerPassword)).json().code).toBe('link_invalid');

  await owner.resend();
  const renewed = (await owner.verify(await codeInMail())).json().passwordToken;
  expect((await owner.setPassword(renewed, 'Summer2024!')).json().code).toBe('weak_password');
  expect((await owner.setPassword(renewed, ownerPassword)).statusCode).toBe(200);
  expect((await owner.setPassword(renewed, strangerPassword)).json().code).toBe('link_invalid');
});

test('a reset token sets the password once under ten concurrent requests', async () => {
  const owner = newBrowser();
  await newBrowser().register(strangerPassword);
  const { passwordToken } = (await owner.verify(await codeInMail())).json();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => owner.setPassword(passwordToken, ownerPassword)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('a password set while a session was open ends it, and a mail says so', async () => {
  const [stranger, owner] = [newBrowser(), newBrowser()];
  await stranger.register(strangerPassword);
  const { passwordToken } = (await owner.verify(await codeInMail())).json();
  // Another open token does not come about by itself; this account is verified in the meantime, as by another way to sign in.
  const passwordHash = await api.context.passwords.hash(strangerPassword);
  const { id } = await api.db.user.update({ where: { email }, data: { isVerified: true, passwordHash } });
  await stranger.login(strangerPassword);
  expect(await stranger.status()).toMatchObject({ isAuthenticated: true });

  expect((await owner.setPassword(passwordToken, ownerPassword)).statusCode).toBe(200);
  expect(await stranger.status()).toMatchObject({ isAuthenticated: false });
  expect((await api.waitingJobs('send-mail')).at(-1)).toEqual({ mail: 'password_changed', userId: id });
  await expectOnlyOwnerIn(stranger);
});
