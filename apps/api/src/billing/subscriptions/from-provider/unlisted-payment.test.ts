import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaymentProviderName } from '../../../base/payments/payment-provider.ts';
import { readEntitlements } from '../../../base/read-entitlements.ts';
import { type Customer, type Shop, signInAsAdmin, testShop } from '../../../testing/payments.ts';
import { saveProviderEvent } from '../../provider-events/provider-events.store.ts';
import { looksAfterMinutes } from '../money/record-payment.ts';
import { refreshSubscriptionJob } from './refresh-subscription.job.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
const inMinutes = (minutes: number) => new Date(begin.getTime() + minutes * 60_000);

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.now = begin;
  shop.paypal.faults.listIsLate = true;
  await shop.db.$executeRaw`DELETE FROM pgboss.job WHERE name = 'refresh-subscription'`;
});
afterEach(() => {
  shop.paypal.faults.listIsLate = false;
});

const customer = () => shop.api.signIn({ trialEndDate: begin });
const readPlan = async ({ userId }: Customer) =>
  (await readEntitlements(shop.db, { userId, now: shop.now })).plan;

/** Pays at PayPal, whose list is late; the event of the activation is all that comes. */
async function pay(who: Customer, change: object = {}) {
  const reference = await shop.start(who, 'paypal');
  const payment = shop.paypal.pay(reference);
  shop.paypal.tamper(reference, change);
  await shop.event('paypal', reference);
  return { reference, payment };
}

/** Does the jobs that are due by now. */
async function workUntil(at: Date): Promise<void> {
  shop.now = at;
  const due = await shop.db.$queryRaw<{ data: { provider: PaymentProviderName; reference: string } }[]>`
    DELETE FROM pgboss.job WHERE name = 'refresh-subscription' AND state = 'created' AND start_after <= ${at}
    RETURNING data`;
  for (const { data } of due) await refreshSubscriptionJob(shop.api.context, { payload: data });
}

const waitingLooks = async () =>
  (
    await shop.db.$queryRaw<{ minutes: number }[]>`
      SELECT extract(epoch FROM start_after - ${begin})::int / 60 AS minutes FROM pgboss.job
      WHERE name = 'refresh-subscription' AND state = 'created' ORDER BY start_after`
  ).map(({ minutes }) => minutes);

test('a plan begins at once by the last payment that PayPal tells beside its list', async () => {
  const who = await customer();
  await pay(who);
  expect(await readPlan(who)).toBe('basic');
  const { payments, receipts, mails, current } = await shop.outcome(who.userId);
  expect(payments).toMatchObject([{ status: 'paid', providerTransactionId: null }]);
  expect(current[0]?.currentPeriodEnd).toEqual(new Date('2026-12-21T10:00:00Z'));
  expect({ receipts, mails }).toEqual({ receipts: [699], mails: ['plan_started'] });
});

test('a page that has expired and is agreed to is not called closed while its payment is on its way', async () => {
  const who = await customer();
  const reference = await shop.start(who, 'paypal');
  const readCheckout = () =>
    shop.db.checkout.findFirstOrThrow({ where: { userId: who.userId }, select: { status: true } });
  await shop.db.checkout.updateMany({ where: { userId: who.userId }, data: { status: 'expired' } });
  shop.paypal.approve(reference);
  expect((await shop.verify(who, reference)).json()).toMatchObject({ success: false, status: 'pending' });
  expect(await waitingLooks()).toEqual(expect.arrayContaining(looksAfterMinutes));
  shop.paypal.pay(reference);
  shop.paypal.faults.listIsLate = false;
  await workUntil(inMinutes(1));
  expect((await shop.verify(who, reference)).json()).toMatchObject({ success: true, status: 'active' });
  expect(await readCheckout()).toEqual({ status: 'paid' });
});

test('a page that has expired and is agreed to is closed once PayPal has ended it', async () => {
  const who = await customer();
  const reference = await shop.start(who, 'paypal');
  await shop.db.checkout.updateMany({ where: { userId: who.userId }, data: { status: 'expired' } });
  shop.paypal.approve(reference);
  await shop.event('paypal', reference);
  shop.paypal.set(reference, 'cancelled', 'CANCELLED');
  expect((await shop.verify(who, reference)).json()).toMatchObject({ success: false, status: 'cancelled' });
});

test('the payment that is listed later is the same one: one period, one receipt, one mail', async () => {
  const who = await customer();
  const { reference, payment } = await pay(who);
  shop.now = inMinutes(2);
  await shop.event('paypal', reference);
  shop.paypal.faults.listIsLate = false;
  await workUntil(inMinutes(40));
  await shop.event('paypal', reference);
  const { payments, receipts, mails, current } = await shop.outcome(who.userId);
  expect(payments).toMatchObject([{ status: 'paid', providerTransactionId: payment }]);
  expect(current).toMatchObject([{ currentPeriodEnd: new Date('2026-12-21T10:00:00Z') }]);
  expect({ receipts, mails }).toEqual({ receipts: [699], mails: ['plan_started'] });
});

test('looks at the same moment record one payment', async () => {
  const who = await customer();
  const reference = await shop.start(who, 'paypal');
  shop.paypal.pay(reference);
  await Promise.all(Array.from({ length: 8 }, () => shop.event('paypal', reference)));
  shop.paypal.faults.listIsLate = false;
  await Promise.all(Array.from({ length: 8 }, () => shop.event('paypal', reference)));
  const { payments, receipts } = await shop.outcome(who.userId);
  expect([payments.length, receipts]).toEqual([1, [699]]);
});

