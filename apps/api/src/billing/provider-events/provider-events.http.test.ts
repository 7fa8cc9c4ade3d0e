import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type StandInServer, startStandInServer } from '../../testing/stand-in-server.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const webhookSecret = 'a secret of the webhook';
const canary = 'payer-canary@clients.example';

let api: TestApp;
let paypal: StandInServer;
/** How PayPal answers when it is asked whether an event is its own. */
let verification: () => { status?: number; body: unknown } | 'hang';
/** The certificate with which PayPal's events are signed. */
let certificate: () => { status?: number; body: unknown };

beforeAll(async () => {
  paypal = await startStandInServer(({ path }) => {
    if (path.startsWith('/v1/notifications/certs/')) return certificate();
    return path === '/v1/oauth2/token'
      ? { body: { access_token: 'token', token_type: 'Bearer', expires_in: 32400 } }
      : verification();
  });
  const timeoutMs = 10_000;
  api = await testApp({
    payments: {
      paypal: { clientId: 'id', clientSecret: 'secret', apiBase: paypal.base, webhookId: 'W1', timeoutMs },
      razorpay: { keyId: 'id', keySecret: 'secret', apiBase: 'http://127.0.0.1:9', webhookSecret, timeoutMs },
    },
  });
});
afterAll(async () => {
  await api.close();
  await paypal[Symbol.asyncDispose]();
});
beforeEach(async () => {
  verification = () => ({ body: { verification_status: 'SUCCESS' } });
  certificate = () => ({ status: 404, body: '' });
  await api.db.providerEvent.deleteMany();
  await api.db.$executeRaw`DELETE FROM pgboss.job WHERE name IN ('refresh-subscription', 'assign-event')`;
});

type Sending = { body: string; headers?: Record<string, string>; from?: string };

const post = (provider: 'paypal' | 'razorpay', { body, headers = {}, from = '192.0.2.1' }: Sending) =>
  api.app.inject({
    method: 'POST',
    url: `/api/subscription/${provider}/webhook`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
    remoteAddress: from,
  });

const linkEvent = (event: string, { link = 'plink_1', payment = 'pay_1' } = {}) =>
  JSON.stringify({
    event,
    payload: { payment_link: { entity: { id: link } }, payment: { entity: { id: payment, email: canary } } },
  });
const sign = (body: string) => createHmac('sha256', webhookSecret).update(body).digest('hex');
const fromRazorpay = (
  body: string,
  { eventId = String(randomUUID()), signature = sign(body), from = '192.0.2.1' } = {},
) =>
  post('razorpay', {
    body,
    from,
    headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId },
  });

const signed = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
  'paypal-transmission-id': 't-1',
  'paypal-transmission-sig': 'c2ln',
  'paypal-transmission-time': '2026-11-22T07:00:00Z',
};
const fromPaypal = (event: object, { from = '192.0.2.1' } = {}) =>
  post('paypal', { body: JSON.stringify(event), headers: signed, from });
const sale = (id: string, resource: object = {}) => ({
  id,
  event_type: 'PAYMENT.SALE.COMPLETED',
  resource: { id: 'S1', billing_agreement_id: 'I-1', payer: canary, ...resource },
});

const jobs = () => api.waitingJobs('refresh-subscription');
const events = () =>
  api.db.providerEvent.findMany({
    select: {
      provider: true,
      providerEventId: true,
      type: true,
      reference: true,
      paymentId: true,
      refundId: true,
      outcome: true,
      detail: true,
    },
    orderBy: { id: 'asc' },
  });
const asked = () => paypal.requests.filter(({ path }) => path.endsWith('/verify-webhook-signature')).length;

test('an event of a provider that is not set up here leads nowhere', async () => {
  const bare = await testApp({ beside: { databaseUrl: api.databaseUrl, admin: api.admin } });
  for (const provider of ['paypal', 'razorpay']) {
    const answer = await bare.app.inject({
      method: 'POST',
      url: `/api/subscription/${provider}/webhook`,
      headers: { ...signed, 'x-razorpay-signature': sign('{}') },
      payload: '{}',
    });
    expect(answer.statusCode).toBe(404);
  }
  await bare.close();
});

test('a signed event of Razorpay is kept without what it says of the payer, and Razorpay will be asked', async () => {
  const answer = await fromRazorpay(linkEvent('payment_link.paid'));
  expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
  expect(await events()).toEqual([
    {
      provider: 'razorpay',
      providerEventId: 'payment_link.paid:pay_1',
      type: 'payment_link.paid',
      reference: 'plink_1',
      paymentId: 'pay_1',
      refundId: null,
      outcome: null,
      detail: null,
    },
  ]);
  expect(await jobs()).toEqual([{ provider: 'razorpay', reference: 'plink_1' }]);
  expect(JSON.stringify([await jobs(), api.log.lines()])).not.toContain(canary);
});

