import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { login } from './login.ts';
import { register } from './register.ts';

const password = 'Spruce-Harbor-42';
let api: TestApp;
let passwordHash: string;
let email: string;
let users = 0;

beforeAll(async () => {
  api = await testApp();
  passwordHash = await api.context.passwords.hash(password);
});
beforeEach(() => {
  users += 1;
  email = `user-${users}@clients.example`;
});
afterAll(() => api.close());

const attempt = (changes: { password?: string; ipAddress?: string; browserTokens?: string[] } = {}) => {
  const from = { userAgent: 'Firefox', ipAddress: '198.51.100.7' };
  return login(api.context, { email, password, ...from, ...changes });
};

test('the right password starts a session, of which only hashes are stored', async () => {
  const user = await testUser(api.db, { email, passwordHash });
  const signIn = await attempt();
  if (!signIn.isSignedIn) throw new Error('a second factor is missing');
  const { session } = signIn;
  const [row] = await api.db.session.findMany({ where: { userId: user.id } });
  expect(row).toMatchObject({
    userAgent: 'Firefox',
    ipAddress: '198.51.100.x',
    expiresAt: session.expiresAt,
  });
  expect(JSON.stringify(row)).not.toContain(session.token);
  expect(JSON.stringify(row)).not.toContain(session.authToken);
});

test('a wrong password and an unknown address are refused in the same words', async () => {
  const unknown = await attempt().catch((error) => error);
  await testUser(api.db, { email, passwordHash });
  const wrong = await attempt({ password: 'Spruce-Harbor-43' }).catch((error) => error);
  expect(wrong.code).toBe('invalid_credentials');
  expect(unknown.toReply()).toEqual(wrong.toReply());
});

test('an account without a password cannot be signed in to by one', async () => {
  await testUser(api.db, { email, passwordHash: null });
  await expect(attempt()).rejects.toMatchObject({ code: 'invalid_credentials' });
});

test('only the right password shows that the address is not verified', async () => {
  await testUser(api.db, { email, passwordHash, isVerified: false });
  await expect(attempt({ password: 'wrong' })).rejects.toMatchObject({ code: 'invalid_credentials' });
  await expect(attempt()).rejects.toMatchObject({
    code: 'verification_required',
    details: { requiresVerification: true, email },
  });
  expect(await api.db.session.count({ where: { user: { email } } })).toBe(0);
});

test('after ten wrong passwords from one address the right one has to wait there, and not elsewhere', async () => {
  await testUser(api.db, { email, passwordHash });
  for (let tries = 0; tries < 10; tries += 1) await attempt({ password: 'wrong' }).catch(() => {});
  await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(attempt({ ipAddress: '203.0.113.9' })).resolves.toBeDefined();
});

test('a password that was declined at a registration wins back no tries, verified address or not', async () => {
  const stranger = { password: 'Willow-Meadow-77', ipAddress: '198.51.100.7' };
  for (const isVerified of [true, false]) {
    email = `declined-${isVerified}@clients.example`;
    await testUser(api.db, { email, passwordHash, isVerified });
    await register(api.context, { email, ...stranger });
    const codes: unknown[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      for (const password of ['wrong', stranger.password]) {
        codes.push(await attempt({ password }).catch(({ code }) => code));
      }
    }
    const pair = ['invalid_credentials', 'verification_required'];
    expect(codes).toEqual([...Array(5).fill(pair).flat(), 'rate_limited', 'rate_limited']);
  }
});

test('guessing an unknown address is slowed down just the same', async () => {
  for (let tries = 0; tries < 10; tries += 1) await attempt({ password: 'wrong' }).catch(() => {});
  await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' });
});

test('signing in with the right password does not use up tries', async () => {
  await testUser(api.db, { email, passwordHash });
  for (let times = 0; times < 12; times += 1) await attempt();
  expect(await api.db.session.count({ where: { user: { email } } })).toBe(12);
});

test('all addresses of one IPv6 network share their tries', async () => {
  await testUser(api.db, { email, passwordHash });
  const from = (host: number) => ({ ipAddress: `2001:db8:1:2::${host}` });
  for (let host = 1; host <= 10; host += 1)
    await attempt({ ...from(host), password: 'wrong' }).catch(() => {});
  await expect(attempt(from(99))).rejects.toMatchObject({ code: 'rate_limited' });
});

/** Signs the owner in once, and returns what their browser keeps of it. */
async function beenHere(): Promise<{ browserTokens: string[] }> {
  const signIn = await attempt();
  if (!signIn.isSignedIn) throw new Error('a second factor is missing');
  return { browserTokens: signIn.browserTokens };
}

test('strangers who guess from everywhere are stopped, and the owner still gets in where they were before', async () => {
  await testUser(api.db, { email, passwordHash });
  const known = await beenHere();
  for (let tries = 0; tries < 100; tries += 1) await api.context.throttles.signIns.take(email);
  await expect(attempt({ ipAddress: '198.51.100.8' })).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(attempt(known)).resolves.toBeDefined();
  await api.db.recognizedDevice.deleteMany({ where: { user: { email } } });
  await expect(attempt(known)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('a browser in which the owner has been gives no endless tries either', async () => {
  await testUser(api.db, { email, passwordHash });
  const known = await beenHere();
  for (let tries = 0; tries < 10; tries += 1) {
    await attempt({ ...known, ipAddress: `203.0.113.${tries}`, password: 'wrong' }).catch(() => {});
  }
  await expect(attempt(known)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('a password that is replaced while it is being checked opens nothing', async () => {
  const user = await testUser(api.db, { email, passwordHash });
  const another = await api.context.passwords.hash('Willow-Meadow-77');
  let checks = 0;
  const passwords = {
    ...api.context.passwords,
    matches: async (given: string, hash: string | null) => {
      const matched = await api.context.passwords.matches(given, hash);
      checks += 1;
      // The second check is under the lock.
      if (checks === 1) await api.db.user.update({ where: { id: user.id }, data: { passwordHash: another } });
      return matched;
    },
  };
  const from = { userAgent: 'Firefox', ipAddress: '198.51.100.7' };
  const attemptMeanwhile = login({ ...api.context, passwords }, { email, password, ...from });
  await expect(attemptMeanwhile).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0);
});
