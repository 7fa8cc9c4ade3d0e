import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActiveSubscription, createPlan, paypalClient, paypalToken } from '../testing/payments.ts';
import { getRelations, paypalCaller, readIssue, usd, wholeAnswer } from '../testing/paypal-calls.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let sandbox: TestSandbox;
let planId: string;
const call = paypalCaller(() => sandbox);

beforeAll(async () => {
  sandbox = await startSandbox();
  planId = await createPlan(sandbox);
});
afterAll(() => sandbox.close());

/** Pays $3.50, and returns the ids of the subscription and of the payment. */
async function pay() {
  const subscriptionId = await createActiveSubscription(sandbox, planId);
  return { subscriptionId, saleId: sandbox.state.payments.paypal.sales.at(-1)?.id ?? '' };
}
const refundCapture = (saleId: string, body: object, headers = {}) =>
  call('POST', `/v2/payments/captures/${saleId}/refund`, body, headers);
const refundSale = (saleId: string, body: object) => call('POST', `/v1/payments/sale/${saleId}/refund`, body);
const act = (id: string, action: string, body: object = {}) =>
  sandbox.call('POST', `/api/payments/${id}/${action}`, { body });

describe('a refund by version 2', () => {
  test('comes back with what was sent where the whole is preferred, and short elsewhere', async () => {
    const { saleId } = await pay();
    const sent = { invoice_id: 'INV-1', custom_id: 'refund-1', note_to_payer: 'Sorry' };
    const whole = await refundCapture(saleId, { amount: usd('1.00'), ...sent }, wholeAnswer);
    expect(whole.body).toMatchObject({
      ...sent,
      status: 'COMPLETED',
      amount: usd('1.00'),
      seller_payable_breakdown: { gross_amount: usd('1.00'), total_refunded_amount: usd('1.00') },
    });
    expect(getRelations(whole.body)).toEqual(['self', 'up']);
    const short = await refundCapture(saleId, { amount: usd('1.00') });
    expect(Object.keys(short.body)).toEqual(['id', 'status', 'links']);
    const twice = await refundCapture(saleId, { amount: usd('0.10'), invoice_id: 'INV-1' });
    expect(twice.body.details[0].issue).toBe('DUPLICATE_INVOICE_ID');
  });

  test.each([
    ['nothing', usd('0.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['less than nothing', usd('-1.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['a part of a cent', usd('1.001'), 'DECIMAL_PRECISION'],
    ['a part of a yen', { currency_code: 'JPY', value: '1.5' }, 'DECIMALS_NOT_SUPPORTED'],
    ['another currency', { currency_code: 'EUR', value: '1.00' }, 'REFUND_CAPTURE_CURRENCY_MISMATCH'],
    ['a currency that is none', { currency_code: 'XXX', value: '1.00' }, 'INVALID_CURRENCY_CODE'],
    ['more than was paid', usd('3.51'), 'REFUND_AMOUNT_EXCEEDED'],
  ])('is refused for %s', async (_case, amount, issue) => {
    const { saleId } = await pay();
    const { status, body } = await refundCapture(saleId, { amount });
    expect([status, body.details[0].issue, body.links[0].href]).toEqual([
      422,
      issue,
      `https://developer.paypal.com/docs/api/payments/v2/#error-${issue}`,
    ]);
  });

  test('is not well-formed when its note is too long', async () => {
    const { saleId } = await pay();
    const { body } = await refundCapture(saleId, { note_to_payer: 'x'.repeat(256) });
    expect(body.details[0]).toMatchObject({ field: '/note_to_payer', issue: 'INVALID_STRING_LENGTH' });
  });

  test('is not possible after a chargeback, and in parts not while the payment is disputed', async () => {
    const first = await pay();
    await act(first.subscriptionId, 'chargeback', { amountCents: 100 });
    expect((await refundCapture(first.saleId, {})).body.details[0].issue).toBe(
      'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
    );
    const second = await pay();
    await act(second.subscriptionId, 'dispute');
    expect((await refundCapture(second.saleId, { amount: usd('1.00') })).body.details[0].issue).toBe(
      'TRANSACTION_DISPUTED',
    );
    expect((await refundCapture(second.saleId, {})).status).toBe(201);
  });

  test('is done once for its request id, which another request cannot use', async () => {
    const { saleId: captureId } = await pay();
    const { payments } = paypalClient(sandbox);
    const refund = (value: string) =>
      payments.refundCapturedPayment({
        captureId,
        paypalRequestId: `refund-${captureId}`,
        body: { amount: { currencyCode: 'USD', value } },
      });
    const first = await refund('1.00');
    expect((await refund('1.00')).result.id).toBe(first.result.id);
    expect(await readIssue(refund('2.00'))).toEqual([422, 'DUPLICATE_REQUEST_ID']);
  });
});

describe('a refund by version 1', () => {
  test('names its sale and the reason of its failure', async () => {
    const { saleId } = await pay();
    const { status, body } = await refundSale(saleId, {
      amount: { total: '1.00', currency: 'USD' },
      invoice_number: 'INV-2',
      description: 'Sorry',
    });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        sale_id: saleId,
        invoice_number: 'INV-2',
        description: 'Sorry',
        amount: { total: '1.00', currency: 'USD' },
      }),
    ]);
    const tooMuch = await refundSale(saleId, { amount: { total: '9.00', currency: 'USD' } });
    expect([tooMuch.status, tooMuch.body.name]).toEqual([400, 'REFUND_EXCEEDED_TRANSACTION_AMOUNT']);
    expect((await refundSale(saleId, {})).status).toBe(201);
    expect((await refundSale(saleId, {})).body.name).toBe('TRANSACTION_ALREADY_REFUNDED');
    const unknown = await call('GET', '/v1/payments/sale/NONE');
    expect([unknown.status, unknown.body.name]).toEqual([404, 'INVALID_RESOURCE_ID']);
  });
});

