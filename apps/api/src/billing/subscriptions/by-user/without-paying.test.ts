import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Customer, type Shop, testShop } from '../../../testing/payments.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
const hourMs = 60 * 60_000;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.now = begin;
});

const customer = () => shop.api.signIn({ trialEndDate: begin });
const later = (hours: number) => {
  shop.now = new Date(shop.now.getTime() + hours * hourMs);
};
type Provider = 'paypal' | 'razorpay';

async function buy(who: Customer, provider: Provider, plan: number) {
  const reference = await shop.start(who, provider, { plan });
  const payment = shop.standIns[provider].pay(reference);
  await shop.event(provider, reference);
  return { reference, payment };
}
const chargeBack = async (provider: Provider, { reference, payment }: Awaited<ReturnType<typeof buy>>) => {
  const { amount } = await shop.db.paymentTransaction.findFirstOrThrow({
    where: { providerTransactionId: payment },
  });
  shop.standIns[provider].makeRefund(payment, amount.times(100).toNumber());
  await shop.event(provider, reference);
};

describe('nobody gets days without paying', () => {
  test('changes to the same plan again and again cost what each beginning used', async () => {
    const who = await customer();
    await buy(who, 'razorpay', 2);
    const quote = async (method: Provider) =>
      (await shop.post(who, 'quote', { plan_id: 2, payment_method: method })).json();
    later(0.9);
    expect(await quote('paypal')).toMatchObject({ kind: 'change', total: 0.01 });
    await buy(who, 'paypal', 2);
    later(0.9);
    expect(await quote('razorpay')).toMatchObject({ kind: 'renewal', total: 6.99 });
    await buy(who, 'razorpay', 2);
    const { current, payments } = await shop.outcome(who.userId);
    expect(current).toMatchObject([{ paymentProvider: 'razorpay', periodValueCents: 1398 }]);
    expect(payments).toHaveLength(3);
  });

  test('takes no days from a user who changes the provider of a plan that is paid for longer than a month', async () => {
    const who = await customer();
    await buy(who, 'paypal', 2);
    await buy(who, 'razorpay', 2);
    const ask = (as: Customer) => shop.post(as, 'paypal/create', { plan_id: 2 });
    expect((await ask(who)).json()).toEqual({
      code: 'plan_current',
      message: 'Basic is paid until Jan 21, 2027. You can change to PayPal in its last month.',
    });
    later(31 * 24);
    expect((await ask(await shop.api.signIn(who))).statusCode).toBe(200);
  });

  test('a plan that was bought with the credit of a payment ends when that payment is refunded', async () => {
    const who = await customer();
    const first = await buy(who, 'razorpay', 2);
    await shop.db.coupon.create({ data: { code: 'THIRTEEN', discountType: 'amount', discountAmount: '13' } });
    const upgrade = { plan_id: 3, coupon_code: 'THIRTEEN' };
    expect((await shop.post(who, 'razorpay/create', upgrade)).json()).toMatchObject({ checkoutUrl: null });
    expect((await shop.outcome(who.userId)).user).toEqual({ status: 'active', tier: 'premium' });
    await chargeBack('razorpay', first);
    const { user, current, mails } = await shop.outcome(who.userId);
    expect([user, current]).toEqual([{ status: 'free', tier: 'free' }, []]);
    expect(mails).toContain('plan_refunded');
  });

  test('makes a plan that was paid in part worth, and run, that much less; our own debt takes nothing', async () => {
    const who = await customer();
    const first = await buy(who, 'razorpay', 2);
    await buy(who, 'razorpay', 3);
    const before = (await shop.outcome(who.userId)).current[0];
    await chargeBack('razorpay', first);
    await shop.event('razorpay', first.reference);
    const [after] = (await shop.outcome(who.userId)).current;
    expect([before?.periodValueCents, after?.periodValueCents]).toEqual([1999, 1300]);
    const length = (row: typeof before) => Number(row?.currentPeriodEnd) - Number(row?.currentPeriodStart);
    expect(length(after) / length(before)).toBeCloseTo(1300 / 1999, 6);
  });

  test.each([
    ['2026-11-21T10:00:00Z', 16],
    ['2026-12-01T10:00:00Z', 18],
  ])('a month paid after a plan of %s that was made shorter is as long as any other', async (start, days) => {
    shop.now = new Date(start);
    const who = await shop.api.signIn({ trialEndDate: begin });
    const first = await buy(who, 'razorpay', 2);
    await buy(who, 'razorpay', 3);
    await chargeBack('razorpay', first);
    const end = (await shop.outcome(who.userId)).current[0]?.currentPeriodEnd;
    later(days * 24);
    const again = await shop.api.signIn(who);
    const quoted = (await shop.post(again, 'quote', { plan_id: 3, payment_method: 'razorpay' })).json();
    await buy(again, 'razorpay', 3);
    const [renewed] = (await shop.outcome(who.userId)).current;
    const length = (Number(renewed?.currentPeriodEnd) - Number(end)) / (24 * hourMs);
    expect([quoted.kind, length]).toEqual(['renewal', 31]);
    expect(quoted.afterwards.from).toBe(renewed?.currentPeriodEnd?.toISOString());
  });

  test('a payment for days that were over before takes nothing from what was credited later', async () => {
    const who = await customer();
    const first = await buy(who, 'razorpay', 2);
    later(29 * 24);
    await buy(who, 'razorpay', 2);
    later(10 * 24);
    await buy(who, 'razorpay', 3);
    const before = (await shop.outcome(who.userId)).current;
    expect(before).toMatchObject([{ periodValueCents: 1999 }]);
    await chargeBack('razorpay', first);
    expect((await shop.outcome(who.userId)).current).toEqual(before);
  });

  test('a page with credit, paid after the payment behind the credit was refunded, buys nothing', async () => {
    const who = await customer();
    const first = await buy(who, 'razorpay', 2);
    const page = await shop.start(who, 'paypal', { plan: 3 });
    await chargeBack('razorpay', first);
    shop.paypal.pay(page);
    await shop.event('paypal', page);
    await shop.work();
    const { user, current, payments } = await shop.outcome(who.userId);
    expect([user.tier, current]).toEqual(['free', []]);
    expect(payments.map(({ status }) => status)).toEqual(['refunded', 'refunded']);
    expect(shop.paypal.entry(page).state.status).toBe('cancelled');
  });

  test('the same credit is not spent on two pages', async () => {
    const who = await customer();
    await buy(who, 'razorpay', 2);
    const page = await shop.start(who, 'paypal', { plan: 3 });
    later(1);
    await buy(who, 'paypal', 2);
    shop.paypal.pay(page);
    await shop.event('paypal', page);
    await shop.work();
    const money = [...shop.paypal.movements(), ...shop.razorpay.movements()];
    const [row] = (await shop.outcome(who.userId)).current;
    expect(money.reduce((sum, { cents }) => sum + cents, 0)).toBeGreaterThanOrEqual(
      row?.periodValueCents ?? 0,
    );
  });
});

