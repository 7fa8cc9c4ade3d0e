import nock from 'nock';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../base/payments/payment-provider.ts';
import { interceptNetwork } from '../../../testing/intercept-network.ts';
import { saleReversed } from '../../../testing/sale-reversed.ts';
import { startStandInServer } from '../../../testing/stand-in-server.ts';
import { ProviderError } from '../provider-error.ts';
import { createPaypalProvider } from './paypal-provider.ts';

const host = 'https://api-m.paypal.com';
const secrets = { clientId: 'client-id', clientSecret: 'client-secret-canary' };
const now = new Date('2026-11-22T08:00:00Z');
const id = 'I-BW452GLLEP1G';

interceptNetwork({ allow: '127.0.0.1' });
beforeEach(() => void token().persist());

const token = (status = 200) =>
  nock(host)
    .post('/v1/oauth2/token')
    .basicAuth({ user: secrets.clientId, pass: secrets.clientSecret })
    .reply(
      status,
      status === 200 ? { access_token: 'A21-canary', token_type: 'Bearer', expires_in: 32400 } : {},
    );

/** PayPal on a real port, which gives a token to everybody. */
const paypalAt = (answer: Parameters<typeof startStandInServer>[0]) =>
  startStandInServer((request) =>
    request.path.endsWith('/v1/oauth2/token')
      ? { body: { access_token: 'A21-canary', token_type: 'Bearer', expires_in: 32400 } }
      : answer(request),
  );

const provider = (settings = {}) =>
  createPaypalProvider(
    { ...secrets, apiBase: host, webhookId: '8PT597110X687430LKGECATA', timeoutMs: 10_000, ...settings },
    { now: () => now },
  );

const order: Order = {
  checkoutId: '019ab1c2-0000-7000-8000-000000000001',
  plan: {
    id: 2,
    name: 'Basic',
    priceCents: 699,
    currency: 'USD',
    providerPlanId: 'P-5ML4271244454362WXNWU5NQ',
  },
  firstPeriodCents: 123,
  payer: { email: 'ada@clients.example' },
  returnUrl: 'https://picksync.example/subscription/success',
  cancelUrl: 'https://picksync.example/subscription/cancel',
  expiresAt: new Date('2026-11-22T09:00:00Z'),
};

const usd = (value: string) => ({ currency_code: 'USD', value });
const asNumber = { currency_code: 'USD', value: 6.99 };
const cycle = (tenure: 'TRIAL' | 'REGULAR', value: string) => ({
  tenure_type: tenure,
  sequence: tenure === 'TRIAL' ? 1 : 2,
  total_cycles: tenure === 'TRIAL' ? 1 : 0,
  frequency: { interval_unit: 'MONTH', interval_count: 1 },
  pricing_scheme: { fixed_price: usd(value) },
});
const paypalPlan = (value = '6.99', status = 'ACTIVE') => ({
  id: order.plan.providerPlanId,
  status,
  billing_cycles: [cycle('TRIAL', value), cycle('REGULAR', value)],
});
/** One for subscriptions whose first month costs what every month costs. */
const undiscountedPlan = { ...paypalPlan(), billing_cycles: [{ ...cycle('REGULAR', '6.99'), sequence: 1 }] };
const undiscounted = { ...order, firstPeriodCents: 699 };
const created = (
  approve: object | null = { rel: 'approve', href: 'https://www.paypal.com/webapps/billing?ba_token=BA-1' },
) => ({
  id,
  status: 'APPROVAL_PENDING',
  links: [approve, { rel: 'self', href: `${host}/v1/billing/subscriptions/${id}` }].filter(Boolean),
});
const subscription = (fields = {}) => ({
  id,
  status: 'ACTIVE',
  plan_id: order.plan.providerPlanId,
  custom_id: order.checkoutId,
  create_time: '2026-09-22T07:00:00Z',
  start_time: '2026-09-22T07:00:00Z',
  update_time: '2026-11-22T07:00:05Z',
  subscriber: {
    email_address: 'ada@clients.example',
    payer_id: '2J6QB8YJQSJRJ',
    name: { given_name: 'Ada', surname: 'L' },
  },
  billing_info: {
    outstanding_balance: usd('0.0'),
    next_billing_time: '2026-12-22T10:00:00Z',
    failed_payments_count: 0,
    last_payment: { amount: usd('6.99'), time: '2026-11-22T07:00:05Z' },
  },
  plan: { billing_cycles: [cycle('TRIAL', '1.23'), cycle('REGULAR', '6.99')] },
  ...fields,
});
const transaction = (saleId: string, fields = {}) => ({
  id: saleId,
  status: 'COMPLETED',
  time: '2026-11-22T07:00:05Z',
  payer_email: 'ada@clients.example',
  amount_with_breakdown: { gross_amount: usd('6.99'), fee_amount: usd('0.50'), net_amount: usd('6.49') },
  ...fields,
});

const path = `/v1/billing/subscriptions/${id}`;
const getSubscription = () => nock(host).get(path).query({ fields: 'plan' });
const getTransactions = () => nock(host).get(`${path}/transactions`).query(true);
const getPlan = () => nock(host).get(`/v1/billing/plans/${order.plan.providerPlanId}`);
const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ProviderError)) throw new Error(`no provider error: ${String(error)}`);
  expect(JSON.stringify([error, error.message, error.stack])).not.toMatch(/canary|ada@clients/);
  return error;
};

