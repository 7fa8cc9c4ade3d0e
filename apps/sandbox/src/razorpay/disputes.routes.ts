import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { collection, expandedIn, findEntity } from './api.input.ts';
import { moveDispute } from './disputes.ts';
import { apiError, unknownId } from './razorpay.errors.ts';
import { type Dispute, documentKinds } from './razorpay.model.ts';
import { disputeView, paymentView } from './views.ts';

const documents = Object.fromEntries(
  documentKinds.map((kind) => [kind, z.array(z.string()).nullable().optional()]),
) as Record<(typeof documentKinds)[number], z.ZodOptional<z.ZodNullable<z.ZodArray<z.ZodString>>>>;

const contest = z.strictObject({
  amount: z.number().int('The amount must be an integer.').min(0).optional(),
  summary: z.string().max(1000, 'The summary may not be greater than 1000 characters.').nullish(),
  ...documents,
  others: z.array(z.object({ type: z.string(), document_ids: z.array(z.string()) })).nullish(),
  action: z.enum(['draft', 'submit'], 'The selected action is invalid.').default('draft'),
});

/** Serves the disputes that payers' banks have opened, and what the seller answers. */
export function disputeRoutes(add: AddOperation, deps: SandboxDeps): void {
  const razorpay = () => deps.state.payments.razorpay;
  const view = (dispute: Dispute, expanded: string[] = []) => {
    const payment = razorpay().payments.find(({ id }) => id === dispute.paymentId);
    if (!payment) throw unknownId();
    return {
      ...disputeView(dispute, payment),
      ...(expanded.includes('payment') && { payment: paymentView(payment) }),
    };
  };
  const findDispute = ({ params }: ProviderCall): Dispute =>
    findEntity(razorpay().disputes, 'disp', params.id);

  add('disputes.list', 'GET /v1/disputes', ({ query }) => {
    const expanded = readExpanded(query);
    return { body: collection(razorpay().disputes, query, (dispute) => view(dispute, expanded)) };
  });
  add('disputes.get', 'GET /v1/disputes/:id', (call) => ({
    body: view(findDispute(call), readExpanded(call.query)),
  }));
  add('disputes.accept', 'POST /v1/disputes/:id/accept', (call) => {
    const dispute = findDispute(call);
    if (dispute.status !== 'open')
      throw apiError(`Action not allowed when dispute is in ${dispute.status} status`);
    void moveDispute(deps, dispute, 'lose');
    return { body: view(dispute) };
  });
  add('disputes.contest', 'PATCH /v1/disputes/:id/contest', (call) => {
    const dispute = findDispute(call);
    const { amount, summary, action, ...given } = contest.parse(call.body ?? {});
    if (dispute.status !== 'open')
      throw apiError(`Action not allowed when dispute is in ${dispute.status} status`);
    if ((amount ?? 0) > dispute.amount)
      throw apiError('The contest amount is greater than the dispute amount', 'amount');
    const { evidence } = dispute;
    const kept = { ...evidence.documents, ...given };
    if (action === 'submit' && !Object.values(kept).some((value) => Array.isArray(value) && value.length > 0))
      throw apiError('At least one document is required to submit the evidence');
    Object.assign(evidence, {
      amount: amount ?? evidence.amount,
      summary: summary === undefined ? evidence.summary : summary,
      documents: kept,
    });
    if (action === 'submit') void moveDispute(deps, dispute, 'contest');
    else deps.changes.announce({ payments: true });
    return { body: view(dispute) };
  });
}

/** Returns what an answer is to show within it. Throws Razorpay's error for anything but a payment or a settlement. */
function readExpanded(query: ProviderCall['query']): string[] {
  const expanded = expandedIn(query);
  const isKnown = expanded.every((one) => ['payment', 'transaction.settlement'].includes(one));
  if (!isKnown)
    throw apiError(
      'Value of each expand must be one of following types: payment, transaction.settlement',
      'expand.0',
    );
  return expanded;
}
