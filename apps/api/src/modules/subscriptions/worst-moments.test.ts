import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentPartGivenBackMail } from '../../mail/payment-returned.mails.ts';
import { type Customer, type Shop, testShop } from '../../testing/payments.ts';
import type { PaymentProviderName } from '../payments/payment-provider.ts';

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

const backOf = (payment: string, provider: PaymentProviderName = 'razorpay') =>
  shop.standIns[provider]
    .movements()
    .filter(({ of, cents }) => of === payment && cents < 0)
    .map(({ cents }) => -cents);

describe('a payment that is taken back', () => {
  test('gives back the later period that was paid already, once, and its payer is told', async () => {
    const who = await customer();
    const first = await buy(who, 'razorpay');
    shop.now = new Date('2026-12-18T10:00:00Z');
    const later = await buy(who, 'razorpay');
    shop.razorpay.giveBack(first.payment, 699);
    await shop.event('razorpay', first.reference);
    await shop.work();
    await Promise.all([shop.event('razorpay', first.reference), shop.event('razorpay', later.reference)]);
    await shop.work();
    expect(backOf(later.payment)).toEqual([699]);
    const { current, payments, receipts, mails } = await shop.outcome(who.userId);
    expect(current).toEqual([]);
    expect(payments.map(({ status }) => status)).toEqual(['refunded', 'refunded']);
    expect(receipts).toEqual([699, 699, -699, -699]);
    expect(mails.filter((mail) => mail === 'plan_taken_back' || mail === 'payment_given_back')).toHaveLength(
      2,
    );
  });

  test('of which a part was back before gives back the rest alone', async () => {
    const who = await customer();
    const first = await buy(who, 'razorpay');
    shop.now = new Date('2026-12-18T10:00:00Z');
    const later = await buy(who, 'razorpay');
    shop.razorpay.giveBack(later.payment, 200);
    await shop.event('razorpay', later.reference);
    shop.razorpay.giveBack(first.payment, 699);
    await shop.event('razorpay', first.reference);
    await shop.work();
    expect(backOf(later.payment)).toEqual([200, 499]);
  });
});

test('who gets a part of a payment back, because the plan was renewed while another was chosen, is told how much', async () => {
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
  const [back] = backOf(renewal, 'paypal');
  expect(back).toBeGreaterThan(400);
  expect(back).toBeLessThan(699);
  const { payments, mails } = await shop.outcome(who.userId);
  expect(mails.filter((mail) => mail === 'payment_part_given_back')).toHaveLength(1);
  const transactionId =
    payments.find(({ providerTransactionId }) => providerTransactionId === renewal)?.id ?? '';
  const written = await paymentPartGivenBackMail.write({ transactionId }, shop.api.services);
  expect(written?.content.subject).toBe(`We give you $${((back ?? 0) / 100).toFixed(2)} back`);
});
