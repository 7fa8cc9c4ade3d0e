import { createHmac } from 'node:crypto';
import nock from 'nock';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../base/payments/payment-provider.ts';
import { interceptNetwork } from '../../../testing/intercept-network.ts';
import { ProviderError } from '../provider-error.ts';
import { createRazorpayProvider } from './razorpay-provider.ts';

const host = 'https://api.razorpay.com';
const keys = { keyId: 'rzp_test_1', keySecret: 'key-secret-canary' };
const webhookSecret = 'webhook-secret-canary';
const now = new Date('2026-11-22T08:00:00Z');
const id = 'plink_ExjpAUN3gVHrPJ';
const paymentId = 'pay_FDqWWrYLlgSe8D';

interceptNetwork();
let disputes: object[] = [];
let refunds: object[] = [];
beforeEach(() => {
  disputes = [];
  refunds = [];
  nock(host)
    .get('/v1/disputes')
    .query({ count: 100, skip: 0 })
    .optionally()
    .reply(200, () => ({ items: disputes }));
});

const provider = (settings = {}) =>
  createRazorpayProvider(
    { ...keys, apiBase: host, webhookSecret, timeoutMs: 10_000, ...settings },
    { now: () => now },
  );

const order: Order = {
  checkoutId: '019ab1c2-0000-7000-8000-000000000001',
  plan: { id: 2, name: 'Basic', priceCents: 699, currency: 'USD', providerPlanId: null },
  firstPeriodCents: 123,
  payer: { email: 'ada@clients.example' },
  returnUrl: 'https://picksync.example/subscription/success',
  cancelUrl: 'https://picksync.example/subscription/cancel',
  expiresAt: new Date('2026-11-22T09:00:00Z'),
};

const link = (fields = {}) => ({
  id,
  amount: 123,
  amount_paid: 0,
  currency: 'USD',
  status: 'created',
  reference_id: order.checkoutId,
  short_url: 'https://rzp.io/i/nxrHnLJ',
  payments: null,
  customer: { email: 'ada@clients.example', name: '' },
  ...fields,
});
const paid = (fields = {}) =>
  link({
    status: 'paid',
    amount_paid: 123,
    payments: [{ payment_id: paymentId, amount: 123, status: 'captured' }],
    ...fields,
  });
const payment = (fields = {}) => ({
  id: paymentId,
  amount: 123,
  currency: 'USD',
  status: 'captured',
  amount_refunded: 0,
  email: 'payer@clients.example',
  created_at: 1_795_330_800,
  ...fields,
});
const refund = (fields = {}) => ({
  id: 'rfnd_1',
  payment_id: paymentId,
  amount: 123,
  currency: 'USD',
  status: 'processed',
  receipt: 'refund-1',
  created_at: 1_795_330_900,
  ...fields,
});
const refusal = (description: string, code = 'BAD_REQUEST_ERROR') => ({
  error: { code, description, reason: 'input_validation_failed' },
});
/** As payment links answer. */
const exists = {
  error: {
    code: 'BAD_REQUEST_ERROR',
    description: `payment link with given reference_id: ${order.checkoutId} already exists. Please create a payment link with a different reference_id`,
    metadata: [],
    reason: null,
    source: null,
    step: null,
  },
};

const links = () => nock(host).post('/v1/payment_links');
const lookUp = () =>
  nock(host).get('/v1/payment_links').query({ reference_id: order.checkoutId, count: 10, skip: 0 });
const newest = () => nock(host).get('/v1/payment_links').query({ count: 100, skip: 0 });
const getLink = () => nock(host).get(`/v1/payment_links/${id}`);
const getPayment = () => nock(host).get(`/v1/payments/${paymentId}`);
const getRefunds = () => nock(host).get(`/v1/payments/${paymentId}/refunds`).query({ count: 100 });

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ProviderError)) throw new Error(`no provider error: ${String(error)}`);
  expect(JSON.stringify([error, error.message, error.stack])).not.toMatch(/canary|@clients/);
  return error;
};
const opened = { reference: id, payUrl: 'https://rzp.io/i/nxrHnLJ', providerPlanId: null };

