import type { SandboxDeps } from '../deps.ts';
import { addDays } from '../payments/billing-date.ts';
import { brokenRule } from './paypal.errors.ts';
import { disputeEvent } from './paypal.events.ts';
import type { Dispute, DisputeOutcome, Sale } from './paypal.model.ts';
import { findSubscription, getSale } from './paypal.store.ts';
import { refundSale } from './refund-sale.ts';
import { refundedAmount } from './sale.view.ts';

/** How long PayPal gives a seller to answer. */
const usualResponseDays = 10;

type Move = {
  stage?: Dispute['stage'];
  status: Exclude<Dispute['status'], 'RESOLVED'>;
};

/** What may happen to a dispute: it waits for somebody, or it is decided. Who wins is told from the seller's side. */
const steps = {
  'ask-seller': { status: 'WAITING_FOR_SELLER_RESPONSE' },
  'ask-payer': { status: 'WAITING_FOR_BUYER_RESPONSE' },
  review: { status: 'UNDER_REVIEW' },
  escalate: { stage: 'CHARGEBACK', status: 'WAITING_FOR_SELLER_RESPONSE' },
  appeal: { stage: 'PRE_ARBITRATION', status: 'UNDER_REVIEW' },
  win: 'RESOLVED_SELLER_FAVOUR',
  lose: 'RESOLVED_BUYER_FAVOUR',
  accept: 'ACCEPTED',
  cancel: 'CANCELED_BY_BUYER',
} as const satisfies Record<string, Move | DisputeOutcome>;

export type DisputeStep = keyof typeof steps;
export const disputeSteps = Object.keys(steps) as DisputeStep[];

/** Returns when the seller has to have answered: as asked, or after the usual days while PayPal waits for them. */
function dueAt(at: number, status: Dispute['status'], days: number | null | undefined): number | null {
  const given = days === undefined && status === 'WAITING_FOR_SELLER_RESPONSE' ? usualResponseDays : days;
  return given === null || given === undefined ? null : addDays(at, given);
}

type Opening = Pick<Dispute, 'reason' | 'stage'> & {
  /** All of the payment without it. */
  amount?: number | undefined;
  status?: Move['status'] | undefined;
  respondInDays?: number | null | undefined;
  text: string;
};

/** Opens a dispute about a payment, as its payer or their bank does, and tells of it. */
export function openDispute(
  deps: SandboxDeps,
  sale: Sale,
  { reason, stage, amount, text, respondInDays, ...given }: Opening,
): { dispute: Dispute; told: Promise<void> } {
  const { disputes } = deps.state.payments.paypal;
  if (sale.state === 'denied') throw brokenRule('disputes', 'TRANSACTION_NOT_DISPUTABLE');
  if (disputes.some(({ saleId, status }) => saleId === sale.id && status !== 'RESOLVED'))
    throw brokenRule('disputes', 'TRANSACTION_DISPUTED');
  const at = deps.now().getTime();
  const status = given.status ?? (stage === 'INQUIRY' ? 'OPEN' : 'WAITING_FOR_SELLER_RESPONSE');
  const dispute: Dispute = {
    id: `PP-D-${Math.floor(10_000_000 + deps.random() * 89_999_999)}`,
    saleId: sale.id,
    reason,
    amount: Math.min(amount ?? sale.amount, sale.amount),
    stage,
    status,
    outcome: null,
    refundedAmount: 0,
    sellerDueAt: dueAt(at, status, respondInDays),
    offer: null,
    messages: text === '' ? [] : [{ from: 'BUYER', at, text }],
    createdAt: at,
    updatedAt: at,
  };
  disputes.push(dispute);
  return { dispute, told: tell(deps, 'CREATED', dispute) };
}

/** Moves a dispute on or decides it, and tells of it. */
export function takeDisputeStep(
  deps: SandboxDeps,
  dispute: Dispute,
  { step, respondInDays }: { step: DisputeStep; respondInDays?: number | null | undefined },
): Promise<void> {
  if ((dispute.status === 'RESOLVED') !== (step === 'appeal'))
    throw brokenRule('disputes', 'DISPUTE_ACTION_NOT_ALLOWED');
  const next = steps[step];
  if (typeof next === 'string') return resolveDispute(deps, dispute, next);
  const at = deps.now().getTime();
  Object.assign(dispute, {
    ...next,
    outcome: null,
    sellerDueAt: dueAt(at, next.status, respondInDays),
    updatedAt: at,
  });
  return tell(deps, 'UPDATED', dispute);
}

/**
 * Decides a dispute. Where the seller lost or gave in, the money goes back to the payer: what the dispute is about, or
 * what is left of the payment.
 */
async function resolveDispute(deps: SandboxDeps, dispute: Dispute, outcome: DisputeOutcome): Promise<void> {
  const sale = getSale(deps, dispute.saleId);
  const isLost = outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED';
  const amount = isLost ? Math.min(dispute.amount, sale.amount - refundedAmount(sale)) : 0;
  Object.assign(dispute, {
    status: 'RESOLVED',
    outcome,
    refundedAmount: amount,
    sellerDueAt: null,
    updatedAt: deps.now().getTime(),
  });
  const moved =
    amount > 0 ? refundSale(deps, sale, { kind: 'reversal', version: 'v1', amount }).told : undefined;
  await Promise.all([moved, tell(deps, 'RESOLVED', dispute)]);
}

/** Adds what the seller wrote to the payer, who has to answer now. */
export function addMessage(deps: SandboxDeps, dispute: Dispute, text: string): Promise<void> {
  const at = deps.now().getTime();
  dispute.messages.push({ from: 'SELLER', at, text });
  dispute.updatedAt = at;
  return tell(deps, 'UPDATED', dispute);
}

/** Notes what the seller offers to end the dispute. The payer has to answer now. */
export function makeOffer(
  deps: SandboxDeps,
  dispute: Dispute,
  offer: Omit<NonNullable<Dispute['offer']>, 'at'>,
): Promise<void> {
  const at = deps.now().getTime();
  Object.assign(dispute, {
    offer: { ...offer, at },
    status: 'WAITING_FOR_BUYER_RESPONSE',
    sellerDueAt: null,
    updatedAt: at,
  });
  return tell(deps, 'UPDATED', dispute);
}

function tell(deps: SandboxDeps, deed: 'CREATED' | 'UPDATED' | 'RESOLVED', dispute: Dispute): Promise<void> {
  const sale = getSale(deps, dispute.saleId);
  const subscription = findSubscription(deps, sale.subscriptionId);
  deps.changes.announce({ payments: true });
  return deps.notify(disputeEvent(deps, deed, { dispute, sale, subscription }));
}
