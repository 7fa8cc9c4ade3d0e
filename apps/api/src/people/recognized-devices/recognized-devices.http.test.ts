import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMail } from '../../jobs/mails.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { recognizeBrowser } from './recognized-devices.ts';

let api: TestApp;
let passwordHash: string;
beforeAll(async () => {
  api = await testApp();
  passwordHash = await api.context.passwords.hash(password);
});
afterAll(() => api.close());

const password = 'Spruce-Harbor-42';
const url = '/api/account/known-browsers';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** A browser with its cookies. */
type Browser = Map<string, string>;

const createHeaders = (browser: Browser) => ({
  origin,
  'user-agent': firefox,
  cookie: [...browser].map(([name, value]) => `${name}=${value}`).join('; '),
});

async function logIn(browser: Browser, email: string, tried = password) {
  const headers = createHeaders(browser);
  const payload = { email, password: tried };
  const reply = await api.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
  for (const { name, value } of reply.cookies) browser.set(name, value);
  return reply.statusCode;
}

const readTokens = (browser: Browser) => browser.get('picksync-browser')?.split('.') ?? [];
const list = async (browser: Browser) =>
  (await api.app.inject({ url, headers: createHeaders(browser) })).json();
const forget = (browser: Browser, id: string) =>
  api.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: createHeaders(browser) });
const told = async (userId: string) => {
  const own = await api.db.recognizedDevice.findMany({ where: { userId }, select: { id: true } });
  const jobs = await api.waitingJobs('send-mail');
  return jobs.filter(
    ({ mail, recognizedDeviceId }) =>
      mail === 'new_browser' && own.some(({ id }) => id === recognizedDeviceId),
  );
};

test('the list needs a session, and holds the browsers of one person only', async () => {
  expect((await api.app.inject({ url })).json().code).toBe('unauthenticated');
  const [ada, grace] = [await testUser(api.db, { passwordHash }), await testUser(api.db, { passwordHash })];
  const [one, other] = [new Map(), new Map()];
  await logIn(one, ada.email);
  await logIn(other, grace.email);
  expect(await list(one)).toMatchObject([
    { device: 'Firefox on Linux', network: '127.0.0.x', isCurrent: true, isMobile: false },
  ]);
  const [{ id }] = await list(other);
  expect((await forget(one, id)).statusCode).toBe(404);
  expect(await list(other)).toHaveLength(1);
});

test('a sign-in from another browser is told by mail, once; the first one and those that follow are not', async () => {
  const { id: userId, email } = await testUser(api.db, { passwordHash });
  const [laptop, stranger]: [Browser, Browser] = [new Map(), new Map()];
  await logIn(laptop, email);
  await logIn(laptop, email);
  expect(await told(userId)).toEqual([]);
  expect(await logIn(stranger, email, 'Wrong-Harbor-42')).toBe(401);
  expect(await told(userId)).toEqual([]);
  await logIn(stranger, email);
  await logIn(stranger, email);
  const jobs = await told(userId);
  expect(jobs).toHaveLength(1);
  const { recognizedDeviceId = '' } = jobs[0] as { recognizedDeviceId?: string };
  const mail = await findMail('new_browser')?.write(api.context, { recognizedDeviceId } as never);
  expect(mail).toMatchObject({ to: email, userId });
  expect(JSON.stringify(mail)).toContain('Firefox on Linux');
  expect(await list(laptop)).toHaveLength(2);
});

test('a browser that two people share is known to both, and tells neither of the other account', async () => {
  const [ada, grace] = [await testUser(api.db, { passwordHash }), await testUser(api.db, { passwordHash })];
  const [shared, elsewhere]: [Browser, Browser] = [new Map(), new Map()];
  await logIn(elsewhere, grace.email);
  await logIn(shared, ada.email);
  await logIn(shared, grace.email);
  expect(await told(grace.id)).toHaveLength(1);
  expect(await told(ada.id)).toEqual([]);
  await logIn(shared, ada.email);
  await logIn(shared, grace.email);
  expect([await told(ada.id), await told(grace.id)].map(({ length }) => length)).toEqual([0, 1]);
});

test('never takes a token that somebody put into the browser for one of the account', async () => {
  const [ada, mallory] = [await testUser(api.db, { passwordHash }), await testUser(api.db, { passwordHash })];
  const [planted, laptop]: [Browser, Browser] = [new Map(), new Map()];
  await logIn(planted, mallory.email);
  laptop.set('picksync-browser', planted.get('picksync-browser') ?? '');
  await logIn(laptop, ada.email);
  expect(laptop.get('picksync-browser')).not.toBe(planted.get('picksync-browser'));
  const recognize = (browser: Browser) =>
    recognizeBrowser(api.context, { email: ada.email, browserTokens: readTokens(browser) });
  expect(await recognize(planted)).toBeNull();
  expect(await recognize(laptop)).not.toBeNull();
});

test('gives the browser a new token at each sign-in, and forgets the one before', async () => {
  const { email } = await testUser(api.db, { passwordHash });
  const laptop: Browser = new Map();
  await logIn(laptop, email);
  const before = readTokens(laptop);
  await logIn(laptop, email);
  const after = readTokens(laptop);
  expect([before.length, after.length]).toEqual([1, 1]);
  const recognize = (browserTokens: string[]) => recognizeBrowser(api.context, { email, browserTokens });
  expect([await recognize(before), await recognize(after)]).toEqual([null, expect.any(String)]);
  expect(await list(laptop)).toHaveLength(1);
});