describe('opening', () => {
  test('a link asks for the first period’s price and closes with the checkout', async () => {
    let sent: unknown;
    nock(host)
      .post('/v1/payment_links', (body) => {
        sent = body;
        return true;
      })
      .basicAuth({ user: keys.keyId, pass: keys.keySecret })
      .reply(200, link());
    expect(await provider().open(order)).toEqual(opened);
    expect(sent).toEqual({
      amount: 123,
      currency: 'USD',
      accept_partial: false,
      reference_id: order.checkoutId,
      description: 'Picksync Basic',
      customer: { email: 'ada@clients.example' },
      notify: { email: false, sms: false },
      reminder_enable: false,
      notes: { plan_id: 2, cancel_url: order.cancelUrl },
      expire_by: Date.parse('2026-11-22T09:00:00Z') / 1000,
      callback_url: order.returnUrl,
      callback_method: 'get',
    });
  });

  test('a link carries the name and the address of the buyer, as far as its notes hold them', async () => {
    const sent: Record<string, unknown>[] = [];
    const post = () =>
      nock(host)
        .post('/v1/payment_links', (body) => sent.push(body) > 0)
        .reply(200, link());
    const payer = {
      ...order.payer,
      name: 'Ada Byron',
      address: ['5 Lake View', '560002 Bengaluru', 'India'],
    };
    post();
    await provider().open({ ...order, payer });
    post();
    await provider().open({ ...order, payer: { ...payer, address: ['a'.repeat(200), 'b'.repeat(200)] } });
    expect(sent).toMatchObject([
      {
        customer: { name: 'Ada Byron', email: 'ada@clients.example' },
        notes: { billing_address: '5 Lake View, 560002 Bengaluru, India' },
      },
      { notes: { billing_address: `${'a'.repeat(200)}, ${'b'.repeat(53)}` } },
    ]);
  });

  test.each([
    ['2026-11-22T08:01:00Z', '2026-11-22T08:16:00Z'],
    ['2027-11-22T08:00:00Z', '2027-05-21T08:00:00Z'],
  ])('a link that would close at %s closes at %s, which Razorpay takes', async (expiresAt, expected) => {
    nock(host)
      .post('/v1/payment_links', ({ expire_by: expireBy }) => expireBy === Date.parse(expected) / 1000)
      .reply(200, link());
    expect(await provider().open({ ...order, expiresAt: new Date(expiresAt) })).toEqual(opened);
  });

  test('the link of a checkout that has one is found', async () => {
    links().reply(400, exists);
    lookUp().reply(200, { payment_links: [link({ id: 'plink_other', reference_id: 'another' }), link()] });
    expect(await provider().open(order)).toEqual(opened);
  });

  test('finds a link among the newest where the filter finds nothing', async () => {
    links().reply(400, exists);
    lookUp().reply(200, { payment_links: [] });
    newest().reply(200, { payment_links: [link({ id: 'plink_other', reference_id: 'another' }), link()] });
    expect(await provider().open(order)).toEqual(opened);
  });

  test('asks again later for a link that exists and is not listed yet', async () => {
    links().times(2).reply(400, exists);
    lookUp().times(2).reply(200, { payment_links: [] });
    newest().times(2).reply(200, { payment_links: [] });
    expect(await failure(provider().open(order))).toMatchObject({ kind: 'retry', code: 'NOT_LISTED' });
  });

  test('makes a link once when it is missing after an outage', async () => {
    links().reply(502, '<html></html>');
    lookUp().reply(200, { payment_links: [] });
    links().reply(200, link());
    expect(await provider().open(order)).toEqual(opened);
    expect(nock.isDone()).toBe(true);
  });

  test('a request that arrives late is found by the second try', async () => {
    links().reply(504, '');
    lookUp().reply(200, { payment_links: [] });
    links().reply(400, exists);
    lookUp().reply(200, { payment_links: [link()] });
    expect(await provider().open(order)).toEqual(opened);
  });

  test('reports a refusal after one look', async () => {
    links().reply(400, refusal('amount must be at least 100'));
    lookUp().reply(200, { payment_links: [] });
    expect(await failure(provider().open(order))).toMatchObject({
      kind: 'refused',
      code: 'input_validation_failed',
    });
    expect(nock.isDone()).toBe(true);
  });

  test('looks nothing up and tries nothing again when there are too many calls', async () => {
    links().reply(429, refusal('Too many requests', 'RATE_LIMIT'), {
      'retry-after': 'Sun, 22 Nov 2026 08:00:30 GMT',
      date: 'Sun, 22 Nov 2026 08:00:00 GMT',
    });
    expect(await failure(provider().open(order))).toMatchObject({
      kind: 'retry',
      status: 429,
      retryAfterSeconds: 30,
    });
  });

  test.each([
    ['with another amount', { amount: 124 }, 'unknown'],
    ['in another currency', { currency: 'INR' }, 'unknown'],
    ['of another checkout', { reference_id: 'another' }, 'unknown'],
    ['without an address', { short_url: undefined }, 'unknown'],
    ['with an address that is none', { short_url: 'javascript:alert(1)' }, 'unknown'],
    ['that is closed', { status: 'expired' }, 'refused'],
  ])('a link %s is not the one that was asked for', async (_what, fields, kind) => {
    links().reply(200, link(fields));
    expect(await failure(provider().open(order))).toMatchObject({ kind });
  });

  test('a currency without cents is refused before anything is asked', async () => {
    const error = await failure(provider().open({ ...order, plan: { ...order.plan, currency: 'JPY' } }));
    expect(error).toMatchObject({ kind: 'refused', code: 'CURRENCY' });
  });
});

