import { IntervalUnit, PatchOp, SetupFeeFailureAction, TenureType } from '@paypal/paypal-server-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActiveSubscription, paypalClient } from '../testing/payments.ts';
import { getRelations, paypalCaller, readIssue, usd, wholeAnswer } from '../testing/paypal-calls.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let sandbox: TestSandbox;
let productId: string;
const call = paypalCaller(() => sandbox);
const plans = () => paypalClient(sandbox).subscriptions;

const product = {
  name: 'Picksync',
  description: 'Dropdown lists that follow a sheet',
  type: 'SERVICE',
  category: 'SOFTWARE',
  image_url: 'https://picksync.example/logo.png',
  home_url: 'https://picksync.example/home',
};

beforeAll(async () => {
  sandbox = await startSandbox();
  productId = (await call('POST', '/v1/catalogs/products', product)).body.id;
});
afterAll(() => sandbox.close());

const month = { intervalUnit: IntervalUnit.Month, intervalCount: 1 };
const price = (value: string, currencyCode = 'USD') => ({ fixedPrice: { currencyCode, value } });
const cycle = (tenureType: TenureType, sequence: number, totalCycles: number, value?: string) => ({
  tenureType,
  sequence,
  totalCycles,
  frequency: month,
  ...(value !== undefined && { pricingScheme: price(value) }),
});
const regular = (sequence = 1) => cycle(TenureType.Regular, sequence, 0, '10.00');
const trial = (sequence: number, value?: string) => cycle(TenureType.Trial, sequence, 1, value);
const request = (change: object = {}) => ({
  productId,
  name: 'Basic',
  billingCycles: [regular()],
  paymentPreferences: {},
  ...change,
});
async function createPlan(change: object = {}): Promise<string> {
  const { result } = await plans().createBillingPlan({ body: request(change) });
  return result.id ?? '';
}
const eventTypes = () => sandbox.state.payments.deliveries.map(({ type }) => type);

describe('a product', () => {
  test('comes back with all that was sent where the whole is preferred, and short elsewhere', async () => {
    const whole = await call('POST', '/v1/catalogs/products', product, wholeAnswer);
    expect(whole.status).toBe(201);
    expect(whole.body).toMatchObject({ ...product, id: expect.stringMatching(/^PROD-/) });
    expect(getRelations(whole.body)).toEqual(['edit', 'self']);
    const short = await call('POST', '/v1/catalogs/products', product);
    expect(Object.keys(short.body)).toEqual(['id', 'name', 'description', 'create_time', 'links']);
  });

  test.each([
    ['an id of PayPal’s kind', { id: 'PROD-ABCDEF' }, 400, 'INVALID_PARAMETER_SYNTAX'],
    ['no name', { name: undefined }, 400, 'MISSING_REQUIRED_PARAMETER'],
    ['an empty name', { name: '' }, 400, 'INVALID_STRING_MIN_LENGTH'],
    ['a long name', { name: 'x'.repeat(128) }, 400, 'INVALID_STRING_MAX_LENGTH'],
    ['an unknown type', { type: 'GOLD' }, 400, 'INVALID_PARAMETER_VALUE'],
    ['an unknown category', { category: 'GOLD' }, 400, 'INVALID_PARAMETER_VALUE'],
  ])('with %s is refused', async (_case, change, status, issue) => {
    const answer = await call('POST', '/v1/catalogs/products', { ...product, ...change });
    expect([answer.status, answer.body.details[0].issue]).toEqual([status, issue]);
  });

  test('is patched in its description, category and addresses alone', async () => {
    const path = `/v1/catalogs/products/${productId}`;
    const patch = [
      { op: 'replace', path: '/description', value: 'Better' },
      { op: 'remove', path: '/home_url' },
    ];
    expect((await call('PATCH', path, patch)).status).toBe(204);
    const { body } = await call('GET', path);
    expect([body.description, body.home_url]).toEqual(['Better', undefined]);
    const named = await call('PATCH', path, [{ op: 'replace', path: '/name', value: 'b' }]);
    expect([named.status, named.body.details[0].issue]).toEqual([400, 'INVALID_PATCH_PATH']);
    expect(eventTypes()).toEqual(
      expect.arrayContaining(['CATALOG.PRODUCT.CREATED', 'CATALOG.PRODUCT.UPDATED']),
    );
  });

  test('list has pages, and totals only where they are asked for', async () => {
    const first = await call('GET', '/v1/catalogs/products?page_size=1&total_required=true');
    expect(first.body).toMatchObject({ products: [{ id: productId }], total_pages: first.body.total_items });
    const next = first.body.links.find(({ rel }: { rel: string }) => rel === 'next').href;
    const second = await call('GET', `/v1/catalogs/products${new URL(next).search}`);
    expect(second.body.products).toHaveLength(1);
    expect(second.body.products[0].id).not.toBe(productId);
    expect((await call('GET', '/v1/catalogs/products')).body.total_items).toBeUndefined();
    const tooMany = await call('GET', '/v1/catalogs/products?page_size=21');
    expect(tooMany.body.details).toEqual([
      {
        field: 'page_size',
        value: '21',
        location: 'query',
        issue: 'INVALID_PARAMETER_VALUE',
        description: 'The value of a field is invalid.',
      },
    ]);
  });
});

