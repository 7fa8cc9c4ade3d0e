import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { collection, expandedIn, findEntity, integer, notes, receipt, text } from './api.input.ts';
import { capturePayment } from './pay.ts';
import { unknownId } from './razorpay.errors.ts';
import type { Payment, Refund } from './razorpay.model.ts';
import { findRepeated, refundPayment } from './refunds.ts';
import { cardView, paymentView, refundView } from './views.ts';

const refundSchema = z.strictObject({
  amount: integer('amount').optional(),
  speed: z.enum(['normal', 'optimum'], 'The selected speed is invalid.').optional(),
  notes: notes().optional(),
  receipt: receipt(),
});
const refundOfSchema = z.looseObject({ payment_id: text('payment id') });
const captureSchema = z.strictObject({
  amount: integer('amount'),
  currency: text('currency').default('INR'),
});
const notesSchema = z.strictObject({ notes: notes('The notes field is required.') });

type Found = { payment: Payment; refund: Refund };

/** Serves payments and refunds. */
export function paymentRoutes(add: AddOperation, deps: SandboxDeps): void {
  const payments = () => deps.state.payments.razorpay.payments;
  const findPayment = (id: string | undefined): Payment => findEntity(payments(), 'pay', id);
  const view = (payment: Payment, query: ProviderCall['query']) =>
    paymentView(payment, { hasCard: expandedIn(query).some((one) => one === 'card' || one === 'cards') });

  add('payments.list', 'GET /v1/payments', ({ query }) => ({
    body: collection(payments(), query, (payment) => view(payment, query)),
  }));
  add('payments.get', 'GET /v1/payments/:id', ({ params, query }) => ({
    body: view(findPayment(params.id), query),
  }));
  add('payments.update', 'PATCH /v1/payments/:id', ({ params, body, query }) => {
    const payment = findPayment(params.id);
    payment.notes = notesSchema.parse(body ?? {}).notes;
    return { body: view(payment, query) };
  });
  add('payments.card', 'GET /v1/payments/:id/card', ({ params }) => ({
    body: cardView(findPayment(params.id)),
  }));
  add('payments.capture', 'POST /v1/payments/:id/capture', ({ params, body, query }) => {
    const payment = findPayment(params.id);
    capturePayment(deps, payment, captureSchema.parse(body ?? {}));
    return { body: view(payment, query) };
  });

  refundRoutes(add, deps, findPayment);
}

function refundRoutes(
  add: AddOperation,
  deps: SandboxDeps,
  findPayment: (id: string | undefined) => Payment,
): void {
  const found = (): Found[] =>
    deps.state.payments.razorpay.payments
      .flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })))
      .sort((a, b) => a.refund.at - b.refund.at);
  const view = ({ refund, payment }: Found) => refundView(refund, payment);
  const findRefund = (id: string | undefined): Found => {
    const all = found();
    const { id: known } = findEntity(
      all.map(({ refund }) => refund),
      'rfnd',
      id,
    );
    const one = all.find(({ refund }) => refund.id === known);
    if (!one) throw unknownId();
    return one;
  };
  const refund = (payment: Payment, body: unknown, headers: ProviderCall['headers']) => {
    const key = headers['x-refund-idempotency'];
    const request = JSON.stringify([payment.id, body]);
    const repeated = key === undefined ? null : findRepeated(deps, { key, request });
    if (repeated) return { body: refundView(repeated, payment) };
    const idempotency = key === undefined ? null : { key, request };
    const made = refundPayment(deps, payment, refundSchema.parse(body ?? {}), idempotency);
    return { body: refundView(made.refund, payment) };
  };

  add('payments.refund', 'POST /v1/payments/:id/refund', ({ params, body, headers }) =>
    refund(findPayment(params.id), body, headers),
  );
  add('refunds.create', 'POST /v1/refunds', ({ body, headers }) => {
    const { payment_id: id, ...rest } = refundOfSchema.parse(body ?? {});
    return refund(findPayment(id), rest, headers);
  });
  add('payments.refunds', 'GET /v1/payments/:id/refunds', ({ params, query }) => {
    const payment = findPayment(params.id);
    return { body: collection(payment.refunds, query, (one) => refundView(one, payment)) };
  });
  add('payments.refunds.get', 'GET /v1/payments/:id/refunds/:refundId', ({ params }) => {
    const payment = findPayment(params.id);
    return { body: refundView(findEntity(payment.refunds, 'rfnd', params.refundId), payment) };
  });
  add('refunds.list', 'GET /v1/refunds', ({ query }) => ({
    body: collection(
      found().map(({ refund: one, payment }) => ({ at: one.at, refund: one, payment })),
      query,
      view,
    ),
  }));
  add('refunds.get', 'GET /v1/refunds/:id', ({ params }) => ({ body: view(findRefund(params.id)) }));
  add('refunds.update', 'PATCH /v1/refunds/:id', ({ params, body }) => {
    const one = findRefund(params.id);
    one.refund.notes = notesSchema.parse(body ?? {}).notes;
    return { body: view(one) };
  });
}
