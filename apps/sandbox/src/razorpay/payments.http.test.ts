import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/callback-receiver.ts';
import { createTestLink, decide, razorpayClient } from '../testing/payments.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let receiver: Receiver;
let sandbox: TestSandbox;
let count = 0;
beforeAll(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox({ RAZORPAY_WEBHOOK_URL: receiver.url });
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const client = () => razorpayClient(sandbox);
const reference = () => {
  count += 1;
  return `reference-${count}`;
};
const createLink = (change: object = {}) =>
  createTestLink(sandbox, { reference_id: reference(), currency: 'INR', amount: 1000, ...change });

/** Creates a link, pays it, and returns its id and that of the payment. */
async function paidLink(change: object = {}) {
  const { id } = await createLink(change);
  await decide(sandbox, id, 'pay');
  const [payment] = (await client().paymentLink.fetch(id)).payments as unknown as { payment_id: string }[];
  return { id, paymentId: payment?.payment_id ?? '' };
}
function findEvents(id: string): string[] {
  return sandbox.state.payments.deliveries.filter(({ reference: of }) => of === id).map(({ type }) => type);
}
/** Returns the body of an event that has arrived. */
async function toBody(type: string, id: string) {
  const find = () => receiver.callbacks().find(({ body, text }) => body.event === type && text.includes(id));
  await expect.poll(find).toBeDefined();
  return find()?.body;
}
/** Makes a call that the client has no method for, or with headers of its own. */
function call(
  method: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: object } = {},
) {
  const { RAZORPAY_KEY_ID: id, RAZORPAY_KEY_SECRET: secret } = sandbox.config;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  return sandbox.call(method, `/razorpay/v1/${path}`, { body, headers: { authorization, ...headers } });
}
const refusal = (description: string | RegExp) => ({
  statusCode: 400,
  error: { code: 'BAD_REQUEST_ERROR', description: expect.stringMatching(description) },
});