describe('opening', () => {
  test('a subscription costs the first period’s price once and the plan’s after that, and leads to PayPal', async () => {
    getPlan().reply(200, paypalPlan());
    const call = nock(host, {
      reqheaders: { 'paypal-request-id': order.checkoutId, authorization: 'Bearer A21-canary' },
    })
      .post('/v1/billing/subscriptions', {
        plan_id: order.plan.providerPlanId,
        custom_id: order.checkoutId,
        subscriber: { email_address: 'ada@clients.example' },
        plan: {
          billing_cycles: [
            { sequence: 1, total_cycles: 1, pricing_scheme: { fixed_price: usd('1.23') } },
            { sequence: 2, total_cycles: 0, pricing_scheme: { fixed_price: usd('6.99') } },
          ],
        },
        application_context: {
          brand_name: 'Picksync',
          return_url: order.returnUrl,
          cancel_url: order.cancelUrl,
          user_action: 'SUBSCRIBE_NOW',
          shipping_preference: 'NO_SHIPPING',
        },
      })
      .reply(201, created());
    expect(await provider().open(order)).toEqual({
      reference: id,
      payUrl: 'https://www.paypal.com/webapps/billing?ba_token=BA-1',
      providerPlanId: order.plan.providerPlanId,
    });
    expect(call.isDone()).toBe(true);
  });

  test.each([
    ['none is remembered', null, undefined],
    ['its price has changed', order.plan.providerPlanId, paypalPlan('5.99')],
    ['it was switched off', order.plan.providerPlanId, paypalPlan('6.99', 'INACTIVE')],
    ['it is one of another account', order.plan.providerPlanId, 404],
  ])(
    'a plan is made at PayPal when %s, with a product that is made once',
    async (_why, providerPlanId, known) => {
      if (typeof known === 'number') getPlan().reply(known, { name: 'RESOURCE_NOT_FOUND' });
      else if (known) getPlan().reply(200, known);
      nock(host).get('/v1/catalogs/products/PICKSYNC').reply(404, { name: 'RESOURCE_NOT_FOUND' });
      const product = nock(host)
        .post('/v1/catalogs/products', {
          id: 'PICKSYNC',
          name: 'Picksync',
          type: 'SERVICE',
          category: 'SOFTWARE',
        })
        .matchHeader('paypal-request-id', 'picksync-product')
        .reply(201, { id: 'PICKSYNC' });
      const plan = nock(host)
        .post('/v1/billing/plans', (body) => {
          expect(body).toMatchObject({
            product_id: 'PICKSYNC',
            name: 'Basic',
            status: 'ACTIVE',
            billing_cycles: [cycle('TRIAL', '6.99'), cycle('REGULAR', '6.99')],
          });
          return true;
        })
        .matchHeader('paypal-request-id', 'picksync-plan-2-699-USD')
        .reply(201, { id: 'P-NEW' });
      nock(host)
        .post('/v1/billing/subscriptions', ({ plan_id: planId }) => planId === 'P-NEW')
        .twice()
        .reply(201, created());
      const paypal = provider();
      const withPlan = { ...order, plan: { ...order.plan, providerPlanId } };
      expect(await paypal.open(withPlan)).toMatchObject({ providerPlanId: 'P-NEW' });
      // Somebody else, before the id is remembered.
      expect(await paypal.open(withPlan)).toMatchObject({ providerPlanId: 'P-NEW' });
      expect(product.isDone() && plan.isDone()).toBe(true);
    },
  );

  test('a subscription without a discount has no trial cycle', async () => {
    getPlan().reply(200, undiscountedPlan);
    const call = nock(host)
      .post('/v1/billing/subscriptions', ({ plan }) => {
        expect(plan.billing_cycles).toEqual([
          { sequence: 1, total_cycles: 0, pricing_scheme: { fixed_price: usd('6.99') } },
        ]);
        return true;
      })
      .reply(201, created());
    expect(await provider().open(undiscounted)).toMatchObject({ providerPlanId: order.plan.providerPlanId });
    expect(call.isDone()).toBe(true);
  });

  test.each([
    ['a discount', order, undiscountedPlan, 'picksync-plan-2-699-USD'],
    ['no discount', undiscounted, paypalPlan(), 'picksync-plan-2-699-USD-regular'],
  ])('a plan of the other kind does not serve a subscription with %s', async (_what, wanted, known, key) => {
    getPlan().reply(200, known);
    nock(host).get('/v1/catalogs/products/PICKSYNC').reply(200, { id: 'PICKSYNC' });
    const plan = nock(host)
      .post('/v1/billing/plans', (body) => {
        const tenures = body.billing_cycles.map((one: { tenure_type: string }) => one.tenure_type);
        expect(tenures).toEqual(wanted === order ? ['TRIAL', 'REGULAR'] : ['REGULAR']);
        return true;
      })
      .matchHeader('paypal-request-id', key)
      .reply(201, { id: 'P-NEW' });
    nock(host)
      .post('/v1/billing/subscriptions', ({ plan_id: planId }) => planId === 'P-NEW')
      .reply(201, created());
    expect(await provider().open(wanted)).toMatchObject({ providerPlanId: 'P-NEW' });
    expect(plan.isDone()).toBe(true);
  });

  test('a product that somebody else made in the meantime is used', async () => {
    const find = () => nock(host).get('/v1/catalogs/products/PICKSYNC');
    find().reply(404, {});
    nock(host)
      .post('/v1/catalogs/products')
      .reply(422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'DUPLICATE_RESOURCE_IDENTIFIER' }] });
    find().reply(200, { id: 'PICKSYNC' });
    nock(host).post('/v1/billing/plans').reply(201, { id: 'P-NEW' });
    nock(host).post('/v1/billing/subscriptions').reply(201, created());
    const opened = await provider().open({ ...order, plan: { ...order.plan, providerPlanId: null } });
    expect(opened.providerPlanId).toBe('P-NEW');
  });

  test('tries twice and no more when no answer comes', async () => {
    getPlan().reply(200, paypalPlan());
    nock(host)
      .post('/v1/billing/subscriptions')
      .twice()
      .replyWithError(Object.assign(new Error('canary'), { code: 'ECONNRESET' }));
    const error = await failure(provider().open(order));
    expect(error).toMatchObject({ kind: 'retry', status: null });
    expect(nock.pendingMocks().filter((mock) => mock.includes('subscriptions'))).toEqual([]);
  });

  test.each([
    ['without a link to approve it', created(null)],
    ['whose link is none', created({ rel: 'approve', href: 'javascript:alert(1)' })],
    ['whose link is not https', created({ rel: 'approve', href: 'http://www.paypal.com/' })],
    ['without links', { id, status: 'APPROVAL_PENDING' }],
    ['without an id', { ...created(), id: undefined }],
  ])('a subscription %s is not understood', async (_what, body) => {
    getPlan().reply(200, paypalPlan());
    nock(host).post('/v1/billing/subscriptions').reply(201, body);
    expect(await failure(provider().open(order))).toMatchObject({ kind: 'unknown' });
  });

  test('a currency without cents is refused before anything is asked', async () => {
    const error = await failure(provider().open({ ...order, plan: { ...order.plan, currency: 'JPY' } }));
    expect(error).toMatchObject({ kind: 'refused', code: 'CURRENCY' });
  });
});