test('an event that comes again, at the same time, or under another id does nothing twice', async () => {
  const body = linkEvent('payment_link.paid');
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => fromRazorpay(body, { eventId: 'event-1' })),
    ...Array.from({ length: 10 }, () => fromRazorpay(body)),
  ]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect([(await events()).length, (await jobs()).length]).toEqual([1, 1]);
  await api.db.$executeRaw`DELETE FROM pgboss.job WHERE name = 'refresh-subscription'`;
  expect((await fromRazorpay(body, { eventId: 'event-2' })).statusCode).toBe(200);
  expect(await jobs()).toEqual([]);
});

test('another payment under an id that was used is an event of its own', async () => {
  await fromRazorpay(linkEvent('payment_link.partially_paid'), { eventId: 'event-1' });
  await fromRazorpay(linkEvent('payment_link.partially_paid', { payment: 'pay_2' }), { eventId: 'event-1' });
  await fromRazorpay(linkEvent('payment_link.paid', { link: 'plink_2', payment: 'pay_3' }), {
    eventId: 'event-1',
  });
  expect(await events()).toHaveLength(3);
  expect(await jobs()).toEqual([
    { provider: 'razorpay', reference: 'plink_1' },
    { provider: 'razorpay', reference: 'plink_2' },
  ]);
});

test.each([
  ['another signature', () => 'ab'.repeat(32)],
  ['a signature that is cut', (body: string) => sign(body).slice(1)],
  ['the signature of another body', () => sign(linkEvent('payment_link.paid', { link: 'plink_2' }))],
])('an event of Razorpay with %s is refused, and nothing is kept', async (what, signature) => {
  const body = linkEvent('payment_link.paid');
  const answer = await fromRazorpay(body, { signature: signature(body), from: `razorpay ${what}` });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  expect([await events(), await jobs()]).toEqual([[], []]);
});

test('a genuine event that names nothing is kept as a receipt, and nothing is asked', async () => {
  expect((await fromRazorpay('{"event":"payment.captured"}')).statusCode).toBe(200);
  expect((await fromPaypal({ id: 'WH-1', event_type: 'PAYMENT.SALE.COMPLETED' })).statusCode).toBe(200);
  expect(await events()).toMatchObject([
    { type: 'payment.captured', outcome: 'nothing', detail: 'It names nothing that we could ask for.' },
    { type: 'PAYMENT.SALE.COMPLETED', providerEventId: 'WH-1', outcome: 'nothing' },
  ]);
  expect([await jobs(), await api.waitingJobs('assign-event')]).toEqual([[], []]);
});

test('an event about more money than there is, or of a time that never comes, is kept without it', async () => {
  const refund = { id: 'rfnd_1', payment_id: 'pay_9', amount: 2 ** 31, currency: 'INR', created_at: 9e15 };
  const event = { event: 'refund.processed', payload: { refund: { entity: refund } } };
  expect((await fromRazorpay(JSON.stringify(event))).statusCode).toBe(200);
  const amount = { total: '99999999.00', currency: 'USD' };
  const reversal = { id: 'R1', amount, create_time: '+020000-01-01T00:00:00Z' };
  const sent = { id: 'WH-1', event_type: 'PAYMENT.SALE.REVERSED', resource: reversal };
  expect((await fromPaypal(sent)).statusCode).toBe(200);
  const claims = await api.db.providerEvent.findMany({ orderBy: { receivedAt: 'asc' } });
  expect(claims).toMatchObject([
    { type: 'refund.processed', claimedCents: null, claimedCurrency: 'INR', claimedAt: null },
    { type: 'PAYMENT.SALE.REVERSED', claimedCents: null, claimedCurrency: 'USD', claimedAt: null },
  ]);
});

test('a body without a signature is not even read', async () => {
  for (const provider of ['paypal', 'razorpay'] as const) {
    const answer = await post(provider, { body: 'x'.repeat(900_000) });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_request']);
  }
});

test('a body longer than any event is refused', async () => {
  const body = JSON.stringify({ padding: 'x'.repeat(256 * 1024) });
  expect((await fromRazorpay(body)).statusCode).toBe(413);
});

test('an event that PayPal knows as its own is kept once, and PayPal will be asked', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => fromPaypal(sale('WH-1'))));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await events()).toMatchObject([
    { provider: 'paypal', providerEventId: 'WH-1', reference: 'I-1', paymentId: 'S1' },
  ]);
  expect(await jobs()).toEqual([{ provider: 'paypal', reference: 'I-1' }]);
});

