import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Opened, Order, PaymentProvider, ReceivedEvent } from '../../base/payments/payment-provider.ts';
import { createPaymentProviders } from '../../open-context.ts';
import { type Sandbox, startSandbox } from '../../testing/sandbox.ts';
import { type StandInServer, startStandInServer } from '../../testing/stand-in-server.ts';
import { ProviderError } from './provider-error.ts';

type Books = {
  subscriptions: { id: string }[];
  links: { id: string }[];
};

let sandbox: Sandbox;
/** What the sandbox sends its events to. */
let receiver: StandInServer;

beforeAll(async () => {
  receiver = await startStandInServer(() => ({ body: {} }));
  sandbox = await startSandbox({
    PAYPAL_WEBHOOK_URL: `${receiver.base}/paypal`,
    RAZORPAY_WEBHOOK_URL: `${receiver.base}/razorpay`,
  });
});
afterEach(() => sandbox.call('DELETE', '/api/faults'));
afterAll(async () => {
  await sandbox.close();
  await receiver[Symbol.asyncDispose]();
});

async function createProvider(name: 'paypal' | 'razorpay', timeoutMs = 5000): Promise<PaymentProvider> {
  const { paypal, razorpay } = sandbox.payments;
  const config = { paypal: { ...paypal, timeoutMs }, razorpay: { ...razorpay, timeoutMs } };
  const { [name]: provider } = await createPaymentProviders(config, { now: () => new Date() });
  if (!provider) throw new Error(`${name} is not offered`);
  return provider;
}

const createOrder = (changes: Partial<Order> = {}): Order => ({
  checkoutId: randomUUID(),
  plan: { id: 2, name: 'Basic', priceCents: 699, currency: 'USD', providerPlanId: null },
  firstPeriodCents: 350,
  payer: { email: 'ada@clients.example' },
  returnUrl: 'http://localhost:3000/subscription/success',
  cancelUrl: 'http://localhost:3000/subscription/cancel',
  expiresAt: new Date(Date.now() + 60 * 60_000),
  ...changes,
});

