import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { addMessage, type DisputeStep, makeOffer, takeDisputeStep } from './decide-dispute.ts';
import { disputeActions } from './dispute.view.ts';
import { apiLink } from './links.ts';
import { brokenRule } from './paypal.errors.ts';
import type { Dispute } from './paypal.model.ts';
import { getDispute } from './paypal.store.ts';
import { readBody, readOptionalBody } from './read-input.ts';
import { looseMoneySchema } from './wire.ts';

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

type Act = (dispute: Dispute, call: ProviderCall) => Promise<void>;

/** Serves what a seller may answer to a dispute, and what PayPal's own sandbox lets a seller decide in PayPal's place. */
export function sellerAnswerRoutes(add: AddOperation, deps: SandboxDeps): void {
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
