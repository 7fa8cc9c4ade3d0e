import { CaptureType, IntervalUnit, PatchOp, TenureType } from '@paypal/paypal-server-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paypalClient } from '../testing/payments.ts';
import { getRelations, paypalCaller, readIssue, usd, wholeAnswer } from '../testing/paypal-calls.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let sandbox: TestSandbox;
let planId: string;
let productId: string;
const call = paypalCaller(() => sandbox);
const subscriptions = () => paypalClient(sandbox).subscriptions;

beforeAll(async () => {
  sandbox = await startSandbox();
  productId = (await call('POST', '/v1/catalogs/products', { name: 'Picksync', type: 'SERVICE' })).body.id;
  planId = await createPlan();
});
afterAll(() => sandbox.close());

const regular = (sequence = 1, totalCycles = 0) => ({
  tenureType: TenureType.Regular,
  sequence,
  totalCycles,
  frequency: { intervalUnit: IntervalUnit.Month, intervalCount: 1 },
  pricingScheme: { fixedPrice: { currencyCode: 'USD', value: '10.00' } },
});
async function createPlan(change: object = {}): Promise<string> {
  const { result } = await subscriptions().createBillingPlan({
    body: { productId, name: 'Basic', billingCycles: [regular()], paymentPreferences: {}, ...change },
  });
  return result.id ?? '';
}
const context = { return_url: 'https://app.example/back', cancel_url: 'https://app.example/cancel' };
const create = (change: object = {}) =>
  call('POST', '/v1/billing/subscriptions', { plan_id: planId, ...change }, wholeAnswer);
async function activate(change: object = {}): Promise<string> {
  const { body } = await create(change);
  await sandbox.call('POST', `/api/payments/${body.id}/decide`, { body: { decision: 'approve' } });
  return body.id;
}
const act = (id: string, action: string) =>
  sandbox.call('POST', `/api/payments/${id}/${action}`, { body: {} });
async function show(id: string, fields = 'plan') {
  return (await subscriptions().getSubscription({ id, fields })).result;
}
const findEvents = (id: string) =>
  sandbox.state.payments.deliveries.filter(({ reference }) => reference === id).map(({ type }) => type);

const address = {
  name: { full_name: 'Ann North' },
  address: { address_line_1: '2211 N First Street', admin_area_2: 'San Jose', country_code: 'US' },
};