test('recognizes the five accounts that signed in last in one browser', async () => {
  const shared: Browser = new Map();
  const people = [];
  for (let person = 0; person < 6; person += 1) people.push(await testUser(api.db, { passwordHash }));
  for (const { email } of people) await logIn(shared, email);
  const known = people.map(({ email }) =>
    recognizeBrowser(api.context, { email, browserTokens: readTokens(shared) }),
  );
  expect((await Promise.all(known)).map((id) => id !== null)).toEqual([false, true, true, true, true, true]);
});

test('counts the tries of each browser apart, so that an old one locks no other out', async () => {
  const { email } = await testUser(api.db, { passwordHash });
  const [old, laptop]: [Browser, Browser] = [new Map(), new Map()];
  await logIn(old, email);
  await logIn(laptop, email);
  for (let tries = 0; tries < 10; tries += 1) expect(await logIn(old, email, 'Wrong-Harbor-42')).toBe(401);
  expect(await logIn(old, email)).toBe(429);
  expect(await logIn(laptop, email)).toBe(200);
});

test('a forgotten browser is signed out, and its next sign-in is news again', async () => {
  const { id: userId, email } = await testUser(api.db, { passwordHash });
  const [laptop, old]: [Browser, Browser] = [new Map(), new Map()];
  await logIn(laptop, email);
  await logIn(old, email);
  const { id } = (await list(laptop)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  expect((await forget(laptop, id)).statusCode).toBe(200);
  expect((await list(old)).code).toBe('unauthenticated');
  expect(await told(userId)).toEqual([]);
  await logIn(old, email);
  expect(await told(userId)).toHaveLength(1);
  const [own] = (await list(laptop)).filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
  expect((await forget(laptop, own.id)).statusCode).toBe(200);
  expect(await list(laptop)).toHaveLength(1);
});

test('a reset forgets every browser but its own', async () => {
  const { id: userId, email } = await testUser(api.db, { passwordHash });
  const [laptop, stranger]: [Browser, Browser] = [new Map(), new Map()];
  await logIn(laptop, email);
  await logIn(stranger, email);
  const headers = createHeaders(laptop);
  await api.app.inject({ method: 'POST', url: '/api/auth/forgot-password', headers, payload: { email } });
  const { id } = await api.db.oneTimeCode.findFirstOrThrow({ where: { userId, purpose: 'reset_password' } });
  const { getDigits } = await import('../one-time-codes/one-time-codes.ts');
  const otp = getDigits(id, api.context.keyedHash);
  const reset = { email, otp, password: 'Willow-Meadow-77' };
  const reply = await api.app.inject({
    method: 'POST',
    url: '/api/auth/reset-password-otp',
    headers,
    payload: reset,
  });
  expect(reply.statusCode).toBe(200);
  expect(await api.db.recognizedDevice.count({ where: { userId } })).toBe(1);
  const before = (await told(userId)).length;
  await logIn(laptop, email, 'Willow-Meadow-77');
  expect((await told(userId)).length).toBe(before);
  await logIn(stranger, email, 'Willow-Meadow-77');
  expect((await told(userId)).length).toBe(before + 1);
});

test.each([true, false])(
  'a new password that signs out elsewhere (%s) decides which browsers stay known',
  async (endOtherSessions) => {
    const { id: userId, email } = await testUser(api.db, { passwordHash });
    const [laptop, old]: [Browser, Browser] = [new Map(), new Map()];
    await logIn(old, email);
    await logIn(laptop, email);
    const headers = createHeaders(laptop);
    const payload = { currentPassword: password, password: 'Willow-Meadow-77', endOtherSessions };
    const changed = await api.app.inject({ method: 'POST', url: '/api/account/password', headers, payload });
    expect(changed.statusCode).toBe(200);
    const recognize = (browser: Browser) =>
      recognizeBrowser(api.context, { email, browserTokens: readTokens(browser) });
    expect(await recognize(laptop)).not.toBeNull();
    expect((await recognize(old)) === null).toBe(endOtherSessions);
    const before = (await told(userId)).length;
    expect(await logIn(old, email, 'Willow-Meadow-77')).toBe(200);
    expect((await told(userId)).length - before).toBe(endOtherSessions ? 1 : 0);
  },
);

test('thirty browsers of a person are remembered: the one that was not used for longest makes room', async () => {
  const { id: userId, email } = await testUser(api.db, { passwordHash });
  const first: Browser = new Map();
  await logIn(first, email);
  await api.passTime(60_000);
  const at = api.clock.at;
  await api.db.recognizedDevice.createMany({
    data: Array.from({ length: 29 }, (_, index) => ({
      ...{ id: api.context.newId(), userId, tokenHash: `of ${index}`, createdAt: at, lastSignIn: at },
    })),
  });
  await logIn(new Map(), email);
  const rows = await api.db.recognizedDevice.findMany({ where: { userId } });
  expect(rows).toHaveLength(30);
  expect(rows.every(({ lastSignIn }) => lastSignIn >= at)).toBe(true);
});