describe('fetching', () => {
  beforeEach(() => {
    getRefunds()
      .optionally()
      .reply(200, () => ({ items: refunds }));
  });

  test('a paid link is told in our words, with its payment and refunds', async () => {
    getLink().reply(200, paid());
    getPayment().reply(200, payment({ amount_refunded: 23 }));
    refunds = [refund({ amount: 23 }), refund({ id: 'rfnd_2', payment_id: 'pay_other' })];
    expect(await provider().fetch(id)).toEqual({
      reference: id,
      status: 'active',
      rawStatus: 'paid',
      checkoutId: order.checkoutId,
      providerPlanId: null,
      currency: 'USD',
      firstPeriodCents: 123,
      regularCents: null,
      nextBillingAt: null,
      payer: { id: null, email: 'payer@clients.example', name: null },
      payments: [
        {
          id: paymentId,
          kind: 'payment',
          status: 'paid',
          amountCents: 123,
          currency: 'USD',
          at: new Date(1_795_330_800_000),
          of: null,
          refunded: 'part',
        },
        {
          id: 'rfnd_1',
          kind: 'refund',
          status: 'paid',
          amountCents: 23,
          currency: 'USD',
          at: new Date(1_795_330_900_000),
          of: paymentId,
          refunded: 'nothing',
        },
      ],
      lastPayment: null,
    });
  });

  test('a payment that was refunded wholly says so', async () => {
    getLink().reply(200, paid());
    getPayment().reply(200, payment({ status: 'refunded', amount_refunded: 123 }));
    refunds = [refund()];
    const state = await provider().fetch(id);
    expect(state?.payments).toMatchObject([
      { status: 'paid', refunded: 'all' },
      { kind: 'refund', amountCents: 123 },
    ]);
  });

  test('a refund that failed is told of, although nothing is back', async () => {
    getLink().reply(200, paid());
    getPayment().reply(200, payment());
    refunds = [refund({ status: 'failed' })];
    expect((await provider().fetch(id))?.payments).toMatchObject([
      { kind: 'payment', status: 'paid', refunded: 'nothing' },
      { id: 'rfnd_1', kind: 'refund', status: 'failed', amountCents: 123, of: paymentId },
    ]);
  });

  test('lists what the bank of the payer has taken back, and not what it only asks about', async () => {
    const lost = { id: 'disp_1', payment_id: paymentId, amount: 123, amount_deducted: 100, currency: 'USD' };
    const at = { status: 'lost', created_at: 1_795_331_000 };
    disputes = [
      { ...lost, ...at },
      { ...lost, ...at, id: 'disp_2', status: 'under_review' },
      { ...lost, ...at, id: 'disp_3', payment_id: 'pay_other' },
    ];
    getLink().reply(200, paid());
    getPayment().reply(200, payment());
    expect((await provider().fetch(id))?.payments).toMatchObject([
      { kind: 'payment', refunded: 'part' },
      { id: 'disp_1', kind: 'refund', status: 'paid', amountCents: 100, of: paymentId },
    ]);
  });

  test('takes the amount of a lost dispute, and not what an account in rupees was charged for it', async () => {
    disputes = [
      {
        id: 'disp_1',
        payment_id: paymentId,
        amount: 23,
        amount_deducted: 1940,
        currency: 'USD',
        status: 'lost',
        created_at: 1_795_331_000,
      },
    ];
    getLink().reply(200, paid());
    getPayment().reply(200, payment({ base_amount: 10_332, base_currency: 'INR' }));
    expect((await provider().fetch(id))?.payments).toMatchObject([
      { kind: 'payment', refunded: 'part' },
      { id: 'disp_1', kind: 'refund', amountCents: 23, currency: 'USD' },
    ]);
  });

  test.each([
    ['created', 'waiting'],
    ['expired', 'lapsed'],
    ['cancelled', 'lapsed'],
  ])('a link that is %s is %s', async (status, ours) => {
    getLink().reply(200, link({ status }));
    expect(await provider().fetch(id)).toMatchObject({ status: ours, rawStatus: status, payments: [] });
  });

  test('a link that is paid in part waits for the rest', async () => {
    getLink().reply(200, paid({ status: 'partially_paid', amount: 200 }));
    getPayment().reply(200, payment());
    expect(await provider().fetch(id)).toMatchObject({ status: 'waiting', payments: [{ amountCents: 123 }] });
  });

  test.each([
    ['authorized', 'pending'],
    ['failed', 'failed'],
  ])('a payment that is %s is %s, whatever the link says', async (status, ours) => {
    getLink().reply(200, paid());
    getPayment().reply(200, payment({ status }));
    expect(await provider().fetch(id)).toMatchObject({ payments: [{ status: ours }] });
  });

  test('an id that Razorpay does not know, and one that is none, are nobody’s', async () => {
    getLink().reply(400, refusal('The id provided does not exist'));
    expect(await provider().fetch(id)).toBeNull();
    getLink().reply(404, {});
    expect(await provider().fetch(id)).toBeNull();
    getLink().reply(400, refusal('invalid input [strippedId] = [ofNobodyAtAll]'));
    expect(await provider().fetch(id)).toBeNull();
    getLink().reply(400, refusal('plink_x is not a valid id'));
    expect(await provider().fetch(id)).toBeNull();
    expect(await provider().fetch('../payments')).toBeNull();
  });

  test.each([
    ['a state that is new', link({ status: 'on_hold' })],
    ['no state', link({ status: undefined })],
    ['an amount with a fraction', link({ amount: 1.23 })],
    ['an amount that is a text', link({ amount: '123' })],
    ['another id', link({ id: 'plink_other' })],
    ['a payment that nobody made', paid({ payments: null })],
    ['less paid than was asked for', paid({ amount_paid: 122 })],
    ['nothing', ''],
    ['a list', []],
  ])('an answer with %s is not understood, and never counts as paid', async (_what, body) => {
    getLink().reply(200, body as nock.Body);
    getPayment().reply(200, payment());
    expect(await failure(provider().fetch(id))).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    ['a payment in a state that is new', { status: 'disputed' }],
    ['a payment without an amount', { amount: undefined }],
    ['a payment with no time', { created_at: 'today' }],
  ])('%s is not understood', async (_what, fields) => {
    getLink().reply(200, paid());
    getPayment().reply(200, payment(fields));
    expect(await failure(provider().fetch(id))).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    ['keys that are refused', 401, refusal('Authentication failed'), { kind: 'credentials' }],
    [
      'keys that are none',
      401,
      { error: { code: 'BAD_REQUEST_ERROR', description: 'The api key provided is invalid', reason: 'NA' } },
      { kind: 'credentials', code: 'BAD_REQUEST_ERROR' },
    ],
  ])('%s are told apart', async (_what, status, body, expected) => {
    getLink().reply(status, body);
    expect(await failure(provider().fetch(id))).toMatchObject(expected);
  });

  test.each([
    ['an outage', 503, ''],
    ['a page in place of an answer', 200, '<html>canary</html>'],
    ['half an answer', 200, '{"id":"plink_'],
  ])('%s passes by itself: it is asked once more, and then is for later', async (_what, status, body) => {
    getLink().reply(status, body);
    getLink().reply(200, link());
    expect(await provider().fetch(id)).toMatchObject({ status: 'waiting' });
    getLink().times(2).reply(status, body);
    expect(await failure(provider().fetch(id))).toMatchObject({ kind: 'retry', call: 'fetch' });
  });
});