describe('fetching', () => {
  test('a subscription is told in our words, with its payments and refunds', async () => {
    getSubscription().reply(200, subscription());
    const list = nock(host)
      .get(`${path}/transactions`)
      .query({ start_time: '2026-09-22T06:59:59.000Z', end_time: '2026-11-22T08:00:01.000Z' })
      .reply(200, {
        transactions: [
          transaction('S3'),
          transaction('S1', {
            time: '2026-09-22T07:00:00Z',
            status: 'REFUNDED',
            amount_with_breakdown: { gross_amount: usd('1.23') },
          }),
          transaction('S2', { time: '2026-10-22T07:00:00Z', status: 'PARTIALLY_REFUNDED' }),
        ],
        total_items: 3,
        total_pages: 1,
      });
    expect(await provider().fetch(id)).toEqual({
      reference: id,
      status: 'active',
      rawStatus: 'ACTIVE',
      checkoutId: order.checkoutId,
      providerPlanId: order.plan.providerPlanId,
      currency: 'USD',
      firstPeriodCents: 123,
      regularCents: 699,
      nextBillingAt: new Date('2026-12-22T10:00:00Z'),
      payer: { id: '2J6QB8YJQSJRJ', email: 'ada@clients.example', name: 'Ada L' },
      payments: [
        expect.objectContaining({ id: 'S1', amountCents: 123, status: 'paid', refunded: 'all' }),
        { ...refund, id: 'S1:refund', amountCents: 123, of: 'S1' },
        expect.objectContaining({ id: 'S2', kind: 'payment', amountCents: 699, refunded: 'part' }),
        {
          id: 'S3',
          kind: 'payment',
          status: 'paid',
          amountCents: 699,
          currency: 'USD',
          at: new Date('2026-11-22T07:00:05Z'),
          of: null,
          refunded: 'nothing',
        },
      ],
      lastPayment: { amountCents: 699, currency: 'USD', at: new Date('2026-11-22T07:00:05Z') },
    });
    expect(list.isDone()).toBe(true);
  });
  const refund = { kind: 'refund', status: 'paid', currency: 'USD', at: null, refunded: 'nothing' };

  test.each([
    ['missing', undefined],
    ['of nothing', { amount: usd('0.00'), time: '2026-11-22T07:00:05Z' }],
    ['of an amount that is none', { amount: usd('a lot'), time: '2026-11-22T07:00:05Z' }],
    ['at a time that is none', { amount: usd('6.99'), time: 'yesterday' }],
  ])('a last payment that is %s is none', async (_what, last_payment) => {
    const billing_info = { ...subscription().billing_info, last_payment };
    getSubscription().reply(200, subscription({ billing_info }));
    getTransactions().reply(200, { transactions: [] });
    expect(await provider().fetch(id)).toMatchObject({ lastPayment: null, payments: [] });
  });

  test('the first period of one without a trial cycle costs what every period costs', async () => {
    getSubscription().reply(200, subscription({ plan: undiscountedPlan }));
    getTransactions().reply(200, { transactions: [] });
    expect(await provider().fetch(id)).toMatchObject({ firstPeriodCents: 699, regularCents: 699 });
  });

  test.each([
    ['APPROVED', 'approved'],
    ['SUSPENDED', 'suspended'],
    ['CANCELLED', 'cancelled'],
    ['EXPIRED', 'expired'],
  ])('%s is %s, and is charged no more', async (status, ours) => {
    getSubscription().reply(200, subscription({ status }));
    getTransactions().reply(200, { transactions: [] });
    expect(await provider().fetch(id)).toMatchObject({ status: ours, nextBillingAt: null, payments: [] });
  });

  test('finds neither payments nor prices of a subscription that nobody has approved', async () => {
    const waiting = { id, status: 'APPROVAL_PENDING', create_time: '2026-11-22T07:00:00Z' };
    getSubscription().reply(200, waiting);
    expect(await provider().fetch(id)).toMatchObject({
      status: 'waiting',
      checkoutId: null,
      regularCents: null,
      currency: null,
      payer: { id: null, email: null, name: null },
      payments: [],
    });
  });

  test('payments that fill several pages are asked for by parts of the time, and none counts twice', async () => {
    getSubscription().reply(200, subscription());
    const windows: string[] = [];
    nock(host)
      .get(`${path}/transactions`)
      .query(true)
      .times(3)
      .reply((uri: string) => {
        const { searchParams } = new URL(uri, host);
        windows.push(`${searchParams.get('start_time')} ${searchParams.get('end_time')}`);
        const all = { transactions: [transaction('S1')], total_items: 2, total_pages: 2 };
        if (windows.length === 1) return [200, all];
        const part = windows.length === 2 ? ['S1', 'S2'] : ['S2', 'S3'];
        return [200, { transactions: part.map((sale) => transaction(sale)), total_items: 2, total_pages: 1 }];
      });
    const found = await provider().fetch(id);
    expect(found?.payments.map((payment) => payment.id).sort()).toEqual(['S1', 'S2', 'S3']);
    const [whole = '', left = '', right = ''] = windows;
    expect(left.split(' ')[0]).toBe(whole.split(' ')[0]);
    expect(left.split(' ')[1]).toBe(right.split(' ')[0]);
    expect(right.split(' ')[1]).toBe(whole.split(' ')[1]);
  });

  test('an id that PayPal does not know, and one that is none, are nobody’s', async () => {
    getSubscription().reply(404, { name: 'RESOURCE_NOT_FOUND' });
    expect(await provider().fetch(id)).toBeNull();
    expect(await provider().fetch('../../v1/oauth2/token')).toBeNull();
  });

  test.each([
    ['a state that is new', subscription({ status: 'PAUSED' })],
    ['no state', subscription({ status: undefined })],
    [
      'an amount that is a number',
      subscription({
        plan: { billing_cycles: [{ ...cycle('REGULAR', ''), pricing_scheme: { fixed_price: asNumber } }] },
      }),
    ],
    ['an amount with three places', subscription({ plan: { billing_cycles: [cycle('REGULAR', '6.999')] } })],
    ['another id', subscription({ id: 'I-OTHER' })],
    ['no time at which it began', subscription({ create_time: undefined, start_time: undefined })],
    ['nothing', ''],
    ['a list', []],
  ])('an answer with %s is not understood, and never counts as paid', async (_what, body) => {
    getSubscription().reply(200, body as nock.Body);
    getTransactions().reply(200, { transactions: [] });
    expect(await failure(provider().fetch(id))).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    ['a state that is new', transaction('S1', { status: 'HELD' })],
    ['no amount', transaction('S1', { amount_with_breakdown: {} })],
    ['an amount that is a number', transaction('S1', { amount_with_breakdown: { gross_amount: asNumber } })],
    [
      'a currency without cents',
      transaction('S1', { amount_with_breakdown: { gross_amount: { currency_code: 'JPY', value: '699' } } }),
    ],
    ['a time that is none', transaction('S1', { time: 'yesterday' })],
  ])('a payment with %s is not understood', async (_what, body) => {
    getSubscription().reply(200, subscription());
    getTransactions().reply(200, { transactions: [body] });
    expect(await failure(provider().fetch(id))).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    ['too many calls', 429, {}, { kind: 'retry', status: 429, retryAfterSeconds: 17 }],
    [
      'credentials that are refused',
      401,
      { error: 'invalid_client' },
      { kind: 'credentials', code: 'invalid_client' },
    ],
    [
      'rights that are missing',
      403,
      { name: 'NOT_AUTHORIZED' },
      { kind: 'credentials', code: 'NOT_AUTHORIZED' },
    ],
    [
      'a request that is refused',
      400,
      { name: 'INVALID_REQUEST' },
      { kind: 'refused', code: 'INVALID_REQUEST' },
    ],
    ['a move', 302, '', { kind: 'unknown', status: 302 }],
  ])('%s is told apart', async (_what, status, body, expected) => {
    getSubscription()
      .times(2)
      .reply(status, body, { 'retry-after': '17', location: 'https://elsewhere.example' });
    expect(await failure(provider().fetch(id))).toMatchObject(expected);
  });

  test.each([
    ['an outage', 503, 'Service Unavailable'],
    ['a page in place of an answer', 200, '<html>canary</html>'],
    ['half an answer', 200, '{"id":"I-BW45'],
  ])('%s passes by itself: it is asked once more, and then is for later', async (_what, status, body) => {
    getSubscription().reply(status, body);
    getSubscription().reply(200, subscription());
    getTransactions().reply(200, { transactions: [transaction('S1')] });
    const paypal = provider();
    expect(await paypal.fetch(id)).toMatchObject({ status: 'active' });
    getSubscription().times(2).reply(status, body);
    expect(await failure(paypal.fetch(id))).toMatchObject({ kind: 'retry', call: 'fetch' });
  });
});

