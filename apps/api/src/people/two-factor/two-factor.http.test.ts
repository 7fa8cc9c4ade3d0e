import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { createCode, withTwoFactor } from '../../testing/two-factor.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

type Signed = Awaited<ReturnType<TestApp['signIn']>>;

/** Asks as a browser does, which keeps the session's new cookie. */
async function request(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { headers }: Pick<Signed, 'headers'>,
  payload?: object,
) {
  const url = `/api/account/two-factor${path}`;
  const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  for (const { name, value } of answer.cookies) headers.cookie = `${name}=${value}`;
  return answer;
}

const readActions = async (userId: string) =>
  (await api.db.auditEvent.findMany({ where: { userId }, orderBy: { at: 'asc' } })).map(
    ({ action }) => action,
  );

const readRow = (userId: string) => api.db.user.findUniqueOrThrow({ where: { id: userId } });

test('two-factor sign-in is on only when a code of the new app was given', async () => {
  const person = await api.signIn();
  expect((await request('GET', '', person)).json()).toEqual({ totpSince: null, recoveryCodesLeft: 0 });
  const begun = (await request('POST', '/totp', person)).json();
  expect(begun).toEqual({ key: expect.any(String), uri: expect.stringContaining(begun.key) });
  expect((await request('GET', '', person)).json().totpSince).toBeNull();

  const wrong = await request('POST', '/totp/enable', person, { code: '000000' });
  expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([400, ['code']]);
  const enabled = await request('POST', '/totp/enable', person, {
    code: createCode(begun.key, api.clock.at),
  });
  expect(enabled.json().recoveryCodes).toHaveLength(10);
  expect((await request('GET', '', person)).json()).toEqual({
    totpSince: api.clock.at.toISOString(),
    recoveryCodesLeft: 10,
  });
  expect(await readActions(person.userId)).toEqual(['two_factor_enabled']);
});

test('a copy of a session from before two-factor sign-in was switched on opens nothing any more', async () => {
  const person = await api.signIn();
  const copied = { headers: { ...person.headers } };
  await withTwoFactor(api, person);
  expect((await request('GET', '', copied)).statusCode).toBe(401);
  expect((await request('GET', '', person)).statusCode).toBe(200);
});

test('neither the secret nor a recovery code can be read in the database or in the log', async () => {
  const person = await api.signIn();
  const { key, recoveryCodes } = await withTwoFactor(api, person);
  const kept = JSON.stringify(await readRow(person.userId)) + api.log.text();
  for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
    expect(kept).not.toContain(secret);
});

test('switching on what is on is refused, and the later of two new secrets counts', async () => {
  const person = await api.signIn();
  const first = (await request('POST', '/totp', person)).json();
  const second = (await request('POST', '/totp', person)).json();
  const code = createCode(first.key, api.clock.at);
  expect((await request('POST', '/totp/enable', person, { code })).statusCode).toBe(400);
  const right = { code: createCode(second.key, api.clock.at) };
  expect((await request('POST', '/totp/enable', person, right)).statusCode).toBe(200);
  expect((await request('POST', '/totp', person)).json().code).toBe('two_factor_on');
  expect((await request('POST', '/totp/enable', person, right)).json().code).toBe('two_factor_on');
});

test('twenty calls that switch it on at once do it once', async () => {
  const person = await api.signIn();
  const { key } = (await request('POST', '/totp', person)).json();
  const code = createCode(key, api.clock.at);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => request('POST', '/totp/enable', person, { code })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('switched off, nothing of it is left', async () => {
  const person = await api.signIn();
  await withTwoFactor(api, person);
  expect((await request('DELETE', '/totp', person)).statusCode).toBe(200);
  expect(await readRow(person.userId)).toMatchObject({
    totpSecretSealed: null,
    totpEnabledAt: null,
    totpLastStep: null,
    recoveryCodeHashes: [],
  });
  expect((await request('DELETE', '/totp', person)).json().code).toBe('two_factor_off');
  expect(await readActions(person.userId)).toContain('two_factor_disabled');
});

test('new recovery codes void the ones before, and there are none without two-factor sign-in', async () => {
  const person = await api.signIn();
  expect((await request('POST', '/recovery-codes', person)).json().code).toBe('two_factor_off');
  const before = await withTwoFactor(api, person);
  const { recoveryCodes } = (await request('POST', '/recovery-codes', person)).json();
  expect(recoveryCodes).toHaveLength(10);
  expect(recoveryCodes).not.toContain(before.recoveryCodes[0]);
});

test('a secret that is moved to another person opens nothing there', async () => {
  const [ada, grace] = [await api.signIn(), await api.signIn()];
  const { key } = await withTwoFactor(api, ada);
  await withTwoFactor(api, grace);
  const { totpSecretSealed } = await readRow(ada.userId);
  await api.db.user.update({ where: { id: grace.userId }, data: { totpSecretSealed } });
  await api.passTime(60_000);
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/auth/prove',
    headers: grace.headers,
    payload: { method: 'totp', code: createCode(key, api.clock.at) },
  });
  expect(answer.statusCode).toBe(500);
});

test.each([
  [{}],
  [{ code: '' }],
  [{ code: '12345' }],
  [{ code: 'abcdef' }],
  [{ code: '١٢٣٤٥٦' }],
  [{ code: 1 }],
])('%j is no code', async (payload) => {
  const person = await api.signIn();
  await request('POST', '/totp', person);
  const answer = await request('POST', '/totp/enable', person, payload);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
});
