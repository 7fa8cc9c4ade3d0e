import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEntitlements } from '../../../base/read-entitlements.ts';
import { type Customer, type Shop, testShop } from '../../../testing/payments.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.now = begin;
});

const customer = () => shop.api.signIn({ trialEndDate: new Date('2026-11-25T10:00:00Z') });
const coupon = (data: object = {}) =>
  shop.db.coupon.create({
    data: {
      code: `SAVE${crypto.randomUUID()}`.toUpperCase(),
      discountType: 'percent',
      discountPercent: 20,
      ...data,
    },
  });

/** One active Basic subscription that was paid once, and a payer who knows. */
async function expectPaidOnce({ userId }: Customer, { cents = 699, tier = 'basic', couponUses = 0 } = {}) {
  const { current, transactions, receipts, user, mails, ...found } = await shop.outcome(userId);
  expect(current).toHaveLength(1);
  expect(transactions.map(({ amount, status }) => [amount.toNumber() * 100, status])).toEqual([
    [cents, 'paid'],
  ]);
  expect(receipts).toEqual([cents]);
  expect(user).toEqual({ status: 'active', tier });
  expect(found.couponUses).toBe(couponUses);
  expect(mails).toEqual(['plan_started']);
  expect(await readEntitlements(shop.db, { userId, now: shop.now })).toMatchObject({ plan: tier });
}

type Step = (who: Customer, reference: string) => Promise<unknown>;
const page: Step = (who, reference) => shop.verify(who, reference);
const poll: Step = (who, reference) => shop.page(who, reference);
const event: Step = (_who, reference) => shop.event('paypal', reference);
const times =
  (count: number, step: Step): Step =>
  (who, reference) =>
    Promise.all(Array.from({ length: count }, () => step(who, reference)));

describe('a payment is applied once, whoever tells of it first', () => {
  const orders: [string, Step[]][] = [
    ['the page before the event', [page, event]],
    ['the event before the page', [event, page]],
    [
      'the page, the poll and the event, each three times in turn',
      [page, poll, event, page, poll, event, event],
    ],
    [
      'both ten times at once',
      [(who, id) => Promise.all([times(10, page)(who, id), times(10, event)(who, id)])],
    ],
    ['the event alone', [event]],
    ['the page alone', [page]],
  ];

  test.each(orders)('%s', async (_name, steps) => {
    const who = await customer();
    const { code } = await coupon();
    const reference = await shop.start(who, 'paypal', { coupon: code, start: 'now' });
    shop.paypal.pay(reference);
    for (const step of steps) await step(who, reference);
    await shop.work();
    await expectPaidOnce(who, { cents: 559, couponUses: 1 });
    expect((await shop.verify(who, reference)).json()).toEqual({
      success: true,
      status: 'active',
      message: 'Your subscription is active.',
    });
  });

  test('a page that was seen before the payment changes nothing, and the next one does', async () => {
    const who = await customer();
    const reference = await shop.start(who, 'paypal', { start: 'now' });
    expect((await shop.verify(who, reference)).json()).toMatchObject({
      success: false,
      status: 'approval_pending',
    });
    shop.paypal.approve(reference);
    expect((await shop.verify(who, reference)).json()).toMatchObject({ success: false, status: 'pending' });
    expect((await shop.outcome(who.userId)).user).toEqual({ status: 'pending', tier: 'free' });
    expect(await readEntitlements(shop.db, { userId: who.userId, now: shop.now })).toMatchObject({
      plan: 'trial',
    });
    shop.paypal.pay(reference);
    await shop.event('paypal', reference);
    await expectPaidOnce(who);
  });
});

test('a double click and four retries open one payment', async () => {
  const who = await customer();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => shop.post(who, 'razorpay/create', { plan_id: 2 })),
  );
  expect(new Set(answers.map((answer) => answer.json().paymentPageId)).size).toBe(1);
  expect(await shop.db.checkout.count({ where: { userId: who.userId } })).toBe(1);
});

test('a payment whose opening was not answered is the one that the retry finds', async () => {
  const who = await customer();
  shop.razorpay.faults.opensWithoutAnswer = 2;
  for (const _try of [1, 2]) {
    const answer = await shop.post(who, 'razorpay/create', { plan_id: 2 });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'payment_unavailable', razorpay_error_type: 'temporary' });
  }
  const before = shop.razorpay.references().length;
  const reference = await shop.start(who, 'razorpay');
  expect(shop.razorpay.references()).toHaveLength(before);
  shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  await expectPaidOnce(who);
});