describe('the token', () => {
  test('is fetched once for many calls, and again after a failure or when PayPal no longer takes it', async () => {
    nock.cleanAll();
    const paypal = provider();
    token(500);
    token(500);
    expect(await failure(paypal.fetch(id))).toMatchObject({ kind: 'retry', status: 500 });
    token();
    getSubscription().times(3).reply(404, {});
    expect(await Promise.all([paypal.fetch(id), paypal.fetch(id), paypal.fetch(id)])).toEqual([
      null,
      null,
      null,
    ]);
    getSubscription().reply(401, { error: 'invalid_token' });
    const second = token();
    getSubscription().reply(404, {});
    expect(await paypal.fetch(id)).toBeNull();
    expect(second.isDone()).toBe(true);
  });

  test('is renewed before it ends', async () => {
    nock.cleanAll();
    let time = now;
    const paypal = createPaypalProvider(
      { ...secrets, apiBase: host, timeoutMs: 10_000 },
      { now: () => time },
    );
    token();
    getSubscription().times(2).reply(404, {});
    await paypal.fetch(id);
    const renewal = token();
    time = new Date(now.getTime() + 32_350_000);
    await paypal.fetch(id);
    expect(renewal.isDone()).toBe(true);
  });

  test('reports our credentials when PayPal gives us none', async () => {
    nock.cleanAll();
    nock(host)
      .post('/v1/oauth2/token')
      .times(2)
      .reply(401, { error: 'invalid_client', error_description: 'canary' });
    expect(await failure(provider().fetch(id))).toMatchObject({
      kind: 'credentials',
      code: 'invalid_client',
    });
  });
});

