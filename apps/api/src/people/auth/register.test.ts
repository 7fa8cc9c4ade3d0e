import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { register, resendVerification } from './register.ts';

const hourMs = 3_600_000;
let api: TestApp;

beforeAll(async () => {
  api = await testApp();
});
beforeEach(async () => {
  await api.db.user.deleteMany();
  // Past every limit that an earlier test has used up.
  await api.passTime(hourMs);
});
afterAll(() => api.close());

const ipAddress = '198.51.100.7';
const ada = { email: 'ada@clients.example', password: 'Spruce-Harbor-42', ipAddress };
const userRow = () => api.db.user.findUniqueOrThrow({ where: { email: ada.email } });

test('a new user is on trial for fourteen days with two automations, and waits to be verified', async () => {
  await register(api.context, ada);
  expect(await userRow()).toMatchObject({
    isVerified: false,
    role: 'user',
    subscriptionStatus: 'trial',
    subscriptionTier: 'free',
    trialStartDate: api.clock.at,
    trialEndDate: new Date(api.clock.at.getTime() + 14 * 24 * hourMs),
    maxConfigurations: 2,
  });
});

test('neither the password nor the digits can be read in the database', async () => {
  await register(api.context, ada);
  const user = await userRow();
  expect(user.passwordHash).toMatch(/^\$argon2id\$/);
  const [code] = await api.db.oneTimeCode.findMany({ where: { userId: user.id } });
  expect(code?.codeHash).toMatch(/^[\w-]{43}$/);
  expect(code?.payload).toEqual({});
  const jobs = await api.waitingJobs('send-mail');
  expect(jobs.at(-1)).toEqual({ mail: 'verify_email', codeId: code?.id });
});

test('registering again before the address is verified replaces the password and voids the older code', async () => {
  await register(api.context, ada);
  const before = await userRow();
  await register(api.context, { ...ada, password: 'Willow-Meadow-77' });
  const after = await userRow();
  expect(after.id).toBe(before.id);
  expect(after.passwordHash).not.toBe(before.passwordHash);
  const codes = await api.db.oneTimeCode.findMany({ where: { userId: after.id }, orderBy: { id: 'asc' } });
  expect(codes.map(({ usedAt }) => usedAt === null)).toEqual(expect.arrayContaining([true, false]));
  expect(codes).toHaveLength(2);
});

test('registering a verified address changes nothing that its owner has, and only keeps the password that opens nothing', async () => {
  await register(api.context, ada);
  const { id } = await userRow();
  const before = await api.db.user.update({ where: { id }, data: { isVerified: true } });
  await register(api.context, { ...ada, password: 'Willow-Meadow-77' });
  const kept = { declinedPasswordHash: expect.any(String), updatedAt: expect.any(Date) };
  expect(await userRow()).toEqual({ ...before, ...kept });
});

test('two concurrent registrations of one address make one account', async () => {
  const both = [ada, { ...ada, password: 'Willow-Meadow-77' }].map((body) => register(api.context, body));
  const [first, second] = await Promise.all(both);
  expect(first).toEqual(second);
  expect(await api.db.user.count()).toBe(1);
  expect(await api.db.oneTimeCode.count({ where: { usedAt: null, user: { email: ada.email } } })).toBe(1);
});

test('a registration whose mail cannot be enqueued makes no account', async () => {
  const broken = { ...api.context, sendMailLater: () => Promise.reject(new Error('no queue')) };
  await expect(register(broken, ada)).rejects.toThrow('no queue');
  expect(await api.db.user.count()).toBe(0);
});

test('a guessable password is refused before anything happens', async () => {
  await expect(register(api.context, { ...ada, password: 'Summer2024!' })).rejects.toMatchObject({
    code: 'weak_password',
    errors: { password: expect.any(String) },
  });
  expect(await api.db.user.count()).toBe(0);
});

test('an address gets five mails an hour from one network, by registering and by requesting new codes together', async () => {
  const email = 'busy@clients.example';
  const again = (from = ipAddress) => resendVerification(api.context, { email, ipAddress: from });
  await register(api.context, { ...ada, email });
  for (let times = 0; times < 4; times += 1) await again();
  // Seconds pass while the test runs.
  const retryAfterSeconds = expect.toSatisfy((seconds) => seconds > 3000 && seconds <= 3600);
  const refusal = { code: 'rate_limited', details: { retryAfterSeconds } };
  await expect(again()).rejects.toMatchObject(refusal);
  await expect(register(api.context, { ...ada, email })).rejects.toMatchObject(refusal);
  await expect(again('203.0.113.9')).resolves.toBeDefined();

  await api.passTime(hourMs);
  await expect(again()).resolves.toBeDefined();
});

test('an address gets fifteen mails an hour from all networks together', async () => {
  const email = 'bombed@clients.example';
  const from = (network: number) =>
    resendVerification(api.context, { email, ipAddress: `203.0.113.${network}` });
  for (let times = 0; times < 15; times += 1) await from(times);
  await expect(from(99)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('passwords that are refused count as well: after ten the next one has to wait, and none of them sends a mail', async () => {
  const email = 'hopeful@clients.example';
  const weak = (from = ipAddress) =>
    register(api.context, { email, password: 'Summer2024!', ipAddress: from }).catch(({ code }) => code);
  for (let tries = 0; tries < 10; tries += 1) expect(await weak()).toBe('weak_password');
  expect(await weak()).toBe('rate_limited');
  await expect(register(api.context, { ...ada, email })).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await weak('203.0.113.9')).toBe('weak_password');
  expect(await api.db.user.count()).toBe(0);
  await api.passTime(hourMs / 4);
  await expect(register(api.context, { ...ada, email })).resolves.toBeDefined();
});

test('registering again begins the trial anew: a stranger who came first does not use it up', async () => {
  const email = 'late@clients.example';
  await register(api.context, { ...ada, email });
  await api.passTime(13 * 24 * hourMs);
  await register(api.context, { ...ada, email, password: 'Willow-Meadow-77' });
  const { trialEndDate } = await api.db.user.findUniqueOrThrow({ where: { email } });
  expect(trialEndDate).toEqual(new Date(api.clock.at.getTime() + 14 * 24 * hourMs));
});
