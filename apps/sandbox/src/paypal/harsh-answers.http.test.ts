import { IntervalUnit, TenureType } from '@paypal/paypal-server-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/callback-receiver.ts';
import {
  createActiveSubscription,
  createPlan,
  decide,
  paypalClient,
  paypalToken,
  subscriptionRequest,
} from '../testing/payments.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let receiver: Receiver;
let sandbox: TestSandbox;
let planId: string;
beforeAll(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox({ PAYPAL_WEBHOOK_URL: receiver.url });
  planId = await createPlan(sandbox);
});
afterEach(() => sandbox.call('DELETE', '/api/faults'));
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const minuteMs = 60_000;
const subscriptions = () => paypalClient(sandbox).subscriptions;
const range = { startTime: '2020-01-01T00:00:00Z', endTime: '2040-01-01T00:00:00Z' };

function act(id: string, action: string, body: object = {}) {
  return sandbox.call('POST', `/api/payments/${id}/${action}`, { body });
}
async function faults(payments: object) {
  await sandbox.call('PUT', '/api/faults', { body: { payments } });
}
async function get(path: string) {
  return sandbox.call('GET', `/paypal${path}`, { token: await paypalToken(sandbox) });
}
/** Follows a link of an answer or an event to the call it names. */
async function follow(links: { rel: string; href: string }[], rel: string) {
  const href = links.find((link) => link.rel === rel)?.href ?? '';
  return (await get(new URL(href).pathname.replace('/paypal', ''))).body;
}
async function payment() {
  const subscriptionId = await createActiveSubscription(sandbox, planId);
  const { result } = await subscriptions().listSubscriptionTransactions({ id: subscriptionId, ...range });
  return { subscriptionId, saleId: result.transactions?.[0]?.id ?? '' };
}
async function toEvent(type: string, isMeant: (resource: Record<string, unknown>) => boolean = () => true) {
  const find = () =>
    receiver.callbacks().find(({ body }) => body.event_type === type && isMeant(body.resource))?.body;
  await expect.poll(find).toBeDefined();
  return find();
}

describe('answers that come late', () => {
  test('the next billing time is today for some minutes, and then right without an event', async () => {
    await faults({ nextBillingTodayMinutes: 20 });
    const id = await createActiveSubscription(sandbox, planId);
    const next = async () =>
      (await subscriptions().getSubscription({ id })).result.billingInfo?.nextBillingTime;
    expect(await next()).toBe('2026-11-02T14:30:00Z');
    const count = receiver.callbacks().length;
    sandbox.advance(20 * minuteMs);
    expect(await next()).toBe('2026-12-02T10:00:00Z');
    expect(receiver.callbacks()).toHaveLength(count);
  });

  test('the list of transactions shows a payment minutes after the last payment is told', async () => {
    await faults({ transactionLagMinutes: 30 });
    const id = await createActiveSubscription(sandbox, planId);
    const listed = async () =>
      (await subscriptions().listSubscriptionTransactions({ id, ...range })).result.transactions?.length;
    expect((await subscriptions().getSubscription({ id })).result.billingInfo?.lastPayment).toMatchObject({
      amount: { value: '3.5' },
    });
    expect(await listed()).toBe(0);
    sandbox.advance(29 * minuteMs);
    expect(await listed()).toBe(0);
    sandbox.advance(minuteMs);
    expect(await listed()).toBe(1);
  });
});

