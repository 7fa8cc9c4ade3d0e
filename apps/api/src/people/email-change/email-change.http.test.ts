import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMail } from '../../jobs/mails.ts';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { withTwoFactor } from '../../testing/two-factor.ts';
import { issueResetLink } from '../one-time-codes/one-time-codes.ts';
import { changeToken } from './email-change.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

type Browser = { headers: Record<string, string> };

/** The same session by its bearer value, which a change of rights leaves as it is. */
const byBearer = ({ authToken }: { authToken: string }): Browser => ({
  headers: { origin, authorization: `Bearer ${authToken}` },
});
let counted = 0;
const newAddress = () => {
  counted += 1;
  return `new-${counted}@clients.example`;
};

const request = async ({ headers }: Browser, email: string) => {
  await api.passTime(1000);
  return api.app.inject({ method: 'POST', url: '/api/account/email-change', headers, payload: { email } });
};
/** Without a browser nobody is logged in. */
const act = (path: 'link' | 'confirm' | 'undo', token: string, browser?: Browser, password?: string) =>
  api.app.inject({
    method: 'POST',
    url: `/api/email-change/${path}`,
    headers: browser?.headers ?? { origin },
    payload: { token, ...(password && { password }) },
  });
const account = async ({ headers }: Browser) =>
  (await api.app.inject({ url: '/api/account', headers })).json();
const newest = (userId: string) =>
  api.db.emailChange.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: 'desc' } });
const readToken = async (userId: string, of: 'confirm' | 'undo') =>
  changeToken(api.context, { id: (await newest(userId)).id, act: of });
const written = async (mail: string, emailChangeId: string) =>
  findMail(mail)?.write({ ...api.context, now: () => api.clock.at } as never, { emailChangeId } as never);

test('the address changes when the mail to the new one is followed, and not before', async () => {
  const browser = await api.signIn();
  const before = (await account(browser)).email;
  const to = newAddress();
  expect((await request(browser, ` ${to.toUpperCase()} `)).statusCode).toBe(200);
  expect(await account(browser)).toMatchObject({ email: before, pendingEmail: { email: to } });
  const token = await readToken(browser.userId, 'confirm');
  const answer = { act: 'confirm', from: before, to };
  expect((await act('link', token, browser)).json()).toEqual({ ...answer, asks: 'nothing' });
  expect((await account(browser)).email).toBe(before);
  const confirmed = await act('confirm', token, browser);
  expect(confirmed.statusCode).toBe(200);
  // What was copied of the session before opens nothing any more.
  const { name } = api.context.cookies.session;
  const renewed = confirmed.cookies.find((cookie) => cookie.name === name)?.value;
  expect((await account(browser)).code).toBe('unauthenticated');
  browser.headers.cookie = `${name}=${renewed}`;
  expect(await account(browser)).toMatchObject({ email: to, pendingEmail: null });
  expect((await act('confirm', token)).json().code).toBe('link_invalid');
});

test('the old address is told before and after, and the new one gets the link', async () => {
  const browser = await api.signIn();
  const before = (await account(browser)).email;
  const to = newAddress();
  await request(browser, to);
  const { id } = await newest(browser.userId);
  const due = (await api.waitingJobs('send-mail')).filter(({ emailChangeId }) => emailChangeId === id);
  expect(due.map(({ mail }) => mail).toSorted()).toEqual(['confirm_email_change', 'email_change_requested']);
  expect(await written('confirm_email_change', id)).toMatchObject({ to, userId: null });
  expect(await written('email_change_requested', id)).toMatchObject({ to: before });
  await act('confirm', await readToken(browser.userId, 'confirm'), byBearer(browser));
  expect(await written('confirm_email_change', id)).toBeNull();
  expect(await written('email_changed', id)).toMatchObject({ to: before });
});

test('a change of address needs a recent step-up', async () => {
  const browser = await api.signIn();
  await api.passTime(11 * 60_000);
  expect((await request(browser, newAddress())).json().code).toBe('proof_required');
});

