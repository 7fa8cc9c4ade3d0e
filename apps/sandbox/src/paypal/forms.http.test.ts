import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActiveSubscription, createPlan } from '../testing/payments.ts';
import { paypalCaller, usd, wholeAnswer } from '../testing/paypal-calls.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let sandbox: TestSandbox;
let planId: string;
const call = paypalCaller(() => sandbox);

beforeAll(async () => {
  sandbox = await startSandbox();
  planId = await createPlan(sandbox);
});
afterAll(() => sandbox.close());

const shippingAddress = {
  type: 'SHIPPING',
  name: { full_name: 'Ann Archer' },
  address: {
    address_line_1: '1 Harbour Road',
    admin_area_2: 'Porto',
    postal_code: '4000',
    country_code: 'PT',
  },
};
const subscriber = {
  email_address: 'ann@northwind.example',
  name: { given_name: 'Ann', surname: 'Archer' },
  phone: { phone_type: 'HOME', phone_number: { country_code: '351', national_number: '220000000' } },
  shipping_address: shippingAddress,
};
const context = {
  brand_name: 'Picksync',
  locale: 'pt-PT',
  shipping_preference: 'SET_PROVIDED_ADDRESS',
  user_action: 'SUBSCRIBE_NOW',
  payment_method: {
    payer_selected: 'PAYPAL',
    payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED',
    standard_entry_class_code: 'WEB',
  },
  return_url: 'https://picksync.example/success',
  cancel_url: 'https://picksync.example/cancel',
};

/** Returns a copy in which the member at a path, such as "name/surname", is another. */
function withMember(value: object, path: string, member: unknown): object {
  const [first = '', ...rest] = path.split('/');
  const inner = Object.entries(value).find(([name]) => name === first)?.[1];
  return { ...value, [first]: rest.length === 0 ? member : withMember(inner ?? {}, rest.join('/'), member) };
}

async function firstIssue(answer: Promise<{ status: number; body: { details: object[] } }>) {
  const { status, body } = await answer;
  return { status, detail: body.details?.[0] };
}

describe('a subscription with an application context', () => {
  test('comes back as it was sent', async () => {
    const sent = { plan_id: planId, subscriber, application_context: context };
    const { status, body } = await call('POST', '/v1/billing/subscriptions', sent, wholeAnswer);
    expect(status).toBe(201);
    expect(body).toMatchObject({ subscriber, application_context: context });
  });

  test('needs no addresses to return to', async () => {
    const sent = { plan_id: planId, application_context: { shipping_preference: 'NO_SHIPPING' } };
    expect((await call('POST', '/v1/billing/subscriptions', sent)).status).toBe(201);
  });

  test.each([
    ['subscriber/name/surname', 'x'.repeat(141), 'INVALID_STRING_MAX_LENGTH'],
    ['subscriber/payer_id', 'SHORT', 'INVALID_STRING_MIN_LENGTH'],
    ['subscriber/phone/phone_type', 'CAR', 'INVALID_PARAMETER_VALUE'],
    ['subscriber/phone/phone_number', undefined, 'MISSING_REQUIRED_PARAMETER'],
    ['subscriber/phone/phone_number/national_number', '22-000', 'INVALID_PARAMETER_SYNTAX'],
    ['subscriber/shipping_address/type', 'BALLOON', 'INVALID_PARAMETER_VALUE'],
    ['subscriber/shipping_address/address/country_code', undefined, 'MISSING_REQUIRED_PARAMETER'],
    ['subscriber/shipping_address/address/country_code', 'pt', 'INVALID_PARAMETER_SYNTAX'],
    ['subscriber/shipping_address/address/postal_code', '4'.repeat(61), 'INVALID_STRING_MAX_LENGTH'],
    ['application_context/locale', 'Portuguese!', 'INVALID_STRING_MAX_LENGTH'],
    ['application_context/locale', 'PT', 'INVALID_PARAMETER_SYNTAX'],
    ['application_context/payment_method/payer_selected', 'a card', 'INVALID_PARAMETER_SYNTAX'],
    ['application_context/payment_method/payee_preferred', 'CASH', 'INVALID_PARAMETER_VALUE'],
    ['application_context/cancel_url', undefined, 'MISSING_REQUIRED_PARAMETER'],
  ])('with %s of %j is refused', async (path, member, issue) => {
    const sent = withMember({ plan_id: planId, subscriber, application_context: context }, path, member);
    expect(await firstIssue(call('POST', '/v1/billing/subscriptions', sent))).toMatchObject({
      status: 400,
      detail: { issue, field: `/${path}` },
    });
  });

  test('is checked in a revision as well, whose answer has only what can be overridden', async () => {
    const id = await createActiveSubscription(sandbox, planId);
    const path = `/v1/billing/subscriptions/${id}/revise`;
    const wrong = withMember(shippingAddress, 'address/country_code', 'Portugal');
    expect(await firstIssue(call('POST', path, { shipping_address: wrong }))).toMatchObject({ status: 400 });
    const plan = { billing_cycles: [{ sequence: 2, pricing_scheme: { fixed_price: usd('8.00') } }] };
    const { body } = await call('POST', path, { shipping_address: shippingAddress, plan });
    expect(body).toMatchObject({ shipping_address: shippingAddress, plan_overridden: true });
    expect(Object.keys(body.plan.billing_cycles[1])).toEqual(['pricing_scheme', 'sequence', 'total_cycles']);
  });
});

test.each([
  ['/custom_id', 'x'.repeat(128), 'INVALID_STRING_MAX_LENGTH'],
  ['/plan/payment_preferences/payment_failure_threshold', 1000, 'INVALID_INTEGER_MAX_VALUE'],
  ['/plan/billing_cycles/@sequence==2/total_cycles', -1, 'INVALID_INTEGER_MIN_VALUE'],
  ['/subscriber/shipping_address', { address: {} }, 'MISSING_REQUIRED_PARAMETER'],
])('a subscription is not patched at %s with %j', async (path, value, issue) => {
  const id = await createActiveSubscription(sandbox, planId);
  const patch = [{ op: 'replace', path, value }];
  expect(await firstIssue(call('PATCH', `/v1/billing/subscriptions/${id}`, patch))).toMatchObject({
    status: 400,
    detail: { issue },
  });
});

test.each([
  ['type', undefined, 'MISSING_REQUIRED_PARAMETER'],
  ['image_url', '', 'INVALID_STRING_MIN_LENGTH'],
  ['home_url', 'no address', 'INVALID_PARAMETER_SYNTAX'],
])('a product with the %s %j is refused', async (member, value, issue) => {
  const sent = { name: 'Picksync', type: 'SERVICE', [member]: value };
  expect(await firstIssue(call('POST', '/v1/catalogs/products', sent))).toMatchObject({
    status: 400,
    detail: { issue, field: `/${member}` },
  });
});

test('disputes are not listed by a state that is none', async () => {
  expect((await call('GET', '/v1/customer/disputes?dispute_state=RESOLVED,APPEALABLE')).status).toBe(200);
  expect((await call('GET', '/v1/customer/disputes?dispute_state=LOST')).status).toBe(400);
});

test('an unknown id is refused in PayPal’s form', async () => {
  expect(await firstIssue(call('GET', '/v2/payments/authorizations/0VF52814937998046'))).toMatchObject({
    status: 404,
    detail: { issue: 'INVALID_RESOURCE_ID' },
  });
  expect((await sandbox.call('GET', '/paypal/v2/checkout/orders/1')).body.name).toBe(
    'AUTHENTICATION_FAILURE',
  );
});
