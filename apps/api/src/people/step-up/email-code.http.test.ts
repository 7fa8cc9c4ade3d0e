import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMail } from '../../jobs/mails.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { withTwoFactor } from '../../testing/two-factor.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

type Browser = { headers: Record<string, string> };

const askForCode = ({ headers }: Browser) =>
  api.app.inject({ method: 'POST', url: '/api/auth/proof/code', headers });

const give = ({ headers }: Browser, code: string) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/prove',
    headers,
    payload: { method: 'email_code', code },
  });

/** Somebody without a password, who signed in a while ago. */
async function person() {
  const browser = await api.signIn({ passwordHash: null });
  await api.passTime(60 * 60_000);
  const { email } = await api.db.user.findUniqueOrThrow({ where: { id: browser.userId } });
  return { ...browser, email };
}

/** The mail with the newest code of a person; null when it is no longer due. */
async function readCodeMail(userId: string) {
  const { id } = await api.db.oneTimeCode.findFirstOrThrow({
    where: { userId, purpose: 'prove' },
    orderBy: { createdAt: 'desc' },
  });
  return (await findMail('proof_code')?.write(api.context as never, { codeId: id } as never)) ?? null;
}

async function readNewestCode(userId: string): Promise<string> {
  const mail = await readCodeMail(userId);
  return mail?.content.subject.match(/^\d{6}/)?.[0] ?? '';
}

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const provenAt = async (userId: string) =>
  (await api.db.session.findFirstOrThrow({ where: { userId } })).provenAt;

test('a user without a password proves it by the code of a mail, once', async () => {
  const ada = await person();
  expect((await askForCode(ada)).statusCode).toBe(200);
  expect((await readCodeMail(ada.userId))?.to).toBe(ada.email);
  const code = await readNewestCode(ada.userId);
  const [first, ...others] = await Promise.all([give(ada, code), give(ada, code), give(ada, code)]);
  const statuses = [first, ...others].map((answer) => answer?.statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(await provenAt(ada.userId)).toEqual(api.clock.at);
  expect(await readCodeMail(ada.userId)).toBeNull();
});

test('a wrong code is said at its field; after five tries the right one is refused as well', async () => {
  const ada = await person();
  await askForCode(ada);
  const code = await readNewestCode(ada.userId);
  const before = await provenAt(ada.userId);
  const wrong = await give(ada, another(code));
  expect([wrong.statusCode, wrong.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'otp_invalid', errors: { code: expect.stringContaining('not right') } }),
  ]);
  const guesses = await Promise.all(Array.from({ length: 9 }, () => give(ada, another(code))));
  expect(guesses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(4);
  expect(guesses.find(({ statusCode }) => statusCode === 429)?.json().code).toBe('too_many_attempts');
  expect((await give(ada, code)).statusCode).toBe(429);
  expect(await provenAt(ada.userId)).toEqual(before);
});

test('a code ends after ten minutes, and with the next one', async () => {
  const ada = await person();
  await askForCode(ada);
  const first = await readNewestCode(ada.userId);
  await api.passTime(1000);
  await askForCode(ada);
  const second = await readNewestCode(ada.userId);
  expect((await give(ada, first)).json().code).toBe('otp_invalid');
  await api.passTime(10 * 60_000);
  expect((await give(ada, second)).json()).toMatchObject({
    code: 'otp_expired',
    errors: { code: expect.stringContaining('expired') },
  });
});

test('the code of another person, or one for something else, proves nothing', async () => {
  const [ada, bob] = [await person(), await person()];
  await askForCode(bob);
  expect((await give(ada, await readNewestCode(bob.userId))).json().code).toBe('otp_invalid');
  const payload = { email: ada.email };
  const forgot = { method: 'POST', url: '/api/auth/forgot-password', headers: ada.headers, payload } as const;
  await api.app.inject(forgot);
  expect(await api.db.oneTimeCode.count({ where: { userId: ada.userId, purpose: 'prove' } })).toBe(0);
});

test('five mails in an hour are enough', async () => {
  const ada = await person();
  const answers = await Promise.all(Array.from({ length: 8 }, () => askForCode(ada)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3);
});

test('a mail is no way around a password or an app', async () => {
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  const withPassword = await api.signIn({ passwordHash });
  const withApp = await api.signIn({ passwordHash });
  await withTwoFactor(api, withApp);
  for (const browser of [withPassword, withApp]) {
    expect((await askForCode(browser)).statusCode).toBe(403);
    expect((await give(browser, '123456')).json().errors.code).toContain('set up for');
  }
});
