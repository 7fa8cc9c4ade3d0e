import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseState, serializeState } from '../state/serialize-state.ts';
import {
  createActiveSubscription,
  createPlan,
  createTestLink,
  decide,
  paypalClient,
  subscriptionRequest,
} from '../testing/payments.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let sandbox: TestSandbox;
let planId: string;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(async () => {
  planId = await createPlan(sandbox, { failureThreshold: 2 });
});
afterEach(() => sandbox.call('DELETE', '/api/faults'));
afterAll(() => sandbox.close());

function act(id: string, action: string, body: object = {}) {
  return sandbox.call('POST', `/api/payments/${id}/${action}`, { body });
}
async function books() {
  return (await sandbox.call('GET', '/api/payments')).body;
}
async function readRecords(id: string) {
  const { movements } = await books();
  return movements.filter(({ reference }: { reference: string }) => reference === id);
}
async function readMovements(id: string) {
  return (await readRecords(id)).map(
    ({ kind, status, amountCents }: { kind: string; status: string; amountCents: number }) => [
      kind,
      status,
      amountCents,
    ],
  );
}
async function subscription(id: string) {
  return (await books()).subscriptions.find((one: { id: string }) => one.id === id);
}

describe('renewals', () => {
  test('are charged by the calendar as days pass, the regular price after the first month', async () => {
    const id = await createActiveSubscription(sandbox, planId);
    expect((await subscription(id)).nextBillingAt).toBe('2026-12-02T10:00:00.000Z');
    await act(id, 'advance', { days: 29 });
    expect(await readMovements(id)).toEqual([['payment', 'paid', 350]]);
    await act(id, 'advance', { days: 65 });
    expect(await readMovements(id)).toEqual([
      ['payment', 'paid', 699],
      ['payment', 'paid', 699],
      ['payment', 'paid', 699],
      ['payment', 'paid', 350],
    ]);
    expect(await subscription(id)).toMatchObject({
      nextBillingAt: '2027-03-02T10:00:00.000Z',
      completedPeriods: 4,
    });
  });

  test('can be made at once, with today’s time', async () => {
    const id = await createActiveSubscription(sandbox, planId);
    await act(id, 'renew');
    const [{ at, amountCents }] = await readRecords(id);
    expect([at, amountCents]).toEqual(['2026-11-02T09:00:00.000Z', 699]);
    expect((await subscription(id)).nextBillingAt).toBe('2027-01-02T10:00:00.000Z');
  });

  test('stay due when they fail, and suspend the subscription after too many failures in a row', async () => {
    const id = await createActiveSubscription(sandbox, planId);
    const types = () =>
      sandbox.state.payments.deliveries.filter(({ reference }) => reference === id).map(({ type }) => type);
    await act(id, 'fail-renewal');
    expect(await subscription(id)).toMatchObject({
      status: 'ACTIVE',
      failedPayments: 1,
      nextBillingAt: '2026-12-02T10:00:00.000Z',
    });
    const { result } = await paypalClient(sandbox).subscriptions.getSubscription({
      id,
      fields: 'last_failed_payment',
    });
    expect(result.billingInfo).toMatchObject({
      outstandingBalance: { value: '6.99' },
      failedPaymentsCount: 1,
      lastFailedPayment: { amount: { value: '6.99' } },
    });
    await act(id, 'renew');
    expect(await subscription(id)).toMatchObject({
      failedPayments: 0,
      nextBillingAt: '2027-01-02T10:00:00.000Z',
    });
    await act(id, 'fail-renewal');
    await act(id, 'fail-renewal');
    expect((await subscription(id)).status).toBe('SUSPENDED');
    expect(types()).toContain('BILLING.SUBSCRIPTION.SUSPENDED');
    expect((await act(id, 'renew')).status).toBe(409);
  });

  test('are skipped while a subscription is suspended', async () => {
    const id = await createActiveSubscription(sandbox, planId);
    const { subscriptions } = paypalClient(sandbox);
    await subscriptions.suspendSubscription({ id, body: { reason: 'pause' } });
    await act(id, 'advance', { days: 70 });
    await subscriptions.activateSubscription({ id, body: { reason: 'go on' } });
    expect(await readMovements(id)).toEqual([['payment', 'paid', 350]]);
    expect((await subscription(id)).nextBillingAt).toBe('2027-02-02T10:00:00.000Z');
  });

  test('end with a plan that ends', async () => {
    const { result } = await paypalClient(sandbox).subscriptions.createSubscription({
      body: { ...subscriptionRequest(planId), plan: { billingCycles: [{ sequence: 2, totalCycles: 1 }] } },
    });
    const id = result.id ?? '';
    await decide(sandbox, id, 'approve');
    await act(id, 'advance', { days: 400 });
    expect(await subscription(id)).toMatchObject({
      status: 'EXPIRED',
      completedPeriods: 2,
      nextBillingAt: null,
    });
  });
});

