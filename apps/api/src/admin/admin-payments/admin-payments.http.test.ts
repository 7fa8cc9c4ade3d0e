import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loseDeadlock } from '../../testing/lose-deadlock.ts';
import { type Shop, signInAsAdmin, testShop } from '../../testing/payments.ts';

let shop: Shop;
let headers: Record<string, string>;
const begin = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

beforeEach(async () => {
  shop.now = begin;
  headers = await signInAsAdmin(shop);
});

type Listed = { id: string; paymentId: string; why: string; ways: string[] } & Record<string, unknown>;

const read = async (path: string) =>
  (await shop.api.app.inject({ url: `/api/admin/${path}`, headers })).json();
const list = (): Promise<Listed[]> => read('payments-to-settle');
const listed = async (paymentId: string) => (await list()).find((row) => row.paymentId === paymentId);
const settle = async (paymentId: string, how: string, refunded?: number) => {
  const { id } = await shop.db.paymentTransaction.findFirstOrThrow({
    where: { providerTransactionId: paymentId },
  });
  const payload = { how, reason: 'Looked at it', ...(refunded !== undefined && { refunded }) };
  return shop.api.app.inject({
    method: 'POST',
    url: `/api/admin/payments-to-settle/${id}/settle`,
    headers,
    payload,
  });
};

/** Somebody pays at PayPal, but not what was agreed. */
async function pay(change: { amountCents?: number; currency?: string } = { amountCents: 599 }) {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const reference = await shop.start(who, 'paypal');
  const payment = shop.paypal.pay(reference, change);
  await shop.db.providerEvent.create({
    data: {
      provider: 'paypal',
      providerEventId: payment,
      type: 'PAYMENT.SALE.COMPLETED',
      reference,
      receivedAt: begin,
    },
  });
  await shop.event('paypal', reference);
  await shop.work();
  return { who, reference, payment };
}

test('payments that somebody has to look at are listed until they are back: those that buy nothing, and parts nobody knows', async () => {
  const { id: userId } = await testUser(shop.db, { email: 'nora@settle.example' });
  const payment = (providerTransactionId: string, rest: object) =>
    shop.db.paymentTransaction.create({
      data: {
        provider: 'paypal',
        providerSubscriptionId: 'I-SETTLE',
        providerTransactionId,
        transactionType: 'payment',
        amount: '6.99',
        status: 'paid',
        ...rest,
      },
    });
  await payment('S-FINE', { userId });
  await payment('S-PART', { userId, partlyRefundedAt: shop.now });
  const owed = await payment('S-OWED', { transactionType: 'unmatched', refundDueCents: 699 });
  const back = await payment('S-BACK', { userId, transactionType: 'unmatched' });
  await payment('S-BACK:refund', { userId, transactionType: 'refund', refundOfId: back.id });
  await payment('S-OWED:part', { transactionType: 'refund', refundOfId: owed.id, amount: '2.00' });
  const rows: { paymentId: string }[] = await list();
  expect(rows.map(({ paymentId }) => paymentId).toSorted()).toEqual(['S-OWED', 'S-PART']);
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'partly_refunded',
        email: 'nora@settle.example',
        amount: 6.99,
        refundDue: 0,
      }),
      expect.objectContaining({ kind: 'unmatched', email: null, refunded: 2, refundDue: 4.99 }),
    ]),
  );
});

