import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { browserUrl } from '../payments/urls.ts';
import { createLink } from './create-link.ts';
import { disputeView, linkView, paymentView, refundView } from './link.view.ts';
import { cancelLink, expireWhenDue, refundPayment } from './pay-link.ts';
import { unknownId } from './razorpay.errors.ts';
import type { Payment, PaymentLink, Refund } from './razorpay.model.ts';

const refundSchema = z.object({
  amount: z.number().int('must be an integer').min(1).optional(),
  notes: z.record(z.string(), z.coerce.string()).default({}),
  receipt: z.string().max(40).nullable().default(null),
});

/** Serves payment links, payments, refunds and disputes. */
export function linkRoutes(add: AddOperation, deps: SandboxDeps): void {
  const razorpay = () => deps.state.payments.razorpay;
  const view = (link: PaymentLink) => {
    expireWhenDue(deps, link);
    return linkView(link, { payments: razorpay().payments, browserUrl: browserUrl(deps.config) });
  };
  const linkOf = ({ params }: ProviderCall): PaymentLink => {
    const link = razorpay().links.find(({ id }) => id === params.id);
    if (!link) throw unknownId();
    return link;
  };

  add('links.create', 'POST /v1/payment_links', ({ body }) => ({ body: view(createLink(deps, body)) }));
  add('links.list', 'GET /v1/payment_links', ({ query }) => {
    const { reference_id: reference, payment_id: paymentId } = query;
    const paidLink = razorpay().payments.find(({ id }) => id === paymentId)?.linkId;
    const links = razorpay().links.filter(
      ({ id, referenceId }) =>
        (reference === undefined || referenceId === reference) &&
        (paymentId === undefined || id === paidLink),
    );
    return { body: { payment_links: links.toReversed().map(view) } };
  });
  add('links.get', 'GET /v1/payment_links/:id', (call) => ({ body: view(linkOf(call)) }));
  add('links.cancel', 'POST /v1/payment_links/:id/cancel', (call) => {
    const link = linkOf(call);
    expireWhenDue(deps, link);
    cancelLink(deps, link);
    return { body: view(link) };
  });

  paymentRoutes(add, deps);
}

function paymentRoutes(add: AddOperation, deps: SandboxDeps): void {
  const razorpay = () => deps.state.payments.razorpay;
  const paymentOf = ({ params }: ProviderCall): Payment => {
    const payment = razorpay().payments.find(({ id }) => id === params.id);
    if (!payment) throw unknownId();
    return payment;
  };
  const takenBack = (kind: Refund['kind']) =>
    razorpay().payments.flatMap((payment) =>
      payment.refunds.filter((one) => one.kind === kind).map((refund) => ({ refund, payment })),
    );

  add('payments.get', 'GET /v1/payments/:id', (call) => {
    const payment = paymentOf(call);
    return {
      body: paymentView(
        payment,
        razorpay().links.find(({ id }) => id === payment.linkId),
      ),
    };
  });
  add('payments.refund', 'POST /v1/payments/:id/refund', (call) => {
    const payment = paymentOf(call);
    const { amount, notes, receipt } = refundSchema.parse(call.body ?? {});
    const { refund } = refundPayment(deps, payment, { kind: 'refund', amount, notes, receipt });
    return { body: refundView(refund, payment) };
  });
  add('payments.refunds', 'GET /v1/payments/:id/refunds', (call) => {
    const payment = paymentOf(call);
    const items = payment.refunds
      .filter(({ kind }) => kind === 'refund')
      .map((refund) => refundView(refund, payment));
    return { body: { entity: 'collection', count: items.length, items } };
  });
  add('refunds.get', 'GET /v1/refunds/:id', ({ params }) => {
    const found = takenBack('refund').find(({ refund }) => refund.id === params.id);
    if (!found) throw unknownId();
    return { body: refundView(found.refund, found.payment) };
  });
  add('disputes.list', 'GET /v1/disputes', () => {
    const items = takenBack('reversal').map(({ refund, payment }) => disputeView(refund, payment));
    return { body: { entity: 'collection', count: items.length, items } };
  });
  add('disputes.get', 'GET /v1/disputes/:id', ({ params }) => {
    const found = takenBack('reversal').find(({ refund }) => refund.id === params.id);
    if (!found) throw unknownId();
    return { body: disputeView(found.refund, found.payment) };
  });
}