describe('the books', () => {
  test('show what a bank or the seller takes back, beside the payment it was', async () => {
    const id = await createActiveSubscription(sandbox, planId);
    await act(id, 'refund', { amountCents: 100 });
    await act(id, 'chargeback');
    expect(await readMovements(id)).toEqual([
      ['reversal', 'paid', 250],
      ['refund', 'paid', 100],
      ['payment', 'paid', 350],
    ]);
    const [reversal, , payment] = await readRecords(id);
    expect(reversal.of).toBe(payment.id);
    const { status, body } = await act(id, 'refund');
    expect([status, body.message]).toEqual([409, 'The capture has already been fully refunded.']);
  });

  test('have the links of Razorpay as well', async () => {
    const { id } = await createTestLink(sandbox);
    expect((await act(id, 'decide', { decision: 'approve' })).status).toBe(409);
    await decide(sandbox, id, 'pay');
    await act(id, 'chargeback');
    expect(await readMovements(id)).toEqual([
      ['reversal', 'paid', 699],
      ['payment', 'paid', 699],
    ]);
    const [link] = (await books()).links;
    expect(link).toMatchObject({
      id,
      checkoutId: 'checkout-1',
      status: 'paid',
      amountCents: 699,
      paidCents: 699,
    });
    expect((await act(id, 'renew')).body.message).toBe('A payment link has no renewals.');
    const types = sandbox.state.payments.deliveries
      .filter(({ reference }) => reference === id)
      .map(({ type }) => type);
    expect(types).toContain('payment.dispute.lost');
  });

  test('tell what was paid instead of what was asked', async () => {
    await sandbox.call('PUT', '/api/faults', { body: { payments: { paidCents: 1, paidCurrency: 'EUR' } } });
    const id = await createActiveSubscription(sandbox, planId);
    const [{ amountCents, currency }] = await readRecords(id);
    expect([amountCents, currency]).toEqual([1, 'EUR']);
    const { result } = await paypalClient(sandbox).subscriptions.getSubscription({ id });
    expect(result.billingInfo?.lastPayment?.amount).toEqual({ currencyCode: 'EUR', value: '0.01' });
  });

  test('outlive a restart, and events without a receiver are kept', async () => {
    await createActiveSubscription(sandbox, planId);
    const { payments } = sandbox.state;
    expect(payments.deliveries.at(-1)?.state).toBe('unsent');
    expect(parseState((await serializeState(sandbox.state)).toString())?.payments).toEqual(payments);
  });

  test('refuse an unknown id and odd numbers', async () => {
    expect((await act('I-NONE', 'renew')).status).toBe(404);
    expect((await act('I-NONE', 'refund')).status).toBe(404);
    const id = await createActiveSubscription(sandbox, planId);
    expect((await act(id, 'advance', { days: 0 })).status).toBe(400);
    expect((await sandbox.call('PUT', '/api/faults', { body: { payments: { answer: 'odd' } } })).status).toBe(
      400,
    );
  });

  test('are empty after a reset', async () => {
    await sandbox.call('POST', '/api/reset', { body: {} });
    expect(await books()).toEqual({
      plans: [],
      subscriptions: [],
      links: [],
      movements: [],
      disputes: [],
      deliveries: [],
    });
  });
});