test('a payment that is listed nowhere yet is asked for again and again, although the page is closed', async () => {
  const who = await customer();
  await pay(who, { lastPayment: null });
  expect(await readPlan(who)).toBe('free');
  expect(await waitingLooks()).toEqual(looksAfterMinutes);
  await workUntil(inMinutes(2));
  expect(await readPlan(who)).toBe('free');
  shop.paypal.faults.listIsLate = false;
  await workUntil(inMinutes(5));
  expect(await readPlan(who)).toBe('basic');
  await workUntil(inMinutes(40));
  expect((await shop.outcome(who.userId)).receipts).toEqual([699]);
});

test('the look that an event asks for does not wait for those that are to come later', async () => {
  const who = await customer();
  const { reference } = await pay(who, { lastPayment: null });
  await shop.api.context.queue.send(shop.db, 'refresh-subscription', { provider: 'paypal', reference });
  expect(await shop.api.waitingJobs('refresh-subscription')).toHaveLength(looksAfterMinutes.length + 1);
});

test.each([
  ['another amount', { amountCents: 599, currency: 'USD', at: begin }],
  ['another currency', { amountCents: 699, currency: 'EUR', at: begin }],
])('a last payment of %s than was asked for begins nothing', async (_what, lastPayment) => {
  const who = await customer();
  await pay(who, { lastPayment });
  expect(await readPlan(who)).toBe('free');
  expect((await shop.outcome(who.userId)).transactions).toEqual([]);
});

test('a payment that buys nothing is refunded as soon as PayPal lists it', async () => {
  const who = await customer();
  const basic = await shop.start(who, 'paypal');
  const premium = await shop.start(who, 'razorpay', { plan: 3 });
  shop.razorpay.pay(premium);
  await shop.event('razorpay', premium);
  shop.paypal.pay(basic);
  await shop.event('paypal', basic);
  expect((await shop.outcome(who.userId)).payments.map(({ refundDueCents }) => refundDueCents)).toContain(
    699,
  );
  shop.paypal.faults.listIsLate = false;
  await shop.event('paypal', basic);
  await shop.work();
  expect((await shop.outcome(who.userId)).receipts.toSorted()).toEqual([-699, 1999, 699].toSorted());
});

test('a payment that PayPal never lists waits for an administrator after two days', async () => {
  const who = await customer();
  const { reference } = await pay(who);
  const headers = await signInAsAdmin(shop);
  const list = async () =>
    (await shop.api.app.inject({ url: '/api/admin/payments-to-settle', headers })).json() as {
      reference: string;
    }[];
  const own = async () => (await list()).filter((row) => row.reference === reference);
  expect(await own()).toEqual([]);
  shop.now = inMinutes(2 * 24 * 60 + 1);
  expect(await own()).toMatchObject([
    {
      kind: 'unlisted',
      paymentId: null,
      ways: ['settled'],
      why: 'PayPal said that it was paid, but has not listed the payment since. It has bought what it was for.',
    },
  ]);
  shop.paypal.faults.listIsLate = false;
  await shop.event('paypal', reference);
  expect(await own()).toEqual([]);
});

async function receiveChargeback({ reference, payment }: { reference: string; payment: string }) {
  const refundId = shop.paypal.makeRefund(payment, 699);
  const named = { reference, paymentId: payment, refundId, checkoutId: null, disputeId: null };
  const claim = { amountCents: 699, currency: 'USD', at: shop.now };
  const event = { ...named, claim, key: crypto.randomUUID(), type: 'PAYMENT.SALE.REVERSED' };
  const id = await saveProviderEvent(shop.db, { ...event, provider: 'paypal', at: shop.now });
  await shop.event('paypal', reference);
  return () => shop.db.providerEvent.findUniqueOrThrow({ where: { id: id ?? '' } });
}

test('a chargeback of a payment that is not listed yet is looked for until it is', async () => {
  const who = await customer();
  const paid = await pay(who);
  shop.now = inMinutes(3);
  const event = await receiveChargeback(paid);
  expect(await event()).toMatchObject({
    outcome: null,
    processedAt: null,
    detail: 'The provider does not list this payment yet. It is looked at again.',
  });
  expect(await readPlan(who)).toBe('basic');
  await workUntil(inMinutes(42));
  expect(await event()).toMatchObject({ processedAt: null });
  shop.paypal.faults.listIsLate = false;
  await workUntil(inMinutes(60));
  expect(await event()).toMatchObject({ outcome: 'applied', processedAt: inMinutes(60) });
  const { current, mails, receipts } = await shop.outcome(who.userId);
  expect([current, receipts]).toEqual([[], [699, -699]]);
  expect(mails).toContain('plan_refunded');
});

test('a chargeback of a payment that is not listed within the hour needs somebody', async () => {
  const event = await receiveChargeback(await pay(await customer()));
  await workUntil(inMinutes(60));
  expect(await event()).toMatchObject({
    outcome: 'unassigned',
    processedAt: inMinutes(60),
    detail: 'The provider does not list the payment that it is about. Look at it there.',
  });
});
