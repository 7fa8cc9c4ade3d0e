import { createHmac } from 'node:crypto';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Customer, razorpayKeySecret, type Shop, testShop } from '../../testing/payments.ts';
import { startCheckout } from './start-checkout.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.now = begin;
});

const customer = () => shop.api.signIn({ trialEndDate: new Date('2026-11-28T10:00:00Z') });
const coupon = (data: object) =>
  shop.db.coupon.create({
    data: {
      code: `C${crypto.randomUUID()}`.toUpperCase(),
      discountType: 'percent',
      discountPercent: 10,
      ...data,
    },
  });

describe('the quote', () => {
  test('says what is charged to the cent, with tax, what comes after and what would be paused', async () => {
    const who = await customer();
    const connection = await testConnection(shop.db, { userId: who.userId });
    for (let count = 0; count < 11; count += 1) await testAutomation(shop.db, { connection });
    const { code } = await coupon({});
    const input = { plan_id: 2, coupon_code: code, payment_method: 'paypal', start: 'now' };
    const answer = await shop.post(who, 'quote', input);
    expect(answer.json()).toEqual({
      kind: 'first',
      planId: 2,
      keptCredit: 0,
      lines: [
        { kind: 'plan', label: 'Basic', amount: 6.99 },
        { kind: 'coupon', label: `Coupon ${code}`, amount: -0.7 },
      ],
      total: 6.29,
      startsAt: null,
      trialEndsAt: '2026-11-28T10:00:00.000Z',
      currency: 'USD',
      afterwards: { amount: 6.99, from: '2026-12-21T10:00:00.000Z', isAutomatic: true },
      tax: { name: 'tax', percent: 19, amount: 1, isAdded: false, parts: [] },
      taxNote: null,
      missing: null,
      replaces: null,
      willPause: 1,
      paymentMethods: ['razorpay', 'paypal'],
      refusedMethods: [],
    });
    expect(await shop.db.checkout.count({ where: { userId: who.userId } })).toBe(0);
  });

  test('leaves out Razorpay, with its reason, below the smallest payment that it takes', async () => {
    const who = await customer();
    const { code } = await coupon({ discountPercent: 90 });
    const ask = async (body: object) =>
      (await shop.post(who, 'quote', { plan_id: 2, coupon_code: code, ...body })).json();
    const reason = 'Razorpay takes no payment below $1.00.';
    const expected = {
      total: 0.69,
      paymentMethods: ['paypal'],
      refusedMethods: [{ method: 'razorpay', reason }],
    };
    expect(await ask({ payment_method: 'razorpay' })).toMatchObject(expected);
    expect(await ask({ payment_method: 'paypal' })).toMatchObject(expected);
    for (const path of ['razorpay/create', 'subscribe']) {
      const answer = await shop.post(who, path, { plan_id: 2, coupon_code: code });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { code: 'validation_failed', message: reason, errors: { payment_method: reason } },
      ]);
    }
    expect(shop.razorpay.calls).toEqual([]);
    expect((await shop.post(who, 'paypal/create', { plan_id: 2, coupon_code: code })).statusCode).toBe(200);
  });

  test('leaves nothing out where nothing is to be paid', async () => {
    const { code } = await coupon({ discountPercent: 100 });
    const answer = await shop.post(await customer(), 'quote', { plan_id: 2, coupon_code: code });
    expect(answer.json()).toMatchObject({
      total: 0,
      paymentMethods: ['razorpay', 'paypal'],
      refusedMethods: [],
    });
  });

  test.each([1, 99])('is refused for plan %i, which is not for sale', async (plan_id) => {
    const answer = await shop.post(await customer(), 'quote', { plan_id });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        code: 'validation_failed',
        message: 'Please select a valid subscription plan',
        errors: { plan_id: 'Please select a valid subscription plan' },
      },
    ]);
  });
});

describe('a coupon that does not count says why', () => {
  const yesterday = new Date('2026-11-20T10:00:00Z');
  const cases: [string, object, string][] = [
    ['ended', { isActive: false }, 'This coupon code is not valid.'],
    ['expired', { expiryDate: yesterday }, 'This coupon has expired.'],
    ['used up', { maxUses: 3, currentUses: 3 }, 'This coupon has been used up.'],
    ['for another plan', { validForPlanIds: [3] }, 'This coupon is not valid for this plan.'],
  ];
  test.each(cases)('%s', async (_what, data, message) => {
    const who = await customer();
    const { code } = await coupon(data);
    const validated = await shop.post(who, 'coupon/validate', { code: code.toLowerCase(), planId: 2 });
    expect(validated.json()).toEqual({ valid: false, message, code, appliedAmount: 0 });
    for (const path of ['quote', 'subscribe', 'paypal/create']) {
      const answer = await shop.post(who, path, { plan_id: 2, coupon_code: code });
      expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'coupon_invalid', message }]);
    }
  });

  test.each([
    ['a percentage, a part of a cent in the user’s favour', { discountPercent: 33 }, 2.31],
    ['an amount', { discountType: 'amount', discountPercent: null, discountAmount: '2.50' }, 2.5],
    [
      'an amount above the price',
      { discountType: 'amount', discountPercent: null, discountAmount: '50.00' },
      6.99,
    ],
  ])('takes off %s when it counts', async (_what, data, appliedAmount) => {
    const { code } = await coupon(data);
    const answer = await shop.post(await customer(), 'coupon/validate', { code, planId: 2 });
    expect(answer.json()).toEqual({ valid: true, message: 'Coupon applied', code, appliedAmount });
  });
});