describe('changing', () => {
  const cancel = () => nock(host).post(`/v1/payment_links/${id}/cancel`);

  test('cancels a link', async () => {
    cancel().reply(200, link({ status: 'cancelled' }));
    await expect(provider().cancel(id, 'reason')).resolves.toBeUndefined();
  });

  test.each([link({ status: 'cancelled' }), link({ status: 'expired' }), paid()])(
    'cancelling is done already for a link that is $status: nothing is charged any more',
    async (found) => {
      cancel().reply(400, refusal('Payment Link cannot be cancelled'));
      getLink().reply(200, found);
      await expect(provider().cancel(id, 'reason')).resolves.toBeUndefined();
    },
  );

  test('a link that stays open was not cancelled', async () => {
    cancel().reply(400, refusal('not now'));
    getLink().reply(200, link());
    expect(await failure(provider().cancel(id, 'reason'))).toMatchObject({ kind: 'refused' });
    cancel().reply(200, link());
    expect(await failure(provider().cancel(id, 'reason'))).toMatchObject({ kind: 'unknown' });
  });

  test('reports a link that Razorpay does not know as gone', async () => {
    cancel().reply(400, refusal('The id provided does not exist'));
    expect(await failure(provider().cancel(id, 'reason'))).toMatchObject({ kind: 'gone' });
    expect(await failure(provider().cancel('a/b', 'reason'))).toMatchObject({ kind: 'gone', status: null });
  });

  test('suspends and resumes nothing', async () => {
    await expect(provider().suspend(id, 'reason')).resolves.toBeUndefined();
    await expect(provider().resume(id)).resolves.toBeUndefined();
  });
});

