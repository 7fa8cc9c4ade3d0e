import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/callback-receiver.ts';
import { createActiveSubscription, createPlan } from '../testing/payments.ts';
import { getRelations, paypalCaller } from '../testing/paypal-calls.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';
import { eventTypeNames } from './event-types.ts';

let receiver: Receiver;
let sandbox: TestSandbox;
const call = paypalCaller(() => sandbox);
const path = '/v1/notifications';

beforeAll(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

describe('a webhook', () => {
  const create = (change: object = {}) =>
    call('POST', `${path}/webhooks`, {
      url: 'https://app.example/paypal',
      event_types: [{ name: 'PAYMENT.SALE.COMPLETED' }],
      ...change,
    });

  test('is created, changed and deleted', async () => {
    const { status, body } = await create();
    expect([status, getRelations(body)]).toEqual([201, ['delete', 'self', 'update']]);
    expect(body.event_types).toMatchObject([{ name: 'PAYMENT.SALE.COMPLETED', status: 'ENABLED' }]);
    const own = `${path}/webhooks/${body.id}`;
    const changed = await call('PATCH', own, [
      { op: 'replace', path: '/url', value: 'https://app.example/other' },
      { op: 'replace', path: '/event_types', value: [{ name: 'PAYMENT.SALE.REFUNDED' }] },
    ]);
    expect(changed.body).toMatchObject({ url: 'https://app.example/other' });
    const { body: types } = await call('GET', `${own}/event-types`);
    expect(types.event_types.map(({ name }: { name: string }) => name)).toEqual(['PAYMENT.SALE.REFUNDED']);
    expect((await call('DELETE', own)).status).toBe(204);
    const gone = await call('GET', own);
    expect([gone.status, gone.body.name, gone.body.information_link]).toEqual([
      404,
      'INVALID_RESOURCE_ID',
      'https://developer.paypal.com/docs/api/webhooks/#errors',
    ]);
  });

  test('is refused with an address or a type that is none, and when there are ten', async () => {
    const bad = await create({ url: 'nonsense' });
    expect([bad.status, bad.body.name, bad.body.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [{ field: 'url', issue: 'Not a valid webhook URL' }],
    ]);
    const unknown = await create({ event_types: [{ name: 'NO.SUCH.EVENT' }] });
    expect(unknown.body.details[0].issue).toBe('Not a valid webhook event name');
    const made = [];
    for (let n = 0; n < 10; n += 1) made.push(await create({ url: `https://app.example/${n}` }));
    expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect((await create({ url: 'https://app.example/more' })).body.name).toBe(
      'WEBHOOK_NUMBER_LIMIT_EXCEEDED',
    );
    for (const { body } of made) await call('DELETE', `${path}/webhooks/${body.id}`);
  });
});

describe('events', () => {
  test('can be listed, read and sent again', async () => {
    const { body: webhook } = await call('POST', `${path}/webhooks`, {
      url: receiver.url,
      event_types: [{ name: 'PAYMENT.SALE.COMPLETED' }],
    });
    const id = await createActiveSubscription(sandbox, await createPlan(sandbox));
    const [sent] = await receiver.until(1);
    const saleId = sent?.body.resource.id;
    const list = `${path}/webhooks-events?event_type=PAYMENT.SALE.COMPLETED&transaction_id=${saleId}`;
    const { body } = await call('GET', list);
    expect([body.count, body.events[0].resource.billing_agreement_id]).toEqual([1, id]);
    expect(getRelations(body.events[0])).toEqual(['resend', 'self']);
    const own = `${path}/webhooks-events/${body.events[0].id}`;
    expect((await call('GET', own)).body).toMatchObject(sent?.body);
    const resent = await call('POST', `${own}/resend`, {});
    expect([resent.status, resent.body.id]).toEqual([202, sent?.body.id]);
    const [, second] = await receiver.until(2);
    expect(second?.text).toBe(sent?.text);
    expect((await call('GET', `${path}/webhooks-events/WH-NONE`)).status).toBe(404);
    await call('DELETE', `${path}/webhooks/${webhook.id}`);
  });

  test('can be simulated for every type, signed for no existing webhook', async () => {
    const before = receiver.callbacks().length;
    const simulate = (type: string) =>
      call('POST', `${path}/simulate-event`, { url: receiver.url, event_type: type });
    for (const type of eventTypeNames) {
      const { status, body } = await simulate(type);
      expect([status, body.event_type]).toEqual([202, type]);
    }
    const told = (await receiver.until(before + eventTypeNames.length)).slice(before);
    expect(told.map(({ body }) => body.event_type).sort()).toEqual(eventTypeNames.toSorted());
    const reversal = told.find(({ body }) => body.event_type === 'PAYMENT.SALE.REVERSED')?.body.resource;
    expect(Object.keys(reversal)).toEqual(['id', 'create_time', 'state', 'amount', 'links']);
    expect(
      (await call('POST', `${path}/simulate-event`, { event_type: 'PAYMENT.SALE.REVERSED' })).status,
    ).toBe(400);
  });

  test('can be sent as samples to whoever wants them', async () => {
    const { body: webhook } = await call('POST', `${path}/webhooks`, {
      url: receiver.url,
      event_types: [{ name: 'CUSTOMER.DISPUTE.CREATED' }],
    });
    const before = receiver.callbacks().length;
    const send = (type: string) => sandbox.call('POST', '/api/payments/sample-event', { body: { type } });
    const { body } = await send('CUSTOMER.DISPUTE.CREATED');
    expect(body.deliveries[0]).toMatchObject({ type: 'CUSTOMER.DISPUTE.CREATED', state: 'delivered' });
    expect(receiver.callbacks()).toHaveLength(before + 1);
    expect((await send('NO.SUCH.EVENT')).status).toBe(400);
    await call('DELETE', `${path}/webhooks/${webhook.id}`);
  });

  test('have their types listed', async () => {
    expect((await sandbox.call('GET', '/api/payments/event-types')).body.eventTypes).toEqual(eventTypeNames);
    const { body } = await call('GET', `${path}/webhooks-event-types`);
    expect(body.event_types).toHaveLength(eventTypeNames.length);
  });
});

test('a signature is not checked with a part missing', async () => {
  const { status, body } = await call('POST', `${path}/verify-webhook-signature`, { webhook_id: 'A' });
  expect([status, body.name]).toEqual([400, 'VALIDATION_ERROR']);
  expect(body.details).toContainEqual({ field: 'transmission_id', issue: 'Required field is missing' });
});

test('a token that the app gave back is refused', async () => {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = sandbox.config;
  const headers = {
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const post = (end: string, body: string) =>
    sandbox.call('POST', `/paypal/v1/oauth2/token${end}`, { headers, body });
  const { body } = await post('', 'grant_type=client_credentials');
  expect(body).toMatchObject({ app_id: expect.stringMatching(/^APP-/), nonce: expect.any(String) });
  expect((await post('', '')).body).toEqual({
    error: 'unsupported_grant_type',
    error_description: 'Grant Type is NULL',
  });
  expect((await post('/terminate', `token=${body.access_token}`)).status).toBe(200);
  const after = await sandbox.call('GET', '/paypal/v1/billing/plans', { token: body.access_token });
  expect([after.status, after.body.name]).toEqual([401, 'AUTHENTICATION_FAILURE']);
});
