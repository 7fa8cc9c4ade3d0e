import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEntitlements } from '../../../base/read-entitlements.ts';
import { type Customer, type Shop, testShop } from '../../../testing/payments.ts';
import { reconcilePayments } from '../../checkouts/reconcile-payments.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(begin.getTime() + days * dayMs);
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.now = begin;
});

const customer = () => shop.api.signIn({ trialEndDate: begin });
const coupon = (data: object = {}) =>
  shop.db.coupon.create({
    data: {
      code: `C${crypto.randomUUID()}`.toUpperCase(),
      discountType: 'amount',
      discountAmount: '2.00',
      ...data,
    },
  });
const readPlan = async ({ userId }: Customer) =>
  (await readEntitlements(shop.db, { userId, now: shop.now })).plan;
const cents = (rows: { amount: { toNumber: () => number } }[]) =>
  rows.map(({ amount }) => Math.round(amount.toNumber() * 100));
type Provider = 'paypal' | 'razorpay';

/** Starts a checkout, pays it and tells us. */
async function buy(who: Customer, provider: Provider, options: { plan?: number; coupon?: string } = {}) {
  const reference = await shop.start(who, provider, options);
  const payment = shop.standIns[provider].pay(reference);
  await shop.event(provider, reference);
  return { reference, payment };
}
/** The next period of a PayPal subscription is charged. */
async function renew(reference: string, at: Date) {
  shop.now = at;
  const payment = shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  return payment;
}

describe('a payment that nobody tells of', () => {
  test('is found by the hourly look', async () => {
    const who = await customer();
    const reference = await shop.start(who, 'paypal');
    shop.paypal.pay(reference);
    shop.now = new Date(begin.getTime() + 60 * 60_000);
    expect(await reconcilePayments({ isWhole: false }, shop.api.context)).toBeGreaterThan(0);
    await shop.work();
    expect(await readPlan(who)).toBe('basic');
  });

  test('a page that nobody has paid is closed, at the provider as well, and its coupon is free again', async () => {
    const who = await customer();
    const { code, id } = await coupon({ maxUses: 1 });
    const reference = await shop.start(who, 'razorpay', { coupon: code });
    shop.now = inDays(1);
    await reconcilePayments({ isWhole: false }, shop.api.context);
    await shop.work();
    expect(await shop.db.checkout.findFirst({ where: { userId: who.userId } })).toMatchObject({
      status: 'expired',
    });
    expect(shop.razorpay.entry(reference).state.status).toBe('lapsed');
    expect(await shop.db.coupon.findUnique({ where: { id } })).toMatchObject({ currentUses: 0 });
  });

  test('a chargeback of which no event came is found within a day', async () => {
    const who = await customer();
    const { payment } = await buy(who, 'razorpay');
    shop.razorpay.makeRefund(payment, 699);
    for (let hour = 1; hour <= 24; hour += 1) {
      shop.now = new Date(begin.getTime() + hour * 60 * 60_000);
      await reconcilePayments({ isWhole: false }, shop.api.context);
    }
    await shop.work();
    expect(await readPlan(who)).toBe('free');
  });

  test('a provider that is away is asked again, and the events say how it went', async () => {
    const who = await customer();
    const reference = await shop.start(who, 'paypal');
    shop.paypal.pay(reference);
    const event = await shop.db.providerEvent.create({
      data: {
        provider: 'paypal',
        providerEventId: `WH-${reference}`,
        type: 'X',
        reference,
        receivedAt: begin,
      },
    });
    const read = () => shop.db.providerEvent.findUnique({ where: { id: event.id } });
    shop.paypal.faults.isAway = true;
    await expect(shop.event('paypal', reference)).rejects.toThrow('paypal');
    expect((await shop.verify(who, reference)).json().code).toBe('payment_unavailable');
    expect(await read()).toMatchObject({ outcome: 'failed', attempts: 1, processedAt: null });
    shop.paypal.faults.isAway = false;
    await shop.event('paypal', reference);
    expect(await read()).toMatchObject({ outcome: 'applied', attempts: 2, processedAt: begin });
    expect(await readPlan(who)).toBe('basic');
  });
});

