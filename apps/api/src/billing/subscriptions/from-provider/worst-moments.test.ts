import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { PaymentProviderName } from '../../../base/payments/payment-provider.ts';
import { type Customer, type Shop, testShop } from '../../../testing/payments.ts';
import { unusedPaymentPartRefundedMail } from '../../plan-notices/refund.mails.ts';
import { pauseUserSurplus } from '../../settle-plans/pause-surplus.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.now = begin;
});

const customer = () => shop.api.signIn({ trialEndDate: begin });

async function buy(who: Customer, provider: PaymentProviderName, plan = 2) {
  const reference = await shop.start(who, provider, { plan });
  const payment = shop.standIns[provider].pay(reference);
  await shop.event(provider, reference);
  return { reference, payment };
}

const listRefunds = (payment: string, provider: PaymentProviderName = 'razorpay') =>
  shop.standIns[provider]
    .movements()
    .filter(({ of, cents }) => of === payment && cents < 0)
    .map(({ cents }) => -cents);

describe('a payment that is taken back', () => {
  test('refunds the later period that was paid already, once, and tells its payer', async () => {
    const who = await customer();
    const first = await buy(who, 'razorpay');
    shop.now = new Date('2026-12-18T10:00:00Z');
    const later = await buy(who, 'razorpay');
    shop.razorpay.makeRefund(first.payment, 699);
    await shop.event('razorpay', first.reference);
    await shop.work();
    await Promise.all([shop.event('razorpay', first.reference), shop.event('razorpay', later.reference)]);
    await shop.work();
    expect(listRefunds(later.payment)).toEqual([699]);
    const { current, payments, receipts, mails } = await shop.outcome(who.userId);
    expect(current).toEqual([]);
    expect(payments.map(({ status }) => status)).toEqual(['refunded', 'refunded']);
    expect(receipts).toEqual([699, 699, -699, -699]);
    expect(
      mails.filter((mail) => mail === 'plan_refunded' || mail === 'unused_payment_refunded'),
    ).toHaveLength(2);
  });

  test('refunds the rest alone when a part was back before', async () => {
    const who = await customer();
    const first = await buy(who, 'razorpay');
    shop.now = new Date('2026-12-18T10:00:00Z');
    const later = await buy(who, 'razorpay');
    shop.razorpay.makeRefund(later.payment, 200);
    await shop.event('razorpay', later.reference);
    shop.razorpay.makeRefund(first.payment, 699);
    await shop.event('razorpay', first.reference);
    await shop.work();
    expect(listRefunds(later.payment)).toEqual([200, 499]);
  });

  test('ends its plan when all of it is back, and not while a part is only on its way', async () => {
    const who = await customer();
    const { reference, payment } = await buy(who, 'razorpay');
    const { faults } = shop.razorpay;
    faults.refundsTakeLong = true;
    onTestFinished(() => {
      faults.refundsTakeLong = false;
    });
    for (const cents of [300, 399]) shop.razorpay.makeRefund(payment, cents);
    await shop.event('razorpay', reference);
    const [first, second] = shop.razorpay.entry(reference).refunds;
    for (const [refund, status] of [
      [first, 'paid'],
      [second, 'failed'],
    ] as const) {
      Object.assign(refund ?? {}, { status });
      await shop.event('razorpay', reference);
      const { current, payments, receipts } = await shop.outcome(who.userId);
      expect(current).toMatchObject([{ status: 'active', periodValueCents: 399 }]);
      expect([payments[0]?.status, receipts]).toEqual(['paid', [699, -300]]);
    }
    shop.razorpay.makeRefund(payment, 399);
    Object.assign(shop.razorpay.entry(reference).refunds.at(-1) ?? {}, { status: 'paid' });
    await shop.event('razorpay', reference);
    const { current, receipts } = await shop.outcome(who.userId);
    expect([current, receipts]).toEqual([[], [699, -300, -399]]);
  });
});

test('a part of unknown size that somebody gave back at PayPal is marked, once', async () => {
  const who = await customer();
  const { reference, payment } = await buy(who, 'paypal');
  shop.paypal.makeRefund(payment, 200);
  await shop.event('paypal', reference);
  shop.now = new Date('2026-11-22T10:00:00Z');
  await shop.event('paypal', reference);
  const { payments, receipts } = await shop.outcome(who.userId);
  expect(payments).toMatchObject([{ partlyRefundedAt: begin, status: 'paid' }]);
  expect(receipts).toEqual([699]);
});