test('an address that has an account is answered alike, is told by mail, and is never taken over', async () => {
  const browser = await api.signIn();
  const taken = await testUser(api.db);
  const free = newAddress();
  const [one, two] = [await request(browser, free), await request(browser, taken.email)];
  expect([two.statusCode, two.body]).toEqual([200, one.body.replaceAll(free, taken.email)]);
  const { id } = await newest(browser.userId);
  expect(await written('confirm_email_change', id)).toMatchObject({
    to: taken.email,
    content: { subject: 'This address already has a Picksync account' },
  });
  const token = await readToken(browser.userId, 'confirm');
  expect((await act('confirm', token, browser)).json().code).toBe('link_invalid');
  expect((await api.db.user.findUniqueOrThrow({ where: { id: taken.id } })).email).toBe(taken.email);
});

test('the link alone changes nothing: whoever was written to by mistake would have the account', async () => {
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  const [browser, stranger] = [await api.signIn({ passwordHash }), await api.signIn()];
  const to = newAddress();
  await request(browser, to);
  const token = await readToken(browser.userId, 'confirm');
  for (const who of [undefined, stranger]) {
    expect((await act('link', token, who)).json().asks).toBe('password');
    expect((await act('confirm', token, who)).json().errors.password).toBe('Please enter your password');
    const wrong = await act('confirm', token, who, 'Willow-Meadow-77');
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'validation_failed']);
  }
  expect((await account(browser)).email).not.toBe(to);
  expect((await act('confirm', token, undefined, 'Spruce-Harbor-42')).statusCode).toBe(200);
  expect((await account(browser)).email).toBe(to);
});

test('a session is required where the password alone would not open the account', async () => {
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  const [careful, passwordless] = [
    await api.signIn({ passwordHash }),
    await api.signIn({ passwordHash: null }),
  ];
  await withTwoFactor(api, { headers: byBearer(careful).headers });
  for (const browser of [careful, passwordless]) {
    await request(browser, newAddress());
    const token = await readToken(browser.userId, 'confirm');
    expect((await act('link', token)).json().asks).toBe('login');
    const refused = await act('confirm', token, undefined, 'Spruce-Harbor-42');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
    expect((await act('confirm', token, browser)).statusCode).toBe(200);
  }
});

test('guesses of the password beside a link are counted', async () => {
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  const browser = await api.signIn({ passwordHash });
  await request(browser, newAddress());
  const token = await readToken(browser.userId, 'confirm');
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => act('confirm', token, undefined, 'Willow-Meadow-77')),
  );
  expect(tries.filter(({ statusCode }) => statusCode === 400).length).toBeLessThanOrEqual(10);
  expect(tries.some(({ statusCode }) => statusCode === 429)).toBe(true);
});

test('a registration that nobody has verified makes room', async () => {
  const browser = await api.signIn();
  const squatter = await testUser(api.db, { isVerified: false });
  await request(browser, squatter.email);
  expect(
    (await act('confirm', await readToken(browser.userId, 'confirm'), byBearer(browser))).statusCode,
  ).toBe(200);
  expect((await account(browser)).email).toBe(squatter.email);
  expect(await api.db.user.findUnique({ where: { id: squatter.id } })).toBeNull();
});

test('a change that waits can be cancelled or replaced, and the link before is good for nothing', async () => {
  const browser = await api.signIn();
  const { email } = await account(browser);
  await request(browser, newAddress());
  const first = await readToken(browser.userId, 'confirm');
  await request(browser, newAddress());
  const second = await readToken(browser.userId, 'confirm');
  expect((await act('confirm', first)).json().code).toBe('link_invalid');
  const cancel = { method: 'DELETE', url: '/api/account/email-change', headers: browser.headers } as const;
  await api.app.inject(cancel);
  expect((await api.app.inject(cancel)).statusCode).toBe(200);
  expect((await act('confirm', second)).json().code).toBe('link_invalid');
  expect(await account(browser)).toMatchObject({ email, pendingEmail: null });
});

