import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ApiError } from '@paypal/paypal-server-sdk';
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
  sandbox = await startSandbox({ PAYPAL_WEBHOOK_URL: receiver.url, RETRY_HOUR_MS: '3600' });
  planId = await createPlan(sandbox);
});
afterEach(() => sandbox.call('DELETE', '/api/faults'));
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const subscriptions = () => paypalClient(sandbox).subscriptions;
const range = { startTime: '2020-01-01T00:00:00Z', endTime: '2040-01-01T00:00:00Z' };

async function create(change: object = {}, paypalRequestId?: string) {
  const { result, statusCode } = await subscriptions().createSubscription({
    body: { ...subscriptionRequest(planId), ...change },
    ...(paypalRequestId === undefined ? {} : { paypalRequestId }),
  });
  return { id: result.id ?? '', result, statusCode };
}

async function readIssue(call: Promise<unknown>) {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw error;
  const { details = [], name } = JSON.parse(String(error.body));
  return [error.statusCode, details[0]?.issue ?? name];
}

/** Returns the events of a subscription that have arrived, as their types. */
async function findEvents(id: string, count: number): Promise<string[]> {
  const types = () =>
    receiver
      .callbacks()
      .filter(({ body }) => [body.resource.id, body.resource.billing_agreement_id].includes(id))
      .map(({ body }) => body.event_type);
  await expect.poll(types).toHaveLength(count);
  return types().sort();
}

describe('a subscription', () => {
  test('waits for its payer, is approved on its page and charged the price of its first month', async () => {
    const { id, result, statusCode } = await create();
    expect(statusCode).toBe(201);
    expect(result).toMatchObject({ id, status: 'APPROVAL_PENDING' });
    expect(result.planId).toBeUndefined();
    const whole = await subscriptions().createSubscription({
      body: subscriptionRequest(planId),
      prefer: 'return=representation',
    });
    expect(whole.result).toMatchObject({ planId, customId: 'checkout-1' });
    const approve = result.links?.find(({ rel }) => rel === 'approve')?.href ?? '';
    expect(new URL(approve).port).toBe(new URL(sandbox.url).port);
    const page = await (await fetch(approve)).text();
    for (const text of [
      '$3.50',
      '$6.99',
      'once, today',
      'every month from December 2, 2026',
      'Picksync',
      'ann@northwind.example',
      '>Approve<',
    ])
      expect(page).toContain(text);
    const answer = await fetch(approve, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    });
    const back = new URL(answer.headers.get('location') ?? '');
    expect([back.pathname, back.searchParams.get('from')]).toEqual(['/subscription/success', 'paypal']);
    expect([...back.searchParams.keys()]).toEqual(['from', 'subscription_id', 'ba_token', 'token']);
    expect(back.searchParams.get('subscription_id')).toBe(id);

    const { result: active } = await subscriptions().getSubscription({ id, fields: 'plan' });
    expect(active).toMatchObject({
      status: 'ACTIVE',
      planOverridden: true,
      subscriber: { emailAddress: 'ann@northwind.example' },
      billingInfo: {
        lastPayment: { amount: { currencyCode: 'USD', value: '3.5' } },
        nextBillingTime: '2026-12-02T10:00:00Z',
        failedPaymentsCount: 0,
      },
    });
    expect(active.plan?.billingCycles?.map((cycle) => cycle.pricingScheme?.fixedPrice?.value)).toEqual([
      '3.50',
      '6.99',
    ]);
    const { result: paid } = await subscriptions().listSubscriptionTransactions({ id, ...range });
    expect(paid.transactions).toMatchObject([
      {
        status: 'COMPLETED',
        amountWithBreakdown: { grossAmount: { value: '3.50' } },
        payerEmail: 'ann@northwind.example',
      },
    ]);
    expect(await findEvents(id, 3)).toEqual([
      'BILLING.SUBSCRIPTION.ACTIVATED',
      'BILLING.SUBSCRIPTION.CREATED',
      'PAYMENT.SALE.COMPLETED',
    ]);
  });

  test('is not approved by whoever cancels on its page, nor charged twice by whoever approves twice', async () => {
    const { id } = await create();
    expect(await decide(sandbox, id, 'cancel')).toContain(
      'http://localhost:9/subscription/cancel?ba_token=BA-',
    );
    expect((await subscriptions().getSubscription({ id })).result.status).toBe('APPROVAL_PENDING');
    await Promise.all([decide(sandbox, id, 'approve'), decide(sandbox, id, 'approve')]);
    const { result } = await subscriptions().listSubscriptionTransactions({ id, ...range });
    expect(result.transactions).toHaveLength(1);
  });

  test('is suspended, activated and cancelled, each only from where PayPal allows it', async () => {
    const { id } = await create();
    const body = { reason: 'as asked' };
    const refused = [422, 'SUBSCRIPTION_STATUS_INVALID'];
    expect(await readIssue(subscriptions().suspendSubscription({ id, body }))).toEqual(refused);
    await decide(sandbox, id, 'approve');
    await subscriptions().suspendSubscription({ id, body });
    expect(await readIssue(subscriptions().suspendSubscription({ id, body }))).toEqual(refused);
    const { result } = await subscriptions().getSubscription({ id });
    expect([result.status, result.statusChangeNote, result.billingInfo?.nextBillingTime]).toEqual([
      'SUSPENDED',
      'as asked',
      undefined,
    ]);
    await subscriptions().activateSubscription({ id, body });
    expect((await subscriptions().cancelSubscription({ id, body })).statusCode).toBe(204);
    expect(await readIssue(subscriptions().activateSubscription({ id, body }))).toEqual(refused);
    expect(await findEvents(id, 6)).toContain('BILLING.SUBSCRIPTION.CANCELLED');
  });

  test.each([
    ['an unknown plan', { planId: 'P-NONE' }, 404, 'INVALID_RESOURCE_ID'],
    [
      'a cycle that the plan does not have',
      {
        plan: {
          billingCycles: [
            { sequence: 3, pricingScheme: { fixedPrice: { currencyCode: 'USD', value: '1.00' } } },
          ],
        },
      },
      422,
      'INVALID_BILLING_CYCLE_SEQUENCE',
    ],
    [
      'another currency than the plan',
      {
        plan: {
          billingCycles: [
            { sequence: 1, pricingScheme: { fixedPrice: { currencyCode: 'EUR', value: '1.00' } } },
          ],
        },
      },
      422,
      'CURRENCY_MISMATCH',
    ],
    [
      'a trial without end',
      { plan: { billingCycles: [{ sequence: 1, totalCycles: 0 }] } },
      400,
      'INVALID_PARAMETER_VALUE',
    ],
    [
      'an amount finer than its currency',
      {
        plan: {
          billingCycles: [
            { sequence: 1, pricingScheme: { fixedPrice: { currencyCode: 'USD', value: '1.001' } } },
          ],
        },
      },
      400,
      'INVALID_PARAMETER_VALUE',
    ],
    ['a custom id that is too long', { customId: 'x'.repeat(128) }, 400, 'INVALID_STRING_MAX_LENGTH'],
  ])('is refused with %s', async (_case, change, status, issue) => {
    expect(await readIssue(create(change))).toEqual([status, issue]);
  });

  test('is created once per request id, also when the first answer never came', async () => {
    await sandbox.call('PUT', '/api/faults', {
      body: {
        payments: { answer: 'html', takesEffect: true, operations: ['subscriptions.create'], times: 1 },
      },
    });
    await expect(create({}, 'key-1')).rejects.toThrow();
    const again = await create({}, 'key-1');
    expect(again.statusCode).toBe(200);
    expect(sandbox.state.payments.paypal.subscriptions.at(-1)?.id).toBe(again.id);
    expect(await readIssue(create({ customId: 'other' }, 'key-1'))).toEqual([422, 'DUPLICATE_REQUEST_ID']);
  });
});