describe('a seller', () => {
  async function dispute(phase = 'CHARGEBACK') {
    const { subscriptionId, saleId } = await pay();
    const { body } = await act(subscriptionId, 'dispute', { phase });
    const id: string = body.disputes[0].id;
    return {
      saleId,
      answer: (action: string, sent: object) => call('POST', `/v1/customer/disputes/${id}/${action}`, sent),
      show: async () => (await call('GET', `/v1/customer/disputes/${id}`)).body,
    };
  }

  test('answers a claim with evidence, and PayPal decides it', async () => {
    const { answer, show } = await dispute();
    const evidence = { evidences: [{ evidence_type: 'PROOF_OF_FULFILLMENT', notes: 'sent' }] };
    const { status, body } = await answer('provide-evidence', evidence);
    expect([status, getRelations(body)]).toEqual([200, ['self']]);
    expect((await show()).status).toBe('UNDER_REVIEW');
    await answer('require-evidence', { action: 'SELLER_EVIDENCE' });
    expect((await show()).seller_response_due_date).toBeDefined();
    await answer('provide-evidence', evidence);
    await answer('adjudicate', { adjudication_outcome: 'SELLER_FAVOR' });
    expect((await show()).dispute_outcome.outcome_code).toBe('RESOLVED_SELLER_FAVOUR');
    const late = await answer('adjudicate', { adjudication_outcome: 'BUYER_FAVOR' });
    expect([late.status, late.body.name]).toEqual([422, 'UNPROCESSABLE_ENTITY']);
  });

  test('accepts a claim, and the money goes back', async () => {
    const { answer, show, saleId } = await dispute();
    expect((await answer('accept-claim', { note: 'Full refund' })).status).toBe(200);
    expect((await show()).dispute_outcome).toEqual({
      outcome_code: 'ACCEPTED',
      amount_refunded: usd('3.50'),
    });
    expect((await call('GET', `/v2/payments/captures/${saleId}`)).body.status).toBe('REFUNDED');
  });

  test('writes, offers and escalates in an inquiry, and appeals what is lost', async () => {
    const { answer, show } = await dispute('INQUIRY');
    await answer('send-message', { message: 'What is wrong?' });
    const offer = { note: 'Half of it', offer_type: 'REFUND', offer_amount: usd('1.75') };
    await answer('make-offer', offer);
    expect(await show()).toMatchObject({
      status: 'WAITING_FOR_BUYER_RESPONSE',
      messages: [{ posted_by: 'BUYER' }, { posted_by: 'SELLER', content: 'What is wrong?' }],
      offer: { offer_type: 'REFUND', seller_offered_amount: usd('1.75') },
    });
    await answer('escalate', { note: 'Please decide' });
    expect((await show()).dispute_life_cycle_stage).toBe('CHARGEBACK');
    await answer('provide-evidence', {});
    await answer('adjudicate', { adjudication_outcome: 'BUYER_FAVOR' });
    await answer('appeal', { evidences: [{ evidence_type: 'OTHER', notes: 'new' }] });
    const appealed = await show();
    expect([appealed.status, appealed.dispute_life_cycle_stage]).toEqual(['UNDER_REVIEW', 'PRE_ARBITRATION']);
  });

  test('may send a form with the answer in it', async () => {
    const { answer, show } = await dispute('INQUIRY');
    const form = new FormData();
    form.append('input', new Blob([JSON.stringify({ message: 'Hello' })], { type: 'application/json' }));
    const { links } = await show();
    const href = links.find(({ rel }: { rel: string }) => rel === 'send_message').href;
    const authorization = `Bearer ${await paypalToken(sandbox)}`;
    const response = await fetch(href, { method: 'POST', headers: { authorization }, body: form });
    expect(response.status).toBe(200);
    expect((await show()).messages.at(-1).content).toBe('Hello');
    expect((await answer('send-message', {})).body.details[0].issue).toBe('MISSING_REQUIRED_PARAMETER');
  });
});

