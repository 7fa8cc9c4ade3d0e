import { receiptContent } from '@picksync/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { PaymentProviderName } from '../../base/payments/payment-provider.ts';
import { listReferencesToReconcile } from '../../billing/checkouts/reconcile-payments.ts';
import { ProviderError } from '../../billing/payments/provider-error.ts';
import { loseDeadlock } from '../../testing/lose-deadlock.ts';
import { type Customer, type Shop, signInAsAdmin, testShop } from '../../testing/payments.ts';

let shop: Shop;
let headers: Record<string, string>;
const begin = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.now = begin;
  Object.assign(shop.paypal.faults, { isAway: false, refusesRefunds: false, refundsTakeLong: false });
  headers = await signInAsAdmin(shop);
});

async function buy(provider: PaymentProviderName = 'paypal') {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const reference = await shop.start(who, provider);
  const paymentId = shop.standIns[provider].pay(reference);
  await shop.event(provider, reference);
  await shop.work();
  shop.now = new Date(begin.getTime() + 60 * 60_000);
  // A step-up is not good for an hour.
  headers = await signInAsAdmin(shop);
  const [listed] = await readPayments(who);
  return { who, reference, paymentId, id: String(listed?.id) };
}

const readPayments = async ({ userId }: Customer): Promise<Record<string, unknown>[]> =>
  (await shop.api.app.inject({ url: `/api/admin/users/${userId}/payments`, headers })).json();
const refund = (id: string, amount: number, { refunded = 0, as = headers } = {}) =>
  shop.api.app.inject({
    method: 'POST',
    url: `/api/admin/payments/${id}/refund`,
    headers: as,
    payload: { amount, refunded, reason: 'They asked kindly' },
  });
const refundIds = (reference: string) => shop.razorpay.entry(reference).refunds.map(({ id }) => id);
const refundCalls = () => shop.paypal.calls.filter((call) => call.startsWith('refund')).length;

test.each(['paypal', 'razorpay'] as const)(
  'a part of a payment by %s is refunded with a receipt and a mail, and the plan goes on',
  async (provider) => {
    const { who, reference, paymentId, id } = await buy(provider);
    expect(await readPayments(who)).toMatchObject([
      { amount: 6.99, refunded: 0, refundable: 6.99, planName: 'Basic' },
    ]);
    const answer = await refund(id, 2);
    expect([answer.statusCode, answer.json().message]).toEqual([
      200,
      '$2.00 is refunded. The payer is told by mail.',
    ]);
    expect(await readPayments(who)).toMatchObject([{ refunded: 2, refundable: 4.99 }]);
    await refund(id, 1.5, { refunded: 2 });
    await shop.event(provider, reference);
    await shop.work();
    const { receipts, current, mails } = await shop.outcome(who.userId);
    expect(receipts).toEqual([699, -200, -150]);
    // What a receipt says of a refund can be found at the provider.
    const printed = await shop.db.receipt.findMany({ where: { userId: who.userId, totalCents: { lt: 0 } } });
    const known = provider === 'paypal' ? [paymentId, paymentId] : refundIds(reference);
    expect(printed.map(({ content }) => receiptContent.parse(content).payment.transactionId)).toEqual(known);
    expect(current).toMatchObject([{ status: 'active' }]);
    expect(mails.filter((mail) => mail === 'payment_refunded')).toHaveLength(2);
    expect(await readPayments(who)).toMatchObject([{ refunded: 3.5, refundable: 3.49 }]);
    const movements = shop.standIns[provider].movements().map(({ cents }) => cents);
    expect(movements.slice(-2)).toEqual([-200, -150]);
  },
);

test('the whole of a payment ends its plan, which its user is told once', async () => {
  const { who, id, reference } = await buy();
  expect((await refund(id, 6.99)).statusCode).toBe(200);
  await shop.event('paypal', reference);
  await shop.work();
  const { receipts, current, mails } = await shop.outcome(who.userId);
  expect([receipts, current]).toEqual([[699, -699], []]);
  expect(mails).toContain('plan_refunded');
  expect(mails).not.toContain('payment_refunded');
  const answer = await refund(id, 1, { refunded: 6.99 });
  expect(answer.json().message).toBe('Nothing of this payment can be refunded here.');
});