/** Pays as a person does: opens the page, finds its form, and presses a button. Returns where the browser is sent. */
async function decide({ payUrl }: Opened, decision: string): Promise<string> {
  const page = await (await fetch(payUrl)).text();
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (!action) throw new Error('the page has no form');
  const body = new URLSearchParams({ decision });
  const answer = await fetch(new URL(action, payUrl), { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

const act = (id: string, action: string, body: object = {}) =>
  sandbox.call('POST', `/api/payments/${id}/${action}`, { body });
const books = () => sandbox.call<Books>('GET', '/api/payments');
const fault = (payments: object) => sandbox.call('PUT', '/api/faults', { body: { payments } });
const readKind = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ProviderError ? `${error.kind} ${error.code}` : String(error)),
  );
/** The events about one payment agreement, once there is one of this type. */
async function readEvent(path: string, about: string, type: string): Promise<ReceivedEvent> {
  const find = () =>
    receiver.requests.find((one) => one.path === path && one.body.includes(about) && one.body.includes(type));
  await expect.poll(find).toBeDefined();
  const { headers = {}, body = '' } = find() ?? {};
  return { headers, body: Buffer.from(body) };
}

describe('PayPal', () => {
  test('a subscription is opened, approved, renewed, suspended, resumed, refunded and cancelled', async () => {
    const paypal = await createProvider('paypal');
    const order = createOrder();
    const opened = await paypal.open(order);
    expect(await paypal.fetch(opened.reference)).toMatchObject({
      status: 'waiting',
      checkoutId: order.checkoutId,
    });
    expect(await readKind(paypal.cancel(opened.reference, 'closed'))).toBe(
      'refused SUBSCRIPTION_STATUS_INVALID',
    );

    expect(await decide(opened, 'approve')).toContain(order.returnUrl);
    const { reference } = opened;
    const active = await paypal.fetch(reference);
    expect(active).toMatchObject({
      status: 'active',
      checkoutId: order.checkoutId,
      providerPlanId: opened.providerPlanId,
      currency: 'USD',
      firstPeriodCents: 350,
      regularCents: 699,
      payer: { email: 'ada@clients.example' },
      payments: [{ kind: 'payment', status: 'paid', amountCents: 350, currency: 'USD', refunded: 'nothing' }],
    });
    expect(active?.nextBillingAt?.getTime()).toBeGreaterThan(Date.now());

    await act(reference, 'renew');
    const renewed = await paypal.fetch(reference);
    expect(renewed?.payments.map(({ amountCents }) => amountCents)).toEqual([350, 699]);

    await paypal.suspend(reference, 'asked');
    await paypal.suspend(reference, 'asked');
    expect(await paypal.fetch(reference)).toMatchObject({ status: 'suspended', nextBillingAt: null });
    await paypal.resume(reference);
    await paypal.resume(reference);
    expect(await paypal.fetch(reference)).toMatchObject({ status: 'active' });

    const [first, second] = renewed?.payments ?? [];
    const refund = { paymentId: first?.id ?? '', amountCents: 350, currency: 'USD', key: randomUUID() };
    await paypal.refund(refund);
    await paypal.refund(refund);
    await paypal.refund({ ...refund, key: randomUUID() });
    await act(second?.id ?? '', 'refund', { amountCents: 100 });
    expect((await paypal.fetch(reference))?.payments).toMatchObject([
      { id: first?.id, kind: 'payment', status: 'paid', refunded: 'all' },
      { kind: 'refund', amountCents: 350, of: first?.id },
      { id: second?.id, refunded: 'part' },
    ]);

    await paypal.cancel(reference, 'asked');
    await paypal.cancel(reference, 'asked');
    expect(await paypal.fetch(reference)).toMatchObject({ status: 'cancelled', nextBillingAt: null });
    expect(await readKind(paypal.resume(reference))).toBe('refused SUBSCRIPTION_STATUS_INVALID');
  });

  test('a payment that fails is told as failed, and never as paid', async () => {
    const paypal = await createProvider('paypal');
    const opened = await paypal.open(createOrder());
    await decide(opened, 'approve');
    await act(opened.reference, 'fail-renewal');
    const state = await paypal.fetch(opened.reference);
    const statuses = state?.payments.map(({ status }) => status);
    expect(statuses?.[0]).toBe('paid');
    expect(statuses?.slice(1).every((status) => status === 'failed')).toBe(true);
  });

  test('one plan serves everybody, and another price is another plan', async () => {
    const both = [await createProvider('paypal'), await createProvider('paypal')] as const;
    const [first, second] = await Promise.all([both[0].open(createOrder()), both[1].open(createOrder())]);
    expect(second.providerPlanId).toBe(first.providerPlanId);
    const { providerPlanId } = first;
    const known = { id: 2, name: 'Basic', priceCents: 699, currency: 'USD', providerPlanId };
    const third = await createProvider('paypal');
    expect((await third.open(createOrder({ plan: known }))).providerPlanId).toBe(providerPlanId);
    const fourth = await createProvider('paypal');
    const dearer = await fourth.open(createOrder({ plan: { ...known, priceCents: 799 } }));
    expect(dearer.providerPlanId).not.toBe(providerPlanId);
    expect(await (await createProvider('paypal')).fetch(dearer.reference)).toMatchObject({
      providerPlanId: dearer.providerPlanId,
    });
  });

  test.each(['hang', 'html', 'truncated', 'error'])(
    'a subscription that was made although the answer was spoiled (%s) is found: there is one',
    async (answer) => {
      const paypal = await createProvider('paypal', 2500);
      const order = createOrder();
      // Whatever else is needed is there already.
      await paypal.open(createOrder());
      const before = (await books()).subscriptions.length;
      await fault({
        providers: ['paypal'],
        operations: ['subscriptions.create'],
        answer,
        takesEffect: true,
        times: 1,
      });
      const opened = await paypal.open(order);
      expect(await paypal.open(order)).toEqual(opened);
      const { subscriptions } = await books();
      expect([subscriptions.length - before, subscriptions[0]?.id]).toEqual([1, opened.reference]);
    },
  );

  test('credentials that are refused, too many calls and unknown ids are told apart', async () => {
    const paypal = await createProvider('paypal');
    expect(await paypal.fetch('I-NOBODYS')).toBeNull();
    expect(await readKind(paypal.cancel('I-NOBODYS', 'asked'))).toMatch(/^gone/);
    await fault({ providers: ['paypal'], answer: 'rate_limit' });
    expect(await readKind(paypal.fetch('I-NOBODYS'))).toMatch(/^retry/);
    await fault({ providers: ['paypal'], answer: 'unauthorized' });
    expect(await readKind(paypal.fetch('I-NOBODYS'))).toMatch(/^credentials/);
  });

  test('its events are verified, and no others', async () => {
    const paypal = await createProvider('paypal');
    const { reference, ...rest } = await paypal.open(createOrder());
    await decide({ reference, ...rest }, 'approve');
    const event = await readEvent('/paypal', reference, 'PAYMENT.SALE.COMPLETED');
    const paid = (await paypal.fetch(reference))?.payments[0]?.id;
    expect(await paypal.verifyEvent(event)).toMatchObject({
      type: 'PAYMENT.SALE.COMPLETED',
      reference,
      paymentId: paid,
    });
    const changed = Buffer.from(event.body.toString().replace(reference, 'I-ANOTHER'));
    expect(await paypal.verifyEvent({ ...event, body: changed })).toBeNull();

    await act(paid ?? '', 'refund', { amountCents: 150 });
    const refunded = await paypal.verifyEvent(
      await readEvent('/paypal', paid ?? '', 'PAYMENT.SALE.REFUNDED'),
    );
    expect(refunded).toMatchObject({ reference: null, paymentId: paid });
    const refundId = refunded?.refundId ?? '';
    const amount = { amountCents: 150, totalCents: 150, currency: 'USD' };
    expect(await paypal.readRefund?.(refundId)).toEqual({
      id: refundId,
      paymentId: paid,
      status: 'paid',
      ...amount,
    });
    expect(await paypal.readRefund?.(`${refundId}X`)).toBeNull();
    expect(await paypal.readRefund?.('../../x')).toBeNull();
  });
});

describe('Razorpay', () => {
  test('a link is opened, paid and refunded', async () => {
    const razorpay = await createProvider('razorpay');
    const order = createOrder();
    const opened = await razorpay.open(order);
    const { reference } = opened;
    expect(await razorpay.fetch(reference)).toMatchObject({
      status: 'waiting',
      checkoutId: order.checkoutId,
      payments: [],
    });
    const returned = new URL(await decide(opened, 'pay'));
    expect(returned.origin + returned.pathname).toBe(order.returnUrl);

    const state = await razorpay.fetch(reference);
    const paymentId = returned.searchParams.get('razorpay_payment_id') ?? '';
    expect(state).toMatchObject({
      status: 'active',
      rawStatus: 'paid',
      checkoutId: order.checkoutId,
      currency: 'USD',
      firstPeriodCents: 350,
      payments: [{ id: paymentId, kind: 'payment', status: 'paid', amountCents: 350, refunded: 'nothing' }],
    });
    await razorpay.cancel(reference, 'nothing is charged again anyway');

    const refund = { paymentId, amountCents: 150, currency: 'USD', key: randomUUID() };
    await razorpay.refund(refund);
    await razorpay.refund(refund);
    expect((await razorpay.fetch(reference))?.payments).toMatchObject([
      { id: paymentId, refunded: 'part' },
      { kind: 'refund', status: 'paid', amountCents: 150, of: paymentId },
    ]);
    await razorpay.refund({ ...refund, amountCents: 200, key: randomUUID() });
    expect((await razorpay.fetch(reference))?.payments[0]).toMatchObject({ refunded: 'all' });
    expect(await readKind(razorpay.refund({ ...refund, key: randomUUID() }))).toMatch(/^refused/);
  });

  test('a link whose payment failed can still be paid, and one that is cancelled cannot', async () => {
    const razorpay = await createProvider('razorpay');
    const opened = await razorpay.open(createOrder());
    await decide(opened, 'fail');
    expect(await razorpay.fetch(opened.reference)).toMatchObject({ status: 'waiting' });
    await razorpay.cancel(opened.reference, 'closed');
    await razorpay.cancel(opened.reference, 'closed');
    expect(await razorpay.fetch(opened.reference)).toMatchObject({ status: 'lapsed' });
  });

  test('a link that nobody paid in time has lapsed', async () => {
    const razorpay = await createProvider('razorpay');
    const { reference } = await razorpay.open(createOrder());
    await act(reference, 'advance', { days: 1 });
    expect(await razorpay.fetch(reference)).toMatchObject({ status: 'lapsed', rawStatus: 'expired' });
  });

  test.each(['hang', 'html', 'truncated', 'error'])(
    'a link that was made although the answer was spoiled (%s) is found: there is one',
    async (answer) => {
      const razorpay = await createProvider('razorpay', 2500);
      const order = createOrder();
      const before = (await books()).links.length;
      await fault({
        providers: ['razorpay'],
        operations: ['links.create'],
        answer,
        takesEffect: true,
        times: 1,
      });
      const opened = await razorpay.open(order);
      expect(await razorpay.open(order)).toEqual(opened);
      const { links } = await books();
      expect([links.length - before, links[0]?.id]).toEqual([1, opened.reference]);
    },
  );

  test('credentials that are refused, too many calls and unknown ids are told apart', async () => {
    const razorpay = await createProvider('razorpay');
    expect(await razorpay.fetch('plink_ofNobodyAtAll')).toBeNull();
    await fault({ providers: ['razorpay'], answer: 'rate_limit' });
    expect(await readKind(razorpay.fetch('plink_ofNobodyAtAll'))).toMatch(/^retry/);
    await fault({ providers: ['razorpay'], answer: 'unauthorized' });
    expect(await readKind(razorpay.fetch('plink_ofNobodyAtAll'))).toMatch(/^credentials/);
  });

  test('its events are verified, and no others', async () => {
    const razorpay = await createProvider('razorpay');
    const opened = await razorpay.open(createOrder());
    const returned = new URL(await decide(opened, 'pay'));
    const paymentId = returned.searchParams.get('razorpay_payment_id');
    const event = await readEvent('/razorpay', opened.reference, 'payment_link.paid');
    expect(await razorpay.verifyEvent(event)).toEqual({
      key: `payment_link.paid:${paymentId}`,
      type: 'payment_link.paid',
      reference: opened.reference,
      paymentId,
      refundId: null,
      checkoutId: null,
      disputeId: null,
      claim: { amountCents: 350, currency: 'USD', at: expect.any(Date) },
    });
    const changed = Buffer.from(event.body.toString().replace(opened.reference, 'plink_another'));
    expect(await razorpay.verifyEvent({ ...event, body: changed })).toBeNull();
  });
});