describe('parts of a payment that somebody gives back at PayPal, whose events name them,', () => {
  const named = (paymentId: string, refundId: string) =>
    shop.db.providerEvent.create({
      data: {
        provider: 'paypal',
        providerEventId: refundId,
        type: 'PAYMENT.SALE.REFUNDED',
        paymentId,
        refundId,
      },
    });

  test('are on the books one by one, with their amounts, and need nobody', async () => {
    const who = await customer();
    const { reference, payment } = await buy(who, 'paypal');
    for (const cents of [200, 100]) {
      await named(payment, shop.paypal.makeRefund(payment, cents));
      await shop.event('paypal', reference);
      await shop.event('paypal', reference);
    }
    const { current, payments, receipts } = await shop.outcome(who.userId);
    expect(receipts).toEqual([699, -200, -100]);
    expect([current[0]?.periodValueCents, payments[0]?.partlyRefundedAt]).toEqual([399, null]);
    shop.paypal.makeRefund(payment, 399);
    await shop.event('paypal', reference);
    expect(await shop.outcome(who.userId)).toMatchObject({ current: [], receipts: [699, -200, -100, -399] });
  });

  test('are counted once, where the event comes after the look that found them, and after somebody entered them', async () => {
    const who = await customer();
    const { reference, payment } = await buy(who, 'paypal');
    const first = shop.paypal.makeRefund(payment, 200);
    await shop.event('paypal', reference);
    await named(payment, first);
    await shop.event('paypal', reference);
    const { payments, receipts } = await shop.outcome(who.userId);
    expect(receipts).toEqual([699, -200]);
    expect(payments[0]).toMatchObject({ partlyRefundedAt: begin, settledAt: begin });
    await shop.db.providerEvent.deleteMany({ where: { paymentId: payment } });
    await shop.event('paypal', reference);
    expect(
      (await shop.outcome(who.userId)).payments[0]?.settledAt,
      'old events are tidied away',
    ).not.toBeNull();
    await named(payment, shop.paypal.makeRefund(payment, 250));
    await shop.event('paypal', reference);
    expect((await shop.outcome(who.userId)).receipts).toEqual([699, -200, -250]);
  });

  /** Has PayPal list the refunds from now on, each by itself and without its payment. */
  function listFromNowOn(refunds: readonly [id: string, cents: number][]) {
    const { fetch } = shop.paypal.provider;
    onTestFinished(() => void Object.assign(shop.paypal.provider, { fetch }));
    const toListed = ([id, amountCents]: readonly [string, number]) =>
      ({
        id,
        amountCents,
        kind: 'refund',
        status: 'paid',
        currency: 'USD',
        at: begin,
        of: null,
        refunded: 'nothing',
      }) as const;
    shop.paypal.provider.fetch = async (asked) => {
      const state = await fetch(asked);
      return state && { ...state, payments: [...state.payments, ...refunds.map(toListed)] };
    };
  }

  test.each([true, false])(
    'are counted once where the list tells of each afterwards; looked at between them: %s',
    async (looks) => {
      const who = await customer();
      const { reference, payment } = await buy(who, 'paypal');
      const parts = [200, 300].map((cents) => [shop.paypal.makeRefund(payment, cents), cents] as const);
      for (const [id] of parts) {
        await named(payment, id);
        if (looks) await shop.event('paypal', reference);
      }
      await shop.event('paypal', reference);
      const known = looks ? [699, -200, -300] : [699, -500];
      expect((await shop.outcome(who.userId)).receipts).toEqual(known);
      const third = [shop.paypal.makeRefund(payment, 50), 50] as const;
      listFromNowOn([...parts, third].map(([id, cents]) => [id, cents]));
      await shop.event('paypal', reference);
      await shop.event('paypal', reference);
      const { current, receipts } = await shop.outcome(who.userId);
      expect([receipts, current[0]?.status]).toEqual([[...known, -50], 'active']);
    },
  );

  test('are nothing where the event names a refund of another payment, or one that PayPal does not know', async () => {
    const [who, other] = [await customer(), await customer()];
    const { reference, payment } = await buy(who, 'paypal');
    const { payment: others } = await buy(other, 'paypal');
    shop.paypal.makeRefund(payment, 200);
    await named(payment, shop.paypal.makeRefund(others, 100));
    await named(payment, `rfnd_${crypto.randomUUID()}`);
    await shop.event('paypal', reference);
    const { payments, receipts } = await shop.outcome(who.userId);
    expect([receipts, payments[0]?.partlyRefundedAt]).toEqual([[699], begin]);
  });
});

