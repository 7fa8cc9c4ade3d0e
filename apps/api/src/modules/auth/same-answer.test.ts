import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
import { verifyEmail } from './verify-email.ts';

const ipAddress = '198.51.100.7';
let api: TestApp;
beforeAll(async () => {
  api = await testApp();
  await testUser(api.db, { email: 'waiting@clients.example', isVerified: false });
  await testUser(api.db, { email: 'verified@clients.example' });
});
afterAll(() => api.close());

/** What was answered, which statements were made for it, and how many passwords were hashed. */
async function watch(work: (parts: TestApp['services']) => Promise<unknown>) {
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
  const passwords = {
    ...api.services.passwords,
    hash: (password: string) => {
      hashes += 1;
      return api.services.passwords.hash(password);
    },
  };
  const answer = await work({ ...api.services, db, passwords });
  return { answer, statements, hashes };
}

test('a new code is asked for with the same answer and the same statements, known address or not', async () => {
  const ask = (email: string) => watch((parts) => resendVerification({ email, ipAddress }, parts));
  const waiting = await ask('waiting@clients.example');
  expect(waiting.statements.length).toBeGreaterThan(4);
  expect(await ask('verified@clients.example')).toEqual(waiting);
  expect(await ask('nobody@clients.example')).toEqual(waiting);
});

test('registering answers the same, hashes once and makes as many statements, known address or not', async () => {
  const sign = (email: string) =>
    watch((parts) => register({ email, password: 'Spruce-Harbor-42', ipAddress }, parts)).then(
      ({ statements, ...rest }) => ({ ...rest, statements: statements.length }),
    );
  const fresh = await sign('fresh@clients.example');
  expect(fresh.hashes).toBe(1);
  expect(await sign('waiting@clients.example')).toEqual(fresh);
  expect(await sign('verified@clients.example')).toEqual(fresh);
});

test('a wrong code is refused with the same answer and the same statements, known address or not', async () => {
  await resendVerification({ email: 'waiting@clients.example', ipAddress }, api.services);
  const guess = (email: string) =>
    watch((parts) => verifyEmail({ email, otp: '000000' }, parts).catch((error) => error.toReply()));
  const waiting = await guess('waiting@clients.example');
  expect(waiting.answer).toMatchObject({ code: 'otp_invalid' });
  expect(await guess('verified@clients.example')).toEqual(waiting);
  expect(await guess('nobody@clients.example')).toEqual(waiting);
});

test('asking for somebody who is not there voids nothing of others who are not there either', async () => {
  for (const email of ['one@clients.example', 'two@clients.example']) {
    await resendVerification({ email, ipAddress }, api.services);
  }
  expect(await api.db.oneTimeCode.count({ where: { userId: null, usedAt: { not: null } } })).toBe(0);
});
