import { testConnection, testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';

const password = 'Spruce-Harbor-42';
let api: TestApp;
let passwordHash: string;

beforeAll(async () => {
  api = await testApp();
  passwordHash = await api.context.passwords.hash(password);
});
afterAll(() => api.close());

const post = (path: string, payload?: object, headers: Record<string, string> = { origin }) =>
  api.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers, ...(payload && { payload }) });

const get = (path: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: `/api/auth/${path}`, headers });

async function signUpAndLogIn() {
  const user = await testUser(api.db, { passwordHash });
  const answer = await post('login', { email: user.email, password });
  const [cookie] = answer.cookies;
  if (!cookie) throw new Error('no cookie was set');
  return { user, answer, cookie, headers: { cookie: `${cookie.name}=${cookie.value}`, origin } };
}

test('the status names the inbox of the sandbox where mails stay in it, to visitors too', async () => {
  const sandboxInbox = 'http://localhost:4010/#/inbox';
  const beside = await testApp({ sandboxInbox, beside: api });
  const readStatus = async (headers: Record<string, string>) =>
    (await beside.app.inject({ url: '/api/auth/status', headers })).json();
  const { headers } = await api.signIn();
  expect(await readStatus({})).toMatchObject({ isAuthenticated: false, sandboxInbox });
  expect(await readStatus(headers)).toMatchObject({ isAuthenticated: true, sandboxInbox });
  await beside.close();
});

test('the status without a session says so and gives no token', async () => {
  const status = await get('status');
  expect([status.statusCode, status.json()]).toEqual([
    200,
    {
      isAuthenticated: false,
      authToken: null,
      emailVerificationRequired: false,
      passwordUpdateRequired: false,
      smartsheetConnected: false,
      smartsheetState: 'not_connected',
      smartsheetEmail: null,
      smartsheetRegion: null,
      user: null,
    },
  ]);
  const token = await get('token');
  expect([token.statusCode, token.json().code]).toEqual([401, 'unauthenticated']);
});

test('logging in sets a cookie that scripts cannot read and other sites cannot send', async () => {
  const { user, answer, cookie } = await signUpAndLogIn();
  expect(answer.json()).toEqual({
    authToken: expect.stringMatching(/^[\w-]{43}$/),
    requiresVerification: false,
    email: user.email,
    message: 'You are logged in.',
    secondFactors: [],
  });
  expect(cookie).toMatchObject({ name: 'picksync', httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(cookie.secure).toBeUndefined();
  expect(cookie.value).not.toBe(answer.json().authToken);
});

test('a browser remembers for whom somebody signed in there, in a cookie that opens nothing', async () => {
  const { user, answer } = await signUpAndLogIn();
  const known = answer.cookies.find(({ name }) => name === 'picksync-browser');
  expect(known).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 180 * 24 * 3600 });
  expect(known?.value).not.toContain(user.email);
  const headers = { origin, cookie: `picksync-browser=${known?.value}` };
  expect((await get('token', headers)).statusCode).toBe(401);

  const guess = (browser: Record<string, string>) =>
    post('login', { email: user.email, password: 'wrong' }, browser);
  for (let tries = 0; tries < 11; tries += 1) await guess({ origin });
  expect((await guess({ origin })).statusCode).toBe(429);
  expect((await guess({ origin, cookie: 'picksync-browser=made-up' })).statusCode).toBe(429);
  expect((await guess(headers)).statusCode).toBe(401);
});

test('the time zone that the browser tells at the sign-in is kept, one that is no time zone is not', async () => {
  const { email, id } = await testUser(api.db, { passwordHash });
  const zoneAfter = async (timeZone?: string) => {
    const answer = await post('login', { email, password, ...(timeZone && { timeZone }) });
    expect(answer.statusCode).toBe(200);
    const { name, value } = answer.cookies[0] ?? {};
    const status = await get('status', { cookie: `${name}=${value}` });
    return [status.json().user.timeZone, (await api.db.user.findUniqueOrThrow({ where: { id } })).timeZone];
  };
  expect(await zoneAfter()).toEqual([null, null]);
  expect(await zoneAfter('Europe/Berlin')).toEqual(['Europe/Berlin', 'Europe/Berlin']);
  expect(await zoneAfter('Europe/Atlantis')).toEqual(['Europe/Berlin', 'Europe/Berlin']);
  expect(await zoneAfter()).toEqual(['Europe/Berlin', 'Europe/Berlin']);
  expect(await zoneAfter('Asia/Tokyo')).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);
});