test.each([
  [0, 'Please enter an amount'],
  [-1, 'Please enter an amount'],
  [7, 'Please enter at most $6.99'],
  [1.005, 'Please give whole cents'],
])('an amount of %d is refused, and the provider is not asked', async (amount, message) => {
  const { id } = await buy();
  const before = refundCalls();
  const answer = await refund(id, amount);
  expect([answer.statusCode, answer.json().errors]).toEqual([400, { amount: message }]);
  expect(refundCalls()).toBe(before);
});

test('a refund is recorded although a payment that arrives at this moment wins a deadlock against it', async () => {
  const { who, id } = await buy();
  const answer = await loseDeadlock(shop.api, () => refund(id, 2), {
    first: `SELECT FROM payment_transactions WHERE id = '${id}' FOR UPDATE`,
    second: `SELECT FROM users WHERE id = '${who.userId}' FOR UPDATE`,
  });
  expect(answer.statusCode).toBe(200);
  expect((await shop.outcome(who.userId)).receipts).toEqual([699, -200]);
  const done = { userId: who.userId, action: 'payment_refunded' };
  expect(await shop.db.auditEvent.count({ where: done })).toBe(1);
});

test('a refund is recorded, also where the account is deleted while the provider makes it', async () => {
  const { who, id, paymentId } = await buy();
  const { refund: refundThere } = shop.paypal.provider;
  onTestFinished(() => void Object.assign(shop.paypal.provider, { refund: refundThere }));
  shop.paypal.provider.refund = async (request) => {
    await shop.db.user.delete({ where: { id: who.userId } });
    return refundThere(request);
  };
  expect((await refund(id, 2)).statusCode).toBe(200);
  const back = await shop.db.receipt.findMany({ where: { transaction: { refundOfId: id } } });
  expect(back.map(({ totalCents }) => totalCents)).toEqual([-200]);
  const [event] = await shop.db.auditEvent.findMany({
    where: { action: 'payment_refunded', details: { path: ['name'], string_ends_with: paymentId } },
  });
  expect(event).toMatchObject({ userId: null, details: { reason: 'They asked kindly' } });
});

test('two requests at once make one refund', async () => {
  const { who, id } = await buy();
  await Promise.all([refund(id, 2), refund(id, 2)]);
  expect((await shop.outcome(who.userId)).receipts).toEqual([699, -200]);
});

test.each(['paypal', 'razorpay'] as const)(
  'two refunds of different amounts by %s at once are both on the books, without an event',
  async (provider) => {
    const { who, id } = await buy(provider);
    const adapter = shop[provider].provider;
    const { refund: make } = adapter;
    const bothAsked = Promise.withResolvers<void>();
    let asked = 0;
    adapter.refund = async (request) => {
      asked += 1;
      if (asked === 2) bothAsked.resolve();
      await bothAsked.promise;
      return make(request);
    };
    const answers = await Promise.all([refund(id, 2), refund(id, 3)]);
    adapter.refund = make;
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await shop.work();
    const { receipts } = await shop.outcome(who.userId);
    expect(receipts.reduce((sum, cents) => sum + cents, 0)).toBe(199);
    expect(await readPayments(who)).toMatchObject([{ refunded: 5, refundable: 1.99 }]);
  },
);

test('a refund whose answer was lost is on the books after the next one, although its amount is another', async () => {
  const { who, id } = await buy();
  const { refund: make } = shop.paypal.provider;
  shop.paypal.provider.refund = async (request) => {
    await make(request);
    throw new ProviderError({ provider: 'paypal', call: 'refund', kind: 'retry' });
  };
  expect((await refund(id, 2)).statusCode).toBe(503);
  shop.paypal.provider.refund = make;
  expect((await refund(id, 3)).statusCode).toBe(200);
  expect((await shop.outcome(who.userId)).receipts).toEqual([699, -500]);
});