test('tells a user how much of a payment is refunded when the plan was renewed while another was chosen', async () => {
  const who = await customer();
  const { reference } = await buy(who, 'paypal');
  shop.now = new Date('2026-12-21T09:30:00Z');
  const upgrade = await shop.start(who, 'paypal', { plan: 3 });
  shop.now = new Date('2026-12-21T10:00:00Z');
  const renewal = shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  shop.now = new Date('2026-12-31T10:00:00Z');
  shop.paypal.pay(upgrade);
  await shop.event('paypal', upgrade);
  await shop.work();
  const [back] = listRefunds(renewal, 'paypal');
  expect(back).toBeGreaterThan(400);
  expect(back).toBeLessThan(699);
  const { payments, mails } = await shop.outcome(who.userId);
  expect(mails.filter((mail) => mail === 'unused_payment_part_refunded')).toHaveLength(1);
  const transactionId =
    payments.find(({ providerTransactionId }) => providerTransactionId === renewal)?.id ?? '';
  const written = await unusedPaymentPartRefundedMail.write(shop.api.context, { transactionId });
  expect(written?.content.subject).toBe(`We give you $${((back ?? 0) / 100).toFixed(2)} back`);
});

test('a payment that comes while a job ends its closed page is kept with its month, once, and nothing renews that', async () => {
  const who = await customer();
  const closed = await shop.start(who, 'paypal');
  shop.paypal.approve(closed);
  const other = await shop.start(who, 'razorpay');
  const { cancel } = shop.paypal.provider;
  onTestFinished(() => void Object.assign(shop.paypal.provider, { cancel }));
  shop.paypal.provider.cancel = async (reference, reason) => {
    shop.paypal.provider.cancel = cancel;
    shop.paypal.pay(reference);
    await shop.page(who, reference);
    shop.razorpay.pay(other);
    await shop.event('razorpay', other);
    return cancel(reference, reason);
  };
  await shop.event('paypal', closed);
  await shop.work();
  expect(shop.paypal.entry(closed).state.status).toBe('cancelled');
  const { user, current, receipts } = await shop.outcome(who.userId);
  expect(user).toEqual({ status: 'cancelled', tier: 'basic' });
  expect(current).toMatchObject([
    { paymentProviderSubscriptionId: closed, currentPeriodEnd: new Date('2026-12-21T10:00:00Z') },
  ]);
  expect(receipts).toEqual([699, 699, -699]);
});