describe('changing', () => {
  const change = (name: string) => nock(host).post(`${path}/${name}`);
  const invalid = { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }] };

  test('suspends with a reason that fits, resumes and cancels', async () => {
    const calls = [
      nock(host)
        .post(`${path}/suspend`, { reason: 'x'.repeat(127) })
        .reply(204),
      nock(host).post(`${path}/activate`).reply(204),
      nock(host).post(`${path}/cancel`, { reason: 'As asked by the customer' }).reply(204),
    ];
    await provider().suspend(id, 'x'.repeat(200));
    await provider().resume(id);
    await provider().cancel(id, '  ');
    expect(calls.map((call) => call.isDone())).toEqual([true, true, true]);
  });

  test.each([
    ['cancel', 'CANCELLED'],
    ['cancel', 'EXPIRED'],
    ['suspend', 'SUSPENDED'],
    ['suspend', 'CANCELLED'],
    ['resume', 'ACTIVE'],
  ] as const)('%s of one that is %s is done already', async (name, status) => {
    change(name === 'resume' ? 'activate' : name).reply(422, invalid);
    getSubscription().reply(200, subscription({ status }));
    await expect(provider()[name](id, 'reason')).resolves.toBeUndefined();
  });

  test.each([
    ['cancel', 'APPROVAL_PENDING'],
    ['suspend', 'APPROVAL_PENDING'],
    ['resume', 'CANCELLED'],
  ] as const)('%s of one that is %s is refused', async (name, status) => {
    change(name === 'resume' ? 'activate' : name).reply(422, invalid);
    getSubscription().reply(200, subscription({ status }));
    expect(await failure(provider()[name](id, 'reason'))).toMatchObject({
      kind: 'refused',
      status: 422,
      code: 'SUBSCRIPTION_STATUS_INVALID',
    });
  });

  test('a cancel without an answer is sent again', async () => {
    change('cancel').replyWithError('socket hang up');
    change('cancel').reply(422, invalid);
    getSubscription().reply(200, subscription({ status: 'CANCELLED' }));
    await expect(provider().cancel(id, 'reason')).resolves.toBeUndefined();
  });

  test('reports a subscription that PayPal does not know as gone', async () => {
    change('cancel').reply(404, { name: 'RESOURCE_NOT_FOUND' });
    expect(await failure(provider().cancel(id, 'reason'))).toMatchObject({ kind: 'gone' });
    expect(await failure(provider().cancel('a/b', 'reason'))).toMatchObject({ kind: 'gone', status: null });
  });
});

