import Razorpay from 'razorpay';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/callback-receiver.ts';
import { createTestLink, decide, razorpayClient } from '../testing/payments.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let receiver: Receiver;
let sandbox: TestSandbox;
let references = 0;
beforeAll(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox({ RAZORPAY_WEBHOOK_URL: receiver.url });
});
afterEach(() => sandbox.call('DELETE', '/api/faults'));
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const links = () => razorpayClient(sandbox).paymentLink;
const putFaults = (payments: object) => sandbox.call('PUT', '/api/faults', { body: { payments } });

function createLink(change: object = {}) {
  references += 1;
  return createTestLink(sandbox, { reference_id: `checkout-${references}`, ...change });
}

/** Returns the events of a link that have arrived, as their types. */
async function findEvents(id: string, count: number) {
  const sent = () => receiver.callbacks().filter(({ body }) => JSON.stringify(body.payload).includes(id));
  await expect.poll(sent).toHaveLength(count);
  return sent();
}

/** The client's types know no filter. */
async function findLinks(reference: string): Promise<unknown> {
  const filter: object = { reference_id: reference };
  return links().all(filter);
}

describe('a payment link', () => {
  test.each([
    [undefined, '/'],
    ['/subscription/cancel', '/subscription/cancel'],
    ['https://elsewhere.example/', '/'],
  ])('leads who goes back without paying from a note of %s to %s of the app', async (note, path) => {
    const app = new URL((await createLink()).callback_url ?? '').origin;
    const notes = note === undefined ? {} : { cancel_url: new URL(note, app).href };
    const answer = await fetch((await createLink({ notes })).short_url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'back' }),
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).toBe(`${app}${path}`);
  });

  test('is paid on its page, and the payer goes back with five parameters and a signature', async () => {
    const link = await createLink();
    expect(link).toMatchObject({ status: 'created', amount: 699, amount_paid: 0, currency: 'USD' });
    const page = await (await fetch(link.short_url)).text();
    for (const text of ['$6.99', 'Basic, one month', 'ann@northwind.example', '>Pay<', '>Go back<'])
      expect(page).toContain(text);
    const answer = await fetch(link.short_url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'pay' }),
      redirect: 'manual',
    });
    const back = new URL(answer.headers.get('location') ?? '').searchParams;
    const paid = await links().fetch(link.id);
    expect(paid).toMatchObject({
      status: 'paid',
      amount_paid: 699,
      payments: [{ amount: 699, status: 'captured', payment_id: back.get('razorpay_payment_id') }],
    });
    const signed = {
      payment_link_id: back.get('razorpay_payment_link_id') ?? '',
      payment_id: back.get('razorpay_payment_id') ?? '',
      payment_link_reference_id: back.get('razorpay_payment_link_reference_id') ?? '',
      payment_link_status: back.get('razorpay_payment_link_status') ?? '',
    };
    const signature = back.get('razorpay_signature') ?? '';
    const { RAZORPAY_KEY_SECRET } = sandbox.config;
    expect(validatePaymentVerification(signed, signature, RAZORPAY_KEY_SECRET)).toBe(true);
    const forged = { ...signed, payment_link_id: 'plink_other' };
    expect(validatePaymentVerification(forged, signature, RAZORPAY_KEY_SECRET)).toBe(false);
  });

  test('stays open when the bank refuses, and is paid once however often somebody pays', async () => {
    const { id, short_url } = await createLink();
    const failed = await fetch(short_url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'fail' }),
    });
    expect(await failed.text()).toContain('Nothing was paid.');
    expect((await links().fetch(id)).status).toBe('created');
    await Promise.all([decide(sandbox, id, 'pay'), decide(sandbox, id, 'pay')]);
    expect((await links().fetch(id)).payments).toHaveLength(1);
    expect(await (await fetch(short_url)).text()).toContain('This link is paid');
  });

  test('is refused with a used reference id, and found by it', async () => {
    const link = await createLink({ reference_id: 'once' });
    await expect(createLink({ reference_id: 'once' })).rejects.toMatchObject({
      statusCode: 400,
      error: {
        code: 'BAD_REQUEST_ERROR',
        description:
          'payment link with given reference_id: once already exists. Please create a payment link with a different reference_id',
        metadata: [],
        reason: null,
        source: null,
        step: null,
      },
    });
    expect(await findLinks('once')).toEqual({ payment_links: [expect.objectContaining({ id: link.id })] });
  });

  const now = Date.parse('2026-11-02T09:00:00Z') / 1000;
  test.each([
    ['a reference id of 41 characters', { reference_id: 'x'.repeat(41) }, 'reference_id: '],
    ['less than 1.00 of the currency', { amount: 99 }, 'amount: amount should be minimum 1.00 for USD.'],
    ['a fraction of the smallest unit', { amount: 699.5 }, 'amount: '],
    [
      'an end in less than 15 minutes',
      { expire_by: now + 14 * 60 },
      'expire_by: timestamp must be atleast 15 minutes in future.',
    ],
    ['an end in more than six months', { expire_by: now + 185 * 86_400 }, 'expire_by: '],
    [
      'sixteen notes',
      { notes: Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`n${n}`, 'x'])) },
      'notes: ',
    ],
    ['a callback address without its method', { callback_method: undefined }, 'callback_method: '],
  ])('is refused with %s', async (_case, change, description) => {
    await expect(createLink(change)).rejects.toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', description: expect.stringContaining(description) },
    });
  });

  test('is cancelled while it is open, and ends when its time is over', async () => {
    const { id } = await createLink();
    expect(await links().cancel(id)).toMatchObject({ status: 'cancelled' });
    await expect(links().cancel(id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await decide(sandbox, id, 'pay')).toBeNull();
    const late = await createLink();
    await sandbox.call('POST', `/api/payments/${late.id}/advance`, { body: { days: 1 } });
    expect((await links().fetch(late.id)).status).toBe('expired');
    const [sent] = await findEvents(late.id, 1);
    expect(sent?.body.event).toBe('payment_link.expired');
  });

  test('exists after a lost answer, and is found by its reference', async () => {
    await putFaults({ answer: 'error', takesEffect: true, operations: ['links.create'], times: 1 });
    await expect(createLink({ reference_id: 'lost' })).rejects.toMatchObject({ statusCode: 500 });
    expect(await findLinks('lost')).toEqual({ payment_links: [expect.anything()] });
  });
});