describe('an account that is deleted', () => {
  const remove = async ({ userId, headers }: Customer) => {
    const { email } = await shop.db.user.findUniqueOrThrow({ where: { id: userId } });
    return shop.api.app.inject({ method: 'POST', url: '/api/account/delete', headers, payload: { email } });
  };
  /** What is on the books of a payment that came for nobody. */
  const booked = async (payment: string) => {
    const found = await shop.db.paymentTransaction.findFirstOrThrow({
      where: { providerTransactionId: payment },
    });
    const { transactionType, userId, payerEmail, payerName } = found;
    return { transactionType, userId, payerEmail, payerName };
  };
  const ofNobody = { transactionType: 'unmatched', userId: null, payerEmail: null, payerName: null };

  test.each<PaymentProviderName>(['paypal', 'razorpay'])(
    'gets back what is paid after all on an open page of %s, and is not charged again',
    async (provider) => {
      const who = await customer();
      const reference = await shop.start(who, provider);
      expect((await remove(who)).statusCode).toBe(200);
      const payment = shop.standIns[provider].pay(reference);
      await shop.event(provider, reference);
      await shop.work();
      await shop.event(provider, reference);
      expect(listRefunds(payment, provider)).toEqual([699]);
      expect(await booked(payment)).toEqual(ofNobody);
      if (provider === 'paypal') expect(shop.paypal.entry(reference).state.status).toBe('cancelled');
    },
  );

  test('gets back what is paid on a page that was being opened', async () => {
    const who = await customer();
    shop.paypal.faults.opensWithoutAnswer = 1;
    await shop.post(who, 'paypal/create', { plan_id: 2 });
    const reference = shop.paypal.references().at(-1) ?? '';
    await remove(who);
    const payment = shop.paypal.pay(reference);
    await shop.event('paypal', reference);
    expect(listRefunds(payment, 'paypal')).toEqual([699]);
    expect(shop.paypal.entry(reference).state.status).toBe('cancelled');
  });

  test('has a plan with its receipt, or its money back, when a payment arrives at that moment', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, customer));
    const bought = await Promise.all(
      people.map(async (who) => {
        const reference = await shop.start(who, 'razorpay');
        return { who, reference, payment: shop.razorpay.pay(reference) };
      }),
    );
    await Promise.all(
      bought.flatMap(({ who, reference }) => [shop.event('razorpay', reference), remove(who)]),
    );
    await shop.work();
    for (const { payment } of bought) {
      const row = await shop.db.paymentTransaction.findFirstOrThrow({
        where: { providerTransactionId: payment },
        include: { receipt: true },
      });
      const wasApplied = row.transactionType === 'payment';
      expect(listRefunds(payment)).toEqual(wasApplied ? [] : [699]);
      expect(row.receipt === null).toBe(!wasApplied);
    }
    expect(
      await shop.db.subscription.count({ where: { userId: { in: people.map(({ userId }) => userId) } } }),
    ).toBe(0);
  });

  test('is not charged for a plan that was replaced while PayPal was away', async () => {
    const who = await customer();
    const { reference } = await buy(who, 'paypal');
    const upgrade = await shop.start(who, 'razorpay', { plan: 3 });
    shop.razorpay.pay(upgrade);
    await shop.event('razorpay', upgrade);
    shop.paypal.faults.isAway = true;
    await remove(who);
    await expect(shop.event('paypal', reference)).rejects.toThrow('paypal');
    shop.paypal.faults.isAway = false;
    await shop.event('paypal', reference);
    expect(shop.paypal.entry(reference).state.status).toBe('cancelled');
  });

  test('gets a pending refund, with its receipt', async () => {
    const who = await customer();
    const first = await shop.start(who, 'razorpay');
    const second = await shop.start(who, 'paypal');
    shop.razorpay.pay(first);
    const twice = shop.paypal.pay(second);
    await shop.event('razorpay', first);
    await shop.verify(who, second);
    await remove(who);
    await shop.work();
    expect(listRefunds(twice, 'paypal')).toEqual([699]);
    const rows = await shop.db.receipt.findMany({
      where: { transaction: { providerSubscriptionId: second } },
    });
    expect(rows.map(({ totalCents }) => totalCents).toSorted()).toEqual([-699, 699].toSorted());
    expect(new Set(rows.map(({ content }) => JSON.stringify(Object(content).buyer.email))).size).toBe(1);
  });
});

describe('twenty activations at once', () => {
  /** Twenty paused automations, and what their owner does with all of them at once. */
  async function withTwenty(who: Customer) {
    const connection = await testConnection(shop.db, { userId: who.userId });
    const rows = await Promise.all(
      Array.from({ length: 20 }, () => testAutomation(shop.db, { connection, isActive: false })),
    );
    const activate = () =>
      rows.map(async ({ id }) => {
        const url = `/api/configurations/${id}`;
        const answer = await shop.api.app.inject({
          method: 'PATCH',
          url,
          headers: who.headers,
          payload: { isActive: true },
        });
        return answer.json().code ?? answer.statusCode;
      });
    const active = () => shop.db.automation.count({ where: { userId: who.userId, isActive: true } });
    return { activate, active };
  }

  test('leave as many active as Free covers, when the plan is taken back meanwhile', async () => {
    const who = await customer();
    const { reference, payment } = await buy(who, 'razorpay', 3);
    const { activate, active } = await withTwenty(who);
    shop.razorpay.makeRefund(payment, 1999);
    const answers = await Promise.all([
      shop.event('razorpay', reference).then(() => 200),
      ...activate(),
      pauseUserSurplus(shop.api.context, who.userId).then(() => 200),
    ]);
    expect([200, 'free_plan_limit']).toEqual(expect.arrayContaining([...new Set(answers)]));
    await pauseUserSurplus(shop.api.context, who.userId);
    expect(await active()).toBe(1);
    expect(await Promise.all(activate())).toContain('free_plan_limit');
    expect(await active()).toBe(1);
  });

  test('are never more than a plan covers that begins or changes meanwhile', async () => {
    const who = await customer();
    const { activate, active } = await withTwenty(who);
    const basic = await shop.start(who, 'razorpay');
    shop.razorpay.pay(basic);
    await Promise.all([shop.event('razorpay', basic), ...activate()]);
    await Promise.all(activate());
    expect(await active()).toBe(10);
    const premium = await shop.start(who, 'razorpay', { plan: 3 });
    shop.razorpay.pay(premium);
    await Promise.all([shop.event('razorpay', premium), ...activate()]);
    await Promise.all(activate());
    expect(await active()).toBe(20);
  });
});
