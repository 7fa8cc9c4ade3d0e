import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { VerifiedEvent } from '../../base/payments/payment-provider.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { type Customer, type Shop, signInAsAdmin, testShop } from '../../testing/payments.ts';
import { saveProviderEvent } from './provider-events.store.ts';
import { assignEvent } from './receive-provider-event.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
const inHours = (hours: number) => new Date(begin.getTime() + hours * 60 * 60_000);

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.now = begin;
  await shop.db.providerEvent.deleteMany();
});
afterEach(() => {
  Object.assign(shop.paypal.faults, { tracesNothing: false, isAway: false });
});

const customer = () => shop.api.signIn({ trialEndDate: begin });
const readPlan = async ({ userId }: Customer) =>
  (await readEntitlements(shop.db, { userId, now: shop.now })).plan;

async function buy(who: Customer, plan = 2) {
  const reference = await shop.start(who, 'paypal', { plan });
  const payment = shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  await shop.work();
  return { reference, payment };
}

/** An event of a chargeback that names nothing we know. */
async function receive(verified: Partial<VerifiedEvent> = {}): Promise<string> {
  const event = {
    key: crypto.randomUUID(),
    type: 'PAYMENT.SALE.REVERSED',
    reference: null,
    paymentId: null,
    refundId: 'R-UNKNOWN',
    checkoutId: null,
    disputeId: null,
    claim: { amountCents: 699, currency: 'USD', at: shop.now },
    ...verified,
  };
  const id = await shop.db.$transaction((tx) =>
    saveProviderEvent(tx, { ...event, provider: 'paypal', at: shop.now }),
  );
  return id ?? '';
}

const assign = (eventId: string) => assignEvent(shop.api.context, { payload: { eventId } });
const read = (id: string) => shop.db.providerEvent.findUniqueOrThrow({ where: { id } });
const admin = async (path: string) => {
  const headers = await signInAsAdmin(shop);
  return (await shop.api.app.inject({ url: `/api/admin/${path}`, headers })).json();
};

test('a chargeback that names only itself ends the plan of the payment that the provider tells', async () => {
  const [who, other] = [await customer(), await customer()];
  const { payment, reference } = await buy(who);
  await buy(other);
  shop.now = inHours(1);
  const refundId = shop.paypal.makeRefund(payment, 699);
  const id = await receive({ refundId });
  await assign(id);
  await shop.work();
  expect(await readPlan(who)).toBe('free');
  expect(await readPlan(other)).toBe('basic');
  expect(await read(id)).toMatchObject({ reference, paymentId: payment, outcome: 'applied' });
});

test('a chargeback of which the provider tells nothing is found by its amount', async () => {
  const [who, other, premium] = [await customer(), await customer(), await customer()];
  const { payment, reference } = await buy(who);
  await buy(other);
  await buy(premium, 3);
  shop.now = inHours(1);
  shop.paypal.faults.tracesNothing = true;
  shop.paypal.makeRefund(payment, 699);
  const id = await receive();
  await assign(id);
  await shop.work();
  expect(await readPlan(who)).toBe('free');
  expect([await readPlan(other), await readPlan(premium)]).toEqual(['basic', 'premium']);
  expect(await read(id)).toMatchObject({
    reference,
    paymentId: payment,
    outcome: 'applied',
    detail: 'It belongs to the payment that was found by its amount.',
  });
});

test('a chargeback that PayPal’s list of payments does not show counts when PayPal tells it by its id', async () => {
  const who = await customer();
  const { payment, reference } = await buy(who);
  const { fetch } = shop.paypal.provider;
  shop.paypal.provider.fetch = async (asked) => {
    const state = await fetch(asked);
    const paid = state?.payments.filter(({ kind }) => kind === 'payment') ?? [];
    return state && { ...state, payments: paid.map((one) => ({ ...one, refunded: 'nothing' as const })) };
  };
  try {
    shop.now = inHours(1);
    const refundId = shop.paypal.makeRefund(payment, 699);
    await assign(await receive({ refundId }));
    await shop.work();
    await shop.event('paypal', reference);
    expect(await readPlan(who)).toBe('free');
    expect((await shop.outcome(who.userId)).receipts).toEqual([699, -699]);
  } finally {
    shop.paypal.provider.fetch = fetch;
  }
});

test('an event about money that fits nothing waits for somebody, who marks it as handled with a reason', async () => {
  const who = await customer();
  await buy(who);
  shop.now = inHours(1);
  const before = (await admin('attention')).events;
  const id = await receive({ claim: { amountCents: 49, currency: 'USD', at: begin } });
  await assign(id);
  expect(await read(id)).toMatchObject({ outcome: 'unassigned', processedAt: shop.now });
  expect((await read(id)).detail).toMatch(
    /^It is about \$0\.49, and nobody can tell of which payment\. None of the \d+ payments that can be the one has changed\.$/,
  );
  expect((await admin('attention')).events).toBe(before + 1);
  expect(await admin('provider-events?waiting=true')).toMatchObject([{ id, outcome: 'unassigned' }]);
  const headers = await signInAsAdmin(shop);
  const url = `/api/admin/provider-events/${id}/acknowledge`;
  const answer = await shop.api.app.inject({ method: 'POST', url, headers, payload: { reason: '' } });
  expect(answer.statusCode).toBe(400);
  const payload = { reason: 'It is of our other shop' };
  expect((await shop.api.app.inject({ method: 'POST', url, headers, payload })).json()).toEqual({
    message: 'The event is acknowledged.',
  });
  expect((await admin('attention')).events).toBe(before);
  expect((await admin('audit-events'))[0]).toMatchObject({
    action: 'event_acknowledged',
    reason: 'It is of our other shop',
  });
});

test('an event that fits nothing can be tried again', async () => {
  const who = await customer();
  const { payment } = await buy(who);
  shop.paypal.faults.tracesNothing = true;
  const id = await receive({ claim: { amountCents: null, currency: null, at: null } });
  await assign(id);
  expect(await read(id)).toMatchObject({
    outcome: 'unassigned',
    detail: 'It is about money, and nobody can tell of which payment. No payment here can be the one.',
  });
  shop.paypal.faults.tracesNothing = false;
  await shop.db.providerEvent.update({
    where: { id },
    data: { refundId: shop.paypal.makeRefund(payment, 699) },
  });
  const headers = await signInAsAdmin(shop);
  const url = `/api/admin/provider-events/${id}/replay`;
  expect((await shop.api.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200);
  expect(await shop.api.waitingJobs('assign-event')).toEqual([{ eventId: id }]);
  await assign(id);
  await shop.work();
  expect(await readPlan(who)).toBe('free');
});

test('an event is tried again while the provider is away, and says so', async () => {
  const who = await customer();
  const { payment } = await buy(who);
  const id = await receive({ refundId: shop.paypal.makeRefund(payment, 699) });
  shop.paypal.faults.isAway = true;
  await expect(assign(id)).rejects.toThrow('paypal');
  expect(await read(id)).toMatchObject({
    outcome: 'failed',
    detail: 'The provider could not be reached (retry).',
    attempts: 1,
    processedAt: null,
  });
  shop.paypal.faults.isAway = false;
  await assign(id);
  await shop.work();
  expect(await readPlan(who)).toBe('free');
});

test('an event that was dealt with is not dealt with again', async () => {
  const id = await receive({ claim: { amountCents: 49, currency: 'USD', at: begin } });
  await assign(id);
  const calls = shop.paypal.calls.length;
  await assign(id);
  expect(shop.paypal.calls).toHaveLength(calls);
  expect((await read(id)).attempts).toBe(1);
});
