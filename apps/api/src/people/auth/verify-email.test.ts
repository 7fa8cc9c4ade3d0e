import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { getDigits } from '../one-time-codes/one-time-codes.ts';
import { resendVerification } from './register.ts';
import { replacePassword } from './replace-password.ts';
import { resetPassword } from './reset-password.ts';
import { createPasswordProof, verifyEmail } from './verify-email.ts';

const minuteMs = 60_000;
let api: TestApp;
let email: string;
let users = 0;

beforeAll(async () => {
  api = await testApp();
});
beforeEach(async () => {
  users += 1;
  email = `user-${users}@clients.example`;
  await testUser(api.db, { email, isVerified: false, passwordHash });
});
afterAll(() => api.close());

const isVerified = async () => (await api.db.user.findUniqueOrThrow({ where: { email } })).isVerified;
const passwordHash = 'the hash of a password';
/** In the browser in which the password was given. */
const verify = (otp: string, { context } = api) => {
  const proof = createPasswordProof({ email, passwordHash }, context.keyedHash);
  return verifyEmail(context, { email, otp, passwordProof: proof });
};

/** Asks for a code and answers its digits, as the mail would say them. */
async function requestCode(): Promise<string> {
  await resendVerification(api.context, { email, ipAddress: '198.51.100.7' });
  const code = await api.db.oneTimeCode.findFirstOrThrow({
    where: { user: { email }, usedAt: null },
    orderBy: { createdAt: 'desc' },
  });
  return getDigits(code.id, api.context.keyedHash);
}

const otherThan = (digits: string) => (digits === '000000' ? '111111' : '000000');

test('the digits of the mail verify the address, once', async () => {
  const digits = await requestCode();
  await verify(digits);
  expect(await isVerified()).toBe(true);
  expect(await api.db.planChange.count({ where: { kind: 'trial_started' } })).toBe(1);
  await expect(verify(digits)).rejects.toMatchObject({ code: 'otp_invalid' });
});

test('the trial of an account is on the books once, from when its address was verified: by the mail or by a new password', async () => {
  const trials = async () => {
    const { id: userId } = await api.db.user.findUniqueOrThrow({ where: { email } });
    return api.db.planChange.findMany({ where: { userId }, select: { kind: true, planId: true, at: true } });
  };
  // In another browser than that in which the password was given, a new one has to be set first.
  const { passwordToken } = await verifyEmail(api.context, { email, otp: await requestCode() });
  expect(await trials()).toEqual([]);
  const reset = { token: passwordToken ?? '', password: 'Spruce-Harbor-42', ipAddress: '198.51.100.7' };
  await resetPassword(api.context, reset);
  expect(await isVerified()).toBe(true);
  expect(await trials()).toEqual([{ kind: 'trial_started', planId: 1, at: api.clock.at }]);
  await api.passTime(minuteMs);
  const { id: userId } = await api.db.user.findUniqueOrThrow({ where: { email } });
  await api.db.$transaction((tx) =>
    replacePassword(api.context, tx, { userId, passwordHash, network: '198.51.100.7', browserTokens: [] }),
  );
  expect(await trials()).toHaveLength(1);
});

test('rejects a wrong code', async () => {
  const digits = await requestCode();
  await expect(verify(otherThan(digits))).rejects.toMatchObject({ code: 'otp_invalid' });
  expect(await isVerified()).toBe(false);
});

test('after ten minutes the right digits are answered as expired, and wrong ones as wrong', async () => {
  const digits = await requestCode();
  await api.passTime(10 * minuteMs);
  await expect(verify(otherThan(digits))).rejects.toMatchObject({ code: 'otp_invalid' });
  await expect(verify(digits)).rejects.toMatchObject({ code: 'otp_expired' });
  expect(await isVerified()).toBe(false);
});

test('a code is void after five wrong tries, and a new one works', async () => {
  const digits = await requestCode();
  for (let tries = 0; tries < 5; tries += 1) await verify(otherThan(digits)).catch(() => {});
  await expect(verify(digits)).rejects.toMatchObject({ code: 'too_many_attempts' });
  await verify(await requestCode());
  expect(await isVerified()).toBe(true);
});

test('the five tries hold over several processes, and the refusal says when to try again', async () => {
  const digits = await requestCode();
  const other = await testApp({ beside: api });
  onTestFinished(other.close);
  for (let tries = 0; tries < 5; tries += 1) await verify(otherThan(digits), other).catch(() => {});
  await expect(verify(digits)).rejects.toMatchObject({
    code: 'too_many_attempts',
    details: { retryAfterSeconds: 600 },
  });
});

test('an old code whose tries are used up is refused like an unknown one', async () => {
  const digits = await requestCode();
  for (let tries = 0; tries < 5; tries += 1) await verify(otherThan(digits)).catch(() => {});
  await api.passTime(10 * minuteMs);
  await expect(verify(digits)).rejects.toMatchObject({ code: 'otp_invalid' });
});

test('tries at the same moment are counted like tries one after another', async () => {
  const digits = await requestCode();
  const guess = () =>
    verify(otherThan(digits)).then(
      () => 'verified',
      ({ code }) => code,
    );
  const outcomes = await Promise.all(Array.from({ length: 12 }, guess));
  expect(outcomes.filter((code) => code === 'otp_invalid')).toHaveLength(5);
  expect(outcomes.filter((code) => code === 'too_many_attempts')).toHaveLength(7);
});

test('a new code voids the one before', async () => {
  const first = await requestCode();
  await api.passTime(1000);
  const second = await requestCode();
  if (first !== second) await expect(verify(first)).rejects.toMatchObject({ code: 'otp_invalid' });
  await verify(second);
  expect(await isVerified()).toBe(true);
});

test('an address without an account is refused like a wrong code, and after as many tries', async () => {
  const guess = () => verifyEmail(api.context, { email: 'nobody@clients.example', otp: '123456' });
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(guess()).rejects.toMatchObject({ code: 'otp_invalid' });
  }
  await expect(guess()).rejects.toMatchObject({ code: 'too_many_attempts' });
});

test("a code does not verify another user's address", async () => {
  const digits = await requestCode();
  const other = await testUser(api.db, { isVerified: false });
  const attempt = verifyEmail(api.context, { email: other.email, otp: digits });
  await expect(attempt).rejects.toMatchObject({ code: 'otp_invalid' });
});

test('a try without an open code neither hides nor opens the code that is sent afterwards', async () => {
  for (let tries = 0; tries < 6; tries += 1) await verify('000000').catch(() => {});
  const digits = await requestCode();
  await verify(digits);
  expect(await isVerified()).toBe(true);
});
