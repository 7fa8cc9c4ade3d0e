import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticator } from '../../testing/authenticator.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { withTwoFactor } from '../../testing/two-factor.ts';

const password = 'Spruce-Harbor-42';
let api: TestApp;
let passwordHash: string;

beforeAll(async () => {
  api = await testApp();
  passwordHash = await api.context.passwords.hash(password);
});
afterAll(() => api.close());

type Answer = Awaited<ReturnType<typeof post>>;
const getCookie = (answer: Answer, name: string) => answer.cookies.find((one) => one.name === name)?.value;

const post = (url: string, payload?: object, cookie = '') =>
  api.app.inject({ method: 'POST', url, headers: { origin, cookie }, ...(payload && { payload }) });

/** A browser's cookies, as one header. */
type Browser = { cookie: string };

async function begin(url: string, { cookie }: Browser) {
  const answer = await post(url, undefined, cookie);
  const browser = { cookie: `${cookie}; picksync-passkey=${getCookie(answer, 'picksync-passkey')}` };
  return { options: answer.json().options, browser };
}

/** A signed-in person with a passkey. */
async function person() {
  const signed = await api.signIn({ passwordHash });
  const device = authenticator({ origin });
  const { options, browser } = await begin('/api/account/passkeys/options', signed.headers);
  const payload = { name: 'Olivia’s MacBook', credential: device.make(options) };
  const added = await post('/api/account/passkeys', payload, browser.cookie);
  const { email } = await api.db.user.findUniqueOrThrow({ where: { id: signed.userId } });
  // The session has another cookie from now on.
  const token = getCookie(added, 'picksync') ?? '';
  const renewed = (cookie: string) => cookie.replace(signed.token, token);
  const headers = { ...signed.headers, cookie: renewed(signed.headers.cookie) };
  return { ...signed, headers, email, device, browser: { cookie: renewed(browser.cookie) }, payload, added };
}

const loginOptions = () => begin('/api/auth/passkey/options', { cookie: '' });
const login = (credential: object, { cookie }: Browser) =>
  post('/api/auth/login/passkey', { credential }, cookie);

test('a passkey is added with its name, listed, and told in the trail', async () => {
  const { added, headers, userId } = await person();
  expect(added.json()).toMatchObject({ name: 'Olivia’s MacBook', isSynced: false, lastUsedAt: null });
  const list = await api.app.inject({ url: '/api/account/passkeys', headers });
  expect(list.json()).toEqual([added.json()]);
  const [event] = await api.db.auditEvent.findMany({ where: { userId } });
  expect(event).toMatchObject({ action: 'passkey_added', details: { name: 'Olivia’s MacBook' } });
});

test('a copy of a session from before a passkey was added opens nothing any more', async () => {
  const signed = await api.signIn({ passwordHash });
  const { options, browser } = await begin('/api/account/passkeys/options', signed.headers);
  const payload = { name: 'x', credential: authenticator({ origin }).make(options) };
  const added = await post('/api/account/passkeys', payload, browser.cookie);
  const readStatus = (cookie: string) => api.app.inject({ url: '/api/account', headers: { cookie } });
  expect((await readStatus(signed.headers.cookie)).statusCode).toBe(401);
  expect((await readStatus(`picksync=${getCookie(added, 'picksync')}`)).statusCode).toBe(200);
});

test('a passkey logs its owner in without a password and without asking who they are', async () => {
  const { device, userId, email } = await person();
  const { options, browser } = await loginOptions();
  expect(options.allowCredentials ?? []).toEqual([]);
  expect(options.userVerification).toBe('required');
  const answer = await login(device.use(options), browser);
  expect(answer.json()).toMatchObject({ authToken: expect.any(String), email, secondFactors: [] });
  const cookie = `picksync=${getCookie(answer, 'picksync')}`;
  const status = await api.app.inject({ url: '/api/auth/status', headers: { cookie } });
  expect(status.json().user.id).toBe(userId);
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['no check of the person', { isVerified: false }],
  ['a counter that does not move on', { counter: 1 }],
])('an assertion for %s is refused, and so is the same challenge afterwards', async (_, changes) => {
  const { device } = await person();
  const { options, browser } = await loginOptions();
  const refused = await login(device.use(options, changes), browser);
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'passkey_refused']);
  expect((await login(device.use(options, { counter: 50 }), browser)).json().code).toBe('passkey_refused');
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['no check of the person', { isVerified: false }],
])('a passkey that was made for %s is not added', async (_, changes) => {
  const signed = await api.signIn();
  const { options, browser } = await begin('/api/account/passkeys/options', signed.headers);
  const credential = authenticator({ origin }).make(options, changes);
  const answer = await post('/api/account/passkeys', { name: 'x', credential }, browser.cookie);
  expect(answer.json().code).toBe('passkey_refused');
  expect(await api.db.passkey.count({ where: { userId: signed.userId } })).toBe(0);
});

test('an assertion opens nothing a second time, and once under twenty concurrent requests', async () => {
  const { device } = await person();
  const { options, browser } = await loginOptions();
  const credential = device.use(options);
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(credential, browser)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect((await login(credential, browser)).json().code).toBe('passkey_refused');
});