describe('refunding', () => {
  const request = { paymentId: '1LB23456CD789012E', amountCents: 699, currency: 'USD', key: 'refund-1' };
  const post = () =>
    nock(host, { reqheaders: { 'paypal-request-id': 'refund-1', prefer: 'return=representation' } }).post(
      `/v2/payments/captures/${request.paymentId}/refund`,
      { amount: usd('6.99') },
    );

  test('sends the exact amount with our key, and again with the same one', async () => {
    post().replyWithError('socket hang up');
    post().reply(201, { id: 'R1', status: 'COMPLETED' });
    expect(await provider().refund(request)).toEqual({ totalCents: null, wasWhole: false, pendingId: null });
    expect(nock.pendingMocks().some((mock) => mock.includes('refund'))).toBe(false);
  });

  test('returns how much of the payment is back by now', async () => {
    const breakdown = { total_refunded_amount: usd('8.50') };
    post().reply(201, { id: 'R1', status: 'COMPLETED', seller_payable_breakdown: breakdown });
    expect(await provider().refund(request)).toEqual({ totalCents: 850, wasWhole: false, pendingId: null });
  });

  test('counts as done when all was refunded before', async () => {
    post().reply(422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'CAPTURE_FULLY_REFUNDED' }] });
    expect(await provider().refund(request)).toEqual({ totalCents: null, wasWhole: true, pendingId: null });
  });

  test('returns the id of a refund that is pending, to look at it again', async () => {
    post().reply(201, { id: 'R1', status: 'PENDING' });
    expect(await provider().refund(request)).toMatchObject({ wasWhole: false, pendingId: 'R1' });
  });

  test.each([
    ['FAILED', 'refused'],
    ['CANCELLED', 'refused'],
    ['UNHEARD_OF', 'unknown'],
  ])('reports a refund that ends as %s as %s', async (status, kind) => {
    post().reply(201, { id: 'R1', status });
    expect(await failure(provider().refund(request))).toMatchObject({ kind });
  });
});