test('the owner of the old address gets the account back: all sessions end and a new password is needed', async () => {
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  const browser = await api.signIn({ passwordHash });
  const before = (await account(browser)).email;
  await request(browser, newAddress());
  await act('confirm', await readToken(browser.userId, 'confirm'), byBearer(browser));
  // A thief goes on to a third address; the first owner's link still leads home, and the thief's own does not any more.
  const undo = await readToken(browser.userId, 'undo');
  await request(browser, newAddress());
  await act('confirm', await readToken(browser.userId, 'confirm'), byBearer(browser));
  const thiefs = await readToken(browser.userId, 'undo');
  const answer = await act('undo', undo);
  expect(answer.statusCode).toBe(200);
  const user = await api.db.user.findUniqueOrThrow({ where: { id: browser.userId } });
  expect(user).toMatchObject({ email: before, passwordHash: null });
  expect((await api.app.inject({ url: '/api/account', headers: browser.headers })).statusCode).toBe(401);
  expect((await act('undo', thiefs)).json().code).toBe('link_invalid');
  const reset = await api.app.inject({
    method: 'POST',
    url: '/api/auth/reset-password',
    headers: { origin },
    payload: { token: answer.json().passwordToken, password: 'Maple-Canal-77x' },
  });
  expect(reset.statusCode).toBe(200);
});

test('a thief’s change that waits is over when the owner sets a new password, by mail or in the account', async () => {
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  const newPassword = {
    byMail: async ({ userId }: Browser & { userId: string }) => {
      const token = await issueResetLink(api.context, api.db, userId);
      const payload = { token, password: 'Maple-Canal-77x' };
      return api.app.inject({
        method: 'POST',
        url: '/api/auth/reset-password',
        headers: { origin },
        payload,
      });
    },
    inTheAccount: async ({ headers }: Browser) => {
      const payload = { currentPassword: 'Spruce-Harbor-42', password: 'Maple-Canal-77x' };
      return api.app.inject({ method: 'POST', url: '/api/account/password', headers, payload });
    },
  };
  for (const set of [newPassword.byMail, newPassword.inTheAccount]) {
    const browser = await api.signIn({ passwordHash });
    const { email } = await account(browser);
    await request(browser, newAddress());
    const token = await readToken(browser.userId, 'confirm');
    expect((await set(browser)).statusCode).toBe(200);
    expect((await act('confirm', token)).json().code).toBe('link_invalid');
    expect((await api.db.user.findUniqueOrThrow({ where: { id: browser.userId } })).email).toBe(email);
  }
});

test('undoing takes from a thief what opens the account as well: providers, passkeys, a second factor and keys', async () => {
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  const browser = await api.signIn({
    passwordHash,
    subscriptionStatus: 'active',
    subscriptionTier: 'premium',
  });
  const { userId: id } = browser;
  await withTwoFactor(api, browser);
  const thiefs = await api.createKey(id);
  await api.db.user.update({ where: { id }, data: { googleId: `thief ${id}`, microsoftId: `thief ${id}` } });
  const publicKey = new Uint8Array(1);
  const passkey = {
    userId: id,
    name: 'x',
    credentialId: `thief ${id}`,
    publicKey,
    counter: 0,
    isSynced: false,
  };
  await api.db.passkey.create({ data: { ...passkey, createdAt: api.clock.at } });
  const webhook = { userId: id, url: 'https://ops.example.com/', events: [], secretSealed: '' };
  const waiting = { event: 'automation.synced', body: {}, createdAt: api.clock.at };
  const long = new Date(api.clock.at.getTime() - 30 * 24 * 60 * 60_000);
  for (const createdAt of [api.clock.at, long])
    await api.db.outgoingWebhook.create({ data: { ...webhook, createdAt, deliveries: { create: waiting } } });
  await request(browser, newAddress());
  await act('confirm', await readToken(id, 'confirm'), byBearer(browser));
  expect((await act('undo', await readToken(id, 'undo'))).statusCode).toBe(200);
  const none = { googleId: null, microsoftId: null, totpEnabledAt: null, totpSecretSealed: null };
  expect(await api.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject(none);
  expect(await api.db.passkey.count({ where: { userId: id } })).toBe(0);
  const deliveries = { deliveries: true };
  expect(await api.db.outgoingWebhook.findMany({ where: { userId: id }, include: deliveries })).toMatchObject(
    [{ isActive: false, deliveries: [{ state: 'failed' }] }],
  );
  const answer = await api.app.inject({ url: '/api/configurations', headers: thiefs.headers });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'api_key_revoked']);
});