describe('a payment link', () => {
  test('comes back as it was asked for, without payments and without an order', async () => {
    const link = await createLink({ notify: { sms: true, email: true }, reminder_enable: true, notes: null });
    expect(link).toMatchObject({
      notes: null,
      payments: null,
      reminders: [],
      notify: { sms: true, email: true, whatsapp: false },
      upi_link: false,
      whatsapp_link: false,
      user_id: '',
    });
    expect(link).not.toHaveProperty('order_id');
    await (await fetch(link.short_url)).text();
    expect(await client().paymentLink.fetch(link.id)).toMatchObject({
      order_id: expect.stringMatching(/^order_/),
    });
  });

  test('is changed while it waits for money, and no more', async () => {
    const { id } = await createLink();
    const [other, own] = [reference(), reference()];
    await createLink({ reference_id: other });
    const change = { reference_id: own, reminder_enable: false, notes: { policy_name: 'Jeevan Saral' } };
    expect(await client().paymentLink.edit(id, change)).toMatchObject(change);
    await expect(client().paymentLink.edit(id, { reference_id: other })).rejects.toMatchObject(
      refusal('already exists'),
    );
    await expect(client().paymentLink.edit(id, { amount: 5 } as never)).rejects.toMatchObject(
      refusal('wrong input fields sent'),
    );
    await decide(sandbox, id, 'pay');
    await expect(client().paymentLink.edit(id, { notes: {} })).rejects.toMatchObject(
      refusal('update can only be made in created or partially paid state'),
    );
    await expect(client().paymentLink.cancel(id)).rejects.toMatchObject(
      refusal('cannot cancel or expire an already paid/partially paid link'),
    );
  });

  test('is sent again by mail or text message, and by nothing else', async () => {
    const { id } = await createLink();
    expect(await client().paymentLink.notifyBy(id, 'email')).toEqual({ success: true });
    await expect(client().paymentLink.notifyBy(id, 'fax' as never)).rejects.toMatchObject(
      refusal('not a valid notification medium'),
    );
  });

  test('can be paid in parts', async () => {
    const { id } = await createLink({ accept_partial: true, first_min_partial_amount: 200 });
    await decide(sandbox, id, 'pay_part');
    expect(await client().paymentLink.fetch(id)).toMatchObject({
      status: 'partially_paid',
      amount_paid: 200,
    });
    await decide(sandbox, id, 'pay');
    expect(await client().paymentLink.fetch(id)).toMatchObject({
      status: 'paid',
      amount_paid: 1000,
      payments: [{ amount: 200 }, { amount: 800 }],
    });
    expect(findEvents(id)).toEqual([
      'payment.authorized',
      'payment.captured',
      'payment_link.partially_paid',
      'payment.authorized',
      'payment.captured',
      'order.paid',
      'payment_link.paid',
    ]);
  });

  test('a link that takes no part payments is not paid by one, neither in part nor as a whole', async () => {
    const { id } = await createLink();
    const body = { decision: 'pay_part' };
    const refused = await sandbox.call('POST', `/api/payments/${id}/decide`, { body });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('partial payment is not accepted.'),
    ]);
    expect(await client().paymentLink.fetch(id)).toMatchObject({ status: 'created', amount_paid: 0 });
  });

  test('a link without a least part takes any, and the least of its currency by default', async () => {
    const { id } = await createLink({ accept_partial: true });
    await decide(sandbox, id, 'pay_part');
    expect(await client().paymentLink.fetch(id)).toMatchObject({
      status: 'partially_paid',
      amount_paid: 100,
    });
  });

  test.each([
    ['an amount of nothing', { amount: 0 }, 'amount: cannot be blank.'],
    ['too much', { amount: 60_000_000 }, 'amount exceeds maximum amount allowed.'],
    ['an unknown currency', { currency: 'XXX' }, 'currency: Currency is not supported.'],
    ['an unknown field', { colour: 'red' }, 'wrong input fields sent'],
    [
      'UPI in the test mode',
      { upi_link: true },
      'UPI Payment Links is not supported in Test Mode. Please experience the product in Live Mode.',
    ],
    [
      'two problems',
      { amount: 99, first_min_partial_amount: 100 },
      'amount: amount should be minimum 1.00 for INR; first_min_partial_amount: 100 must be less than or equal to 99.',
    ],
  ])('with %s is refused', async (_case, change, description) => {
    await expect(createLink(change)).rejects.toMatchObject({ statusCode: 400, error: { description } });
  });

  test('is listed newest first, ten at a time', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 11; n += 1) ids.unshift((await createLink()).id);
    const page = async (range: { count?: number; skip?: number }) =>
      (await client().paymentLink.all(range)).payment_links.map(({ id }) => id);
    expect(await page({})).toEqual(ids.slice(0, 10));
    expect(await page({ count: 1, skip: 10 })).toEqual(ids.slice(10));
  });
});