describe('money taken back', () => {
  test('a reversal names neither sale nor subscription, and its link leads to both', async () => {
    const { subscriptionId, saleId } = await payment();
    await act(subscriptionId, 'chargeback');
    const event = await toEvent('PAYMENT.SALE.REVERSED');
    expect(Object.keys(event)).toEqual([
      'id',
      'event_version',
      'create_time',
      'resource_type',
      'event_type',
      'summary',
      'resource',
      'links',
    ]);
    expect(event).toMatchObject({
      resource_type: 'sale',
      summary: 'A $ 3.50 USD sale payment was reversed',
      resource: { state: 'completed', amount: { total: '-3.50', currency: 'USD' } },
    });
    expect(Object.keys(event.resource)).toEqual(['id', 'create_time', 'state', 'amount', 'links']);
    const refund = await follow(event.resource.links, 'self');
    expect(refund).toMatchObject({
      id: event.resource.id,
      sale_id: saleId,
      amount: { total: '-3.50', currency: 'USD' },
    });
    const sale = await follow(refund.links, 'sale');
    expect(sale).toMatchObject({ id: saleId, billing_agreement_id: subscriptionId, state: 'refunded' });
  });

  test('a payment answers as a sale and as a capture, and a refund only to the version that made it', async () => {
    const { saleId } = await payment();
    const token = await paypalToken(sandbox);
    expect((await get(`/v1/payments/sale/${saleId}`)).body.state).toBe('completed');
    expect((await get(`/v2/payments/captures/${saleId}`)).body.status).toBe('COMPLETED');

    const { body: old } = await sandbox.call('POST', `/paypal/v1/payments/sale/${saleId}/refund`, {
      token,
      body: { amount: { total: '1.00', currency: 'USD' } },
    });
    expect(await toEvent('PAYMENT.SALE.REFUNDED', ({ id }) => id === old.id)).toMatchObject({
      resource_type: 'refund',
      resource: { sale_id: saleId, total_refunded_amount: { value: '1.00' } },
    });
    expect((await get(`/v1/payments/refund/${old.id}`)).body.sale_id).toBe(saleId);
    expect((await get(`/v2/payments/refunds/${old.id}`)).status).toBe(404);

    const { result } = await paypalClient(sandbox).payments.refundCapturedPayment({ captureId: saleId });
    const event = await toEvent('PAYMENT.CAPTURE.REFUNDED', ({ id }) => id === result.id);
    expect(event).toMatchObject({
      resource_type: 'refund',
      resource_version: '2.0',
      resource: { status: 'COMPLETED', amount: { currency_code: 'USD', value: '2.50' } },
    });
    expect(await follow(event.resource.links, 'up')).toMatchObject({ id: saleId, status: 'REFUNDED' });
    expect((await get(`/v2/payments/refunds/${result.id}`)).status).toBe(200);
    expect((await get(`/v1/payments/refund/${result.id}`)).status).toBe(404);
  });

  test('a bank can take back a capture as well', async () => {
    const { subscriptionId, saleId } = await payment();
    await act(subscriptionId, 'chargeback', { version: 'v2', amountCents: 100 });
    const { resource } = await toEvent('PAYMENT.CAPTURE.REVERSED');
    expect(await follow(resource.links, 'up')).toMatchObject({ id: saleId, status: 'PARTIALLY_REFUNDED' });
  });
});