test('a wrong secret, a forged token and an unknown id are refused', async () => {
  const wrong = paypalClient(sandbox, { secret: 'wrong' }).subscriptions.getSubscription({ id: 'I-1' });
  await expect(wrong).rejects.toThrow();
  const { status, body } = await sandbox.call('GET', '/paypal/v1/billing/subscriptions/I-1', {
    token: 'A21AA9999999999999.forged',
  });
  expect([status, body.name]).toEqual([401, 'AUTHENTICATION_FAILURE']);
  expect(await readIssue(subscriptions().getSubscription({ id: 'I-1' }))).toEqual([
    404,
    'INVALID_RESOURCE_ID',
  ]);
});

test('a payment is refunded in parts, and never more than was paid', async () => {
  const id = await createActiveSubscription(sandbox, planId);
  const { payments } = paypalClient(sandbox);
  const captureId = sandbox.state.payments.paypal.sales.at(-1)?.id ?? '';
  const part = {
    captureId,
    paypalRequestId: 'refund-1',
    body: { amount: { currencyCode: 'USD', value: '1.00' } },
  };
  const first = await payments.refundCapturedPayment(part);
  expect((await payments.refundCapturedPayment(part)).result.id).toBe(first.result.id);
  const tooMuch = { captureId, body: { amount: { currencyCode: 'USD', value: '2.51' } } };
  expect(await readIssue(payments.refundCapturedPayment(tooMuch))).toEqual([422, 'REFUND_AMOUNT_EXCEEDED']);
  await payments.refundCapturedPayment({ captureId });
  expect(await readIssue(payments.refundCapturedPayment({ captureId }))).toEqual([
    422,
    'CAPTURE_FULLY_REFUNDED',
  ]);
  const { result } = await subscriptions().listSubscriptionTransactions({ id, ...range });
  expect(result.transactions?.map(({ status }) => status)).toEqual(['REFUNDED']);
});