test('a payment that bought nothing says why, and is granted as a month with a receipt; a refund ends that month', async () => {
  const { who, reference, payment } = await pay();
  const before = await read('attention');
  const row = await listed(payment);
  expect(row).toMatchObject({
    why: 'It bought nothing: it is $5.99, and the first month of Basic was agreed for $6.99.',
    ways: ['grant', 'give_back', 'settled'],
    planName: 'Basic',
    amount: 5.99,
  });
  expect((await settle(payment, 'grant')).json().message).toBe('Basic is paid until Dec 21, 2026.');
  expect(await listed(payment)).toBeUndefined();
  const after = await read('attention');
  // The refused event is dealt with as well.
  expect([before.payments - after.payments, before.events - after.events]).toEqual([1, 1]);
  const { user, current, receipts, mails } = await shop.outcome(who.userId);
  expect(user).toEqual({ status: 'active', tier: 'basic' });
  expect(current).toMatchObject([{ paymentProvider: 'manual', periodValueCents: 599 }]);
  expect(receipts).toEqual([599]);
  expect(mails).toContain('plan_started');
  expect((await read('audit-events'))[0]).toMatchObject({
    action: 'payment_granted',
    name: `$5.99, ${payment}`,
    reason: 'Looked at it',
    by: expect.stringMatching(/^admin-/),
  });
  expect((await settle(payment, 'grant')).statusCode).toBe(404);
  const page = await shop.api.app.inject({ url: '/api/subscription/current', headers: who.headers });
  expect(page.json().subscription.grantedFor).toMatchObject({ amount: 5.99, currency: 'USD' });

  await shop.event('paypal', reference);
  expect((await shop.outcome(who.userId)).current, 'telling it again changes nothing').toHaveLength(1);
  shop.paypal.makeRefund(payment, 599);
  await shop.event('paypal', reference);
  expect(await shop.outcome(who.userId)).toMatchObject({ current: [], receipts: [599, -599] });
});

test('a month that is granted on a plan that PayPal charges keeps its worth when PayPal charges in it', async () => {
  const { who, payment } = await pay();
  const reference = await shop.start(who, 'paypal');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect((await settle(payment, 'grant')).json().message).toBe('Basic is paid until Jan 21, 2027.');
  shop.now = new Date('2026-12-21T10:00:00Z');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect((await shop.outcome(who.userId)).current).toMatchObject([
    {
      currentPeriodStart: begin,
      currentPeriodEnd: new Date('2027-02-21T10:00:00Z'),
      periodValueCents: 699 + 599 + 699,
    },
  ]);
});

test('a renewal at another price is granted as one more month of the plan', async () => {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const reference = await shop.start(who, 'paypal');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  shop.now = new Date('2026-12-21T12:00:00Z');
  headers = await signInAsAdmin(shop);
  const payment = shop.paypal.pay(reference, { amountCents: 799 });
  await shop.event('paypal', reference);
  expect((await listed(payment))?.why).toBe(
    'It bought nothing: it is $7.99, and another month of Basic was agreed for $6.99.',
  );
  expect((await settle(payment, 'grant')).json().message).toBe('Basic is paid until Jan 21, 2027.');
  const { current, receipts, mails } = await shop.outcome(who.userId);
  expect(current).toMatchObject([{ paymentProvider: 'paypal', periodValueCents: 799 }]);
  expect(receipts).toEqual([699, 799]);
  expect(mails).toContain('plan_renewed');
});

test('a payment that bought nothing is refunded once, and does not count as waiting meanwhile', async () => {
  const { payment } = await pay();
  const waiting = (await read('attention')).payments;
  const given = await settle(payment, 'give_back');
  expect(given.json().message).toBe(
    '$5.99 goes back. Until the provider has done it, the payment stays in the list.',
  );
  expect((await read('attention')).payments).toBe(waiting - 1);
  expect(await listed(payment)).toMatchObject({
    why: 'It bought nothing and goes back by itself.',
    ways: ['settled'],
    refundDue: 5.99,
  });
  expect((await settle(payment, 'give_back')).statusCode).toBe(400);
  await shop.work();
  const back = shop.paypal.movements().filter(({ of, cents }) => of === payment && cents < 0);
  expect(back.map(({ cents }) => cents)).toEqual([-599]);
  expect(await listed(payment)).toBeUndefined();
});

test('grants no payment in another currency, from a user of another plan or from an unknown payer', async () => {
  const foreign = await pay({ currency: 'EUR' });
  expect(await listed(foreign.payment)).toMatchObject({
    why: 'It bought nothing: it is €6.99, and the first month of Basic was agreed for $6.99.',
    ways: ['give_back', 'settled'],
  });
  const { who, payment } = await pay();
  await shop.post(who, 'subscribe', { plan_id: 3, payment_method: 'razorpay' });
  const { providerReference } = await shop.db.checkout.findFirstOrThrow({
    where: { userId: who.userId, status: 'open' },
  });
  shop.razorpay.pay(providerReference ?? '');
  await shop.event('razorpay', providerReference ?? '');
  expect((await listed(payment))?.ways).toEqual(['give_back', 'settled']);
  expect((await settle(payment, 'grant')).json().code).toBe('validation_failed');
  expect((await settle(payment, 'settled')).json().message).toBe('The payment is marked as settled.');
  expect(await listed(payment)).toBeUndefined();
});