describe('a checkout', () => {
  test('goes back to pages of our own site, whatever was asked for', async () => {
    const who = await customer();
    const urls = { return_url: 'https://evil.example/x', cancel_url: '/subscription/cancel' };
    const { subscriptionId } = (await shop.post(who, 'paypal/create', { plan_id: 2, ...urls })).json();
    expect(shop.paypal.entry(subscriptionId).order).toMatchObject({
      firstPeriodCents: 699,
      returnUrl: 'http://localhost:3000/subscription?status=success&plan_id=2',
      cancelUrl: 'http://localhost:3000/subscription/cancel',
    });
  });

  test('closes the one of another choice before it, at the provider as well, and frees its coupon for the next', async () => {
    const who = await customer();
    const { code, id } = await coupon({ maxUses: 1 });
    const first = await shop.start(who, 'razorpay', { coupon: code });
    const second = await shop.start(who, 'razorpay', { plan: 3, coupon: code });
    expect(second).not.toBe(first);
    await shop.work();
    expect(shop.razorpay.entry(first).state.rawStatus).toBe('cancelled');
    expect(shop.razorpay.entry(second).state.rawStatus).toBe('created');
    expect(await shop.db.coupon.findUnique({ where: { id } })).toMatchObject({ currentUses: 1 });
    const open = await shop.db.checkout.findMany({ where: { userId: who.userId, status: 'open' } });
    expect(open).toMatchObject([{ providerReference: second, planId: 3 }]);
  });

  test('closes its page at the provider when it is replaced while that page opens', async () => {
    const who = await customer();
    const { provider } = shop.razorpay;
    const { open } = provider;
    let second = '';
    provider.open = async (order) => {
      provider.open = open;
      const opened = await open(order);
      second = await shop.start(who, 'razorpay', { plan: 3 });
      return opened;
    };
    const answer = await shop.post(who, 'razorpay/create', { plan_id: 2 });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'checkout_replaced']);
    await shop.work();
    const checkouts = await shop.db.checkout.findMany({
      where: { userId: who.userId },
      orderBy: { planId: 'asc' },
    });
    expect(checkouts).toMatchObject([{ status: 'cancelled' }, { status: 'open', providerReference: second }]);
    const first = checkouts[0]?.providerReference ?? '';
    expect(shop.razorpay.entry(first).state.rawStatus).toBe('cancelled');
    expect(shop.razorpay.entry(second).state.rawStatus).toBe('created');
  });

  test('is not handed out again when it was open for long', async () => {
    const who = await customer();
    const first = await shop.start(who, 'razorpay');
    shop.now = new Date(begin.getTime() + 56 * 60_000);
    expect(await shop.start(who, 'razorpay')).not.toBe(first);
  });

  test('refuses the plan that the user has', async () => {
    const who = await customer();
    const reference = await shop.start(who, 'paypal');
    shop.paypal.pay(reference);
    await shop.event('paypal', reference);
    const answer = await shop.post(who, 'paypal/create', { plan_id: 2 });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'plan_current']);
  });
});