test('a refund is in the audit log with its reason, also where the process dies before it has the answer', async () => {
  const { who, reference, id, paymentId } = await buy('razorpay');
  const adapter = shop.razorpay.provider;
  const { refund: make } = adapter;
  onTestFinished(() => void Object.assign(adapter, { refund: make }));
  adapter.refund = async (request) => {
    await make(request);
    throw new Error('killed');
  };
  expect((await refund(id, 2)).statusCode).toBe(500);
  adapter.refund = make;
  await shop.event('razorpay', reference);
  await shop.work();
  expect((await shop.outcome(who.userId)).receipts).toEqual([699, -200]);
  const audit = (await shop.api.app.inject({ url: '/api/admin/audit-events', headers })).json();
  expect(audit[0]).toMatchObject({
    action: 'payment_refund_requested',
    name: `$2.00, ${paymentId}`,
    reason: 'They asked kindly',
  });
  // One that was refunded is one line.
  await refund(id, 1, { refunded: 2 });
  const about = { userId: who.userId, action: { startsWith: 'payment_refund' } };
  const lines = await shop.db.auditEvent.findMany({ where: about, orderBy: { id: 'asc' } });
  expect(lines.map(({ action }) => action)).toEqual(['payment_refund_requested', 'payment_refunded']);
});

test('a part is not called refunded when all of the payment was before, which is recorded', async () => {
  const { who, id, paymentId } = await buy();
  shop.paypal.makeRefund(paymentId, 699);
  const { refund: make } = shop.paypal.provider;
  shop.paypal.provider.refund = async () => ({ totalCents: null, wasWhole: true, pendingId: null });
  const answer = await refund(id, 2);
  shop.paypal.provider.refund = make;
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'All of this payment is refunded by now, so nothing was refunded.',
  ]);
  expect((await shop.outcome(who.userId)).receipts).toEqual([699, -699]);
});

test.each(['paypal', 'razorpay'] as const)(
  'a request that is repeated without an answer, once the refund by %s is known, refunds nothing more',
  async (provider) => {
    const { who, reference, id } = await buy(provider);
    await refund(id, 2);
    await shop.event(provider, reference);
    await shop.work();
    const again = await refund(id, 2);
    expect([again.statusCode, again.json().message]).toEqual([
      400,
      '$2.00 of this payment is refunded by now. Please look at it again.',
    ]);
    expect((await shop.outcome(who.userId)).receipts).toEqual([699, -200]);
    expect((await refund(id, 2, { refunded: 2 })).statusCode).toBe(200);
    expect((await shop.outcome(who.userId)).receipts).toEqual([699, -200, -200]);
  },
);

test('a refund that cannot be read at once is made, logged, and recorded by a job', async () => {
  const { who, id } = await buy('razorpay');
  const { fetch } = shop.razorpay.provider;
  shop.razorpay.provider.fetch = async () => {
    throw new ProviderError({ provider: 'razorpay', call: 'fetch', kind: 'retry' });
  };
  const answer = await refund(id, 2);
  shop.razorpay.provider.fetch = fetch;
  expect(answer.json().message).toBe('$2.00 is refunded. The payer is told by mail.');
  const audit = (await shop.api.app.inject({ url: '/api/admin/audit-events', headers })).json();
  expect(audit[0]).toMatchObject({ action: 'payment_refunded' });
  await shop.work();
  expect((await shop.outcome(who.userId)).receipts).toEqual([699, -200]);
});

test('tells the administrator of a refusal or an outage of the provider, and changes nothing', async () => {
  const { who, id } = await buy();
  shop.paypal.faults.refusesRefunds = true;
  const refused = await refund(id, 2);
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'PayPal refuses to refund it (INSUFFICIENT_FUNDS).',
  ]);
  Object.assign(shop.paypal.faults, { refusesRefunds: false, isAway: true });
  expect((await refund(id, 2)).statusCode).toBe(503);
  shop.paypal.faults.isAway = false;
  expect((await shop.outcome(who.userId)).receipts).toEqual([699]);
  expect((await refund(id, 2)).statusCode).toBe(200);
});

