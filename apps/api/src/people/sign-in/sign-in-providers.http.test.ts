import { randomUUID } from 'node:crypto';
import { testUser } from '@picksync/db/testing';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { decide, providerBrowser } from '../../testing/provider-browser.ts';
import { startSandbox } from '../../testing/sandbox.ts';
import { origin, testApp } from '../../testing/test-app.ts';
import { authenticate } from '../sessions/sessions.ts';
import { linkProvider } from '../sign-in-providers/link-provider.ts';

const sandbox = await startSandbox();
const api = await testApp({ smartsheet: sandbox.settings, signIn: sandbox.signIn });
beforeEach(() => {
  api.clock.at = new Date();
});
afterEach(() => sandbox.call('DELETE', '/api/identity-faults'));
afterAll(async () => {
  await api.close();
  await sandbox.close();
});

const browser = () => providerBrowser(api);
const somebody = (isVerified = true) => ({ email: `person-${randomUUID()}@clients.example`, isVerified });
const readUser = (email: string) => api.db.user.findUnique({ where: { email } });
const login = (email: string, password: string) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { origin },
  });
const password = 'Heron-Lantern-58';

/** Somebody who signed in by password, just now, in a browser of their own. */
async function signedIn(user: Parameters<typeof testUser>[1] = {}) {
  const { userId, token } = await api.signIn({
    passwordHash: await api.context.passwords.hash(password),
    ...user,
  });
  return { userId, ...providerBrowser(api, { [api.context.cookies.session.name]: token }) };
}

async function linkUrl(person: Awaited<ReturnType<typeof signedIn>>, provider = 'google'): Promise<string> {
  const reply = await person.send('POST', `/api/account/sign-in-providers/${provider}/link`);
  expect(reply.statusCode).toBe(200);
  return reply.json().authUrl;
}

const getOutcome = (address: string) => new URL(address, origin).searchParams.get('outcome');