test('a time zone that somebody has chosen stays, whatever browser they sign in with', async () => {
  const { user, headers } = await signUpAndLogIn();
  const signInFrom = (timeZone: string) => post('login', { email: user.email, password, timeZone });
  const zone = async () => (await api.db.user.findUniqueOrThrow({ where: { id: user.id } })).timeZone;
  await signInFrom('Europe/Berlin');
  expect(await zone()).toBe('Europe/Berlin');
  const payload = { timeZone: 'America/Chicago' };
  const chosen = await api.app.inject({ method: 'PATCH', url: '/api/account', headers, payload });
  expect(chosen.statusCode).toBe(200);
  expect((await signInFrom('Asia/Tokyo')).statusCode).toBe(200);
  expect(await zone()).toBe('America/Chicago');
});

test('a cookie on https is bound to the host', async () => {
  const secure = await testApp({ publicOrigin: 'https://picksync.example' });
  const user = await testUser(secure.db, { passwordHash });
  const answer = await secure.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin: 'https://picksync.example' },
    payload: { email: user.email, password },
  });
  await secure.close();
  expect(answer.cookies[0]).toMatchObject({
    name: '__Host-picksync',
    secure: true,
    httpOnly: true,
    path: '/',
  });
  expect(answer.cookies[0]?.domain).toBeUndefined();
});

test('the status tells who is signed in and renews the bearer value, which then is enough by itself', async () => {
  const { user, headers, answer } = await signUpAndLogIn();
  const status = (await get('status', headers)).json();
  expect(status).toMatchObject({
    isAuthenticated: true,
    user: {
      id: user.id,
      email: user.email,
      role: 'user',
      subscriptionStatus: 'trial',
      subscriptionTier: 'free',
    },
  });
  expect(status.user.trialEndDate).toBe(user.trialEndDate?.toISOString());
  expect(status.authToken).not.toBe(answer.json().authToken);

  const bearer = { authorization: `Bearer ${status.authToken}` };
  expect((await get('token', bearer)).json()).toMatchObject({ user: { id: user.id } });
  const token = await get('token', headers);
  expect(token.json()).toMatchObject({ token: expect.any(String), user: { id: user.id } });
  // Calls that are under way carry it for another minute.
  expect((await get('token', bearer)).statusCode).toBe(200);
  await api.passTime(60_000);
  expect((await get('token', bearer)).statusCode).toBe(401);
  expect((await get('token', { authorization: `Bearer ${token.json().token}` })).statusCode).toBe(200);
});

test('a bearer value alone never gets another one and ends after a quarter of an hour, however it is used', async () => {
  const { user, answer } = await signUpAndLogIn();
  const bearer = { authorization: `Bearer ${answer.json().authToken}` };
  for (let minutes = 0; minutes < 15; minutes += 5) {
    const status = (await get('status', bearer)).json();
    expect(status).toMatchObject({ isAuthenticated: true, authToken: null, user: { id: user.id } });
    expect((await get('token', bearer)).json()).toMatchObject({ token: null, user: { id: user.id } });
    await api.passTime(5 * 60_000);
  }
  expect((await get('status', bearer)).json()).toMatchObject({ isAuthenticated: false, authToken: null });
  expect((await get('token', bearer)).statusCode).toBe(401);
});

test('another site cannot have the bearer value renewed', async () => {
  const { headers, answer } = await signUpAndLogIn();
  for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    for (const path of ['status', 'token']) {
      const refused = await get(path, { cookie: headers.cookie, ...foreign });
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'cross_origin']);
    }
  }
  const bearer = { authorization: `Bearer ${answer.json().authToken}` };
  expect((await get('token', bearer)).statusCode).toBe(200);
});

test("the status tells of one's own Smartsheet connection only", async () => {
  const { user, headers } = await signUpAndLogIn();
  await testConnection(api.db, { accountEmail: 'somebody-else@clients.example' });
  const status = async () => (await get('status', headers)).json();
  expect(await status()).toMatchObject({ smartsheetConnected: false, smartsheetEmail: null });

  await testConnection(api.db, { userId: user.id, accountEmail: 'sheets@clients.example', region: 'eu' });
  expect(await status()).toMatchObject({
    smartsheetConnected: true,
    smartsheetState: 'connected',
    smartsheetEmail: 'sheets@clients.example',
    smartsheetRegion: 'eu',
  });

  const setStatus = (next: 'needs_reconnect' | 'disconnected') =>
    api.db.smartsheetConnection.update({ where: { userId: user.id }, data: { status: next } });
  await setStatus('needs_reconnect');
  expect(await status()).toMatchObject({ smartsheetConnected: false, smartsheetState: 'needs_reconnect' });
  await setStatus('disconnected');
  expect(await status()).toMatchObject({ smartsheetState: 'not_connected', smartsheetEmail: null });
  // A user who connects again begins where the account is.
  expect(await status()).toMatchObject({ smartsheetRegion: 'eu' });
});

