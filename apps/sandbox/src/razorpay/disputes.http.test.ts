import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/callback-receiver.ts';
import { createTestLink, decide, razorpayClient } from '../testing/payments.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let receiver: Receiver;
let sandbox: TestSandbox;
let links = 0;
/** A paid link of $6.99 and its payment. */
let linkId: string;
let paymentId: string;
beforeAll(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox({ RAZORPAY_WEBHOOK_URL: receiver.url });
});
beforeEach(async () => {
  links += 1;
  ({ id: linkId } = await createTestLink(sandbox, { reference_id: `disputed-${links}` }));
  await decide(sandbox, linkId, 'pay');
  paymentId = sandbox.state.payments.razorpay.payments.at(-1)?.id ?? '';
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const client = () => razorpayClient(sandbox);
const act = (path: string, body: object = {}) => sandbox.call('POST', `/api/payments/${path}`, { body });
const decideDispute = (id: string, step: string) => act(`disputes/${id}/decide`, { step });

async function openDispute(body: object = {}): Promise<string> {
  const { body: books } = await act(`${linkId}/dispute`, body);
  return books.disputes[0].id;
}
/** Returns the types of the events of a dispute, in the order in which they were made. */
function findEvents(id: string): string[] {
  return sandbox.state.payments.deliveries
    .filter(({ body }) => JSON.parse(body).payload.dispute?.entity.id === id)
    .map(({ type }) => type);
}
async function movements() {
  const { body: books } = await sandbox.call('GET', '/api/payments');
  return books.movements
    .filter((one: { reference: string }) => one.reference === linkId)
    .map((one: { kind: string; amountCents: number }) => [one.kind, one.amountCents]);
}

describe('a dispute', () => {
  test('has the published members, a deadline at the end of a day in India, and takes nothing yet', async () => {
    const id = await openDispute();
    const dispute = await client().disputes.fetch(id);
    expect(dispute).toEqual({
      id,
      entity: 'dispute',
      payment_id: paymentId,
      amount: 699,
      currency: 'USD',
      amount_deducted: 0,
      reason_code: 'chargeback',
      reason_description: expect.any(String),
      respond_by: Date.parse('2026-11-09T18:30:00Z') / 1000,
      status: 'open',
      phase: 'chargeback',
      created_at: Date.parse('2026-11-02T09:00:00Z') / 1000,
      evidence: {
        amount: 699,
        summary: null,
        shipping_proof: null,
        billing_proof: null,
        cancellation_proof: null,
        customer_communication: null,
        proof_of_service: null,
        explanation_letter: null,
        refund_confirmation: null,
        access_activity_log: null,
        refund_cancellation_policy: null,
        term_and_conditions: null,
        others: null,
        submitted_at: null,
      },
    });
    expect(await client().payments.fetch(paymentId)).toMatchObject({
      status: 'captured',
      amount_refunded: 0,
    });
    expect(await movements()).toEqual([['payment', 699]]);
  });

  test('is told with the payment and the dispute, signed', async () => {
    const id = await openDispute({ phase: 'pre_arbitration', amountCents: 200, respondInDays: 2 });
    const sent = () => receiver.callbacks().filter(({ text }) => text.includes(id));
    await expect.poll(sent).toHaveLength(1);
    expect(sent()[0]?.body).toMatchObject({
      entity: 'event',
      event: 'payment.dispute.created',
      contains: ['payment', 'dispute'],
      payload: {
        payment: { entity: { id: paymentId, status: 'captured' } },
        dispute: { entity: { id, payment_id: paymentId, amount: 200, phase: 'pre_arbitration' } },
      },
    });
    expect(sent()[0]?.headers['x-razorpay-event-id']).toBeTruthy();
  });

  test('is contested with a document, sent back for more, and won: nothing is taken', async () => {
    const id = await openDispute();
    await expect(client().disputes.contest(id, { action: 'submit' } as never)).rejects.toMatchObject({
      statusCode: 400,
    });
    const evidence = { summary: 'goods delivered', billing_proof: ['doc_EFtmUsbwpXwBH9'] };
    const draft = await client().disputes.contest(id, { ...evidence, action: 'draft' } as never);
    expect(draft).toMatchObject({ status: 'open', evidence: { ...evidence, submitted_at: null } });
    const submitted = await client().disputes.contest(id, { action: 'submit' } as never);
    expect(submitted).toMatchObject({
      status: 'under_review',
      evidence: { ...evidence, submitted_at: expect.any(Number) },
    });
    await decideDispute(id, 'require-action');
    expect(await client().disputes.fetch(id)).toMatchObject({ status: 'open' });
    await decideDispute(id, 'contest');
    await decideDispute(id, 'win');
    expect(await client().disputes.fetch(id)).toMatchObject({ status: 'won', amount_deducted: 0 });
    expect(findEvents(id)).toEqual(
      ['created', 'under_review', 'action_required', 'under_review', 'won'].map(
        (one) => `payment.dispute.${one}`,
      ),
    );
    expect(await movements()).toEqual([['payment', 699]]);
    expect((await decideDispute(id, 'lose')).status).toBe(409);
  });

  test('takes its amount from the account in rupees when it is lost, and no more than the rest can be refunded', async () => {
    const id = await openDispute({ amountCents: 500 });
    await decideDispute(id, 'lose');
    expect(await client().disputes.fetch(id)).toMatchObject({
      status: 'lost',
      amount: 500,
      amount_deducted: 40_000,
    });
    expect(findEvents(id)).toEqual(['payment.dispute.created', 'payment.dispute.lost']);
    expect(await movements()).toEqual([
      ['reversal', 500],
      ['payment', 699],
    ]);
    await expect(client().payments.refund(paymentId, { amount: 200 })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await act(`${linkId}/dispute`, { amountCents: 200 })).status).toBe(409);
  });

  test('is lost when the seller accepts it, once', async () => {
    const id = await openDispute();
    expect(await client().disputes.accept(id)).toMatchObject({ status: 'lost', amount_deducted: 55_920 });
    await expect(client().disputes.accept(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('is closed only where fraud was suspected', async () => {
    const chargeback = await openDispute({ amountCents: 100 });
    expect((await decideDispute(chargeback, 'close')).status).toBe(409);
    const fraud = await openDispute({ amountCents: 100, phase: 'fraud' });
    await decideDispute(fraud, 'close');
    expect(await client().disputes.fetch(fraud)).toMatchObject({ status: 'closed', phase: 'fraud' });
    expect(findEvents(fraud)).toEqual(['payment.dispute.created', 'payment.dispute.closed']);
  });
});

test('the list of disputes comes in pages, newest first', async () => {
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.unshift(await openDispute({ amountCents: 100 }));
  const page = (count: number, skip: number) => client().disputes.all({ count, skip });
  expect(await page(2, 0)).toMatchObject({
    entity: 'collection',
    count: 2,
    items: [{ id: ids[0] }, { id: ids[1] }],
  });
  expect((await page(1, 2)).items.map(({ id }) => id)).toEqual([ids[2]]);
  await expect(client().disputes.all({ count: 101 })).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'The count may not be greater than 100.', field: 'count' },
  });
});

test.each([
  ['disp_00000000000000', 'The id provided does not exist'],
  ['disp_short', 'short is not a valid id'],
])('the dispute %s is refused in Razorpay’s envelope', async (id, description) => {
  await expect(client().disputes.fetch(id)).rejects.toMatchObject({
    statusCode: 400,
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
    },
  });
});

test('a payment that failed cannot be disputed', async () => {
  const { id } = await createTestLink(sandbox, { reference_id: 'never-paid' });
  await decide(sandbox, id, 'fail');
  expect((await act(`${id}/dispute`)).status).toBe(404);
});
