import { receiptContent } from '@picksync/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Customer, type Shop, signInAsAdmin, testShop } from '../../../testing/payments.ts';
import { settlePlans } from '../../settle-plans/settle-plans.ts';
import { applyPart } from '../from-provider/apply-refunds.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
const dayMs = 24 * 60 * 60_000;
beforeAll(async () => {
  shop = await testShop();
  const coupon = { discountType: 'percent' as const, discountPercent: 100 };
  await shop.db.coupon.create({ data: { ...coupon, code: 'ALL' } });
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.now = begin;
});

const standAtDay = (days: number) => {
  shop.now = new Date(begin.getTime() + days * dayMs);
};

async function buy(who: Customer, plan: number) {
  const reference = await shop.start(who, 'paypal', { plan });
  const payment = shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  return { reference, payment };
}

const quote = async (who: Customer, body: object) =>
  (await shop.post(who, 'quote', { payment_method: 'paypal', ...body })).json();

/** Buys Basic, and half of its period later Premium, for which a coupon pays everything. */
async function onFreePremium() {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const basic = await buy(who, 2);
  standAtDay(15);
  const quoted = await quote(who, { plan_id: 3, coupon_code: 'ALL' });
  await shop.post(who, 'paypal/create', { plan_id: 3, coupon_code: 'ALL' });
  return { who, basic, quoted };
}

test('an upgrade that a coupon pays leaves the credit of unused days for the next purchase', async () => {
  const { who, quoted } = await onFreePremium();
  expect(quoted).toMatchObject({ kind: 'upgrade', total: 0, keptCredit: 3.5 });
  expect(quoted.lines.map(({ kind }: { kind: string }) => kind)).toEqual(['plan', 'coupon']);
  expect((await shop.outcome(who.userId)).user).toEqual({ status: 'active', tier: 'premium' });

  standAtDay(40);
  const next = await quote(who, { plan_id: 3 });
  expect(next).toMatchObject({ kind: 'change', total: 16.49, keptCredit: 0 });
  expect(next.lines.at(-1)).toEqual({ kind: 'credit', label: 'Your credit', amount: -3.5 });
  await buy(who, 3);
  const { current, payments } = await shop.outcome(who.userId);
  expect(current).toMatchObject([{ planId: 3, periodValueCents: 1999 }]);
  expect(payments.at(-1)?.amount.toNumber()).toBe(16.49);
});

test('the credit outlasts the plan that a coupon paid, and is spent once', async () => {
  const { userId } = (await onFreePremium()).who;
  standAtDay(60);
  await settlePlans(shop.api.context);
  const who = await shop.api.signIn({ userId });
  expect((await shop.outcome(userId)).user).toEqual({ status: 'free', tier: 'free' });
  expect(await quote(who, { plan_id: 2 })).toMatchObject({ kind: 'first', total: 3.49, keptCredit: 0 });
  await buy(who, 2);
  const { current } = await shop.outcome(who.userId);
  expect(current).toMatchObject([{ planId: 2, periodValueCents: 699 }]);
  const again = await shop.api.signIn({ userId });
  expect(await quote(again, { plan_id: 3 })).toMatchObject({ total: 13, keptCredit: 0 });
});

test('a month that was renewed early is worth its own price, whatever the month before had cost', async () => {
  const who = await shop.api.signIn({ trialEndDate: begin });
  await shop.post(who, 'razorpay/create', { plan_id: 2, coupon_code: 'ALL' });
  standAtDay(27);
  const renewing = await shop.api.signIn({ userId: who.userId });
  const reference = await shop.start(renewing, 'razorpay');
  const payment = shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  const readCredit = async () => {
    const later = await shop.api.signIn({ userId: who.userId });
    return (await quote(later, { plan_id: 3 })).lines.at(-1).amount;
  };
  expect(await readCredit(), 'nothing of it is used yet').toBe(-6.99);
  standAtDay(45.5);
  expect(await readCredit(), 'half of it is left').toBe(-3.5);
  shop.razorpay.makeRefund(payment, 300);
  await shop.event('razorpay', reference);
  expect(await readCredit(), 'half of what was not given back').toBe(-2);
});

test('the credit is taken off one more period by link, once, with a line on its receipt', async () => {
  const { who } = await onFreePremium();
  const byLink = { plan_id: 3, payment_method: 'razorpay' };
  const quoted = await quote(who, byLink);
  expect(quoted).toMatchObject({ kind: 'renewal', total: 16.49, keptCredit: 0 });
  expect(quoted.lines.at(-1)).toEqual({ kind: 'credit', label: 'Your credit', amount: -3.5 });
  const reference = await shop.start(who, 'razorpay', { plan: 3 });
  shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  const { current, receipts } = await shop.outcome(who.userId);
  expect(current).toMatchObject([{ planId: 3, paymentProvider: 'razorpay', periodValueCents: 1999 }]);
  expect(receipts).toEqual([699, 1649]);
  const receipt = await shop.db.receipt.findFirstOrThrow({ where: { userId: who.userId, totalCents: 1649 } });
  expect(receiptContent.parse(receipt.content).lines).toMatchObject([
    { label: 'Premium', amount: 19.99 },
    { label: 'Your credit', amount: -3.5 },
  ]);
  standAtDay(73);
  const again = await shop.api.signIn({ userId: who.userId });
  expect(await quote(again, byLink)).toMatchObject({ kind: 'renewal', total: 19.99 });
});