test('logging out ends the session for both secrets and takes the cookie away', async () => {
  const { headers } = await signUpAndLogIn();
  const { authToken } = (await get('status', headers)).json();
  const answer = await post('logout', undefined, headers);
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies[0]).toMatchObject({ name: 'picksync', value: '' });
  expect((await get('token', headers)).statusCode).toBe(401);
  expect((await get('token', { authorization: `Bearer ${authToken}` })).statusCode).toBe(401);
  expect((await post('logout', undefined, headers)).statusCode).toBe(200);
});

test("logging out ends no other session of the user's", async () => {
  const { user, headers } = await signUpAndLogIn();
  const elsewhere = await api.signIn({ userId: user.id });
  await post('logout', undefined, headers);
  expect((await get('token', elsewhere.headers)).statusCode).toBe(200);
});

test('logging in again in the same browser ends the session before', async () => {
  const { user, headers } = await signUpAndLogIn();
  await post('login', { email: user.email, password }, headers);
  expect((await get('token', headers)).statusCode).toBe(401);
});

test('another site can neither log a browser in nor out', async () => {
  const { user, headers } = await signUpAndLogIn();
  const foreign = { ...headers, origin: 'https://evil.example' };
  for (const answer of [
    await post('login', { email: user.email, password }, foreign),
    await post('logout', undefined, foreign),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_origin']);
  }
  expect((await get('token', headers)).statusCode).toBe(200);
});

test('the login screen learns that an address is not verified after the right password', async () => {
  const { email } = await testUser(api.db, { passwordHash, isVerified: false });
  const answer = await post('login', { email, password });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'verification_required', requiresVerification: true, email });
  expect(answer.cookies).toEqual([]);
});

test('the messages for wrong input are those of the forms', async () => {
  const login = await post('login', { email: 'ada', password: '' });
  expect(login.json()).toMatchObject({
    code: 'validation_failed',
    errors: { email: 'Please enter a valid email address', password: 'Password is required' },
  });
  const register = await post('register', { email: 'ada@clients.example', password: 'short' });
  expect(register.json().errors).toEqual({ password: 'Password must be at least 10 characters' });
  const verify = await post('verify-email', { email: 'ada@clients.example', otp: '12a' });
  expect(verify.json().errors).toEqual({ otp: 'OTP must be 6 digits' });
});

test('registering and asking for a new code answer the same for every address', async () => {
  const { email } = await testUser(api.db);
  const answers = async (path: string, body: object) =>
    Promise.all(
      [email, 'nobody@clients.example'].map(async (address) => {
        const { statusCode, body: text, headers } = await post(path, { ...body, email: address });
        return { statusCode, text, names: Object.keys(headers).sort() };
      }),
    );
  for (const [known, unknown] of [
    await answers('register', { password }),
    await answers('resend-verification', {}),
    await answers('forgot-password', {}),
  ]) {
    expect(known?.statusCode).toBe(200);
    expect(unknown).toEqual(known);
  }
});

test('no secret of a whole sign-in is in the log', async () => {
  const email = 'canary@clients.example';
  await post('register', { email, password: 'Canary-Password-42' });
  await post('verify-email', { email, otp: '918273' });
  await testUser(api.db, { email: 'canary2@clients.example', passwordHash });
  const login = await post('login', { email: 'canary2@clients.example', password });
  const cookie = login.cookies[0]?.value ?? '';
  const { authToken } = (await get('status', { cookie: `picksync=${cookie}` })).json();
  await get('token', { authorization: `Bearer ${authToken}` });
  await post('login', { email, password: 'Canary-Password-43' });

  const log = api.log.text();
  expect(log).toContain('/api/auth/login');
  const secrets = [
    'Canary-Password',
    '918273',
    password,
    cookie,
    login.json().authToken,
    authToken,
    'canary',
  ];
  for (const secret of secrets) expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
});