describe('nobody pays twice', () => {
  test('refunds the first of two plans that are paid in two tabs', async () => {
    const who = await customer();
    const basic = await shop.start(who, 'paypal', { plan: 2 });
    const premium = await shop.start(who, 'paypal', { plan: 3 });
    shop.paypal.pay(basic);
    shop.paypal.pay(premium);
    await Promise.all([shop.verify(who, basic), shop.event('paypal', basic)]);
    await Promise.all([shop.verify(who, premium), shop.event('paypal', premium)]);
    await shop.work();
    const { current, payments, transactions, mails } = await shop.outcome(who.userId);
    expect(current.map(({ planId }) => planId)).toEqual([3]);
    expect(cents(payments).toSorted()).toEqual([1999, 699]);
    const back = transactions.filter(({ transactionType }) => transactionType === 'refund');
    expect(cents(back)).toEqual([699]);
    expect(mails.toSorted()).toEqual(['plan_started', 'plan_started', 'unused_payment_refunded']);
    expect(shop.paypal.entry(basic).state.status).toBe('cancelled');
  });

  test('refunds the lower plan when it is paid second, and tells its payer', async () => {
    const who = await customer();
    const basic = await shop.start(who, 'paypal', { plan: 2 });
    const premium = await shop.start(who, 'razorpay', { plan: 3 });
    shop.razorpay.pay(premium);
    shop.paypal.pay(basic);
    await shop.event('razorpay', premium);
    await shop.event('paypal', basic);
    await shop.work();
    const { current, payments, receipts, mails } = await shop.outcome(who.userId);
    expect(current.map(({ planId }) => planId)).toEqual([3]);
    expect(payments.map(({ status }) => status).toSorted()).toEqual(['paid', 'refunded']);
    expect(receipts.toSorted()).toEqual([-699, 1999, 699].toSorted());
    expect(mails).toEqual(expect.arrayContaining(['plan_started', 'unused_payment_refunded']));
    expect((await shop.verify(who, basic)).json()).toMatchObject({ success: false, status: 'cancelled' });
  });

  test('two payments that arrive at the same moment leave one plan, paid once', async () => {
    const who = await customer();
    const basic = await shop.start(who, 'paypal', { plan: 2 });
    const premium = await shop.start(who, 'razorpay', { plan: 3 });
    shop.razorpay.pay(premium);
    shop.paypal.pay(basic);
    await Promise.all([shop.event('razorpay', premium), shop.event('paypal', basic)]);
    await shop.work();
    const { current, receipts, mails } = await shop.outcome(who.userId);
    expect(current.map(({ planId }) => planId)).toEqual([3]);
    expect(receipts.toSorted()).toEqual([-699, 1999, 699].toSorted());
    expect(mails).toContain('unused_payment_refunded');
  });

  test('the same plan with both providers is paid once', async () => {
    const who = await customer();
    const first = await shop.start(who, 'razorpay');
    const second = await shop.start(who, 'paypal');
    shop.razorpay.pay(first);
    shop.paypal.pay(second);
    await shop.event('razorpay', first);
    await shop.event('paypal', second);
    await shop.work();
    const { current, payments } = await shop.outcome(who.userId);
    expect(current).toHaveLength(1);
    expect(payments.map(({ provider, status }) => `${provider} ${status}`).toSorted()).toEqual([
      'paypal refunded',
      'razorpay paid',
    ]);
  });

  test('a payment for a checkout that was closed and is still wanted counts', async () => {
    const who = await customer();
    const { code } = await coupon({ maxUses: 1 });
    const basic = await shop.start(who, 'paypal', { plan: 2, coupon: code });
    await shop.start(who, 'razorpay', { plan: 3 });
    shop.paypal.pay(basic);
    await shop.event('paypal', basic);
    expect(await readPlan(who)).toBe('basic');
    expect((await shop.outcome(who.userId)).couponUses).toBe(1);
    expect(await shop.db.checkout.count({ where: { userId: who.userId, status: 'open' } })).toBe(0);
  });

  test('a discount that was given back and is used up by somebody else is not had a second time', async () => {
    const [late, quick] = [await customer(), await customer()];
    const { code, id } = await coupon({ maxUses: 1 });
    const discounted = await shop.start(late, 'paypal', { coupon: code });
    await shop.start(late, 'paypal', { plan: 3 });
    await buy(quick, 'razorpay', { coupon: code });
    shop.paypal.pay(discounted);
    await shop.event('paypal', discounted);
    await shop.work();
    expect((await shop.outcome(late.userId)).current).toEqual([]);
    expect((await shop.outcome(late.userId)).payments).toMatchObject([{ status: 'refunded' }]);
    expect(await shop.db.coupon.findUnique({ where: { id } })).toMatchObject({ currentUses: 1 });
  });

  test('an upgrade credits the unused days, ends the old subscription at PayPal, and shows the charge before', async () => {
    const who = await customer();
    const { reference } = await buy(who, 'paypal');
    shop.now = inDays(15);
    const quoted = (await shop.post(who, 'quote', { plan_id: 3, payment_method: 'paypal' })).json();
    expect(quoted).toMatchObject({ kind: 'upgrade', total: 16.49, replaces: { planName: 'Basic' } });
    expect(quoted.lines).toEqual([
      { kind: 'plan', label: 'Premium', amount: 19.99 },
      { kind: 'credit', label: 'Unused days of Basic', amount: -3.5 },
    ]);
    const { payment } = await buy(who, 'paypal', { plan: 3 });
    await shop.work();
    const { current, payments, transactions } = await shop.outcome(who.userId);
    expect(current).toMatchObject([{ planId: 3, priceCents: 1999, periodValueCents: 1999 }]);
    expect(
      payments.find(({ providerTransactionId }) => providerTransactionId === payment)?.amount.toNumber(),
    ).toBe(16.49);
    expect(transactions.filter(({ transactionType }) => transactionType === 'refund')).toEqual([]);
    expect(shop.paypal.entry(reference).state.status).toBe('cancelled');
    const book = await shop.db.planChange.findMany({ where: { userId: who.userId } });
    expect(book.map(({ kind }) => kind).toSorted()).toEqual(['activated', 'activated', 'replaced']);
  });

  test('refunds a renewal that came between the quote and the payment of an upgrade', async () => {
    const who = await customer();
    const { reference } = await buy(who, 'paypal');
    shop.now = new Date('2026-12-21T09:30:00Z');
    const upgrade = await shop.start(who, 'paypal', { plan: 3 });
    await renew(reference, new Date('2026-12-21T10:00:00Z'));
    shop.paypal.pay(upgrade);
    await shop.event('paypal', upgrade);
    await shop.work();
    const { transactions, current } = await shop.outcome(who.userId);
    expect(current).toMatchObject([{ planId: 3 }]);
    const [back] = transactions.filter(({ transactionType }) => transactionType === 'refund');
    expect(cents(back ? [back] : [])[0]).toBeGreaterThan(690);
  });
});