describe('a dispute', () => {
  async function dispute(body: object = {}) {
    const paid = await payment();
    const { body: books } = await act(paid.subscriptionId, 'dispute', body);
    return { ...paid, id: books.disputes[0].id as string };
  }
  const details = async (id: string) => (await get(`/v1/customer/disputes/${id}`)).body;
  const findEvents = (id: string) =>
    receiver
      .callbacks()
      .filter(({ body }) => body.resource.dispute_id === id)
      .map(({ body }) => body.event_type.replace('CUSTOMER.DISPUTE.', ''));
  const ledger = async (reference: string) =>
    (await sandbox.call('GET', '/api/payments')).body.movements
      .filter((one: { reference: string }) => one.reference === reference)
      .map(({ kind, amountCents }: { kind: string; amountCents: number }) => [kind, amountCents]);

  test('names the deadline of its answer, and is listed with its payment', async () => {
    const { id, saleId } = await dispute({ phase: 'CHARGEBACK', respondInDays: 7 });
    const event = await toEvent('CUSTOMER.DISPUTE.CREATED', (resource) => resource.dispute_id === id);
    expect(event).toMatchObject({
      resource_type: 'dispute',
      summary: `A new dispute opened with case # ${id}`,
    });
    const shown = await details(id);
    expect(shown).toEqual(event.resource);
    const due = new Date(Date.parse(shown.create_time) + 7 * 24 * 60 * minuteMs).toISOString();
    expect(shown).toMatchObject({
      status: 'WAITING_FOR_SELLER_RESPONSE',
      dispute_state: 'REQUIRED_ACTION',
      dispute_life_cycle_stage: 'CHARGEBACK',
      reason: 'UNAUTHORISED',
      dispute_amount: { currency_code: 'USD', value: '3.50' },
      seller_response_due_date: due,
      disputed_transactions: [{ seller_transaction_id: saleId, gross_amount: { value: '3.50' } }],
    });
    const { body: list } = await get(`/v1/customer/disputes?disputed_transaction_id=${saleId}`);
    expect(list.items).toMatchObject([{ dispute_id: id, seller_response_due_date: due }]);
    expect(list.items[0].disputed_transactions).toBeUndefined();
    expect((await follow(list.items[0].links, 'self')).dispute_id).toBe(id);
  });

  test('names no deadline when it is only a question, and a payment has one open dispute at a time', async () => {
    const { id, subscriptionId } = await dispute();
    const shown = await details(id);
    expect([shown.status, shown.seller_response_due_date]).toEqual(['OPEN', undefined]);
    expect((await act(subscriptionId, 'dispute')).status).toBe(409);
  });

  test('takes the money back when the payer wins, and says so in its outcome', async () => {
    const { id, subscriptionId } = await dispute({ phase: 'CHARGEBACK' });
    await act(`disputes/${id}`, 'decide', { step: 'review' });
    expect((await details(id)).seller_response_due_date).toBeUndefined();
    await act(`disputes/${id}`, 'decide', { step: 'lose' });
    await expect.poll(() => findEvents(id).toSorted()).toEqual(['CREATED', 'RESOLVED', 'UPDATED']);
    expect(await details(id)).toMatchObject({
      status: 'RESOLVED',
      dispute_outcome: {
        outcome_code: 'RESOLVED_BUYER_FAVOUR',
        amount_refunded: { currency_code: 'USD', value: '3.50' },
      },
      disputed_transactions: [{ transaction_status: 'REFUNDED' }],
    });
    expect(await ledger(subscriptionId)).toEqual([
      ['reversal', 350],
      ['payment', 350],
    ]);
    expect((await act(`disputes/${id}`, 'decide', { step: 'win' })).status).toBe(409);
  });

  test('moves no money when the seller wins', async () => {
    const { id, subscriptionId } = await dispute({ phase: 'CHARGEBACK' });
    await act(`disputes/${id}`, 'decide', { step: 'win' });
    const { dispute_outcome, money_movements } = await details(id);
    expect([dispute_outcome.outcome_code, money_movements]).toEqual(['RESOLVED_SELLER_FAVOUR', undefined]);
    expect(await ledger(subscriptionId)).toEqual([['payment', 350]]);
  });

  test('is on the page that its token names, and in the states that are asked for', async () => {
    const { body: all } = await get('/v1/customer/disputes?page_size=50');
    const { body: first } = await get('/v1/customer/disputes?page_size=2');
    const next = new URL(first.links.find(({ rel }: { rel: string }) => rel === 'next').href);
    const { body: second } = await get(`/v1/customer/disputes${next.search}`);
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 4));
    const { body: resolved } = await get('/v1/customer/disputes?dispute_state=RESOLVED');
    expect(resolved.items.map(({ status }: { status: string }) => status)).toEqual(['RESOLVED', 'RESOLVED']);
    const both = '/v1/customer/disputes?start_time=2026-11-01T00:00:00Z&disputed_transaction_id=1';
    expect((await get(both)).status).toBe(400);
    expect((await get('/v1/customer/disputes/PP-D-1')).status).toBe(404);
  });
});