describe('a refund that an event has named', () => {
  const amount = { total: '-2.00', currency: 'USD' };
  const ofSale = { id: 'R1', sale_id: 'S1', state: 'completed', amount };
  const ofCapture = {
    id: 'R1',
    status: 'COMPLETED',
    amount: usd('2.00'),
    links: [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/S1' }],
  };
  const get = (path: string, body: object, status = 200) => nock(host).get(path).reply(status, body);
  const [saleRefund, captureRefund] = ['/v1/payments/refund/R1', '/v2/payments/refunds/R1'];
  const unknown = (path: string) => get(path, { name: 'INVALID_RESOURCE_ID' }, 404);
  const ask = () => provider().readRefund?.('R1');
  const refund = { id: 'R1', paymentId: 'S1', status: 'paid', amountCents: 200, currency: 'USD' };

  test('is told with its payment and its amount, which is never negative', async () => {
    get(saleRefund, ofSale);
    expect(await ask()).toEqual({ ...refund, totalCents: null });
    get(saleRefund, { ...ofSale, total_refunded_amount: { value: '3.50', currency: 'USD' } });
    expect(await ask()).toEqual({ ...refund, totalCents: 350 });
  });

  test('is asked for in both versions, because only the one that made it knows it', async () => {
    unknown(saleRefund);
    get(captureRefund, ofCapture);
    expect(await ask()).toEqual({ ...refund, totalCents: null });
    unknown(saleRefund);
    get(captureRefund, {
      ...ofCapture,
      seller_payable_breakdown: { total_refunded_amount: usd('3.50') },
    });
    expect(await ask()).toEqual({ ...refund, totalCents: 350 });
  });

  test.each([
    ['another one', { ...ofSale, id: 'R2' }, { ...ofCapture, id: 'R2' }],
    [
      'of an amount that is none',
      { ...ofSale, amount: { ...amount, total: 'a lot' } },
      { ...ofCapture, amount: usd('a lot') },
    ],
    ['of an unknown shape', { id: 'R1' }, { id: 'R1' }],
    ['of an unknown payment', { ...ofSale, sale_id: undefined }, { ...ofCapture, links: [] }],
  ])('does not count when it is %s', async (_what, v1, v2) => {
    get(saleRefund, v1);
    get(captureRefund, v2);
    expect(await ask()).toBeNull();
  });

  test.each(['pending', 'failed'])('is told as %s, in either version', async (status) => {
    get(saleRefund, { ...ofSale, state: status });
    expect(await ask()).toMatchObject({ status });
    unknown(saleRefund);
    get(captureRefund, { ...ofCapture, status: status.toUpperCase() });
    expect(await ask()).toMatchObject({ status });
  });

  test('does not count when its state is unknown, in either version', async () => {
    get(saleRefund, { ...ofSale, state: 'unheard of' });
    get(captureRefund, { ...ofCapture, status: 'UNHEARD_OF' });
    expect(await ask()).toBeNull();
  });

  test('does not count when PayPal does not show it to us', async () => {
    get(saleRefund, { name: 'PERMISSION_DENIED' }, 403);
    get(captureRefund, { name: 'NOT_AUTHORIZED' }, 403);
    expect(await ask()).toBeNull();
  });

  test('is asked for again later when PayPal is away', async () => {
    nock(host).get(saleRefund).times(2).reply(503, {});
    expect(await failure(ask() ?? Promise.resolve())).toMatchObject({ kind: 'retry' });
  });
});

describe('the trace of an event', () => {
  const get = (path: string, body: object, status = 200) => nock(host).get(path).reply(status, body);
  const trace = (paymentId: string | null, refundId: string | null = null) =>
    provider().trace({ paymentId, refundId });

  test('leads from a chargeback to its payment, and to the subscription of that', async () => {
    const amount = { total: '-6.99', currency: 'USD' };
    get('/v1/payments/refund/R1', { id: 'R1', sale_id: 'S1', state: 'pending', amount });
    get('/v1/payments/sale/S1', { id: 'S1', billing_agreement_id: id, custom: order.checkoutId });
    expect(await trace(null, 'R1')).toEqual({
      paymentId: 'S1',
      reference: id,
      checkoutId: order.checkoutId,
    });
  });

  test('leads from a capture to our checkout', async () => {
    get('/v1/payments/sale/S1', { name: 'INVALID_RESOURCE_ID' }, 404);
    get('/v2/payments/captures/S1', { id: 'S1', custom_id: order.checkoutId });
    expect(await trace('S1')).toEqual({ paymentId: 'S1', reference: null, checkoutId: order.checkoutId });
  });

  test('leads nowhere when PayPal does not know it, or when it is no id', async () => {
    get('/v1/payments/refund/R1', {}, 404);
    get('/v2/payments/refunds/R1', {}, 404);
    expect(await trace(null, 'R1')).toBeNull();
    expect(await trace(null)).toBeNull();
    expect(await trace('../../v1/oauth2/token')).toBeNull();
  });
});

describe('events', () => {
  // Spaces, an escape and an order that JSON written anew would not have.
  const body = Buffer.from(
    `{"id":"WH-1", "event_type":"PAYMENT.SALE.COMPLETED","resource":{"id":"S1","note":"\\u00e9","amount":{"total":"6.990"},"billing_agreement_id":"${id}"}}`,
  );
  const headers = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-transmission-id': 't-1',
    'paypal-transmission-sig': 'c2ln',
    'paypal-transmission-time': '2026-11-22T07:00:00Z',
  };
  const verify = () => nock(host).post('/v1/notifications/verify-webhook-signature');

  test('PayPal is asked with the bytes as they came', async () => {
    await using server = await paypalAt(() => ({ body: { verification_status: 'SUCCESS' } }));
    const certUrl = `${server.base}/certs/CERT-1`;
    const event = { headers: { ...headers, 'paypal-cert-url': certUrl }, body };
    const verified = await provider({ apiBase: server.base }).verifyEvent(event);
    const about = { reference: id, paymentId: 'S1', refundId: null, checkoutId: null, disputeId: null };
    const claim = { amountCents: null, currency: null, at: null };
    expect(verified).toEqual({ key: 'WH-1', type: 'PAYMENT.SALE.COMPLETED', ...about, claim });
    const asked = server.requests.at(-1);
    expect(asked).toMatchObject({ method: 'POST', path: '/v1/notifications/verify-webhook-signature' });
    expect(asked?.body.endsWith(`"webhook_event":${body}}`)).toBe(true);
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      auth_algo: 'SHA256withRSA',
      cert_url: certUrl,
      transmission_id: 't-1',
      transmission_sig: 'c2ln',
      transmission_time: '2026-11-22T07:00:00Z',
      webhook_id: '8PT597110X687430LKGECATA',
      webhook_event: JSON.parse(body.toString()),
    });
  });

  const nothing = { reference: null, paymentId: null, refundId: null, checkoutId: null, disputeId: null };
  const link = (path: string, from = 'https://api.paypal.com') => ({ href: `${from}${path}`, rel: 'self' });
  const hintFor = async (event: object) => {
    verify().reply(200, { verification_status: 'SUCCESS' });
    return provider().verifyEvent({ headers, body: Buffer.from(JSON.stringify(event)) });
  };

  test.each([
    ['BILLING.SUBSCRIPTION.CANCELLED', { id, custom_id: 'C1' }, { reference: id, checkoutId: 'C1' }],
    ['PAYMENT.SALE.COMPLETED', { id: 'S1', custom: 'C1' }, { paymentId: 'S1', checkoutId: 'C1' }],
    ['PAYMENT.SALE.REFUNDED', { id: 'R1', sale_id: 'S1' }, { paymentId: 'S1', refundId: 'R1' }],
    ['PAYMENT.SALE.REVERSED', { id: 'R1', links: [link('/v1/payments/refund/R1')] }, { refundId: 'R1' }],
    ['PAYMENT.SALE.REVERSED', { id: 'S1', links: [link('/v1/payments/sale/S1')] }, { paymentId: 'S1' }],
    ['PAYMENT.CAPTURE.COMPLETED', { id: 'S1', custom_id: 'C1' }, { paymentId: 'S1', checkoutId: 'C1' }],
    [
      'PAYMENT.CAPTURE.REFUNDED',
      { id: 'R1', links: [link('/v2/payments/refunds/R1'), link('/v2/payments/captures/S1')] },
      { paymentId: 'S1', refundId: 'R1' },
    ],
    ['PAYMENT.CAPTURE.REVERSED', { id: 'R1' }, { refundId: 'R1' }],
    ['CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1' }, { disputeId: 'PP-D-1' }],
  ])('%s says where to look', async (type, resource, about) => {
    expect(await hintFor({ id: 'WH-2', event_type: type, resource })).toMatchObject({
      key: 'WH-2',
      type,
      ...nothing,
      ...about,
    });
  });

  test('a link to another host leads nowhere', async () => {
    const resource = {
      id: 'R1',
      links: [link('/v1/payments/sale/S1', 'https://api.paypal.com.evil.example')],
    };
    expect(await hintFor({ id: 'WH-2', event_type: 'PAYMENT.SALE.REVERSED', resource })).toMatchObject({
      paymentId: null,
      refundId: 'R1',
    });
  });

  test('a chargeback that PayPal signed says what it is about, and how much', async () => {
    expect(await hintFor(JSON.parse(saleReversed.body))).toEqual({
      ...nothing,
      key: 'WH-3EC545679X386831C-3D038940937933201',
      type: 'PAYMENT.SALE.REVERSED',
      refundId: '77689802DL785834G',
      claim: { amountCents: 49, currency: 'USD', at: new Date('2014-10-23T00:19:12Z') },
    });
  });

  test.each([
    ['no resource', { id: 'WH-2', event_type: 'PAYMENT.SALE.COMPLETED' }],
    ['a resource that is none', { id: 'WH-2', event_type: 'PAYMENT.SALE.COMPLETED', resource: 'S1' }],
    ['members of other kinds', { id: 'WH-2', event_type: 'PAYMENT.SALE.COMPLETED', resource: { id: 7 } }],
  ])('a genuine event with %s is about nothing', async (_what, event) => {
    expect(await hintFor(event)).toEqual({
      ...nothing,
      key: 'WH-2',
      type: 'PAYMENT.SALE.COMPLETED',
      claim: null,
    });
  });

  test('a genuine event without an id or a type is known by its bytes', async () => {
    expect(await hintFor({ summary: 'hello' })).toMatchObject({ ...nothing, type: 'unknown', claim: null });
  });

  describe('a known certificate', () => {
    const sampleHeaders = {
      ...saleReversed.headers,
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    };
    const reversed = Buffer.from(saleReversed.body);
    const withCertificate = () => {
      nock('https://api.paypal.com')
        .get('/v1/notifications/certs/CERT-1')
        .reply(200, saleReversed.certificate);
      return provider({ webhookId: saleReversed.webhookId });
    };

    test('are asked about when the signature fits, also for a suspect sender', async () => {
      const paypal = withCertificate();
      for (const isSuspect of [false, true]) {
        verify().reply(200, { verification_status: 'SUCCESS' });
        const verified = await paypal.verifyEvent({ headers: sampleHeaders, body: reversed, isSuspect });
        expect(verified).toMatchObject({ refundId: '77689802DL785834G' });
      }
    });

    test('are forged when it does not fit, and PayPal is not asked', async () => {
      const paypal = withCertificate();
      const changed = Buffer.from(saleReversed.body.replace('0.49', '9.49'));
      expect(await paypal.verifyEvent({ headers: sampleHeaders, body: changed })).toBeNull();
    });
  });

  test('does not ask PayPal about a suspect sender without a certificate', async () => {
    expect(await failure(provider().verifyEvent({ headers, body, isSuspect: true }))).toMatchObject({
      kind: 'retry',
      code: 'NO_CERTIFICATE',
    });
  });

  test('ignores an event that PayPal does not know as its own', async () => {
    verify().reply(200, { verification_status: 'FAILURE' });
    expect(await provider().verifyEvent({ headers, body })).toBeNull();
  });

  test.each([
    ['without a signature', { ...headers, 'paypal-transmission-sig': undefined }, body],
    ['with a header twice', { ...headers, 'paypal-transmission-sig': ['a', 'b'] }, body],
    ['with a signature of any length', { ...headers, 'paypal-transmission-sig': 'x'.repeat(501) }, body],
    [
      'with somebody else’s certificate',
      { ...headers, 'paypal-cert-url': 'https://paypal.com.evil.example/cert' },
      body,
    ],
    [
      'with a certificate at another place of PayPal',
      { ...headers, 'paypal-cert-url': 'https://www.paypal.com/somewhere/CERT-1' },
      body,
    ],
    ['that is signed in another way', { ...headers, 'paypal-auth-algo': 'SHA1withRSA' }, body],
    ['that is no JSON', headers, Buffer.from('id=WH-1')],
    ['that is no text', headers, Buffer.concat([body, Buffer.from([0xff])])],
    ['that is cut', headers, body.subarray(0, 40)],
    ['that goes on behind its end', headers, Buffer.concat([body, Buffer.from(',"webhook_id":"mine"')])],
    ['that is a list', headers, Buffer.from('[]')],
  ])('ignores an event %s, and does not even ask PayPal', async (_what, given, event) => {
    expect(await provider().verifyEvent({ headers: given, body: event })).toBeNull();
  });

  test('cannot be verified without the webhook’s id', async () => {
    expect(await provider({ webhookId: undefined }).verifyEvent({ headers, body })).toBeNull();
  });

  test('leaves an event undecided when PayPal cannot be asked', async () => {
    verify().reply(500, {});
    expect(await failure(provider().verifyEvent({ headers, body }))).toMatchObject({ kind: 'retry' });
    verify().reply(200, { verification_status: 'MAYBE' });
    expect(await failure(provider().verifyEvent({ headers, body }))).toMatchObject({ kind: 'unknown' });
  });
});