test('the way to a provider carries a state, a nonce and the hash of a PKCE secret', async () => {
  const { searchParams } = new URL(await browser().begin('google'));
  expect(searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/google/callback`);
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  expect(searchParams.get('scope')).toBe('openid email profile');
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(searchParams.get(name)?.length).toBeGreaterThan(20);
});

test.each(['google', 'microsoft'] as const)(
  'a new user whom %s vouches for gets a verified account on trial without a password',
  async (provider) => {
    const who = somebody();
    const page = browser();
    expect(await page.signIn(provider, who, '?timeZone=Europe/Berlin')).toBe('/dashboard');
    expect(await page.status()).toMatchObject({
      isAuthenticated: true,
      emailVerificationRequired: false,
      user: { email: who.email, subscriptionStatus: 'trial', timeZone: 'Europe/Berlin' },
      signInProviders: ['google', 'microsoft'],
    });
    expect(await readUser(who.email)).toMatchObject({
      passwordHash: null,
      isVerified: true,
      authProvider: provider,
    });
    // The second time it is the same account.
    const elsewhere = browser();
    await elsewhere.signIn(provider, who);
    expect((await elsewhere.status()).user.id).toBe((await page.status()).user.id);
  },
);

test('a sign-in that began at a process with the secret before ends at one with the next', async () => {
  const next = await testApp({
    beside: { databaseUrl: api.databaseUrl, admin: api.admin },
    secret: 'another one of thirty-two characters',
    otherSecrets: [api.settings.secret],
    smartsheet: sandbox.settings,
    signIn: sandbox.signIn,
  });
  try {
    const page = browser();
    const back = await decide(await page.begin('google'), somebody());
    expect(await providerBrowser(next, Object.fromEntries(page.jar)).visit(back)).toBe('/dashboard');
  } finally {
    await next.close();
  }
});

test('the time zone of the browser is kept until the person has chosen one', async () => {
  const who = somebody();
  const zoneAfter = async (timeZone: string) => {
    await browser().signIn('google', who, `?timeZone=${timeZone}`);
    return (await readUser(who.email))?.timeZone;
  };
  expect(await zoneAfter('Europe/Berlin')).toBe('Europe/Berlin');
  expect(await zoneAfter('Asia/Tokyo')).toBe('Asia/Tokyo');
  const data = { timeZone: 'America/Chicago', isTimeZoneChosen: true };
  await api.db.user.update({ where: { email: who.email }, data });
  expect(await zoneAfter('Europe/Berlin')).toBe('America/Chicago');
});

test('the sign-in leads to where the person wanted to go, on our own site only', async () => {
  const who = somebody();
  expect(await browser().signIn('google', who, '?redirect=/subscription%3Fplan%3D2')).toBe(
    '/subscription?plan=2',
  );
  for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
    expect(await browser().signIn('google', who, `?redirect=${encodeURIComponent(evil)}`)).toBe('/dashboard');
});

test('the state of another browser is not taken, and the code is not spent on it', async () => {
  const [own, other] = [browser(), browser()];
  const back = await decide(await own.begin('google'), somebody());
  await other.begin('google');
  expect(getOutcome(await other.visit(back))).toBe('expired');
  expect(getOutcome(await browser().visit(back))).toBe('expired');
  expect(await own.visit(back)).toBe('/dashboard');
});

test('a callback works once, and for ten minutes', async () => {
  const page = browser();
  const back = await decide(await page.begin('google'), somebody());
  const cookies = new Map(page.jar);
  expect(await page.visit(back)).toBe('/dashboard');
  expect(getOutcome(await providerBrowser(api, Object.fromEntries(cookies)).visit(back))).toBe('expired');

  const late = browser();
  const lateBack = await decide(await late.begin('google'), somebody());
  await api.passTime(10 * 60_000);
  expect(getOutcome(await late.visit(lateBack))).toBe('expired');
});

test('twenty callbacks at once sign in once', async () => {
  const page = browser();
  const back = await decide(await page.begin('google'), somebody());
  const cookies = Object.fromEntries(page.jar);
  const ends = await Promise.all(Array.from({ length: 20 }, () => providerBrowser(api, cookies).visit(back)));
  expect(ends.filter((end) => end === '/dashboard')).toHaveLength(1);
});

test('the callback of one provider takes no state of the other', async () => {
  const page = browser();
  const back = await decide(await page.begin('google'), somebody());
  const state = new URL(back, origin).searchParams.get('state') ?? '';
  page.jar.set('picksync-microsoft-state', state);
  expect(getOutcome(await page.visit(back.replace('/google/', '/microsoft/')))).toBe('expired');
});

test('a code that was cut or made up signs nobody in', async () => {
  const page = browser();
  const back = await decide(await page.begin('google'), somebody());
  expect(getOutcome(await page.visit(back.replace(/code=[^&]*/, 'code=made-up')))).toBe('expired');
  expect((await page.status()).isAuthenticated).toBe(false);
});

test.each([
  'missing',
  'other_nonce',
  'no_nonce',
  'other_audience',
  'other_issuer',
  'expired',
  'unsigned',
  'other_key',
  'keyed_with_public_key',
])('an id token with the flaw %s signs nobody in', async (idToken) => {
  const [page, who] = [browser(), somebody()];
  await sandbox.call('PUT', '/api/identity-faults', { body: { idToken } });
  expect(getOutcome(await page.signIn('google', who))).toBe('failed');
  expect(await readUser(who.email)).toBeNull();
  expect((await page.status()).isAuthenticated).toBe(false);
});

test('a user who denies is told so at the login', async () => {
  const page = browser();
  const back = await decide(await page.begin('microsoft'), 'deny');
  expect(await page.visit(back)).toBe('/login?provider=microsoft&outcome=denied');
});

test('the next key that the provider published before signs people in', async () => {
  const who = somebody();
  expect(await browser().signIn('microsoft', who)).toBe('/dashboard');
  await sandbox.call('POST', '/api/identity-keys/rotate');
  expect(await browser().signIn('microsoft', who)).toBe('/dashboard');
});

test('a provider that is out of order for a moment is not called one that failed', async () => {
  const page = browser();
  const { searchParams } = new URL(await page.begin('microsoft'));
  const answer = new URLSearchParams({
    error: 'temporarily_unavailable',
    state: searchParams.get('state') ?? '',
  });
  expect(await page.visit(`/api/auth/microsoft/callback?${answer}`)).toBe(
    '/login?provider=microsoft&outcome=unavailable',
  );
});

test.each(['code=a&code=b', 'state=x', '', `state=${'x'.repeat(3000)}`])(
  'a callback with nonsense (%.12s) leads to the login, not to JSON',
  async (query) => {
    expect(await browser().visit(`/api/auth/google/callback?${query}`)).toMatch(/^\/login\?/);
  },
);

test.each(['token', 'discovery', 'keys'] as const)(
  'while the %s of a provider is away the login says so, and the next try works',
  async (call) => {
    // Nothing of the provider is known yet to an application of its own.
    const { databaseUrl, admin } = api;
    const fresh = await testApp({
      signIn: { ...sandbox.signIn, timeoutMs: 2_000 },
      beside: { databaseUrl, admin },
    });
    fresh.clock.at = new Date();
    try {
      for (const fault of ['error', 'hang']) {
        const page = providerBrowser(fresh);
        await sandbox.call('PUT', '/api/identity-faults', { body: { [call]: fault } });
        expect(getOutcome(await page.signIn('google', somebody()))).toBe('unavailable');
      }
      await sandbox.call('DELETE', '/api/identity-faults');
      expect(await providerBrowser(fresh).signIn('google', somebody())).toBe('/dashboard');
    } finally {
      await fresh.close();
    }
  },
);

test.each(['google', 'microsoft'] as const)(
  'an address that %s does not vouch for opens no account, whether or not there is one',
  async (provider) => {
    const [unknown, known] = [somebody(false), somebody(false)];
    const user = await testUser(api.db, { email: known.email });
    const page = browser();
    const ends = [await page.signIn(provider, unknown), await page.signIn(provider, known)];
    expect(ends.map(getOutcome)).toEqual(['address_not_verified', 'address_not_verified']);
    expect(await readUser(unknown.email)).toBeNull();
    expect(await readUser(known.email)).toMatchObject({ id: user.id, googleId: null, microsoftId: null });
    expect((await page.status()).isAuthenticated).toBe(false);
  },
);

test('another organization that claims somebody’s address does not get their account, linked or not', async () => {
  const email = 'demo@picksync.example';
  const owner = await signedIn({ email });
  expect(getOutcome(await browser().signIn('microsoft', { person: 'mallory' }))).toBe('address_not_verified');
  const back = await decide(await linkUrl(owner, 'microsoft'), { person: 'demo' });
  expect(getOutcome(await owner.visit(back))).toBe('linked');
  const mallory = browser();
  expect(getOutcome(await mallory.signIn('microsoft', { person: 'mallory' }))).toBe('address_not_verified');
  expect((await mallory.status()).isAuthenticated).toBe(false);
});

test('an account that is there already is not linked behind its owner’s back', async () => {
  const who = somebody();
  await testUser(api.db, { email: who.email, passwordHash: 'x' });
  expect(getOutcome(await browser().signIn('google', who))).toBe('account_exists');
  expect(await readUser(who.email)).toMatchObject({ googleId: null, passwordHash: 'x' });
});

test('the next login in that browser links the provider to the account, and a mail says so', async () => {
  const who = somebody();
  const passwordHash = await api.context.passwords.hash(password);
  const { id } = await testUser(api.db, { email: who.email, passwordHash });
  const page = browser();
  await page.signIn('google', who);
  expect((await page.send('POST', '/api/auth/login', { email: who.email, password })).statusCode).toBe(200);
  expect(await readUser(who.email)).toMatchObject({ googleEmail: who.email, googleLinkedAt: api.clock.at });
  const { id: auditEventId } = await api.db.auditEvent.findFirstOrThrow({
    where: { userId: id, action: 'sign_in_linked' },
  });
  expect(await api.waitingJobs('send-mail')).toContainEqual(expect.objectContaining({ auditEventId }));
  const elsewhere = browser();
  expect(await elsewhere.signIn('google', who)).toBe('/dashboard');
  expect((await elsewhere.status()).user.id).toBe(id);
});

test('a provider that waits to be linked is linked in its own browser, to its own address, once and in time', async () => {
  const passwordHash = await api.context.passwords.hash(password);
  const waiting = async () => {
    const who = somebody();
    await testUser(api.db, { email: who.email, passwordHash });
    const page = browser();
    await page.signIn('google', who);
    return { page, email: who.email };
  };
  const log = (page: ReturnType<typeof browser>, email: string) =>
    page.send('POST', '/api/auth/login', { email, password });
  const readLinked = async (email: string) => (await readUser(email))?.googleId ?? null;

  const elsewhere = await waiting();
  await log(browser(), elsewhere.email);
  expect(await readLinked(elsewhere.email)).toBeNull();
  const other = await testUser(api.db, { passwordHash });
  await log(elsewhere.page, other.email);
  expect(await readLinked(other.email)).toBeNull();
  // It is used up by a login to another account.
  await log(elsewhere.page, elsewhere.email);
  expect(await readLinked(elsewhere.email)).toBeNull();
  const late = await waiting();
  await api.passTime(10 * 60_000);
  await log(late.page, late.email);
  expect(await readLinked(late.email)).toBeNull();
});

test('a session that ends while the provider is asked links nothing', async () => {
  const [person, who] = [await signedIn(), somebody()];
  const caller = await authenticate(api.context, {
    cookie: person.jar.get(api.context.cookies.session.name) ?? '',
    bearer: undefined,
  });
  if (!caller) throw new Error('nobody is signed in');
  await api.db.session.deleteMany({ where: { userId: person.userId } });
  const identity = { provider: 'google', key: 'a key', email: who.email, isEmailVerified: true } as const;
  const linking = { identity, userId: person.userId, network: '127.0.0.1', cookie: undefined };
  expect(await linkProvider(api.context, { ...linking, session: caller.session })).toEqual({
    outcome: 'expired',
    token: null,
  });
});

test('a password that a stranger registered for an address does not open the account of its owner', async () => {
  const who = somebody();
  const stranger = browser();
  const registration = { method: 'POST', url: '/api/auth/register', headers: { origin } } as const;
  await api.app.inject({ ...registration, payload: { email: who.email, password } });
  const owner = browser();
  expect(await owner.signIn('google', who)).toBe('/dashboard');
  expect((await login(who.email, password)).statusCode).toBe(401);
  const user = await readUser(who.email);
  expect(user).toMatchObject({ passwordHash: null, isVerified: true });
  expect(await api.db.planChange.findMany({ where: { userId: user?.id ?? '' } })).toMatchObject([
    { kind: 'trial_started', planId: 1 },
  ]);
  expect(await api.db.oneTimeCode.count({ where: { user: { email: who.email }, usedAt: null } })).toBe(0);
  expect((await stranger.status()).isAuthenticated).toBe(false);
});

test('a provider account whose address is not verified gets no part of a later registration', async () => {
  const who = somebody(false);
  await browser().signIn('microsoft', who);
  await testUser(api.db, { email: who.email, passwordHash: 'x' });
  const page = browser();
  expect(getOutcome(await page.signIn('microsoft', who))).toBe('address_not_verified');
  expect((await page.status()).isAuthenticated).toBe(false);
});

test('a user links a provider, signs in with it, and unlinks it', async () => {
  const [person, who] = [await signedIn(), somebody()];
  const back = await decide(await linkUrl(person), who);
  expect(await person.visit(back)).toBe('/settings?provider=google&outcome=linked#sign-in-providers');
  const list = await person.send('GET', '/api/account/sign-in-providers');
  expect(list.json()).toEqual({
    providers: [
      { provider: 'google', isLinked: true, email: who.email, linkedAt: api.clock.at.toISOString() },
      { provider: 'microsoft', isLinked: false, email: null, linkedAt: null },
    ],
    hasPassword: true,
  });
  const elsewhere = browser();
  await elsewhere.signIn('google', who);
  expect((await elsewhere.status()).user.id).toBe(person.userId);
  const unlinked = await person.send('DELETE', '/api/account/sign-in-providers/google');
  expect(unlinked.json()).toEqual({ message: 'Google is unlinked.' });
  await api.db.user.delete({ where: { id: person.userId } });
});

test('a link that somebody else began, or another session of one’s own, links nothing', async () => {
  const victim = await signedIn();
  const attacker = await signedIn();
  const back = await decide(await linkUrl(attacker), somebody());
  const state = new URL(back, origin).searchParams.get('state') ?? '';
  victim.jar.set('picksync-google-state', state);
  victim.jar.set('picksync-google-verifier', attacker.jar.get('picksync-google-verifier') ?? '');
  expect(getOutcome(await victim.visit(back))).toBe('expired');
  const rows = await api.db.user.findMany({ where: { id: { in: [victim.userId, attacker.userId] } } });
  expect(rows.map(({ googleId }) => googleId)).toEqual([null, null]);
});

test('a provider account opens one account only', async () => {
  const [first, second, who] = [await signedIn(), await signedIn(), somebody()];
  await first.visit(await decide(await linkUrl(first), who));
  expect(getOutcome(await second.visit(await decide(await linkUrl(second), who)))).toBe('taken');
  expect(getOutcome(await first.visit(await decide(await linkUrl(first), somebody())))).toBe(
    'already_linked',
  );
  const unproven = await linkUrl(second, 'microsoft');
  expect(getOutcome(await second.visit(await decide(unproven, somebody(false))))).toBe(
    'address_not_verified',
  );
});

test('the last way in stays, also when both providers are unlinked at once', async () => {
  const [page, who] = [browser(), somebody()];
  await page.signIn('google', who);
  const refused = await page.send('DELETE', '/api/account/sign-in-providers/google');
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_way_in']);
  const started = await page.send('POST', '/api/account/sign-in-providers/microsoft/link');
  expect(getOutcome(await page.visit(await decide(started.json().authUrl, somebody())))).toBe('linked');
  const both = await Promise.all(
    ['google', 'microsoft'].map((name) => page.send('DELETE', `/api/account/sign-in-providers/${name}`)),
  );
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('linking and unlinking ask again who somebody is', async () => {
  const person = await signedIn();
  await api.passTime(11 * 60_000);
  for (const [method, url] of [
    ['POST', '/api/account/sign-in-providers/google/link'],
    ['DELETE', '/api/account/sign-in-providers/google'],
  ] as const) {
    const reply = await person.send(method, url);
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'proof_required']);
  }
});

test('a second factor is asked for after a provider as after a password', async () => {
  const who = somebody();
  await browser().signIn('google', who);
  await api.db.user.update({
    where: { email: who.email },
    data: { totpSecretSealed: 'sealed', totpEnabledAt: new Date() },
  });
  const page = browser();
  expect(await page.signIn('google', who, '?redirect=/help')).toBe(
    '/login?outcome=second_factor&redirect=%2Fhelp',
  );
  expect((await page.status()).isAuthenticated).toBe(false);
});

test('the security activity names the linked provider, and no secret is in the database or the log', async () => {
  const [page, who] = [browser(), somebody()];
  const authUrl = new URL(await page.begin('google'));
  const back = await decide(authUrl.href, who);
  const verifier = page.jar.get('picksync-google-verifier') ?? '';
  await page.visit(back);
  const activity = await page.send('GET', '/api/account/security-activity');
  const actions = activity.json().map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['registered', 'sign_in_linked', 'login']));
  const stored = JSON.stringify(await api.db.oneTimeCode.findMany()) + api.log.text();
  const secrets = [
    authUrl.searchParams.get('state'),
    authUrl.searchParams.get('nonce'),
    new URL(back, origin).searchParams.get('code'),
    verifier,
    'sandbox-secret',
  ];
  for (const secret of secrets) {
    expect(secret).toBeTruthy();
    expect(stored).not.toContain(secret);
  }
});