describe('a payment that waits for a bank', () => {
  const setFaults = (payments: object) => sandbox.call('PUT', '/api/faults', { body: { payments } });
  afterAll(() => setFaults({}));

  test.each([
    ['completed', 'COMPLETED', 'paid', { lastPayment: { amount: { value: '3.5' } } }],
    ['denied', 'DECLINED', 'failed', {}],
  ])('is neither paid nor refundable until it is %s', async (outcome, status, shown, known) => {
    await setFaults({ pendingPayments: true });
    const { subscriptionId, saleId } = await pay();
    await setFaults({});
    const types = () =>
      sandbox.state.payments.deliveries
        .filter(({ reference }) => reference === subscriptionId)
        .map(({ type }) => type);
    const capture = async () => (await call('GET', `/v2/payments/captures/${saleId}`)).body;
    const billing = async () =>
      (await paypalClient(sandbox).subscriptions.getSubscription({ id: subscriptionId })).result.billingInfo;
    expect(await capture()).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } });
    expect((await call('GET', `/v1/payments/sale/${saleId}`)).body.state).toBe('pending');
    expect(types()).toContain('PAYMENT.SALE.PENDING');
    expect(await billing()).not.toHaveProperty('lastPayment');
    expect((await refundCapture(saleId, {})).body.details[0].issue).toBe('PENDING_CAPTURE');
    const settled = await act(saleId, 'settle', { outcome });
    expect(settled.body.movements[0]).toMatchObject({ id: saleId, status: shown });
    expect((await capture()).status).toBe(status);
    expect(types()).toContain(`PAYMENT.SALE.${outcome.toUpperCase()}`);
    expect(await billing()).toMatchObject(known);
    expect((await act(saleId, 'settle', { outcome })).status).toBe(409);
  });

  test.each([
    ['completed', 'COMPLETED', 'paid', 'REFUNDED', 'PAYMENT.CAPTURE.REFUNDED'],
    ['denied', 'FAILED', 'failed', 'COMPLETED', 'PAYMENT.REFUND.FAILED'],
  ])('takes nothing back as a refund until it is %s', async (outcome, status, shown, left, type) => {
    const { subscriptionId, saleId } = await pay();
    await setFaults({ pendingRefunds: true });
    const made = await refundCapture(saleId, {});
    await setFaults({});
    const capture = async () => (await call('GET', `/v2/payments/captures/${saleId}`)).body.status;
    const refund = async () => (await call('GET', `/v2/payments/refunds/${made.body.id}`)).body;
    const events = () =>
      sandbox.state.payments.deliveries
        .filter(({ reference }) => reference === subscriptionId)
        .map((delivery) => delivery.type);
    expect([made.body.status, await capture()]).toEqual(['PENDING', 'COMPLETED']);
    expect(await refund()).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } });
    expect(events().at(-1)).toBe('PAYMENT.REFUND.PENDING');
    expect((await refundCapture(saleId, {})).body.details[0].issue).toBe('CAPTURE_FULLY_REFUNDED');
    const settled = await act(made.body.id, 'settle', { outcome });
    expect(settled.body.movements[0]).toMatchObject({ id: made.body.id, kind: 'refund', status: shown });
    expect([(await refund()).status, await capture(), events().at(-1)]).toEqual([status, left, type]);
    expect((await act(made.body.id, 'settle', { outcome })).status).toBe(409);
  });
});