describe('a refund that PayPal has not completed', () => {
  const onItsWay =
    '$6.99 is on its way. The payer gets a receipt and a mail once PayPal has completed the refund.';
  const complete = (reference: string, status: 'paid' | 'failed') => {
    for (const made of shop.paypal.entry(reference).refunds) made.status = status;
  };

  test('is on its way, and becomes a receipt and the end of its plan only once it is complete', async () => {
    const { who, id, reference } = await buy();
    shop.paypal.faults.refundsTakeLong = true;
    expect((await refund(id, 6.99)).json().message).toBe(onItsWay);
    await shop.event('paypal', reference);
    const before = await shop.outcome(who.userId);
    expect([before.receipts, before.current]).toMatchObject([[699], [{ status: 'active' }]]);
    expect(await readPayments(who)).toMatchObject([{ refunded: 6.99, refundable: 0 }]);
    complete(reference, 'paid');
    await shop.event('paypal', reference);
    await shop.event('paypal', reference);
    const { receipts, current, mails } = await shop.outcome(who.userId);
    expect([receipts, current]).toEqual([[699, -699], []]);
    expect(mails).toContain('plan_refunded');
  });

  test('is looked for every hour, although no event comes', async () => {
    const { id, reference } = await buy();
    const isLookedFor = async () => {
      const references = await listReferencesToReconcile(shop.api.context, { isWhole: false });
      return references.some((one) => one.reference === reference);
    };
    // Of the settled ones, each has its hour.
    while (await isLookedFor()) shop.now = new Date(shop.now.getTime() + 60 * 60_000);
    headers = await signInAsAdmin(shop);
    shop.paypal.faults.refundsTakeLong = true;
    await refund(id, 2);
    expect(await isLookedFor()).toBe(true);
  });

  test('is never booked when it fails later, and the owner is told and can refund again', async () => {
    const { who, id, paymentId, reference } = await buy();
    shop.paypal.faults.refundsTakeLong = true;
    await refund(id, 6.99);
    complete(reference, 'failed');
    await shop.event('paypal', reference);
    const { receipts, current, mails } = await shop.outcome(who.userId);
    expect([receipts, current]).toMatchObject([[699], [{ status: 'active' }]]);
    expect(mails).not.toContain('payment_refunded');
    const toSettle = async (): Promise<Record<string, unknown>[]> =>
      (await shop.api.app.inject({ url: '/api/admin/payments-to-settle', headers })).json();
    expect(await toSettle()).toMatchObject([
      {
        paymentId,
        kind: 'refund_refused',
        why: 'A refund of it was on its way and failed at PayPal. That money has not gone back.',
        ways: ['settled'],
      },
    ]);
    const url = `/api/admin/payments-to-settle/${id}/settle`;
    const payload = { how: 'settled', reason: 'Seen' };
    expect((await shop.api.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
    expect(await toSettle()).toEqual([]);
    shop.paypal.faults.refundsTakeLong = false;
    expect((await refund(id, 6.99)).json().message).toBe('$6.99 is refunded. The payer is told by mail.');
    expect((await shop.outcome(who.userId)).receipts).toEqual([699, -699]);
  });
});

test('a refund is in the audit log with its reason, and only an administrator makes one', async () => {
  const { who, id, paymentId } = await buy();
  await refund(id, 2);
  const audit = (await shop.api.app.inject({ url: '/api/admin/audit-events', headers })).json();
  expect(audit).toContainEqual(
    expect.objectContaining({
      action: 'payment_refunded',
      name: `$2.00, ${paymentId}`,
      reason: 'They asked kindly',
    }),
  );
  const { headers: own } = await shop.api.signIn({ userId: who.userId });
  expect((await refund(id, 2, { as: own })).statusCode).toBe(403);
  expect((await refund(id, 2, { as: {} })).statusCode).toBe(401);
  const { origin: _, ...elsewhere } = headers;
  expect((await refund(id, 2, { as: elsewhere })).statusCode).toBe(403);
  expect((await refund(crypto.randomUUID(), 2)).statusCode).toBe(404);
});