describe('events', () => {
  type Sent = { headers: Record<string, string | string[] | undefined>; body: unknown };
  async function verify({ headers, body }: Sent, webhookId = sandbox.config.PAYPAL_WEBHOOK_ID) {
    const { body: answer } = await sandbox.call('POST', '/paypal/v1/notifications/verify-webhook-signature', {
      token: await paypalToken(sandbox),
      body: {
        auth_algo: headers['paypal-auth-algo'],
        cert_url: headers['paypal-cert-url'],
        transmission_id: headers['paypal-transmission-id'],
        transmission_sig: headers['paypal-transmission-sig'],
        transmission_time: headers['paypal-transmission-time'],
        webhook_id: webhookId,
        webhook_event: body,
      },
    });
    return answer.verification_status;
  }
  const findLastEvent = (id: string) =>
    receiver.callbacks().findLast(({ body }) => body.resource.id === id) ?? { headers: {}, body: {} };

  test('verify as PayPal’s own, and not when a letter is another', async () => {
    const { id } = await create();
    await findEvents(id, 1);
    const sent = findLastEvent(id);
    expect(await verify(sent)).toBe('SUCCESS');
    expect(await verify({ ...sent, body: { ...(sent.body as object), id: 'WH-other' } })).toBe('FAILURE');
    expect(await verify(sent, 'OTHER')).toBe('FAILURE');
    await sandbox.call('PUT', '/api/faults', { body: { payments: { signature: 'wrong' } } });
    const { id: forged } = await create();
    await findEvents(forged, 1);
    expect(await verify(findLastEvent(forged))).toBe('FAILURE');
  });

  test('can be checked with the certificate they name', async () => {
    const { id } = await create();
    await findEvents(id, 1);
    const sent = receiver.callbacks().findLast(({ body }) => body.resource.id === id);
    const header = (name: string) => String(sent?.headers[`paypal-${name}`]);
    const text = sent?.text ?? '';
    const certificate = new X509Certificate(await (await fetch(header('cert-url'))).text());
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const signed = [
      header('transmission-id'),
      header('transmission-time'),
      sandbox.config.PAYPAL_WEBHOOK_ID,
      crc32(text),
    ];
    const verifier = createVerify('RSA-SHA256').update(signed.join('|'));
    expect(verifier.verify(certificate.publicKey, header('transmission-sig'), 'base64')).toBe(true);
  });

  test('are sent again until they are answered with 2xx', async () => {
    receiver.behaviour.status = 503;
    const { id } = await create();
    await findEvents(id, 1);
    receiver.behaviour.status = 202;
    expect(new Set(await findEvents(id, 2))).toEqual(new Set(['BILLING.SUBSCRIPTION.CREATED']));
    receiver.behaviour.status = 200;
    const [first, second] = receiver.callbacks().filter(({ body }) => body.resource.id === id);
    expect(second?.text).toBe(first?.text);
    await expect
      .poll(async () => (await sandbox.call('GET', '/api/payments')).body.deliveries[0])
      .toMatchObject({ state: 'delivered', failures: 1 });
  });

  test('can come before the payer, twice, or only when somebody resends them', async () => {
    const faults = (events: string) => sandbox.call('PUT', '/api/faults', { body: { payments: { events } } });
    const { id } = await create();
    await findEvents(id, 1);
    let release: () => void = () => {};
    receiver.behaviour.hold = new Promise((resolve) => {
      release = resolve;
    });
    await faults('before_return');
    let hasReturned = false;
    const returned = decide(sandbox, id, 'approve').then(() => {
      hasReturned = true;
    });
    await findEvents(id, 3);
    expect(hasReturned).toBe(false);
    release();
    receiver.behaviour.hold = null;
    await returned;

    await faults('twice');
    const { id: twice } = await create();
    const [first, second] = [
      await findEvents(twice, 2),
      receiver.callbacks().filter(({ body }) => body.resource.id === twice),
    ];
    expect(first).toHaveLength(2);
    expect(new Set(second.map(({ body }) => body.id)).size).toBe(1);

    await faults('never');
    const { id: never } = await create();
    const { body } = await sandbox.call('GET', '/api/payments');
    expect(body.deliveries[0]).toMatchObject({ reference: never, state: 'withheld' });
    await sandbox.call('POST', `/api/payments/deliveries/${body.deliveries[0].id}/resend`);
    expect(await findEvents(never, 1)).toHaveLength(1);
  });

  test('go to webhooks that the app registers itself, for the types it names', async () => {
    const own = await startReceiver();
    const token = await paypalToken(sandbox);
    const path = '/paypal/v1/notifications/webhooks';
    const webhook = { url: own.url, event_types: [{ name: 'PAYMENT.SALE.COMPLETED' }] };
    const { status, body } = await sandbox.call('POST', path, { token, body: webhook });
    expect(status).toBe(201);
    expect((await sandbox.call('POST', path, { token, body: webhook })).body.name).toBe(
      'WEBHOOK_URL_ALREADY_EXISTS',
    );
    await createActiveSubscription(sandbox, planId);
    const [sent] = await own.until(1);
    expect(sent?.body.event_type).toBe('PAYMENT.SALE.COMPLETED');
    expect(await verify(sent ?? { headers: {}, body: {} }, body.id)).toBe('SUCCESS');
    await sandbox.call('DELETE', `${path}/${body.id}`, { token });
    expect((await sandbox.call('GET', path, { token })).body.webhooks).toHaveLength(1);
    await own.close();
  });
});