describe('refunding', () => {
  const request = { paymentId, amountCents: 123, currency: 'USD', key: 'refund-1' };
  const post = () =>
    nock(host).post(`/v1/payments/${paymentId}/refund`, {
      amount: 123,
      speed: 'normal',
      receipt: 'refund-1',
    });

  test('sends the amount with our key', async () => {
    getRefunds().reply(200, { items: [refund({ receipt: 'another' })] });
    post().reply(200, refund({ status: 'pending' }));
    expect(await provider().refund(request)).toEqual({ totalCents: null, wasWhole: false, pendingId: null });
    expect(nock.isDone()).toBe(true);
  });

  test('refunds less than 1.00 at once, which is the only way for it', async () => {
    getRefunds().reply(200, { items: [] });
    nock(host)
      .post(`/v1/payments/${paymentId}/refund`, { amount: 45, speed: 'optimum', receipt: 'refund-1' })
      .reply(200, refund({ amount: 45 }));
    await expect(provider().refund({ ...request, amountCents: 45 })).resolves.toMatchObject({
      wasWhole: false,
    });
    expect(nock.isDone()).toBe(true);
  });

  test('refunds once when it is done twice', async () => {
    getRefunds().reply(200, { items: [refund()] });
    expect(await provider().refund(request)).toEqual({ totalCents: null, wasWhole: false, pendingId: null });
  });

  test('looks up a refund whose answer got lost before it tries again', async () => {
    getRefunds().reply(200, { items: [] });
    post().replyWithError('socket hang up');
    getRefunds().reply(200, { items: [refund()] });
    expect(await provider().refund(request)).toEqual({ totalCents: null, wasWhole: false, pendingId: null });
    expect(nock.isDone()).toBe(true);
  });

  test('counts a refund that somebody else made at the same time', async () => {
    getRefunds().reply(200, { items: [] });
    post().reply(400, refusal('The payment has been fully refunded already'));
    getRefunds().reply(200, { items: [refund()] });
    expect(await provider().refund(request)).toEqual({ totalCents: null, wasWhole: false, pendingId: null });
  });

  test('refuses a failed refund and one above the payment', async () => {
    getRefunds()
      .times(2)
      .reply(200, { items: [refund({ status: 'failed' })] });
    post().reply(200, refund({ status: 'failed' }));
    expect(await failure(provider().refund(request))).toMatchObject({ kind: 'refused' });
    getRefunds().times(2).reply(200, { items: [] });
    post().reply(400, refusal('The total refund amount is greater than the refund payment amount'));
    expect(await failure(provider().refund(request))).toMatchObject({ kind: 'refused' });
  });
});