test('undoing leaves a second factor and keys that are older than a thief’s visit', async () => {
  const browser = await api.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  await withTwoFactor(api, browser);
  const { headers } = await api.createKey(browser.userId);
  await api.passTime(8 * 24 * 60 * 60_000);
  const later = await api.signIn({ userId: browser.userId });
  await request(later, newAddress());
  await act('confirm', await readToken(browser.userId, 'confirm'), browser);
  await act('undo', await readToken(browser.userId, 'undo'));
  const user = await api.db.user.findUniqueOrThrow({ where: { id: browser.userId } });
  expect(user.totpEnabledAt).not.toBeNull();
  expect((await api.app.inject({ url: '/api/configurations', headers })).statusCode).toBe(200);
});

test('links have their time: a day to confirm, seven to undo', async () => {
  const browser = await api.signIn();
  await request(browser, newAddress());
  const confirm = await readToken(browser.userId, 'confirm');
  await api.passTime(24 * 60 * 60_000);
  expect((await act('confirm', confirm)).json().code).toBe('link_expired');
  const again = await api.signIn({ userId: browser.userId });
  expect((await account(again)).pendingEmail).toBeNull();
  await request(again, newAddress());
  await act('confirm', await readToken(browser.userId, 'confirm'), browser);
  const undo = await readToken(browser.userId, 'undo');
  await api.passTime(7 * 24 * 60 * 60_000);
  expect((await act('undo', undo)).json().code).toBe('link_expired');
});

test('a token that is cut, forged, of the other act or of another change opens nothing', async () => {
  const [mine, theirs] = [await api.signIn(), await api.signIn()];
  await request(mine, newAddress());
  await request(theirs, newAddress());
  const token = await readToken(mine.userId, 'confirm');
  const [, signature] = token.split('.');
  const wrong = [
    token.slice(0, -1),
    `${(await newest(theirs.userId)).id}.${signature}`,
    await readToken(mine.userId, 'undo'),
    'x',
    `${'x'.repeat(36)}.${signature}`,
    `${'-'.repeat(36)}.${signature}`,
    `${'a'.repeat(36)}.${signature}`,
  ];
  for (const one of wrong)
    for (const path of ['confirm', 'undo'] as const)
      expect([one, path, (await act(path, one)).json().code]).toEqual([one, path, 'link_invalid']);
  expect((await act('undo', token)).json().code).toBe('link_invalid');
});

test('twenty confirmations at once count once, and one of two people who want one address gets it', async () => {
  const [one, two] = [await api.signIn(), await api.signIn()];
  const to = newAddress();
  await request(one, to);
  await request(two, to);
  const tokens = [await readToken(one.userId, 'confirm'), await readToken(two.userId, 'confirm')];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      act('confirm', tokens[nth % 2] ?? '', byBearer(nth % 2 === 0 ? one : two)),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 400)).toBe(true);
  expect(await api.db.user.count({ where: { email: to } })).toBe(1);
});

test('refuses the own address and a malformed one at the field', async () => {
  const browser = await api.signIn();
  const { email } = await account(browser);
  expect((await request(browser, email)).json().errors.email).toBe('This is your address already');
  for (const wrong of ['', 'nobody', `${'x'.repeat(250)}@y.example`, '🙂'])
    expect((await request(browser, wrong)).json().errors.email).toBe('Please enter a valid email address');
});

test('changes are counted per person', async () => {
  const browser = await api.signIn();
  for (let nth = 0; nth < 5; nth += 1) await request(browser, newAddress());
  expect((await request(browser, newAddress())).statusCode).toBe(429);
});