describe('a payment', () => {
  test('has the published members, and its fee with the tax on it', async () => {
    const { id, paymentId } = await paidLink({ amount: 500_000, notes: null });
    const payment = await client().payments.fetch(paymentId);
    expect(payment).toMatchObject({
      status: 'captured',
      captured: true,
      description: `#${id.replace('plink_', '')}`,
      international: false,
      notes: [],
      fee: 11_800,
      tax: 1800,
      acquirer_data: { auth_code: expect.stringMatching(/^\d{6}$/) },
    });
    expect(payment).not.toHaveProperty('card');
    expect((await call('GET', `payments/${paymentId}?expand[]=card`)).body).toMatchObject({
      card: { id: payment.card_id, entity: 'card', last4: '4366' },
    });
    expect((await call('GET', `payments/${paymentId}/card`)).body.id).toBe(payment.card_id);
  });

  test('says its worth in rupees when it is in another currency', async () => {
    const { paymentId } = await paidLink({ currency: 'USD' });
    expect(await client().payments.fetch(paymentId)).toMatchObject({
      international: true,
      base_currency: 'INR',
      base_amount: 80_000,
    });
  });

  test('says why it failed, and the order counts the attempt', async () => {
    const { id } = await createLink();
    await decide(sandbox, id, 'fail');
    const [failed] = (await client().payments.all({ count: 1 })).items;
    expect(failed).toMatchObject({
      status: 'failed',
      captured: false,
      fee: null,
      error_code: 'BAD_REQUEST_ERROR',
      error_description: 'Payment failed',
      error_source: 'issuer_bank',
      error_step: 'payment_authorization',
      error_reason: 'payment_failed',
    });
    expect(await client().orders.fetch(failed?.order_id ?? '')).toMatchObject({
      status: 'attempted',
      attempts: 1,
      amount_due: 1000,
    });
    expect(findEvents(id)).toEqual(['payment.failed']);
    await expect(client().payments.refund(failed?.id ?? '', {})).rejects.toMatchObject(
      refusal('status should be captured'),
    );
  });

  test('is told as authorized, captured, and with its order and link, each in its published form', async () => {
    const { id, paymentId } = await paidLink();
    expect(findEvents(id)).toEqual([
      'payment.authorized',
      'payment.captured',
      'order.paid',
      'payment_link.paid',
    ]);
    expect(await toBody('payment.authorized', paymentId)).toMatchObject({
      contains: ['payment'],
      payload: { payment: { entity: { status: 'authorized', captured: false, fee: null } } },
    });
    expect(await toBody('payment.captured', paymentId)).toMatchObject({
      contains: ['payment'],
      payload: { payment: { entity: { status: 'captured', base_amount: 1000, amount_transferred: 0 } } },
    });
    expect(await toBody('order.paid', paymentId)).toMatchObject({
      contains: ['payment', 'order'],
      payload: { order: { entity: { entity: 'order', status: 'paid', amount_due: 0 } } },
    });
    expect(await toBody('payment_link.paid', id)).toMatchObject({
      entity: 'event',
      account_id: expect.stringMatching(/^acc_\w{14}$/),
      contains: ['payment_link', 'order', 'payment'],
      payload: { order: { entity: { product_type: 'payment_link_v2', status: 'paid' } } },
    });
  });

  test('keeps new notes', async () => {
    const { paymentId } = await paidLink();
    const { body } = await call('PATCH', `payments/${paymentId}`, { body: { notes: { key1: 'value1' } } });
    expect(body.notes).toEqual({ key1: 'value1' });
  });

  test('waits for the seller if its order is not captured by itself', async () => {
    const order = await client().orders.create({ amount: 1000, currency: 'INR', payment_capture: false });
    await decide(sandbox, order.id, 'pay');
    const [payment] = (await client().orders.fetchPayments(order.id)).items;
    expect(payment).toMatchObject({ status: 'authorized', captured: false });
    const paymentId = payment?.id ?? '';
    await expect(client().payments.refund(paymentId, {})).rejects.toMatchObject(
      refusal('status should be captured'),
    );
    await expect(client().payments.capture(paymentId, 500, 'INR')).rejects.toMatchObject(
      refusal('Capture amount must be equal to the amount authorized'),
    );
    expect(await client().payments.capture(paymentId, 1000, 'INR')).toMatchObject({ status: 'captured' });
    await expect(client().payments.capture(paymentId, 1000, 'INR')).rejects.toMatchObject(
      refusal('already been captured'),
    );
    expect(await client().orders.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 1000 });
    expect(findEvents(order.id)).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
  });
});

describe('an order', () => {
  test.each([
    ['automatic', 'captured'],
    ['manual', 'authorized'],
  ])('with %s capture has its payment %s', async (capture, status) => {
    const body = {
      amount: 1000,
      currency: 'INR',
      payment: { capture, capture_options: { refund_speed: 'optimum' } },
      bank_account: { account_number: '765432123456789', name: 'Ann', ifsc: 'HDFC0000053' },
    };
    const { id } = (await call('POST', 'orders', { body })).body;
    await decide(sandbox, id, 'pay');
    expect((await client().orders.fetchPayments(id)).items).toMatchObject([{ status }]);
  });

  test('is created, listed by its receipt with its payments, and changed', async () => {
    const receipt = reference();
    const order = await client().orders.create({ amount: 5000, currency: 'INR', receipt });
    expect(order).toMatchObject({
      entity: 'order',
      amount_paid: 0,
      amount_due: 5000,
      receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: [],
    });
    await decide(sandbox, order.id, 'pay');
    const { body } = await call('GET', `orders?receipt=${receipt}&expand[]=payments`);
    expect(body).toMatchObject({ count: 1, items: [{ id: order.id, payments: { count: 1 } }] });
    expect(await client().orders.edit(order.id, { notes: { key1: 'value3' } })).toMatchObject({
      notes: { key1: 'value3' },
    });
  });

  test.each([
    [{ amount: 99, currency: 'INR' }, 'amount', 'The amount must be at least INR 1.00'],
    [{ currency: 'INR' }, 'amount', 'The amount field is required.'],
    [{ amount: 100 }, 'currency', 'The currency field is required.'],
    [{ amount: 100, currency: 'INR', receipt: 'x'.repeat(41) }, 'receipt', 'The receipt may not be greater'],
    [{ amount: 100, currency: 'INR', colour: 1 }, undefined, 'colour is/are not required and should not be'],
  ])('is refused as %j', async (body, field, description) => {
    const { status, body: answer } = await call('POST', 'orders', { body });
    expect([status, answer.error.field]).toEqual([400, field]);
    expect(answer.error.description).toContain(description);
  });
});

