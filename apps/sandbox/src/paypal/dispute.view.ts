import type { Config } from '../config.ts';
import type { SandboxDeps } from '../deps.ts';
import { apiLink, type Link } from './links.ts';
import type { Dispute, Sale, Subscription } from './paypal.model.ts';
import { computeFee, saleStatus } from './sale.view.ts';
import { wireMoney } from './wire.ts';

type About = { dispute: Dispute; sale: Sale; subscription: Subscription | undefined };

const states: Record<Dispute['status'], string> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_BUYER_RESPONSE: 'REQUIRED_OTHER_PARTY_ACTION',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
};

/** Returns the state by which the list of disputes is filtered. */
export function disputeState({ status }: Dispute): string {
  return states[status];
}

/** Disputes tell milliseconds, unlike the rest of PayPal's API. */
function disputeTime(at: number): string {
  return new Date(at).toISOString();
}

/** Returns a dispute as the list of disputes shows it: without the payments it is about. */
export function disputeInfoView(base: Config, dispute: Dispute, currency: string) {
  const { id, reason, status, stage, amount, createdAt, updatedAt, sellerDueAt } = dispute;
  return {
    dispute_id: id,
    create_time: disputeTime(createdAt),
    update_time: disputeTime(updatedAt),
    reason,
    status,
    dispute_state: disputeState(dispute),
    dispute_amount: wireMoney(amount, currency),
    dispute_life_cycle_stage: stage,
    dispute_channel: 'INTERNAL',
    ...(sellerDueAt !== null && { seller_response_due_date: disputeTime(sellerDueAt) }),
    links: [apiLink(base, `/v1/customer/disputes/${id}`, 'self')],
  };
}

/** Returns a dispute with its payment, what was said, and what became of it. */
export function disputeView({ config }: SandboxDeps, about: About) {
  const { dispute, sale } = about;
  const { currency } = sale;
  const { links: _, ...info } = disputeInfoView(config, dispute, currency);
  return {
    ...info,
    disputed_transactions: [disputedTransaction(about, config.CLIENT_NAME)],
    ...(dispute.outcome !== null && {
      dispute_outcome: {
        outcome_code: dispute.outcome,
        ...(dispute.refundedAmount > 0 && { amount_refunded: wireMoney(dispute.refundedAmount, currency) }),
      },
    }),
    ...(dispute.refundedAmount > 0 && { money_movements: moneyMovements(dispute, currency) }),
    messages: dispute.messages.map(({ from, at, text }) => ({
      posted_by: from,
      time_posted: disputeTime(at),
      content: text,
    })),
    ...(dispute.offer && { offer: offerView(dispute.offer) }),
    refund_details: {
      allowed_refund_amount: wireMoney(dispute.status === 'RESOLVED' ? 0 : dispute.amount, currency),
    },
    links: disputeLinks(config, dispute),
  };
}

function offerView({ type, amount, note, at }: NonNullable<Dispute['offer']>) {
  const offered = amount && { seller_offered_amount: amount };
  const proposed = {
    offer_time: disputeTime(at),
    actor: 'SELLER',
    event_type: 'PROPOSED',
    offer_type: type,
    ...(amount && { offer_amount: amount }),
    notes: note,
  };
  return { ...offered, offer_type: type, history: [proposed] };
}

function disputedTransaction({ sale, subscription }: About, sellerName: string) {
  const { id, at, amount, currency } = sale;
  const { payer, customId } = subscription ?? { payer: null, customId: null };
  return {
    buyer_transaction_id: `${id.slice(0, -1)}B`,
    seller_transaction_id: id,
    create_time: disputeTime(at),
    transaction_status: saleStatus(sale),
    gross_amount: wireMoney(amount, currency),
    ...(customId !== null && { custom: customId }),
    ...(payer && { buyer: { name: `${payer.givenName} ${payer.surname}` } }),
    seller: { merchant_id: 'SANDBOXSELLER', name: sellerName },
    items: [],
    seller_protection_eligible: true,
  };
}

function moneyMovements({ refundedAmount: amount, updatedAt }: Dispute, currency: string) {
  const movement = (party: string, type: string, cents: number, reason: string) => ({
    affected_party: party,
    amount: wireMoney(cents, currency),
    initiated_time: disputeTime(updatedAt),
    type,
    reason,
  });
  return [
    movement('BUYER', 'CREDIT', amount, 'DISPUTE_SETTLEMENT'),
    movement('SELLER', 'DEBIT', amount - computeFee(amount), 'DISPUTE_SETTLEMENT'),
    movement('SELLER', 'DEBIT', computeFee(amount), 'DISPUTE_SETTLEMENT_FEE'),
  ];
}

/** Returns what the seller, or in the sandbox PayPal, may do with a dispute in its state. */
export function disputeActions({ status, stage, outcome }: Dispute): string[] {
  const inInquiry = ['send-message', 'make-offer', 'escalate', 'accept-claim'];
  const actions: Record<Dispute['status'], string[]> = {
    OPEN: inInquiry,
    WAITING_FOR_BUYER_RESPONSE: stage === 'INQUIRY' ? inInquiry : ['accept-claim', 'provide-supporting-info'],
    WAITING_FOR_SELLER_RESPONSE:
      stage === 'INQUIRY' ? inInquiry : ['accept-claim', 'provide-evidence', 'provide-supporting-info'],
    UNDER_REVIEW: ['provide-supporting-info', 'adjudicate', 'require-evidence'],
    RESOLVED: outcome === 'RESOLVED_BUYER_FAVOUR' ? ['appeal'] : [],
  };
  return actions[status];
}

/** Returns the links a dispute has in its state: they say what may be done with it. */
function disputeLinks(base: Config, dispute: Dispute): Link[] {
  const self = `/v1/customer/disputes/${dispute.id}`;
  const links = disputeActions(dispute).map((action) =>
    apiLink(base, `${self}/${action}`, action.replaceAll('-', '_'), 'POST'),
  );
  return [apiLink(base, self, 'self'), ...links];
}