describe('a subscription', () => {
  test('is active at once and charged on its day when it starts later', async () => {
    const startTime = '2026-12-24T00:00:00Z';
    const { result } = await subscriptions().createSubscription({
      body: { ...subscriptionRequest(planId), startTime },
    });
    const id = result.id ?? '';
    const approve = result.links?.find(({ rel }) => rel === 'approve')?.href ?? '';
    expect(await (await fetch(approve)).text()).toContain('once, December 24, 2026');
    await decide(sandbox, id, 'approve');
    const { result: active } = await subscriptions().getSubscription({ id });
    expect(active).toMatchObject({
      status: 'ACTIVE',
      startTime,
      billingInfo: { nextBillingTime: startTime, cycleExecutions: [{ cyclesCompleted: 0 }, {}] },
    });
    expect(active.billingInfo?.lastPayment).toBeUndefined();
    await act(id, 'advance', { days: 60 });
    const { result: charged } = await subscriptions().getSubscription({ id });
    expect(charged.billingInfo).toMatchObject({
      lastPayment: { amount: { value: '3.5' } },
      nextBillingTime: '2027-01-24T10:00:00Z',
    });
  });

  test('cannot start in the past', async () => {
    const { body, status } = await sandbox.call('POST', '/paypal/v1/billing/subscriptions', {
      token: await paypalToken(sandbox),
      body: {
        plan_id: planId,
        start_time: '2026-11-01T00:00:00Z',
        application_context: { return_url: 'https://a.example/', cancel_url: 'https://a.example/' },
      },
    });
    expect([status, body.details[0].issue]).toEqual([400, 'INVALID_PARAMETER_VALUE']);
  });

  test('is revised to another plan of its product once its payer agrees', async () => {
    const id = await createActiveSubscription(sandbox, planId);
    const { body: plan } = await get(`/v1/billing/plans/${planId}`);
    const { result: other } = await subscriptions().createBillingPlan({
      body: {
        productId: plan.product_id,
        name: 'Premium',
        billingCycles: [1, 2].map((sequence) => ({
          tenureType: sequence === 1 ? TenureType.Trial : TenureType.Regular,
          sequence,
          totalCycles: sequence === 1 ? 1 : 0,
          frequency: { intervalUnit: IntervalUnit.Month },
          pricingScheme: { fixedPrice: { currencyCode: 'USD', value: '19.99' } },
        })),
        paymentPreferences: {},
      },
    });
    const revise = (planIdOf: string) =>
      subscriptions().reviseSubscription({ id, body: { planId: planIdOf } });
    const { result } = await revise(other.id ?? '');
    expect(result.planId).toBe(other.id);
    const approve = result.links?.find(({ rel }) => rel === 'approve')?.href ?? '';
    expect(new URL(approve).pathname).toBe('/paypal/webapps/billing/subscriptions/update');
    const page = await (await fetch(approve)).text();
    expect(page).toContain('$19.99');
    expect(page).toContain('every month from December 2, 2026');
    expect((await subscriptions().getSubscription({ id })).result.planId).toBe(planId);
    const body = new URLSearchParams({ decision: 'approve' });
    const answer = await fetch(approve, { method: 'POST', body, redirect: 'manual' });
    expect(answer.headers.get('location')).toContain(`subscription_id=${id}`);
    expect(await toEvent('BILLING.SUBSCRIPTION.UPDATED')).toMatchObject({ resource: { id } });
    expect((await subscriptions().getSubscription({ id })).result.planId).toBe(other.id);
    await act(id, 'renew');
    const { result: renewed } = await subscriptions().getSubscription({ id });
    expect(renewed.billingInfo?.lastPayment?.amount?.value).toBe('19.99');
    await expect(revise(await createPlan(sandbox))).rejects.toThrow();
  });
});