test('a credit leaves of a period by link what Razorpay takes at least', async () => {
  const { who } = await onFreePremium();
  const metadata = { keptCreditCents: 2500 };
  await shop.db.subscription.updateMany({ where: { userId: who.userId, planId: 3 }, data: { metadata } });
  const quoted = await quote(who, { plan_id: 3, payment_method: 'razorpay' });
  expect(quoted).toMatchObject({ total: 1, keptCredit: 6.01 });
  expect(quoted.paymentMethods).toContain('razorpay');
  const reference = await shop.start(who, 'razorpay', { plan: 3 });
  shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  const { current } = await shop.outcome(who.userId);
  expect(current).toMatchObject([{ metadata: { keptCreditCents: 601 }, periodValueCents: 1999 }]);
});

test('a link whose credit was spent meanwhile buys nothing, and is refunded', async () => {
  const { who } = await onFreePremium();
  const reference = await shop.start(who, 'razorpay', { plan: 3 });
  await buy(who, 3);
  shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  const { mails } = await shop.outcome(who.userId);
  expect(mails).toContain('unused_payment_refunded');
});

test.each([
  ['given', 60],
  ['ended and another one given', 40],
])('a page with the credit, paid after a plan was %s by an administrator, uses it up', async (how, day) => {
  const { userId } = (await onFreePremium()).who;
  const { email: userEmail } = await shop.db.user.findUniqueOrThrow({ where: { id: userId } });
  standAtDay(day);
  await settlePlans(shop.api.context);
  const who = await shop.api.signIn({ userId });
  const page = await shop.start(who, 'paypal', { plan: 3 });
  const headers = await signInAsAdmin(shop);
  const give = async (planId: number) => {
    const url = '/api/admin/subscription/activate';
    const payload = { userEmail, planId, reason: 'By hand' };
    const given = await shop.api.app.inject({ method: 'POST', url, headers, payload });
    expect(given.statusCode, given.body).toBe(200);
  };
  if (how !== 'given') await give(1);
  await give(2);
  shop.paypal.pay(page);
  await shop.event('paypal', page);
  const { current, payments } = await shop.outcome(userId);
  expect(current).toMatchObject([{ planId: 3, periodValueCents: 1999 }]);
  expect(payments.at(-1)?.amount.toNumber()).toBe(16.49);
  await give(1);
  expect(await quote(who, { plan_id: 3 })).toMatchObject({ total: 19.99, keptCredit: 0 });
});

test('a granted plan that a page with the credit replaces is refunded in whole', async () => {
  const { userId } = (await onFreePremium()).who;
  standAtDay(60);
  await settlePlans(shop.api.context);
  const who = await shop.api.signIn({ userId });
  const other = await shop.start(who, 'paypal', { plan: 2 });
  const providerTransactionId = shop.paypal.pay(other, { amountCents: 599 });
  await shop.event('paypal', other);
  const page = await shop.start(who, 'paypal', { plan: 3 });
  const headers = await signInAsAdmin(shop);
  const { id } = await shop.db.paymentTransaction.findFirstOrThrow({ where: { providerTransactionId } });
  const url = `/api/admin/payments-to-settle/${id}/settle`;
  const payload = { how: 'grant', reason: 'Looked at it' };
  const granted = await shop.api.app.inject({ method: 'POST', url, headers, payload });
  expect(granted.statusCode, granted.body).toBe(200);
  shop.paypal.pay(page);
  await shop.event('paypal', page);
  expect((await shop.outcome(userId)).current).toMatchObject([{ planId: 3, periodValueCents: 1999 }]);
  const payment = await shop.db.paymentTransaction.findUniqueOrThrow({ where: { id } });
  expect(payment.refundDueCents).toBe(599);
});

test('the credit goes with the payment behind it', async () => {
  const { who, basic } = await onFreePremium();
  shop.paypal.makeRefund(basic.payment, 699);
  await shop.event('paypal', basic.reference);
  expect((await shop.outcome(who.userId)).user).toEqual({ status: 'active', tier: 'premium' });
  expect(await quote(who, { plan_id: 3 })).toMatchObject({ total: 19.99 });
});

test.each([
  [40, 3, 1649],
  [60, 2, 349],
])('a plan bought on day %d with the credit loses it with the payment behind it', async (day, plan, left) => {
  const { who: first, basic } = await onFreePremium();
  standAtDay(day);
  await settlePlans(shop.api.context);
  const who = await shop.api.signIn({ userId: first.userId });
  await buy(who, plan);
  shop.paypal.makeRefund(basic.payment, 699);
  await shop.event('paypal', basic.reference);
  const { current } = await shop.outcome(who.userId);
  expect(current).toMatchObject([{ planId: plan, periodValueCents: left, status: 'active' }]);
});

test('a payment that is refunded in two parts takes its credit once', async () => {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const basic = await buy(who, 2);
  standAtDay(15);
  await buy(who, 3);
  const valueNow = async () => (await shop.outcome(who.userId)).current[0]?.periodValueCents;
  const payment = { provider: 'paypal', providerTransactionId: basic.payment } as const;
  const where = { provider_providerTransactionId: payment };
  const row = await shop.db.paymentTransaction.findUniqueOrThrow({ where });
  const { userId } = who;
  const back = {
    provider: 'paypal',
    state: { reference: basic.reference, payer: { name: null } },
    row,
  } as const;
  for (const [cents, value] of [
    [200, 1799],
    [699, 1649],
  ] as const) {
    const checkout = { userId, plan: { name: 'Basic' } };
    await shop.db.$transaction((tx) =>
      applyPart(shop.api.context, tx, { ...back, checkout, cents, now: shop.now }),
    );
    expect(await valueNow()).toBe(value);
  }
});
