import type { CodePurpose } from '@picksync/db';
import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { checkCode, getDigits, issueCode } from './one-time-codes.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('fifty guesses of one code at once use five tries at most, whatever it is for', async () => {
  const { rows: purposes } = await api.admin.query<{ purpose: CodePurpose }>(
    'SELECT unnest(enum_range(NULL::code_purpose))::text AS purpose',
  );
  expect(purposes.length).toBeGreaterThan(2);
  for (const { purpose } of purposes) {
    const { id: userId, email } = await testUser(api.db);
    const codeId = await issueCode(api.context, api.db, { userId, email, purpose });
    const right = getDigits(codeId, api.context.keyedHash);
    const wrong = right === '000000' ? '000001' : '000000';
    const guess = (digits: string) =>
      checkCode(api.context, api.db, { email, purpose, digits }).then(
        () => 'let in',
        ({ code }) => code,
      );
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(wrong)));
    const counts = Object.groupBy(answers, (answer) => answer);
    expect([purpose, counts.otp_invalid?.length, counts.too_many_attempts?.length]).toEqual([purpose, 5, 45]);
    expect(await guess(right)).toBe('too_many_attempts');
  }
});