describe('renewals', () => {
  test.each([
    ['the last of a month', '2027-01-31T10:00:00Z', ['2027-02-28T10:00:00.000Z', '2027-03-31T10:00:00.000Z']],
    ['a leap day', '2028-02-29T10:00:00Z', ['2028-03-29T10:00:00.000Z', '2028-04-29T10:00:00.000Z']],
    [
      'the night of a change of clocks',
      '2027-02-28T01:30:00Z',
      ['2027-03-28T01:30:00.000Z', '2027-04-28T01:30:00.000Z'],
    ],
  ])('PayPal’s begun on %s keep their day', async (_what, start, ends) => {
    shop.now = new Date(start);
    const who = await customer();
    const { reference } = await buy(who, 'paypal');
    for (const end of ends) {
      const [subscription] = (await shop.outcome(who.userId)).current;
      expect(subscription?.currentPeriodEnd?.toISOString()).toBe(end);
      await renew(reference, new Date(end));
    }
    const { payments, receipts, mails } = await shop.outcome(who.userId);
    expect(cents(payments)).toEqual([699, 699, 699]);
    expect(receipts).toEqual([699, 699, 699]);
    expect(mails.toSorted()).toEqual(['plan_renewed', 'plan_renewed', 'plan_started']);
  });

  test('several that nobody told of are applied together, each with its period', async () => {
    const who = await customer();
    const reference = await shop.start(who, 'paypal');
    for (const days of [0, 30, 61]) {
      shop.now = inDays(days);
      shop.paypal.pay(reference);
    }
    await shop.event('paypal', reference);
    const { current, payments } = await shop.outcome(who.userId);
    expect(current[0]?.currentPeriodEnd).toEqual(new Date('2027-02-21T10:00:00Z'));
    expect(payments.map(({ periodStart }) => periodStart?.toISOString().slice(0, 10))).toEqual([
      '2026-11-21',
      '2026-12-21',
      '2027-01-21',
    ]);
  });

  test('a renewal of another amount buys nothing and is on the books', async () => {
    const who = await customer();
    const { reference } = await buy(who, 'paypal');
    shop.now = inDays(30);
    shop.paypal.pay(reference, { amountCents: 100 });
    await shop.event('paypal', reference);
    const { current, transactions, mails } = await shop.outcome(who.userId);
    expect(current[0]?.currentPeriodEnd).toEqual(new Date('2026-12-21T10:00:00Z'));
    expect(transactions.map(({ transactionType }) => transactionType)).toEqual(['payment', 'unmatched']);
    expect(mails).toContain('payment_unmatched');
  });

  test('a link paid early extends from the end of the period, one paid in the days of grace from there as well', async () => {
    const who = await customer();
    await buy(who, 'razorpay');
    shop.now = inDays(10);
    expect((await shop.post(who, 'razorpay/create', { plan_id: 2 })).json().code).toBe('plan_current');
    shop.now = inDays(27);
    expect((await shop.post(who, 'quote', { plan_id: 2, payment_method: 'razorpay' })).json()).toMatchObject({
      kind: 'renewal',
      total: 6.99,
      afterwards: { from: '2027-01-21T10:00:00.000Z', isAutomatic: false },
    });
    await buy(who, 'razorpay');
    const [first] = (await shop.outcome(who.userId)).current;
    expect(first).toMatchObject({
      status: 'active',
      currentPeriodStart: begin,
      currentPeriodEnd: new Date('2027-01-21T10:00:00Z'),
      periodValueCents: 1398,
    });
    shop.now = new Date('2027-01-22T10:00:00Z');
    await buy(await shop.api.signIn(who), 'razorpay');
    const { current, payments } = await shop.outcome(who.userId);
    expect(current).toMatchObject([
      { id: first?.id, currentPeriodEnd: new Date('2027-02-21T10:00:00Z'), periodValueCents: 699 },
    ]);
    expect(payments).toHaveLength(3);
  });

  test('a renewal by Razorpay early in a period of PayPal adds one more period, and PayPal charges nothing more', async () => {
    const who = await customer();
    const { reference: paypal } = await buy(who, 'paypal');
    shop.now = inDays(1);
    expect((await shop.post(who, 'quote', { plan_id: 2, payment_method: 'razorpay' })).json()).toMatchObject({
      kind: 'renewal',
      total: 6.99,
      afterwards: { from: '2027-01-21T10:00:00.000Z', isAutomatic: false },
      replaces: { planName: 'Basic', payment_provider: 'paypal' },
      paymentMethods: ['razorpay'],
      refusedMethods: [{ method: 'paypal', reason: 'This is your plan already.' }],
    });
    const { reference: link } = await buy(who, 'razorpay');
    const moved = {
      status: 'active',
      paymentProvider: 'razorpay',
      paymentProviderSubscriptionId: link,
      currentPeriodEnd: new Date('2027-01-21T10:00:00Z'),
      periodValueCents: 1398,
    };
    expect((await shop.outcome(who.userId)).current).toMatchObject([moved]);
    await shop.work();
    expect(shop.paypal.entry(paypal).state.status).toBe('cancelled');
    // PayPal tells of the end, and of a charge that was under way.
    const late = shop.paypal.pay(paypal);
    await shop.event('paypal', paypal);
    await shop.work();
    const { current, mails } = await shop.outcome(who.userId);
    expect(current).toMatchObject([moved]);
    expect(mails).toContain('unused_payment_refunded');
    expect(shop.paypal.entry(paypal).refunds).toMatchObject([{ paymentId: late, cents: 699 }]);
  });

  test('a renewal by Razorpay of a plan that was cancelled early adds one more period, which undoes the cancellation', async () => {
    const who = await customer();
    const { reference } = await buy(who, 'paypal');
    shop.now = inDays(1);
    await shop.post(who, 'paypal/cancel', { subscription_id: reference });
    await buy(who, 'razorpay');
    expect((await shop.outcome(who.userId)).current).toMatchObject([
      {
        status: 'active',
        paymentProvider: 'razorpay',
        cancelAtPeriodEnd: false,
        currentPeriodEnd: new Date('2027-01-21T10:00:00Z'),
      },
    ]);
  });

  test('a failed payment is overdue from the end of the period, and one that comes after all makes it good', async () => {
    const who = await customer();
    const { reference } = await buy(who, 'paypal');
    shop.now = new Date('2026-12-21T10:00:00Z');
    shop.paypal.pay(reference, { status: 'failed' });
    await shop.event('paypal', reference);
    expect((await shop.outcome(who.userId)).current).toMatchObject([
      { status: 'past_due', pastDueSince: new Date('2026-12-21T10:00:00Z') },
    ]);
    expect(await readPlan(who)).toBe('basic');
    await renew(reference, new Date('2026-12-22T10:00:00Z'));
    expect((await shop.outcome(who.userId)).current).toMatchObject([
      { status: 'active', pastDueSince: null },
    ]);
  });

  test('a subscription that the payer ends at PayPal runs until its period is over', async () => {
    const who = await customer();
    const { reference } = await buy(who, 'paypal');
    shop.paypal.set(reference, 'cancelled', 'CANCELLED');
    await shop.event('paypal', reference);
    expect((await shop.outcome(who.userId)).current).toMatchObject([
      { status: 'cancelled', cancelAtPeriodEnd: true },
    ]);
    expect(await readPlan(who)).toBe('basic');
  });
});