describe('a plan', () => {
  test('comes back with its prices, preferences and taxes', async () => {
    const { result } = await plans().createBillingPlan({
      ...wholeAnswer,
      body: request({
        description: 'With a trial',
        billingCycles: [trial(1), trial(2, '6'), regular(3)],
        paymentPreferences: {
          setupFee: { currencyCode: 'USD', value: '10' },
          setupFeeFailureAction: SetupFeeFailureAction.Continue,
          paymentFailureThreshold: 3,
        },
        taxes: { percentage: '10', inclusive: false },
      }),
    });
    expect(result).toMatchObject({
      productId,
      status: 'ACTIVE',
      description: 'With a trial',
      paymentPreferences: {
        autoBillOutstanding: true,
        setupFee: { currencyCode: 'USD', value: '10' },
        setupFeeFailureAction: 'CONTINUE',
        paymentFailureThreshold: 3,
      },
      taxes: { percentage: '10', inclusive: false },
    });
    const schemes = result.billingCycles?.map(({ pricingScheme }) => pricingScheme?.fixedPrice?.value);
    expect(schemes).toEqual([undefined, '6', '10.00']);
    expect(result.links?.map(({ rel, method }) => [rel, method])).toEqual([
      ['self', 'GET'],
      ['edit', 'PATCH'],
      ['deactivate', 'POST'],
      ['edit', 'POST'],
    ]);
  });

  const tiers = (...list: object[]) => [
    { ...regular(), pricingScheme: { pricingModel: 'VOLUME', tiers: list } },
  ];
  const tier = (startingQuantity: string, endingQuantity?: string) => ({
    startingQuantity,
    ...(endingQuantity && { endingQuantity }),
    amount: { currencyCode: 'USD', value: '1' },
  });
  test.each([
    [
      'two free trials',
      { billingCycles: [trial(1), trial(2), regular(3)] },
      'MULTIPLE_FREE_TRIAL_BILLING_CYCLES_NOT_SUPPORTED',
    ],
    [
      'three trials',
      { billingCycles: [trial(1, '1'), trial(2, '1'), trial(3, '1'), regular(4)] },
      'MORE_THAN_TWO_TRIAL_BILLING_CYCLE_NOT_SUPPORTED',
    ],
    ['no regular cycle', { billingCycles: [trial(1, '1')] }, 'MISSING_REGULAR_BILLING_CYCLE'],
    [
      'two regular cycles',
      { billingCycles: [regular(1), regular(2)] },
      'MULTIPLE_REGULAR_BILLING_CYCLES_NOT_SUPPORTED',
    ],
    ['a sequence that begins with 2', { billingCycles: [regular(2)] }, 'INVALID_BILLING_CYCLE_SEQUENCE'],
    [
      'a trial after the regular cycle',
      { billingCycles: [regular(1), trial(2, '1')] },
      'INVALID_BILLING_CYCLE_SEQUENCE',
    ],
    [
      'an endless trial',
      { billingCycles: [cycle(TenureType.Trial, 1, 0, '1'), regular(2)] },
      'INVALID_TRIAL_BILLING_TOTAL_CYCLES',
    ],
    [
      'a set-up fee in another currency',
      { paymentPreferences: { setupFee: { currencyCode: 'EUR', value: '1' } } },
      'CURRENCY_MISMATCH',
    ],
    [
      'a currency PayPal does not take',
      { billingCycles: [{ ...regular(), pricingScheme: price('1', 'XAF') }] },
      'CURRENCY_NOT_SUPPORTED_FOR_RECEIVER',
    ],
    [
      'a gap between tiers',
      { billingCycles: tiers(tier('1', '10'), tier('20')) },
      'MISSING_PRICING_SCHEME_TIERS',
    ],
    [
      'tiers that overlap',
      { billingCycles: tiers(tier('1', '10'), tier('5')) },
      'OVERLAPPING_PRICING_SCHEME_TIERS',
    ],
    [
      'a tier that ends before it begins',
      { billingCycles: tiers(tier('10', '1')) },
      'INVALID_PRICING_TIER_QUANTITY',
    ],
  ])('with %s is refused', async (_case, change, issue) => {
    expect(await readIssue(createPlan(change))).toEqual([422, issue]);
  });

  test.each([
    [
      'an amount finer than its currency',
      { billingCycles: [cycle(TenureType.Regular, 1, 0, '1.001')] },
      'INVALID_PARAMETER_VALUE',
    ],
    [
      'no price of its regular cycle',
      { billingCycles: [cycle(TenureType.Regular, 1, 0)] },
      'MISSING_REQUIRED_PARAMETER',
    ],
    [
      'thirteen months',
      { billingCycles: [{ ...regular(), frequency: { ...month, intervalCount: 13 } }] },
      'INVALID_PARAMETER_VALUE',
    ],
    [
      'too large a threshold',
      { paymentPreferences: { paymentFailureThreshold: 1000 } },
      'INVALID_INTEGER_MAX_VALUE',
    ],
  ])('with %s is not well-formed', async (_case, change, issue) => {
    expect(await readIssue(createPlan(change))).toEqual([400, issue]);
  });

  test('is patched, deactivated and activated, each only as its status allows', async () => {
    const id = await createPlan();
    const patch = (path: string, value: unknown, op = PatchOp.Replace) =>
      plans().patchBillingPlan({ id, body: [{ op, path, value }] });
    await patch('/name', 'Premium');
    await patch('/payment_preferences/setup_fee', usd('2'));
    await patch('/taxes/percentage', '19');
    const { result } = await plans().getBillingPlan(id);
    expect(result).toMatchObject({
      name: 'Premium',
      paymentPreferences: { setupFee: { value: '2' } },
      taxes: { percentage: '19' },
    });
    expect(await readIssue(patch('/product_id', 'other'))).toEqual([400, 'INVALID_PATCH_PATH']);
    expect(await readIssue(patch('/name', '', PatchOp.Remove))).toEqual([400, 'UNSUPPORTED_PATCH_OPERATION']);
    await plans().deactivateBillingPlan(id);
    expect(await readIssue(plans().deactivateBillingPlan(id))).toEqual([422, 'PLAN_STATUS_INVALID']);
    expect(await readIssue(patch('/name', 'Basic'))).toEqual([422, 'PLAN_STATUS_INACTIVE']);
    await plans().activateBillingPlan(id);
    expect(await readIssue(plans().activateBillingPlan(id))).toEqual([422, 'PLAN_STATUS_INVALID']);
    const told = ['CREATED', 'UPDATED', 'DEACTIVATED', 'ACTIVATED'].map((type) => `BILLING.PLAN.${type}`);
    expect(eventTypes()).toEqual(expect.arrayContaining(told));
  });

  test('charges new prices to its subscriptions without prices of their own', async () => {
    const id = await createPlan();
    const { result } = await plans().createSubscription({ body: { planId: id } });
    await sandbox.call('POST', `/api/payments/${result.id}/decide`, { body: { decision: 'approve' } });
    const update = (sequence: number, scheme: object) =>
      plans().updateBillingPlanPricingSchemes({
        id,
        body: { pricingSchemes: [{ billingCycleSequence: sequence, pricingScheme: scheme }] },
      });
    await update(1, price('12.00'));
    const { result: plan } = await plans().getBillingPlan(id);
    expect(plan.billingCycles?.[0]?.pricingScheme).toMatchObject({
      version: 2,
      fixedPrice: { value: '12.00' },
    });
    await sandbox.call('POST', `/api/payments/${result.id}/renew`, { body: {} });
    const { result: renewed } = await plans().getSubscription({ id: result.id ?? '' });
    expect(renewed.billingInfo?.lastPayment?.amount?.value).toBe('12.0');
    expect(await readIssue(update(2, price('1')))).toEqual([422, 'INVALID_BILLING_CYCLE_SEQUENCE']);
    expect(await readIssue(update(1, price('1', 'EUR')))).toEqual([422, 'CURRENCY_MISMATCH']);
    const tiered = { pricingModel: 'VOLUME', tiers: [tier('1')] };
    expect(await readIssue(update(1, tiered))).toEqual([422, 'INVALID_PRICING_SCHEME']);
  });

  test('list is short unless the whole is preferred, and can be narrowed to a product or to ids', async () => {
    const { result } = await plans().listBillingPlans({
      productId,
      pageSize: 2,
      page: 1,
      totalRequired: true,
    });
    expect(result.plans).toHaveLength(2);
    expect(result.plans?.[0]?.billingCycles).toBeUndefined();
    expect(result.totalItems).toBeGreaterThan(2);
    const whole = await plans().listBillingPlans({ ...wholeAnswer, productId, pageSize: 1, page: 1 });
    expect([whole.result.totalItems, whole.result.plans?.[0]?.billingCycles?.length]).toEqual([undefined, 3]);
    const ids = result.plans?.map(({ id }) => id).join(',');
    expect((await call('GET', `/v1/billing/plans?plan_ids=${ids}`)).body.plans).toHaveLength(2);
  });
});