test('two tabs of a browser are given challenges of their own, and each is answered', async () => {
  const { device } = await person();
  const first = await loginOptions();
  const second = await begin('/api/auth/passkey/options', first.browser);
  const { userId, headers } = await api.signIn();
  const firstAdding = await begin('/api/account/passkeys/options', headers);
  const secondAdding = await begin('/api/account/passkeys/options', firstAdding.browser);
  for (const { options } of [first, second])
    expect((await login(device.use(options), first.browser)).statusCode).toBe(200);
  const credential = authenticator({ origin }).make(firstAdding.options);
  const added = await post('/api/account/passkeys', { name: 'x', credential }, secondAdding.browser.cookie);
  expect(added.statusCode).toBe(200);
  expect(await api.db.passkey.count({ where: { userId } })).toBe(1);
});

test('a challenge belongs to its browser, to its purpose and to five minutes', async () => {
  const { device, headers, browser: adding } = await person();
  const other = await loginOptions();
  const { options } = await loginOptions();
  expect((await login(device.use(options), other.browser)).json().code).toBe('passkey_refused');
  expect((await login(device.use(options), { cookie: '' })).json().code).toBe('passkey_refused');

  const forAdding = await begin('/api/account/passkeys/options', {
    cookie: `${headers.cookie}; ${adding.cookie}`,
  });
  expect((await login(device.use(forAdding.options), forAdding.browser)).json().code).toBe('passkey_refused');

  const late = await loginOptions();
  await api.passTime(5 * 60_000);
  expect((await login(device.use(late.options), late.browser)).json().code).toBe('passkey_refused');
});

test('the challenge of another person adds nothing, and a passkey is added once', async () => {
  const [ada, grace] = [await person(), await api.signIn()];
  const { options, browser } = await begin('/api/account/passkeys/options', grace.headers);
  const key = browser.cookie.split('; ').find((one) => one.startsWith('picksync-passkey'));
  const asAda = `${ada.headers.cookie}; ${key}`;
  const made = { name: 'x', credential: authenticator({ origin }).make(options) };
  expect((await post('/api/account/passkeys', made, asAda)).json().code).toBe('passkey_refused');

  const again = await begin('/api/account/passkeys/options', ada.headers);
  const same = { name: 'again', credential: ada.device.make(again.options) };
  expect((await post('/api/account/passkeys', same, again.browser.cookie)).json().code).toBe('passkey_known');
});

test('a removed passkey opens nothing, and nobody removes one of somebody else', async () => {
  const [ada, stranger] = [await person(), await api.signIn()];
  const url = `/api/account/passkeys/${ada.added.json().id}`;
  const removal = (headers: Record<string, string>) => api.app.inject({ method: 'DELETE', url, headers });
  expect((await removal(stranger.headers)).statusCode).toBe(404);
  const { options, browser } = await loginOptions();
  expect((await removal(ada.headers)).statusCode).toBe(200);
  expect((await login(ada.device.use(options), browser)).json().code).toBe('passkey_refused');
  expect((await removal(ada.headers)).statusCode).toBe(404);
});

test('a passkey of the user is their second factor where two-factor sign-in is on, another one is not', async () => {
  const [ada, grace] = [await person(), await person()];
  await withTwoFactor(api, ada);
  const half = await post('/api/auth/login', { email: ada.email, password });
  expect(half.json().secondFactors).toEqual(['passkey', 'totp', 'recovery_code']);
  const pending = { cookie: `picksync-second-factor=${getCookie(half, 'picksync-second-factor')}` };
  const give = async (device: typeof ada.device) => {
    const { options, browser } = await begin('/api/auth/passkey/options', pending);
    const payload = { method: 'passkey', credential: device.use(options) };
    return post('/api/auth/second-factor', payload, browser.cookie);
  };
  expect((await give(grace.device)).json().code).toBe('passkey_refused');
  expect((await give(ada.device)).json()).toMatchObject({ email: ada.email, authToken: expect.any(String) });
});

test('a passkey of one’s own is a step-up', async () => {
  const ada = await person();
  await api.passTime(30 * 60_000);
  const again = await api.signIn({ userId: ada.userId });
  const ways = await api.app.inject({ url: '/api/auth/proof', headers: again.headers });
  expect(ways.json()).toEqual({ methods: ['passkey', 'password'] });
  const { options, browser } = await begin('/api/auth/passkey/options', again.headers);
  const payload = { method: 'passkey', credential: ada.device.use(options) };
  expect((await post('/api/auth/prove', payload, browser.cookie)).statusCode).toBe(200);
});

test('one person has twenty passkeys at most', async () => {
  const ada = await person();
  const [row] = await api.db.passkey.findMany({ where: { userId: ada.userId } });
  if (!row) throw new Error('no passkey was added');
  const { id: _, ...columns } = row;
  for (let index = 0; index < 19; index += 1)
    await api.db.passkey.create({ data: { ...columns, credentialId: `other-${ada.userId}-${index}` } });
  const answer = await post('/api/account/passkeys/options', undefined, ada.headers.cookie);
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'passkeys_full']);
});