test('a wrong secret and an unknown id are refused in Razorpay’s envelope', async () => {
  const wrong = razorpayClient(sandbox, { secret: 'wrong' }).paymentLink.fetch('plink_00000000000000');
  await expect(wrong).rejects.toMatchObject({ statusCode: 401, error: { code: 'BAD_REQUEST_ERROR' } });
  await expect(links().fetch('plink_00000000000000')).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'The id provided does not exist' },
  });
});

test('a payment is refunded in parts, and no more than was paid', async () => {
  const { id } = await createLink();
  await decide(sandbox, id, 'pay');
  const { payments } = razorpayClient(sandbox);
  const paymentId = sandbox.state.payments.razorpay.payments.at(-1)?.id ?? '';
  const first = await payments.refund(paymentId, { amount: 200, receipt: 'key-1' });
  expect(first).toMatchObject({ payment_id: paymentId, amount: 200, receipt: 'key-1', status: 'processed' });
  await expect(payments.refund(paymentId, { amount: 500 })).rejects.toMatchObject({ statusCode: 400 });
  expect(await payments.fetch(paymentId)).toMatchObject({ amount_refunded: 200, refund_status: 'partial' });
  await payments.refund(paymentId, {});
  expect(await payments.fetch(paymentId)).toMatchObject({ status: 'refunded', refund_status: 'full' });
  const { items } = await payments.fetchMultipleRefund(paymentId);
  expect(items.map(({ amount }) => amount)).toEqual([499, 200]);
});

test('events carry the signature of their bytes and the id of the event', async () => {
  const { id } = await createLink();
  await putFaults({ events: 'twice' });
  await decide(sandbox, id, 'pay');
  const sent = await findEvents(id, 2);
  const { RAZORPAY_WEBHOOK_SECRET: secret } = sandbox.config;
  for (const { text, headers } of sent) {
    const signature = String(headers['x-razorpay-signature']);
    expect(Razorpay.validateWebhookSignature(text, signature, secret)).toBe(true);
    expect(Razorpay.validateWebhookSignature(`${text} `, signature, secret)).toBe(false);
  }
  expect(new Set(sent.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1);
  expect(sent[0]?.body.payload).toMatchObject({
    payment_link: { entity: { id, status: 'paid' } },
    payment: { entity: { status: 'captured', amount: 699 } },
  });
});

test('a payer may pay another amount in another currency, and the link says so', async () => {
  const { id } = await createLink();
  await putFaults({ paidCents: 100, paidCurrency: 'INR' });
  await decide(sandbox, id, 'pay');
  expect(await links().fetch(id)).toMatchObject({ status: 'paid', amount_paid: 100, currency: 'INR' });
});

test.each([
  ['unauthorized', 401],
  ['rate_limit', 429],
  ['error', 500],
])('with the fault %s a call is answered with %i and takes no effect', async (answer, statusCode) => {
  const { links: before } = sandbox.state.payments.razorpay;
  const count = before.length;
  await putFaults({ answer });
  await expect(createLink()).rejects.toMatchObject({ statusCode });
  expect(before).toHaveLength(count);
});

test('a fault can be of one provider, of some calls or of a number of them', async () => {
  const { id } = await createLink();
  await putFaults({ answer: 'error', providers: ['paypal'] });
  await expect(links().fetch(id)).resolves.toMatchObject({ id });
  await putFaults({ answer: 'error', operations: ['links.cancel'], times: 1 });
  await expect(links().fetch(id)).resolves.toMatchObject({ id });
  await expect(links().cancel(id)).rejects.toMatchObject({ statusCode: 500 });
  await expect(links().cancel(id)).resolves.toMatchObject({ status: 'cancelled' });
});

test('a call that hangs ends with its caller, and one may get half an answer', async () => {
  const { id } = await createLink();
  const headers = {
    authorization: `Basic ${btoa(`${sandbox.config.RAZORPAY_KEY_ID}:${sandbox.config.RAZORPAY_KEY_SECRET}`)}`,
  };
  const path = `${sandbox.url}/razorpay/v1/payment_links/${id}`;
  await putFaults({ answer: 'truncated', takesEffect: true });
  const half = await (await fetch(path, { headers })).text();
  expect(() => JSON.parse(half)).toThrow();
  await putFaults({ answer: 'hang' });
  await expect(fetch(path, { headers, signal: AbortSignal.timeout(200) })).rejects.toThrow('timeout');
});
