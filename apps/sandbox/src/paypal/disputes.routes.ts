import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { addMessage, type DisputeStep, makeOffer, takeDisputeStep } from './decide-dispute.ts';
import { disputeActions, disputeInfoView, disputeState, disputeView } from './dispute.view.ts';
import { apiLink, withQuery } from './links.ts';
import { brokenRule, invalidRequest } from './paypal.errors.ts';
import type { Dispute } from './paypal.model.ts';
import { findSubscription, getDispute, getSale } from './paypal.store.ts';
import { readBody, readOptionalBody, readQuery } from './read-input.ts';
import { isBetween, looseMoneySchema, timeSchema } from './wire.ts';

const disputeStates = new Set([
  'REQUIRED_ACTION',
  'REQUIRED_OTHER_PARTY_ACTION',
  'UNDER_PAYPAL_REVIEW',
  'RESOLVED',
  'OPEN_INQUIRIES',
  'APPEALABLE',
]);
const querySchema = z.object({
  start_time: timeSchema.optional(),
  disputed_transaction_id: z.string().min(1).max(255).optional(),
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  next_page_token: z.string().min(1).max(255).optional(),
  dispute_state: z
    .string()
    .min(1)
    .max(2000)
    .refine((list) => list.split(',').every((state) => disputeStates.has(state)))
    .optional(),
  update_time_before: timeSchema.optional(),
  update_time_after: timeSchema.optional(),
});

const note = z.string().min(1).max(2000);
const noteSchema = z.object({ note });
const optionalNoteSchema = z.object({ note: note.optional() });
const messageSchema = z.object({ message: note });
const offerSchema = z.object({
  note,
  offer_type: z.enum([
    'REFUND',
    'REFUND_WITH_RETURN',
    'REFUND_WITH_REPLACEMENT',
    'REPLACEMENT_WITHOUT_REFUND',
  ]),
  offer_amount: looseMoneySchema.optional(),
});
const evidenceSchema = z.object({
  evidences: z
    .array(z.looseObject({ evidence_type: z.string().min(1), notes: z.string().optional() }))
    .optional(),
});
const adjudicationSchema = z.object({ adjudication_outcome: z.enum(['BUYER_FAVOR', 'SELLER_FAVOR']) });
const requirementSchema = z.object({ action: z.enum(['BUYER_EVIDENCE', 'SELLER_EVIDENCE']) });

/** Serves the disputes that payers opened. */
export function disputeRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { config } = deps;
  const getCurrency = ({ saleId }: Dispute) => getSale(deps, saleId).currency;

  add('disputes.list', 'GET /v1/customer/disputes', (call) => {
    const query = readQuery(querySchema, call);
    if (query.start_time !== undefined && query.disputed_transaction_id !== undefined)
      throw invalidRequest('INVALID_PARAMETER_VALUE', {
        field: 'disputed_transaction_id',
        value: query.disputed_transaction_id,
        location: 'query',
      });
    const found = deps.state.payments.paypal.disputes
      .filter((dispute) => isMeant(dispute, query))
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
    const start = query.next_page_token === undefined ? 0 : parseStart(query.next_page_token);
    const items = found.slice(start, start + query.page_size);
    const end = start + items.length;
    return {
      body: {
        items: items.map((dispute) => disputeInfoView(config, dispute, getCurrency(dispute))),
        links: [
          apiLink(config, getPath(call), 'self'),
          apiLink(config, getPath(call, null), 'first'),
          ...(end < found.length ? [apiLink(config, getPath(call, toToken(end)), 'next')] : []),
        ],
      },
    };
  });

  add('disputes.get', 'GET /v1/customer/disputes/:id', ({ params }) => {
    const dispute = getDispute(deps, params.id);
    const sale = getSale(deps, dispute.saleId);
    const subscription = findSubscription(deps, sale.subscriptionId);
    return { body: disputeView(deps, { dispute, sale, subscription }) };
  });
  answerRoutes(add, deps);
}

function isMeant(dispute: Dispute, query: z.output<typeof querySchema>): boolean {
  return (
    isBetween(dispute.createdAt, query.start_time, undefined) &&
    isBetween(dispute.updatedAt, query.update_time_after, query.update_time_before) &&
    (query.disputed_transaction_id === undefined || dispute.saleId === query.disputed_transaction_id) &&
    (query.dispute_state === undefined || query.dispute_state.split(',').includes(disputeState(dispute)))
  );
}

/** The token of a page is opaque to whoever follows it. */
function toToken(start: number): string {
  return Buffer.from(String(start)).toString('base64url');
}

function parseStart(token: string): number {
  return Number(Buffer.from(token, 'base64url').toString()) || 0;
}

/** Returns the path of a list with the parameters of the call, on the page of another token. */
function getPath({ query }: ProviderCall, token: string | null = query.next_page_token ?? null): string {
  return withQuery('/v1/customer/disputes', { ...query, next_page_token: token ?? undefined });
}

type Act = (dispute: Dispute, call: ProviderCall) => Promise<void>;

/** Serves what a seller may answer to a dispute, and what PayPal's own sandbox lets a seller decide in PayPal's place. */
function answerRoutes(add: AddOperation, deps: SandboxDeps): void {
  const answer = (action: string, act: Act) =>
    add(`disputes.${action}`, `POST /v1/customer/disputes/:id/${action}`, (call) => {
      const dispute = getDispute(deps, call.params.id);
      if (!disputeActions(dispute).includes(action))
        throw brokenRule('disputes', 'DISPUTE_ACTION_NOT_ALLOWED');
      void act(dispute, call);
      const self = apiLink(deps.config, `/v1/customer/disputes/${dispute.id}`, 'self');
      return { body: { links: [self] } };
    });
  const step =
    (schema: z.ZodType, name: DisputeStep): Act =>
    (dispute, call) => {
      readOptionalBody(schema, call);
      return takeDisputeStep(deps, dispute, { step: name });
    };

  answer('accept-claim', step(optionalNoteSchema, 'accept'));
  answer('provide-evidence', step(evidenceSchema, 'review'));
  answer('appeal', step(evidenceSchema, 'appeal'));
  answer('escalate', (dispute, call) => {
    readBody(noteSchema, call);
    return takeDisputeStep(deps, dispute, { step: 'escalate' });
  });
  answer('send-message', (dispute, call) => addMessage(deps, dispute, readBody(messageSchema, call).message));
  answer('make-offer', (dispute, call) => {
    const { note: text, offer_type: type, offer_amount: amount } = readBody(offerSchema, call);
    return makeOffer(deps, dispute, { type, amount: amount ?? null, note: text });
  });
  answer('provide-supporting-info', (dispute, call) =>
    addMessage(deps, dispute, readBody(z.object({ notes: note }), call).notes),
  );
  answer('adjudicate', (dispute, call) => {
    const { adjudication_outcome: outcome } = readBody(adjudicationSchema, call);
    return takeDisputeStep(deps, dispute, { step: outcome === 'BUYER_FAVOR' ? 'lose' : 'win' });
  });
  answer('require-evidence', (dispute, call) => {
    const { action } = readBody(requirementSchema, call);
    return takeDisputeStep(deps, dispute, { step: action === 'BUYER_EVIDENCE' ? 'ask-payer' : 'ask-seller' });
  });
}