describe('the return from Razorpay', () => {
  const sign = (...parts: string[]) =>
    createHmac('sha256', razorpayKeySecret).update(parts.join('|')).digest('hex');
  const returned = (who: Customer, link: string, change: object = {}) => {
    const [payment, referenceId] = ['pay_1', shop.razorpay.entry(link).order.checkoutId];
    return shop.post(who, 'razorpay/verify', {
      plan_id: 2,
      payment_id: payment,
      payment_link_id: link,
      payment_link_reference_id: referenceId,
      payment_link_status: 'paid',
      signature: sign(link, referenceId, 'paid', payment),
      ...change,
    });
  };

  test('activates what is paid', async () => {
    const who = await customer();
    const link = await shop.start(who, 'razorpay');
    shop.razorpay.pay(link);
    expect((await returned(who, link)).json()).toMatchObject({ success: true, status: 'active' });
  });

  test('says what the status is when it is not paid, although the address says so', async () => {
    const who = await customer();
    const link = await shop.start(who, 'razorpay');
    expect((await returned(who, link)).json()).toEqual({
      success: false,
      status: 'created',
      message: 'Payment status: created. Please try again or contact support.',
    });
  });

  test.each(['payment_id', 'payment_link_id', 'signature'])('cannot be checked without %s', async (field) => {
    const who = await customer();
    const link = await shop.start(who, 'razorpay');
    const answer = await returned(who, link, { [field]: undefined });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Missing payment information. Please contact support',
    ]);
  });

  test.each([
    ['another signature', { signature: 'ab'.repeat(32) }],
    ['half a signature', { signature: 'ab' }],
    ['another payment', { payment_id: 'pay_2' }],
    ['another status', { payment_link_status: 'created' }],
  ])('is refused with %s, and nothing is asked', async (_what, change) => {
    const who = await customer();
    const link = await shop.start(who, 'razorpay');
    shop.razorpay.pay(link);
    const asked = shop.razorpay.calls.length;
    expect((await returned(who, link, change)).json().code).toBe('payment_mismatch');
    expect(shop.razorpay.calls).toHaveLength(asked);
  });

  test('leads nowhere for the link of another user', async () => {
    const [owner, stranger] = [await customer(), await customer()];
    const link = await shop.start(owner, 'razorpay');
    shop.razorpay.pay(link);
    expect((await returned(stranger, link)).statusCode).toBe(404);
  });
});

test('a page that polls asks PayPal once in a while, however often it polls', async () => {
  const who = await customer();
  const reference = await shop.start(who, 'paypal', { start: 'now' });
  const fetches = () => shop.paypal.calls.filter((call) => call === `fetch ${reference}`).length;
  const statuses = await Promise.all([1, 2, 3].map(() => shop.page(who, reference)));
  expect(statuses.map((answer) => answer.json())).toEqual(
    [1, 2, 3].map(() => ({ success: true, subscription: { status: 'pending' } })),
  );
  expect(fetches()).toBe(1);
  shop.paypal.pay(reference);
  shop.now = new Date(begin.getTime() + 3000);
  expect((await shop.page(who, reference)).json().subscription.status).toBe('active');
  expect(fetches()).toBe(2);
});

test('a receipt has its lines, its tax and both sides, and they add up', async () => {
  const who = await customer();
  const { code } = await coupon({});
  const reference = await shop.start(who, 'razorpay', { coupon: code });
  shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  const [receipt] = await shop.db.receipt.findMany({ where: { userId: who.userId } });
  const { email } = await shop.db.user.findUniqueOrThrow({ where: { id: who.userId } });
  expect(receipt).toMatchObject({
    number: expect.stringMatching(/^2026-\d{6}$/),
    totalCents: 629,
    content: {
      planName: 'Basic',
      periodStart: begin.toISOString(),
      periodEnd: '2026-12-21T10:00:00.000Z',
      lines: [
        { label: 'Basic', detail: 'One month', amount: 6.99 },
        { label: 'Coupon', amount: -0.7 },
      ],
      tax: { percent: 19, amount: 1 },
      seller: { name: 'Picksync', address: ['1 Harbor Street'] },
      buyer: { name: 'Pay Er', email },
      payment: { provider: 'Razorpay', subscriptionId: reference },
    },
  });
});

test('two users who exchange their coupons at the same moment both get their page', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const codes = await Promise.all([coupon({}), coupon({})]);
      const people = await Promise.all([customer(), customer()]);
      return { codes: codes.map(({ code }) => code), people };
    }),
  );
  const statuses: number[] = [];
  for (const round of [0, 1, 0]) {
    const starts = pairs.flatMap(({ people, codes }) =>
      people.map((who, place) =>
        shop.post(who, 'razorpay/create', { plan_id: 2, coupon_code: codes[(place + round) % 2] }),
      ),
    );
    statuses.push(...(await Promise.all(starts)).map(({ statusCode }) => statusCode));
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a request that came before the account was disabled opens no page and begins no plan', async () => {
  const who = await customer();
  const { code } = await coupon({ discountPercent: 100 });
  await shop.db.user.update({ where: { id: who.userId }, data: { disabledAt: shop.now } });
  const input = { userId: who.userId, planId: 2, method: 'paypal', start: 'now' } as const;
  const addresses = { returnUrl: undefined, cancelUrl: undefined };
  for (const couponCode of [undefined, code]) {
    const started = startCheckout(shop.api.context, { ...input, ...addresses, couponCode });
    await expect(started).rejects.toMatchObject({ code: 'account_disabled' });
  }
  const { subscriptions } = await shop.outcome(who.userId);
  expect([subscriptions, await shop.db.checkout.count({ where: { userId: who.userId } })]).toEqual([[], 0]);
});