/** Buys a plan, of whose price PayPal has given a part back, and does not tell how much. */
async function payWithUntoldPart() {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const reference = await shop.start(who, 'paypal');
  const payment = shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  shop.paypal.makeRefund(payment, 200);
  await shop.event('paypal', reference);
  return { who, reference, payment };
}

test('a part that PayPal does not tell the size of is entered once, with a receipt; the rest is told apart from it', async () => {
  const { who, reference, payment } = await payWithUntoldPart();
  expect(await listed(payment)).toMatchObject({ ways: ['record_refund', 'settled'], mostRefunded: 6.98 });
  expect((await settle(payment, 'record_refund')).json().errors).toEqual({
    refunded: 'Please enter what is back, at most $6.98',
  });
  expect((await settle(payment, 'record_refund', 6.99)).statusCode).toBe(400);
  expect((await settle(payment, 'record_refund', 2)).json().message).toBe(
    '$2.00 is on the books as given back.',
  );
  expect(await listed(payment)).toBeUndefined();
  const actions = (await read('audit-events')).map(({ action }: { action: string }) => action);
  expect(actions).toContain('payment_refund_recorded');
  await shop.event('paypal', reference);
  const { receipts, current } = await shop.outcome(who.userId);
  expect([receipts, current[0]?.periodValueCents]).toEqual([[699, -200], 499]);
  shop.paypal.makeRefund(payment, 499);
  await shop.event('paypal', reference);
  expect(await shop.outcome(who.userId)).toMatchObject({ current: [], receipts: [699, -200, -499] });
});

test('a payment is settled although a payment that arrives at this moment wins a deadlock against it', async () => {
  const { who, payment } = await payWithUntoldPart();
  const answer = await loseDeadlock(shop.api, () => settle(payment, 'record_refund', 2), {
    first: 'SELECT FROM receipt_counters FOR UPDATE',
    second: `SELECT FROM users WHERE id = '${who.userId}' FOR UPDATE`,
  });
  expect([answer.statusCode, answer.json().message]).toEqual([200, '$2.00 is on the books as given back.']);
  expect((await shop.outcome(who.userId)).receipts).toEqual([699, -200]);
});

test.each(['settled', 'give_back', 'record_refund'])(
  'four administrators who settle a payment of a deleted account by "%s" at once do it once',
  async (how) => {
    const { who, reference, payment } = await pay();
    shop.paypal.makeRefund(payment, 200);
    await shop.event('paypal', reference);
    await shop.db.user.delete({ where: { id: who.userId } });
    await shop.db.auditEvent.deleteMany();
    const answers = await Promise.all(Array.from({ length: 4 }, () => settle(payment, how, 2)));
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await shop.db.auditEvent.count()).toBe(1);
  },
);

test('a refund that the provider refuses waits for an administrator with its reason, and is retried only on request', async () => {
  const { who, payment } = await pay();
  const waiting = (await read('attention')).payments;
  shop.paypal.faults.refusesRefunds = true;
  await settle(payment, 'give_back');
  await shop.work();
  expect(await listed(payment)).toMatchObject({
    kind: 'refund_refused',
    why: '$5.99 of it has to go back, and PayPal refuses to (INSUFFICIENT_FUNDS).',
    ways: ['give_back', 'record_refund', 'settled'],
  });
  expect((await read('attention')).payments).toBe(waiting);
  shop.paypal.faults.refusesRefunds = false;
  const asked = () => shop.paypal.calls.filter((call) => call === `refund ${payment}`).length;
  const { providerSubscriptionId } = await shop.db.paymentTransaction.findFirstOrThrow({
    where: { providerTransactionId: payment },
  });
  await shop.event('paypal', providerSubscriptionId ?? '');
  expect(asked()).toBe(1);
  await settle(payment, 'give_back');
  await shop.work();
  expect(asked()).toBe(2);
  expect(await listed(payment)).toBeUndefined();
  expect((await shop.outcome(who.userId)).mails).toEqual(['payment_unmatched', 'unused_payment_refunded']);
});