describe('events', () => {
  const createBody = (event: string, payload: object) => Buffer.from(JSON.stringify({ event, payload }));
  const body = createBody('payment_link.paid', {
    payment_link: { entity: { id } },
    payment: { entity: { id: paymentId } },
  });
  const sign = (bytes: Buffer, secret = webhookSecret) =>
    createHmac('sha256', secret).update(bytes).digest('hex');
  const verify = (bytes: Buffer, signature: string | string[] | undefined, settings = {}) =>
    provider(settings).verifyEvent({
      headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'event-1' },
      body: bytes,
    });

  test('a signed event says where to look, and is known by what the signature covers', async () => {
    expect(await verify(body, sign(body))).toEqual({
      key: `payment_link.paid:${paymentId}`,
      type: 'payment_link.paid',
      reference: id,
      paymentId,
      refundId: null,
      checkoutId: null,
      disputeId: null,
      claim: { amountCents: null, currency: null, at: null },
    });
  });

  test.each([
    [
      'payment_link.expired',
      { payment_link: { entity: { id } } },
      { key: `payment_link.expired:${id}`, reference: id, paymentId: null },
    ],
    [
      'refund.processed',
      { refund: { entity: { id: 'rfnd_1', payment_id: paymentId } } },
      { key: 'refund.processed:rfnd_1', reference: null, paymentId },
    ],
    [
      'payment.captured',
      { payment: { entity: { id: paymentId, amount: 699, currency: 'USD', created_at: 1_795_330_800 } } },
      {
        key: `payment.captured:${paymentId}`,
        paymentId,
        claim: { amountCents: 699, currency: 'USD', at: new Date(1_795_330_800_000) },
      },
    ],
    [
      'subscription.charged',
      {
        subscription: { entity: { id: 'sub_1', status: 'cancelled' } },
        payment: { entity: { id: paymentId, amount: 699, currency: 'USD', created_at: 1_795_330_800 } },
      },
      { reference: null, paymentId, claim: { amountCents: 699, currency: 'USD' } },
    ],
    ['payment.failed', { payment: { entity: { id: paymentId, amount: 699 } } }, { paymentId, claim: null }],
    [
      'payment.dispute.created',
      { dispute: { entity: { id: 'disp_1', payment_id: paymentId } } },
      { disputeId: 'disp_1', paymentId, claim: null },
    ],
  ])('%s is known by its subject', async (event, payload, expected) => {
    const bytes = createBody(event, payload);
    expect(await verify(bytes, sign(bytes))).toMatchObject(expected);
  });

  test('an event about nothing that we know is known by its bytes', async () => {
    const [one, two] = [createBody('account.updated', { n: 1 }), createBody('account.updated', { n: 2 })];
    const [first, second] = [await verify(one, sign(one)), await verify(two, sign(two))];
    expect(first).toMatchObject({ type: 'account.updated', reference: null, paymentId: null });
    expect(first?.key).not.toBe(second?.key);
  });

  test.each([
    ['no payload', '{"event":"payment.captured"}', 'payment.captured'],
    ['a payload that is none', '{"event":"payment.captured","payload":[]}', 'payment.captured'],
    ['no kind', '{}', 'unknown'],
    ['no event in it', '[]', 'unknown'],
    ['no JSON in it', '{', 'unknown'],
  ])('a signed event with %s is genuine, and about nothing', async (_what, text, type) => {
    const bytes = Buffer.from(text);
    expect(await verify(bytes, sign(bytes))).toMatchObject({
      type,
      reference: null,
      paymentId: null,
      disputeId: null,
      claim: null,
    });
  });

  test('a dispute that comes back to a state is told again', async () => {
    const readKey = async (created_at: number) => {
      const payload = { dispute: { entity: { id: 'disp_1' } } };
      const bytes = Buffer.from(
        JSON.stringify({ event: 'payment.dispute.under_review', created_at, payload }),
      );
      return (await verify(bytes, sign(bytes)))?.key;
    };
    expect(await readKey(1)).toBe(await readKey(1));
    expect(await readKey(1)).not.toBe(await readKey(2));
  });

  const right = sign(body);
  test.each([
    ['no signature', body, undefined],
    ['two signatures', body, [right, right]],
    ['another signature', body, 'ab'.repeat(32)],
    ['a signature with another secret', body, sign(body, keys.keySecret)],
    ['a signature that is cut', body, right.slice(0, 62)],
    ['a signature with more behind it', body, `${right}00`],
    ['a signature in capitals', body, right.toUpperCase()],
    ['the signature of another body', Buffer.concat([body, Buffer.from(' ')]), right],
  ])('ignores an event with %s', async (_what, bytes, signature) => {
    expect(await verify(bytes, signature)).toBeNull();
  });

  test('cannot be verified without the webhook’s secret', async () => {
    expect(await verify(body, sign(body, ''), { webhookSecret: undefined })).toBeNull();
  });
});