describe('a refund', () => {
  test.each<Provider>(['paypal', 'razorpay'])(
    'ends the plan at once when it is all of the current period at %s',
    async (provider) => {
      const who = await customer();
      const { reference, payment } = await buy(who, provider);
      shop.standIns[provider].makeRefund(payment, 699);
      await shop.event(provider, reference);
      await shop.event(provider, reference);
      await shop.work();
      const { current, user, receipts, payments, mails } = await shop.outcome(who.userId);
      expect({ current, user, receipts }).toEqual({
        current: [],
        user: { status: 'free', tier: 'free' },
        receipts: [699, -699],
      });
      expect(payments).toMatchObject([{ status: 'refunded' }]);
      expect(mails).toEqual(['plan_started', 'plan_refunded']);
      expect(await readPlan(who)).toBe('free');
      if (provider === 'paypal') expect(shop.paypal.entry(reference).state.status).toBe('cancelled');
    },
  );

  test('makes a receipt and a mail when it is a part', async () => {
    const who = await customer();
    const { reference, payment } = await buy(who, 'razorpay');
    shop.razorpay.makeRefund(payment, 200);
    await shop.event('razorpay', reference);
    const { current, receipts, mails } = await shop.outcome(who.userId);
    expect(current).toMatchObject([{ status: 'active', periodValueCents: 499 }]);
    expect(receipts).toEqual([699, -200]);
    expect(mails).toEqual(['plan_started', 'payment_refunded']);
    shop.razorpay.makeRefund(payment, 499);
    await shop.event('razorpay', reference);
    expect((await shop.outcome(who.userId)).current).toEqual([]);
  });

  test('leaves the current period alone when it is of an earlier one, and takes off one that has not begun', async () => {
    const who = await customer();
    const { reference, payment } = await buy(who, 'paypal');
    await renew(reference, new Date('2026-12-21T10:00:00Z'));
    shop.paypal.makeRefund(payment, 699);
    await shop.event('paypal', reference);
    expect((await shop.outcome(who.userId)).current).toMatchObject([{ status: 'active' }]);

    const other = await customer();
    await buy(other, 'razorpay');
    shop.now = new Date('2027-01-18T10:00:00Z');
    const early = await buy(other, 'razorpay');
    shop.razorpay.makeRefund(early.payment, 699);
    await shop.event('razorpay', early.reference);
    expect((await shop.outcome(other.userId)).current).toMatchObject([
      { status: 'active', currentPeriodEnd: new Date('2027-01-21T10:00:00Z'), periodValueCents: 699 },
    ]);
  });
});