/** A payment by a link that has to go back, because its payer has another plan by now. */
async function payTwice() {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const [first, second] = [await shop.start(who, 'razorpay'), await shop.start(who, 'razorpay', { plan: 3 })];
  shop.razorpay.pay(second);
  await shop.event('razorpay', second);
  const payment = shop.razorpay.pay(first);
  return { who, reference: first, payment };
}

const readRefunds = async (reference: string) => {
  const rows = await shop.db.paymentTransaction.findMany({
    where: { providerSubscriptionId: reference, transactionType: 'refund' },
    // Both are of one moment.
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ status }) => status);
};

test('a pending refund that fails is not booked as refunded, and waits for an administrator', async () => {
  const { who, reference, payment } = await payTwice();
  shop.razorpay.faults.refundsTakeLong = true;
  await shop.event('razorpay', reference);
  await shop.work();
  expect(await readRefunds(reference)).toEqual(['pending']);
  for (const refund of shop.razorpay.entry(reference).refunds) refund.status = 'failed';
  await shop.event('razorpay', reference);
  await shop.work();
  expect(await readRefunds(reference)).toEqual(['failed']);
  expect(await listed(payment)).toMatchObject({
    kind: 'refund_refused',
    why: '$6.99 of it has to go back, and Razorpay refuses to (failed).',
    refundDue: 6.99,
  });
  shop.razorpay.faults.refundsTakeLong = false;
  await settle(payment, 'give_back');
  await shop.work();
  expect(await readRefunds(reference)).toEqual(['failed', 'paid']);
  expect(await listed(payment)).toBeUndefined();
  expect((await shop.outcome(who.userId)).receipts.filter((cents) => cents < 0)).toEqual([-699]);
});

test('a refund that we owe and that fails at PayPal later is requested again with a key of its own', async () => {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const [first, second] = [await shop.start(who, 'paypal'), await shop.start(who, 'paypal', { plan: 3 })];
  shop.paypal.pay(second);
  await shop.event('paypal', second);
  const payment = shop.paypal.pay(first);
  shop.paypal.faults.refundsTakeLong = true;
  await shop.event('paypal', first);
  await shop.work();
  expect(await readRefunds(first)).toEqual(['pending']);
  expect((await shop.outcome(who.userId)).receipts.filter((cents) => cents < 0)).toEqual([]);
  for (const refund of shop.paypal.entry(first).refunds) refund.status = 'failed';
  await shop.event('paypal', first);
  expect(await readRefunds(first)).toEqual(['failed']);
  expect(await listed(payment)).toMatchObject({ kind: 'refund_refused', refundDue: 6.99 });
  shop.paypal.faults.refundsTakeLong = false;
  await settle(payment, 'give_back');
  await shop.work();
  expect(await readRefunds(first)).toEqual(['failed', 'paid']);
  expect((await shop.outcome(who.userId)).receipts.filter((cents) => cents < 0)).toEqual([-699]);
});

test('a refund that an administrator enters and the provider tells of afterwards is on the books once', async () => {
  const { who, reference, payment } = await payTwice();
  shop.razorpay.faults.refusesRefunds = true;
  await shop.event('razorpay', reference);
  await shop.work();
  shop.razorpay.faults.refusesRefunds = false;
  shop.razorpay.makeRefund(payment, 699);
  expect((await settle(payment, 'record_refund', 6.99)).statusCode).toBe(200);
  await shop.event('razorpay', reference);
  await shop.event('razorpay', reference);
  expect(await readRefunds(reference)).toEqual(['paid']);
  expect((await shop.outcome(who.userId)).receipts.filter((cents) => cents < 0)).toEqual([-699]);
});