test('tiers, quantities, taxes, shipping and a set-up fee are charged as they are agreed', async () => {
  const tiered = {
    tenureType: TenureType.Regular,
    sequence: 1,
    totalCycles: 0,
    frequency: month,
    pricingScheme: {
      pricingModel: 'TIERED',
      tiers: [
        { startingQuantity: '1', endingQuantity: '10', amount: { currencyCode: 'USD', value: '2.00' } },
        { startingQuantity: '11', amount: { currencyCode: 'USD', value: '1.00' } },
      ],
    },
  };
  const id = await createPlan({
    billingCycles: [tiered],
    paymentPreferences: { setupFee: { currencyCode: 'USD', value: '5.00' } },
    taxes: { percentage: '10', inclusive: false },
  });
  const { result } = await plans().createSubscription({
    body: { planId: id, quantity: '12', shippingAmount: { currencyCode: 'USD', value: '1.50' } },
  });
  await sandbox.call('POST', `/api/payments/${result.id}/decide`, { body: { decision: 'approve' } });
  const { result: list } = await plans().listSubscriptionTransactions({
    id: result.id ?? '',
    startTime: '2020-01-01T00:00:00Z',
    endTime: '2040-01-01T00:00:00Z',
  });
  // Ten units at $2 and two at $1 are $22, with $2.20 of tax and $1.50 of shipping.
  expect(
    list.transactions?.map(({ amountWithBreakdown: one }) => [one.grossAmount.value, one.taxAmount?.value]),
  ).toEqual([
    ['5.00', undefined],
    ['25.70', '2.20'],
  ]);
  expect(
    await createActiveSubscription(sandbox, await createPlan({ billingCycles: [trial(1), regular(2)] })),
  ).toMatch(/^I-/);
});