test('a payment that was opened without our knowing is found by the checkout it carries', async () => {
  const who = await customer();
  shop.paypal.faults.opensWithoutAnswer = 1;
  await shop.post(who, 'paypal/create', { plan_id: 2, start: 'now' });
  const reference = shop.paypal.references().at(-1) ?? '';
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  await expectPaidOnce(who);
});

test('a checkout that the provider refuses to open is closed, and its coupon is free again', async () => {
  const who = await customer();
  const { code, id } = await coupon({ maxUses: 1 });
  shop.razorpay.faults.refusesToOpen = true;
  const answer = await shop.post(who, 'razorpay/create', { plan_id: 2, coupon_code: code });
  shop.razorpay.faults.refusesToOpen = false;
  expect(answer.json()).toMatchObject({ code: 'payment_failed', razorpay_error_type: 'invalid_parameters' });
  expect(await shop.db.coupon.findUnique({ where: { id } })).toMatchObject({ currentUses: 0 });
  expect(await shop.db.checkout.findFirst({ where: { userId: who.userId } })).toMatchObject({
    status: 'failed',
  });
});

describe('a payment that does not agree with the checkout applies nothing', () => {
  const pays = (change: object) => (reference: string) => void shop.paypal.pay(reference, change);
  const tampers = (change: object) => (reference: string) => {
    shop.paypal.pay(reference);
    shop.paypal.tamper(reference, change);
  };
  const cases: [string, (reference: string) => void][] = [
    ['another amount paid', pays({ amountCents: 100 })],
    ['another currency paid', pays({ currency: 'INR' })],
    ['another price of the first period', tampers({ firstPeriodCents: 1 })],
    ['another regular price', tampers({ regularCents: 1 })],
    ['another currency', tampers({ currency: 'INR' })],
    ['another plan', tampers({ providerPlanId: 'P-3-1999' })],
  ];

  test.each(cases)('%s', async (_name, happens) => {
    const who = await customer();
    const { code, id } = await coupon();
    const reference = await shop.start(who, 'paypal', { coupon: code, start: 'now' });
    happens(reference);
    const [verified] = await Promise.all([shop.verify(who, reference), shop.event('paypal', reference)]);
    expect(verified.statusCode).toBe(400);
    expect(verified.json()).toMatchObject({
      code: 'payment_mismatch',
      message: expect.stringMatching(/^This payment is not what your order asks for\. Write to us/),
    });
    await shop.work();
    const { user, current, receipts, couponUses, mails, transactions } = await shop.outcome(who.userId);
    expect({ user, current, receipts, couponUses }).toEqual({
      user: { status: 'trial', tier: 'free' },
      current: [],
      receipts: [],
      couponUses: 0,
    });
    expect(transactions.map(({ transactionType }) => transactionType)).toEqual(['unmatched']);
    expect(mails).toEqual(['payment_unmatched']);
    expect(await shop.db.coupon.findUnique({ where: { id } })).toMatchObject({ currentUses: 0 });
    expect(await shop.db.checkout.findFirst({ where: { userId: who.userId } })).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^It (is|was) .+\.$/),
    });
    expect(shop.paypal.entry(reference).state.status).toBe('cancelled');
  });

  test('a payment that carries somebody else’s checkout helps nobody', async () => {
    const [who, other] = [await customer(), await customer()];
    const reference = await shop.start(who, 'paypal', { start: 'now' });
    const stolen = await shop.start(other, 'paypal', { start: 'now' });
    shop.paypal.pay(reference);
    shop.paypal.tamper(reference, { checkoutId: shop.paypal.entry(stolen).order.checkoutId });
    expect((await shop.verify(who, reference)).json().code).toBe('payment_mismatch');
    for (const { userId } of [who, other]) expect((await shop.outcome(userId)).current).toEqual([]);
  });
});

test('another user’s subscription does not exist, and is not touched', async () => {
  const [owner, stranger] = [await customer(), await customer()];
  const reference = await shop.start(owner, 'paypal', { start: 'now' });
  shop.paypal.pay(reference);
  const asked = shop.paypal.calls.length;
  for (const answer of [await shop.verify(stranger, reference), await shop.page(stranger, reference)]) {
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  }
  expect(shop.paypal.calls).toHaveLength(asked);
  expect((await shop.verify(stranger, 'I-GUESSED')).statusCode).toBe(404);
  expect((await shop.outcome(owner.userId)).current).toEqual([]);
});