describe('a refund', () => {
  test.each([
    [{ amount: 0 }, 'The amount must be at least INR 1.00'],
    [{ amount: 50, speed: 'normal' }, 'The amount must be at least INR 1.00'],
    [{ amount: 2000 }, 'The refund amount provided is greater than amount captured'],
    [{ speed: 'fast' }, 'The selected speed is invalid.'],
    [{ colour: 1 }, 'colour is/are not required and should not be sent'],
  ])('is refused as %j', async (body, description) => {
    const { paymentId } = await paidLink();
    const { status, body: answer } = await call('POST', `payments/${paymentId}/refund`, { body });
    expect([status, answer.error.description]).toEqual([400, description]);
  });

  test('is made at once or not at all below 1.00', async () => {
    const { paymentId } = await paidLink();
    expect(await client().payments.refund(paymentId, { amount: 50, speed: 'optimum' })).toMatchObject({
      amount: 50,
      speed_requested: 'optimum',
      speed_processed: 'instant',
    });
  });

  test('is refused with the receipt of another one', async () => {
    const { paymentId } = await paidLink();
    const receipt = reference();
    await client().payments.refund(paymentId, { amount: 300, receipt });
    await expect(client().payments.refund(paymentId, { amount: 300, receipt })).rejects.toMatchObject(
      refusal('receipt has already been taken'),
    );
    expect((await client().payments.fetchMultipleRefund(paymentId)).count).toBe(1);
  });

  test('is made once for its key, and another one with that key is refused', async () => {
    const { paymentId } = await paidLink();
    const headers = { 'x-refund-idempotency': `key-of-${paymentId}` };
    const ask = (amount: number, more: object = headers) =>
      call('POST', `payments/${paymentId}/refund`, { body: { amount }, headers: more });
    const [first, second] = [await ask(300), await ask(300)];
    expect(second.body).toEqual(first.body);
    const other = await ask(400);
    expect([other.status, other.body.error]).toMatchObject([
      400,
      {
        description: 'Different request with the same idempotency key has already been processed.',
        source: 'NA',
      },
    ]);
    expect((await ask(300, { 'x-refund-idempotency': 'short' })).status).toBe(400);
  });

  test('is found by the payment, by itself and among all, and keeps new notes', async () => {
    const { paymentId } = await paidLink();
    const { id } = await client().payments.refund(paymentId, { amount: 300 });
    expect(await client().payments.fetchRefund(paymentId, id)).toMatchObject({ id, notes: [] });
    expect((await client().refunds.all({ count: 1 })).items).toMatchObject([{ id, payment_id: paymentId }]);
    expect(await client().refunds.edit(id, { notes: { a: 'b' } })).toMatchObject({ notes: { a: 'b' } });
    expect(await toBody('refund.processed', id)).toMatchObject({ contains: ['refund', 'payment'] });
  });
});

test.each([
  [undefined, 'Please provide your api key for authentication purposes.'],
  ['another:key', 'The api key provided is invalid'],
  ['rzp_test_local:wrong', 'Authentication failed'],
])('the key %s is refused before anything is asked', async (key, description) => {
  const authorization = key && `Basic ${Buffer.from(key).toString('base64')}`;
  const { status, body } = await sandbox.call('GET', '/razorpay/v1/payments', {
    headers: authorization ? { authorization } : {},
  });
  expect([status, body.error]).toMatchObject([401, { description, source: 'NA', step: 'NA', reason: 'NA' }]);
});

test('an address that Razorpay does not have is a bad request', async () => {
  const { status, body } = await call('GET', 'nothing');
  expect([status, body.error.description]).toEqual([400, 'The requested URL was not found on the server.']);
});
