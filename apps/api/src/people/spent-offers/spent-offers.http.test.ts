import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customer, type Shop, testShop } from '../../testing/payments.ts';
import { origin, type TestApp } from '../../testing/test-app.ts';
import { changeToken } from '../email-change/email-change.ts';
import { getLinkToken } from '../one-time-codes/one-time-codes.ts';
import { toMailbox } from './spent-offers.ts';

const password = 'Spruce-Harbor-42';
const dayMs = 24 * 60 * 60_000;
let shop: Shop;
let api: TestApp;
beforeAll(async () => {
  shop = await testShop();
  ({ api } = shop);
});
afterAll(() => shop.close());

const pass = (days: number) => {
  shop.now = new Date(shop.now.getTime() + days * dayMs);
};
const post = (path: string, payload: object, cookie = '') =>
  api.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers: { origin, cookie }, payload });
const getCookies = ({ cookies }: Awaited<ReturnType<typeof post>>) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** Registers an address and verifies it in the same browser. Returns what is said, and the signed-in user. */
async function register(email: string) {
  const registered = await post('register', { email, password });
  const { id, userId } = await api.db.oneTimeCode.findFirstOrThrow({
    where: { user: { email: email.trim().toLowerCase() }, purpose: 'verify_email', usedAt: null },
  });
  const token = getLinkToken(api.context, id);
  const verified = await post('verify-email-link', { token }, getCookies(registered));
  const who: Customer = await api.signIn({ userId: userId ?? '' });
  const url = '/api/auth/status';
  const { user } = (await api.app.inject({ url, headers: who.headers })).json();
  return { who, message: verified.json().message, status: user.subscriptionStatus };
}

async function deleteAccount({ headers, userId }: Customer) {
  const { email } = await api.db.user.findUniqueOrThrow({ where: { id: userId } });
  const url = '/api/account/delete';
  const answer = await api.app.inject({ method: 'POST', url, headers, payload: { email } });
  expect(answer.statusCode).toBe(200);
}

const trials = (userId: string) => api.db.planChange.count({ where: { userId, kind: 'trial_started' } });

test('gives an address no second trial after its account is deleted, until 24 months are over', async () => {
  const first = await register('ada.lovelace@clients.example');
  expect([first.status, await trials(first.who.userId)]).toEqual(['trial', 1]);
  await deleteAccount(first.who);
  const kept = JSON.stringify(await api.db.spentOffer.findMany());
  // Not by the first name alone, which a random id can spell.
  expect(kept).not.toMatch(/lovelace|clients/i);

  const again = await register(' Ada.Lovelace+second@Clients.example');
  expect(again.status).toBe('free');
  expect(again.message).toContain('This address had its free trial before, so the account begins on Free.');
  expect(await trials(again.who.userId)).toBe(0);
  expect((await register('ada@clients.example')).status).toBe('trial');

  await deleteAccount(again.who);
  pass(729);
  const third = await register('ada.lovelace@clients.example');
  expect(third.status).toBe('free');
  await deleteAccount(third.who);
  pass(731);
  expect((await register('ada.lovelace@clients.example')).status).toBe('trial');
});

test('gives one trial to a mailbox, also while its first account is there and when two begin at once', async () => {
  expect((await register('grace@clients.example')).status).toBe('trial');
  expect((await register('grace+second@clients.example')).status).toBe('free');
  const both = await Promise.all([
    register('joan@gmail.com'),
    register('jo.an@googlemail.com'),
    register('joan+x@gmail.com'),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['free', 'free', 'trial']);
});

test('gives no second trial to an address that an account has given up for another one', async () => {
  const { who } = await register('old@clients.example');
  const { headers, userId } = who;
  const url = '/api/account/email-change';
  await api.app.inject({ method: 'POST', url, headers, payload: { email: 'new@clients.example' } });
  const { id } = await api.db.emailChange.findFirstOrThrow({ where: { userId } });
  const payload = { token: changeToken(api.context, { id, act: 'confirm' }) };
  const confirm = { method: 'POST', url: '/api/email-change/confirm', headers, payload } as const;
  expect((await api.app.inject(confirm)).statusCode).toBe(200);
  for (const email of ['old@clients.example', 'new+1@clients.example'])
    expect((await register(email)).status).toBe('free');
});

test('takes a coupon once per person, also from whoever deletes the account and registers again', async () => {
  for (const code of ['ONCE', 'HELD'])
    await api.db.coupon.create({ data: { code, discountType: 'percent', discountPercent: 50 } });
  const first = await register('buyer@clients.example');
  const reference = await shop.start(first.who, 'razorpay', { coupon: 'ONCE' });
  shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  expect((await shop.outcome(first.who.userId)).couponUses).toBe(1);
  await shop.start(first.who, 'razorpay', { plan: 3, coupon: 'HELD' });
  await deleteAccount(first.who);

  for (const again of [await register('buyer@clients.example'), await register('buyer+2@clients.example')]) {
    const validate = async (code: string) =>
      (await shop.post(again.who, 'coupon/validate', { code, planId: 2 })).json();
    expect(await validate('ONCE')).toMatchObject({
      valid: false,
      message: 'You have used this coupon already.',
    });
    expect(await validate('HELD')).toMatchObject({ valid: true });
    const refused = await shop.post(again.who, 'razorpay/create', { plan_id: 2, coupon_code: 'ONCE' });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'coupon_invalid']);
    await deleteAccount(again.who);
  }
  expect(await api.db.spentOffer.count()).toBeGreaterThan(0);
});

test.each([
  ['an open page', async (reference: string) => shop.paypal.entry(reference)],
  [
    'a booked plan',
    async (reference: string) => {
      shop.paypal.agree(reference);
      await shop.event('paypal', reference);
    },
  ],
])('gives the last use of a coupon back that %s of a deleted account holds', async (_what, decide) => {
  const { code, id } = await api.db.coupon.create({
    data: {
      code: `L${crypto.randomUUID()}`.toUpperCase(),
      discountType: 'percent',
      discountPercent: 50,
      maxUses: 1,
    },
  });
  const leaver = await api.signIn({ trialEndDate: new Date(shop.now.getTime() + 7 * dayMs) });
  await decide(await shop.start(leaver, 'paypal', { coupon: code, start: 'later' }));
  expect(await api.db.couponRedemption.count({ where: { userId: leaver.userId, usedAt: null } })).toBe(1);
  await deleteAccount(leaver);
  expect(await api.db.coupon.findUnique({ where: { id } })).toMatchObject({ currentUses: 0 });
  const next = await api.signIn({ trialEndDate: shop.now });
  await shop.start(next, 'razorpay', { coupon: code });
});

test.each([
  ['Ada@Clients.example', 'ada@clients.example'],
  ['ada+sheets@clients.example', 'ada@clients.example'],
  ['ada.l@clients.example', 'ada.l@clients.example'],
  ['a.d.a+x+y@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['+tag@clients.example', '+tag@clients.example'],
  ['"a@b"@clients.example', '"a@b"@clients.example'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});