test('the last use of a coupon is had by one of twenty', async () => {
  const { code, id } = await coupon({ maxUses: 1 });
  const people = await Promise.all(Array.from({ length: 20 }, customer));
  const answers = await Promise.all(
    people.map((who) => shop.post(who, 'razorpay/create', { plan_id: 2, coupon_code: code })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
    expect(answer.json()).toEqual({ code: 'coupon_invalid', message: 'This coupon has been used up.' });
  }
  expect(await shop.db.coupon.findUnique({ where: { id } })).toMatchObject({ currentUses: 1 });
});

test('receipts that are issued at once are numbered without a gap', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, customer));
  await Promise.all(people.map((who) => buy(who, 'razorpay')));
  const receipts = await shop.db.receipt.findMany({ where: { number: { startsWith: '2026-' } } });
  const numbers = receipts.map(({ number }) => Number(number.slice(5))).toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('with a coupon for everything no provider is asked, and the plan is active', async () => {
  const who = await customer();
  const { code } = await coupon({ discountType: 'percent', discountPercent: 100 });
  const calls = shop.paypal.calls.length;
  const answer = await shop.post(who, 'paypal/create', { plan_id: 3, coupon_code: code });
  expect(answer.json()).toEqual({ approvalUrl: null, subscriptionId: null, message: 'Your plan is active.' });
  expect(shop.paypal.calls).toHaveLength(calls);
  const { current, payments, receipts, couponUses, mails } = await shop.outcome(who.userId);
  expect(current).toMatchObject([
    {
      paymentProvider: 'none',
      paymentProviderSubscriptionId: expect.stringMatching(/^free_/),
      currentPeriodEnd: new Date('2026-12-21T10:00:00Z'),
    },
  ]);
  expect({ payments, receipts, couponUses, mails }).toEqual({
    payments: [],
    receipts: [],
    couponUses: 1,
    mails: ['plan_started'],
  });
  expect(await readPlan(who)).toBe('premium');
  const again = await shop.post(who, 'coupon/validate', { code, planId: 3 });
  expect(again.json()).toMatchObject({ valid: false, message: 'You have used this coupon already.' });
});