test('an event that names only a payment leads to the subscription of the payment', async () => {
  await api.db.paymentTransaction.create({
    data: {
      provider: 'paypal',
      providerSubscriptionId: 'I-7',
      providerTransactionId: 'S7',
      transactionType: 'payment',
      amount: '6.99',
      status: 'paid',
    },
  });
  const refund = (id: string, sale_id: string) => ({
    id,
    event_type: 'PAYMENT.SALE.REFUNDED',
    resource: { id: 'R1', sale_id },
  });
  expect((await fromPaypal(refund('WH-7', 'S7'))).statusCode).toBe(200);
  expect((await fromPaypal(refund('WH-8', 'S-of-nobody'))).statusCode).toBe(200);
  expect(await events()).toMatchObject([
    { reference: 'I-7', paymentId: 'S7', refundId: 'R1', outcome: null },
    { reference: null, paymentId: 'S-of-nobody', outcome: null },
  ]);
  expect(await jobs()).toEqual([{ provider: 'paypal', reference: 'I-7' }]);
  // PayPal is asked what the other one belongs to.
  expect(await api.waitingJobs('assign-event')).toHaveLength(1);
});

test('an event is sent back while PayPal cannot be asked, and taken when it comes again', async () => {
  verification = () => ({ status: 503, body: '' });
  const answer = await fromPaypal(sale('WH-1'));
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    expect.objectContaining({ retryAfterSeconds: 30 }),
  ]);
  expect(await events()).toEqual([]);
  verification = () => ({ body: { verification_status: 'SUCCESS' } });
  expect((await fromPaypal(sale('WH-1'))).statusCode).toBe(200);
  expect(await jobs()).toHaveLength(1);
});

test('an event that carries our checkout leads to its subscription', async () => {
  const { id: userId } = await testUser(api.db);
  const { id } = await api.db.checkout.create({
    data: {
      userId,
      planId: 2,
      provider: 'paypal',
      providerReference: 'I-9',
      amountCents: 699,
      expiresAt: api.clock.at,
    },
  });
  const capture = { event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'S9', custom_id: id } };
  expect((await fromPaypal({ id: 'WH-9', ...capture })).statusCode).toBe(200);
  expect(await jobs()).toEqual([{ provider: 'paypal', reference: 'I-9' }]);
});

describe('forged events', () => {
  const forged = { from: '203.0.113.9' };
  const signatures = generateKeyPairSync('rsa', { modulusLength: 2048 });

  /** The headers of an event that is signed with the certificate that PayPal has at this address. */
  function headersFor(body: string): Record<string, string> {
    const text = `t-1|2026-11-22T07:00:00Z|W1|${crc32(body)}`;
    const signature = createSign('RSA-SHA256').update(text).sign(signatures.privateKey, 'base64');
    const certUrl = `${paypal.base}/v1/notifications/certs/CERT-1`;
    return { ...signed, 'paypal-cert-url': certUrl, 'paypal-transmission-sig': signature };
  }
  const genuine = (event: object, from = forged.from) => {
    const body = JSON.stringify(event);
    return post('paypal', { body, headers: headersFor(body), from });
  };

  test('keep out no genuine event, of neither provider, although they come from the same network', async () => {
    verification = () => ({ body: { verification_status: 'SUCCESS' } });
    certificate = () => ({ body: signatures.publicKey.export({ type: 'spki', format: 'pem' }) });
    expect((await genuine(sale('WH-1'))).statusCode).toBe(200);
    const before = asked();
    const known = headersFor('{}');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        post('paypal', { body: JSON.stringify(sale(`WH-x${n}`)), headers: known, ...forged }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    expect(asked() - before).toBe(0);
    expect((await genuine(sale('WH-2'))).statusCode).toBe(200);
    for (let n = 0; n < 25; n += 1)
      await fromRazorpay(linkEvent('payment_link.paid'), { ...forged, signature: 'ab'.repeat(32) });
    expect((await fromRazorpay(linkEvent('payment_link.paid'), forged)).statusCode).toBe(200);
    expect((await events()).map(({ providerEventId }) => providerEventId)).toEqual([
      'WH-1',
      'WH-2',
      'payment_link.paid:pay_1',
    ]);
  });

  test('are asked about 20 times at most, where there is no certificate to check them with', async () => {
    verification = () => ({ body: { verification_status: 'FAILURE' } });
    certificate = () => ({ status: 404, body: '' });
    const before = asked();
    const elsewhere = { from: '203.0.113.10' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => fromPaypal(sale(`WH-${n}`), elsewhere)),
    );
    const codes = answers.map((answer) => answer.json().code);
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(20);
    // They are to come again: one of them may be genuine.
    expect(codes.filter((code) => code === 'unavailable')).toHaveLength(10);
    expect(asked() - before).toBe(20);
    verification = () => ({ body: { verification_status: 'SUCCESS' } });
    expect((await fromPaypal(sale('WH-21'))).statusCode).toBe(200);
  });
});