describe('a subscription', () => {
  test('comes back with all that was sent', async () => {
    const sent = {
      start_time: '2026-12-24T00:00:00Z',
      shipping_amount: usd('10.00'),
      custom_id: 'checkout-1',
      subscriber: {
        name: { given_name: 'Ann', surname: 'North' },
        email_address: 'ann@northwind.example',
        shipping_address: address,
      },
      application_context: { ...context, locale: 'en-US', user_action: 'CONTINUE' },
    };
    const { status, body } = await create(sent);
    expect([status, getRelations(body)]).toEqual([201, ['approve', 'edit', 'self']]);
    expect(body).toMatchObject({ ...sent, plan_id: planId, quantity: '1', plan_overridden: false });
  });

  test('needs no addresses to return to: its payer stays on PayPal’s page', async () => {
    const { body } = await create();
    const approve = body.links.find(({ rel }: { rel: string }) => rel === 'approve').href;
    const answer = await fetch(approve, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Thank you')]);
    expect((await show(body.id)).status).toBe('ACTIVE');
  });

  test('is active at once with a card, of which only the last digits come back', async () => {
    const card = { number: '4111111111111111', expiry: '2030-01', security_code: '123', name: 'Ann North' };
    const { body } = await create({ subscriber: { payment_source: { card } } });
    expect(body.status).toBe('ACTIVE');
    expect(body.subscriber.payment_source.card).toEqual({
      expiry: '2030-01',
      name: 'Ann North',
      last_digits: '1111',
      brand: 'VISA',
      type: 'CREDIT',
    });
  });

  test.each([
    ['nothing at all', undefined, 400, 'MISSING_REQUEST_BODY', undefined],
    ['no plan', { plan_id: undefined }, 400, 'MISSING_REQUIRED_PARAMETER', '/plan_id'],
    ['a plan id of another form', { plan_id: 'asd' }, 400, 'INVALID_PARAMETER_SYNTAX', '/plan_id'],
    [
      'only one address',
      { application_context: { cancel_url: context.cancel_url } },
      400,
      'MISSING_REQUIRED_PARAMETER',
      '/application_context/return_url',
    ],
    [
      'a start in the past',
      { start_time: '2018-11-01T00:00:00Z' },
      400,
      'INVALID_PARAMETER_VALUE',
      '/start_time',
    ],
    [
      'a quantity that its plan does not have',
      { quantity: '2' },
      422,
      'SUBSCRIPTION_CANNOT_HAVE_QUANTITY',
      '/quantity',
    ],
    [
      'shipping in another currency',
      { shipping_amount: { currency_code: 'EUR', value: '1' } },
      422,
      'CURRENCY_MISMATCH',
      undefined,
    ],
  ])('is refused with %s, and the error says where', async (_case, change, status, issue, field) => {
    const answer =
      change === undefined ? await call('POST', '/v1/billing/subscriptions') : await create(change);
    const [detail] = answer.body.details;
    expect([answer.status, detail.issue]).toEqual([status, issue]);
    if (field !== undefined) expect([detail.field, detail.location]).toEqual([field, 'body']);
    expect(answer.body.debug_id).toBe(answer.headers.get('paypal-debug-id'));
    expect(answer.body.links).toEqual([
      {
        href: `https://developer.paypal.com/docs/api/v1/billing/subscriptions#${answer.body.name}`,
        rel: 'information_link',
        method: 'GET',
      },
    ]);
  });

  test('is patched in what PayPal allows, as a whole or not at all', async () => {
    const id = await activate();
    const patch = (...body: { op: PatchOp; path: string; value?: unknown }[]) =>
      subscriptions().patchSubscription({ id, body });
    const replace = (path: string, value: unknown) => ({ op: PatchOp.Replace, path, value });
    const pricePath = '/plan/billing_cycles/@sequence==1/pricing_scheme/fixed_price';
    await patch(
      replace('/custom_id', 'checkout-2'),
      replace('/shipping_amount', usd('1.25')),
      { op: PatchOp.Add, path: '/subscriber/shipping_address', value: address },
      replace(pricePath, usd('50.00')),
      replace('/plan/payment_preferences/payment_failure_threshold', 5),
      { op: PatchOp.Add, path: '/plan/taxes/percentage', value: '7' },
    );
    expect(await show(id)).toMatchObject({
      customId: 'checkout-2',
      planOverridden: true,
      shippingAmount: { value: '1.25' },
      subscriber: { shippingAddress: { name: { fullName: 'Ann North' } } },
      plan: {
        billingCycles: [{ pricingScheme: { version: 2, fixedPrice: { value: '50.00' } } }],
        paymentPreferences: { paymentFailureThreshold: 5 },
        taxes: { percentage: '7' },
      },
    });
    expect(findEvents(id)).toContain('BILLING.SUBSCRIPTION.UPDATED');
    const mixed = patch(
      replace('/custom_id', 'lost'),
      replace(pricePath, { currency_code: 'EUR', value: '1' }),
    );
    expect(await readIssue(mixed)).toEqual([422, 'CURRENCY_MISMATCH']);
    expect((await show(id)).customId).toBe('checkout-2');
    for (const [change, issue] of [
      [[replace('/plan_id', 'P-1')], [400, 'INVALID_PATCH_PATH']],
      [
        [replace('/custom_id', 'a'), replace('/custom_id', 'b')],
        [400, 'INVALID_PATCH_PATH'],
      ],
      [[{ op: PatchOp.Remove, path: '/custom_id' }], [400, 'UNSUPPORTED_PATCH_OPERATION']],
      [[replace('/start_time', '2027-01-01T00:00:00Z')], [422, 'INVALID_START_TIME']],
    ] as const)
      expect(await readIssue(patch(...change))).toEqual(issue);
    const waiting = (await create()).body.id;
    const early = subscriptions().patchSubscription({ id: waiting, body: [replace('/custom_id', 'a')] });
    expect(await readIssue(early)).toEqual([422, 'SUBSCRIPTION_STATUS_INVALID']);
  });

  test('keeps what was paid of it: a trial that is over has no other price, and no fewer cycles', async () => {
    const trial = { ...regular(1, 1), tenureType: TenureType.Trial };
    const id = await activate({ plan_id: await createPlan({ billingCycles: [trial, regular(2, 12)] }) });
    await act(id, 'renew');
    await act(id, 'renew');
    const patch = (path: string, value: unknown) =>
      subscriptions().patchSubscription({ id, body: [{ op: PatchOp.Replace, path, value }] });
    const cycle = (sequence: number) => `/plan/billing_cycles/@sequence==${sequence}`;
    expect(await readIssue(patch(`${cycle(1)}/pricing_scheme/fixed_price`, usd('1')))).toEqual([
      422,
      'BILLING_CYCLE_EXECUTION_COMPLETED',
    ]);
    expect(await readIssue(patch(`${cycle(2)}/total_cycles`, 1))).toEqual([
      422,
      'INVALID_BILLING_TOTAL_CYCLES',
    ]);
    expect((await show(id)).billingInfo?.finalPaymentTime).toBe('2027-11-02T10:00:00Z');
  });

  test('is not activated again after too many failed payments', async () => {
    const id = await activate({
      plan_id: await createPlan({ paymentPreferences: { paymentFailureThreshold: 1 } }),
    });
    await act(id, 'fail-renewal');
    const again = subscriptions().activateSubscription({ id, body: { reason: 'go on' } });
    expect(await readIssue(again)).toEqual([422, 'SUBSCRIPTION_CANNOT_BE_ACTIVATED']);
  });

  test('owes what failed, of which a part is charged, the rest is let off or charged', async () => {
    const id = await activate();
    const capture = (value: string, currencyCode = 'USD') =>
      subscriptions().captureSubscription({
        id,
        body: { note: 'owed', captureType: CaptureType.OutstandingBalance, amount: { currencyCode, value } },
      });
    expect(await readIssue(capture('1'))).toEqual([422, 'ZERO_OUTSTANDING_BALANCE']);
    await act(id, 'fail-renewal');
    expect(await readIssue(capture('10.01'))).toEqual([422, 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE']);
    expect(await readIssue(capture('1', 'EUR'))).toEqual([422, 'CURRENCY_MISMATCH']);
    const { result } = await capture('4.00');
    expect(result).toMatchObject({
      status: 'COMPLETED',
      amountWithBreakdown: { grossAmount: { value: '4.00' } },
    });
    const balance = (value: string) => ({
      id,
      body: [{ op: PatchOp.Replace, path: '/billing_info/outstanding_balance', value: usd(value) }],
    });
    expect(await readIssue(subscriptions().patchSubscription(balance('6.01')))).toEqual([
      422,
      'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE',
    ]);
    await subscriptions().patchSubscription(balance('5.50'));
    expect((await show(id)).billingInfo?.outstandingBalance?.value).toBe('5.5');
    await capture('5.50');
    expect((await show(id)).billingInfo).toMatchObject({
      outstandingBalance: { value: '0.0' },
      failedPaymentsCount: 0,
      nextBillingTime: '2027-01-02T10:00:00Z',
    });
  });

  test('is charged once for each request id', async () => {
    const id = await activate();
    await act(id, 'fail-renewal');
    const capture = (value: string) =>
      call(
        'POST',
        `/v1/billing/subscriptions/${id}/capture`,
        { note: 'owed', capture_type: 'OUTSTANDING_BALANCE', amount: usd(value) },
        { 'paypal-request-id': `capture ${id}` },
      );
    const [first, second] = [await capture('4.00'), await capture('4.00')];
    expect([first.status, second.status, second.body.id]).toEqual([200, 200, first.body.id]);
    expect((await show(id)).billingInfo?.outstandingBalance?.value).toBe('6.0');
    expect((await capture('5.00')).body.details[0].issue).toBe('DUPLICATE_REQUEST_ID');
  });

  test('is listed by its plan and its status', async () => {
    const plan = await createPlan();
    const id = await activate({ plan_id: plan });
    await create({ plan_id: plan });
    const list = async (statuses?: string) => {
      const { result } = await subscriptions().listSubscriptions({
        planIds: plan,
        ...(statuses && { statuses }),
      });
      return result.subscriptions?.map((one) => one.id);
    };
    expect(await list('ACTIVE')).toEqual([id]);
    expect(await list()).toHaveLength(2);
  });

  test('keeps its paid date when it is revised to a longer period', async () => {
    const yearly = { ...regular(), frequency: { intervalUnit: IntervalUnit.Year, intervalCount: 1 } };
    const other = await createPlan({ billingCycles: [yearly] });
    const id = await activate();
    await subscriptions().reviseSubscription({ id, body: { planId: other } });
    await sandbox.call('POST', `/api/payments/${id}/decide`, { body: { decision: 'approve' } });
    expect((await show(id)).billingInfo?.nextBillingTime).toBe('2026-12-02T10:00:00Z');
    await act(id, 'renew');
    expect((await show(id)).billingInfo?.nextBillingTime).toBe('2027-12-02T10:00:00Z');
  });
});

test('a call without a token, with a malformed body or another media type is refused in PayPal’s form', async () => {
  const path = '/paypal/v1/billing/plans';
  const bare = await sandbox.call('GET', path);
  expect([bare.status, bare.body.name]).toEqual([401, 'AUTHENTICATION_FAILURE']);
  const malformed = await sandbox.call('POST', path, { body: '{"name":' });
  expect([malformed.status, malformed.body.details[0].issue]).toEqual([400, 'MALFORMED_REQUEST_JSON']);
  const xml = await sandbox.call('POST', path, { body: '<plan/>', headers: { 'content-type': 'text/xml' } });
  expect([xml.status, xml.body.name]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});