describe('a limit per user', () => {
  test('counts wrong coupons, whichever call takes the code; a valid one uses up none', async () => {
    const [who, other] = [await customer(), await customer()];
    const { code } = await shop.db.coupon.create({
      data: { code: `C${crypto.randomUUID()}`.toUpperCase(), discountType: 'percent', discountPercent: 10 },
    });
    const guess = (path: string, coupon_code: string, as = who) =>
      path === 'coupon/validate'
        ? shop.post(as, path, { code: coupon_code, planId: 2 })
        : shop.post(as, path, { plan_id: 2, coupon_code });
    for (let times = 0; times < 25; times += 1) await guess('quote', code);
    const paths = ['coupon/validate', 'quote', 'subscribe', 'paypal/create', 'razorpay/create'];
    for (let round = 0; round < 4; round += 1) {
      for (const path of paths) expect((await guess(path, `G${round}`)).statusCode).not.toBe(429);
    }
    for (const path of paths) expect((await guess(path, code)).json().code).toBe('rate_limited');
    expect((await shop.post(who, 'quote', { plan_id: 2 })).statusCode).toBe(200);
    expect((await guess('quote', code, other)).statusCode).toBe(200);
  });

  test('counts pages opened at a provider; the page that is open is still given', async () => {
    const who = await customer();
    const open = (plan_id: number) => shop.post(who, 'razorpay/create', { plan_id });
    for (let times = 0; times < 20; times += 1) expect((await open(2 + (times % 2))).statusCode).toBe(200);
    const opened = shop.razorpay.calls.filter((call) => call.startsWith('open')).length;
    expect((await open(3)).statusCode).toBe(200);
    expect((await open(2)).json().code).toBe('rate_limited');
    expect(shop.razorpay.calls.filter((call) => call.startsWith('open'))).toHaveLength(opened);
  });

  test('counts references that are on nobody’s books, and looks at the own ones', async () => {
    const who = await customer();
    const reference = await shop.start(who, 'paypal');
    for (let times = 0; times < 10; times += 1)
      expect((await shop.page(who, `I-${times}`)).statusCode).toBe(404);
    expect((await shop.page(who, 'I-10')).json().code).toBe('rate_limited');
    expect((await shop.verify(who, 'I-11')).json().code).toBe('rate_limited');
    expect((await shop.page(who, reference)).statusCode).toBe(200);
    for (let times = 0; times < 60; times += 1)
      expect((await shop.verify(who, reference)).statusCode).toBe(200);
    expect((await shop.verify(who, reference)).json().code).toBe('rate_limited');
  });

  test('counts resuming, and leaves enough tries to cancel', async () => {
    const who = await customer();
    const { reference } = await buy(who, 'paypal', 2);
    const cancel = () => shop.post(who, 'paypal/cancel', { subscription_id: reference });
    const resume = () =>
      shop.api.app.inject({ method: 'POST', url: '/api/subscription/resume', headers: who.headers });
    for (let times = 0; times < 10; times += 1) {
      expect((await cancel()).statusCode).toBe(200);
      expect((await resume()).statusCode).toBe(200);
    }
    expect((await cancel()).statusCode).toBe(200);
    expect((await resume()).json().code).toBe('rate_limited');
  });
});
