import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSql } from '../../testing/record-sql.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { login } from './login.ts';
import { register, resendVerification } from './register.ts';
import { forgotPassword, resetPasswordByCode } from './reset-password.ts';
import { verifyEmail } from './verify-email.ts';

const ipAddress = '198.51.100.7';
let api: TestApp;
beforeAll(async () => {
  api = await testApp();
  await testUser(api.db, { email: 'waiting@clients.example', isVerified: false });
  await testUser(api.db, { email: 'verified@clients.example' });
});
afterAll(() => api.close());

/** What was answered, which statements were made for it, and how many passwords were hashed and checked. */
async function watch(work: (deps: TestApp['context']) => Promise<unknown>) {
  const statements: string[] = [];
  const db = api.db.$extends({
    query: {
      $allOperations({ model, operation, args, query }) {
        statements.push(`${model ?? 'raw'}.${operation}`);
        return query(args);
      },
    },
  }) as unknown as typeof api.db;
  let hashes = 0;
  let checks = 0;
  const passwords = {
    ...api.context.passwords,
    hash: (password: string) => {
      hashes += 1;
      return api.context.passwords.hash(password);
    },
    matches: (...check: Parameters<typeof api.context.passwords.matches>) => {
      checks += 1;
      return api.context.passwords.matches(...check);
    },
  };
  let answer: unknown;
  const sql = await recordSql(api.context.database, async () => {
    answer = await work({ ...api.context, db, passwords });
  });
  return { answer, statements, sql, hashes, checks };
}

test('a request for a new code gets the same reply and makes the same statements, known address or not', async () => {
  const resend = (email: string) => watch((deps) => resendVerification(deps, { email, ipAddress }));
  const waiting = await resend('waiting@clients.example');
  expect(waiting.statements.length).toBeGreaterThan(4);
  expect(waiting.sql.length).toBeGreaterThanOrEqual(waiting.statements.length);
  expect(await resend('verified@clients.example')).toEqual(waiting);
  expect(await resend('nobody@clients.example')).toEqual(waiting);
});

test('a forgotten password gets the same reply and makes the same statements, known address or not', async () => {
  const forgot = (email: string) => watch((deps) => forgotPassword(deps, { email, ipAddress }));
  const waiting = await forgot('waiting@clients.example');
  expect(waiting.statements.length).toBeGreaterThan(4);
  expect(await forgot('verified@clients.example')).toEqual(waiting);
  expect(await forgot('nobody@clients.example')).toEqual(waiting);
});

test('a wrong code with a new password gets the same reply, statements and work, known address or not', async () => {
  const guess = (email: string) =>
    watch((deps) =>
      resetPasswordByCode(deps, { email, otp: '000000', password: 'Spruce-Harbor-42', ipAddress }).catch(
        (error) => error.toReply(),
      ),
    );
  const waiting = await guess('waiting@clients.example');
  expect(waiting.answer).toMatchObject({ code: 'otp_invalid' });
  expect(waiting.hashes).toBe(0);
  expect(await guess('verified@clients.example')).toEqual(waiting);
  expect(await guess('nobody@clients.example')).toEqual(waiting);
});

test('registering answers the same, hashes once and makes the same statements, known address or not', async () => {
  const sign = (email: string) =>
    watch((deps) => register(deps, { email, password: 'Spruce-Harbor-42', ipAddress }));
  const fresh = await sign('fresh@clients.example');
  expect(fresh.hashes).toBe(1);
  expect(await sign('waiting@clients.example')).toEqual(fresh);
  expect(await sign('verified@clients.example')).toEqual(fresh);
});

test('a wrong code is refused with the same answer and the same statements, known address or not', async () => {
  await resendVerification(api.context, { email: 'waiting@clients.example', ipAddress });
  const guess = (email: string) =>
    watch((deps) => verifyEmail(deps, { email, otp: '000000' }).catch((error) => error.toReply()));
  const waiting = await guess('waiting@clients.example');
  expect(waiting.answer).toMatchObject({ code: 'otp_invalid' });
  expect(waiting.sql).toHaveLength(1);
  expect(await guess('verified@clients.example')).toEqual(waiting);
  expect(await guess('nobody@clients.example')).toEqual(waiting);
});

test('a try of a code is written down, known address or not, and runs out alike in every process', async () => {
  const guess = (email: string) =>
    verifyEmail(api.context, { email, otp: '000000' }).catch(({ code }) => code);
  await testUser(api.db, { email: 'idle@clients.example', isVerified: false });
  await resendVerification(api.context, { email: 'idle@clients.example', ipAddress });
  await api.passTime(2 * 3_600_000);
  for (const email of ['idle@clients.example', 'stranger@clients.example']) {
    const rows = () => api.db.oneTimeCode.count();
    const before = await rows();
    const codes: unknown[] = [];
    for (let tries = 0; tries < 7; tries += 1) codes.push(await guess(email));
    expect(codes).toEqual([...Array(5).fill('otp_invalid'), 'too_many_attempts', 'too_many_attempts']);
    expect(await rows()).toBe(before + 1);
  }
});

test('a wrong password is refused with the same answer, the same statements and checks, known address or not', async () => {
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  await testUser(api.db, { email: 'member@clients.example', passwordHash });
  await testUser(api.db, { email: 'pending@clients.example', passwordHash, isVerified: false });
  const attempt = (email: string) =>
    watch((deps) =>
      login(deps, { email, password: 'Willow-Meadow-77', userAgent: undefined, ipAddress }).catch((error) =>
        error.toReply(),
      ),
    );
  const member = await attempt('member@clients.example');
  expect(member.answer).toMatchObject({ code: 'invalid_credentials' });
  const lookUps = member.sql.filter(
    (text) => !text.includes('"throttles"') && !text.includes('audit_events'),
  );
  expect([lookUps.length, member.sql.length]).toEqual([1, 4]);
  for (const email of ['pending', 'verified', 'nobody']) {
    expect(await attempt(`${email}@clients.example`)).toEqual(member);
  }
});

test('registering an address and logging in with that password get the same reply, known address or not', async () => {
  const password = 'Willow-Meadow-77';
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  await testUser(api.db, { email: 'owner@clients.example', passwordHash });
  await testUser(api.db, { email: 'no-password@clients.example', passwordHash: null });
  const sign = async (name: string) => {
    const email = `${name}@clients.example`;
    await register(api.context, { email, password, ipAddress });
    const from = { userAgent: undefined, ipAddress };
    const seen = await watch((deps) =>
      login(deps, { email, password, ...from }).catch((error) => error.toReply()),
    );
    return { ...seen, answer: JSON.stringify(seen.answer).replaceAll(name, '…') };
  };
  const newcomer = await sign('newcomer');
  expect(newcomer.answer).toContain('verification_required');
  expect(await sign('owner')).toEqual(newcomer);
  expect(await sign('no-password')).toEqual(newcomer);
  expect(await api.db.session.count()).toBe(0);
});

test('asking for somebody who is not there voids nothing of others who are not there either', async () => {
  for (const email of ['one@clients.example', 'two@clients.example']) {
    await resendVerification(api.context, { email, ipAddress });
  }
  expect(await api.db.oneTimeCode.count({ where: { userId: null, usedAt: { not: null } } })).toBe(0);
});
