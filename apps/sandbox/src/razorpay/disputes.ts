import type { SandboxDeps } from '../deps.ts';
import { tell } from '../payments/delivery.model.ts';
import { razorpayId } from '../payments/random-text.ts';
import { apiError } from './razorpay.errors.ts';
import { razorpayEvent } from './razorpay.events.ts';
import type { Dispute, DisputePhase, Payment } from './razorpay.model.ts';
import { refundedAmount, toRupees } from './views.ts';

/** What may happen to a dispute, with the states it may happen in, the state after it, and what the app is told. */
const steps = {
  contest: { from: ['open'], to: 'under_review', event: 'under_review' },
  'require-action': { from: ['under_review'], to: 'open', event: 'action_required' },
  win: { from: ['open', 'under_review'], to: 'won', event: 'won' },
  lose: { from: ['open', 'under_review'], to: 'lost', event: 'lost' },
  close: { from: ['open', 'under_review'], to: 'closed', event: 'closed' },
} as const;
export type DisputeStep = keyof typeof steps;
export const disputeSteps = Object.keys(steps) as DisputeStep[];

const dayMs = 86_400_000;
const usualDays = 7;
/** A deadline is the end of a day in India. */
const indiaOffsetMs = 5.5 * 3_600_000;

const reasonDescriptions: Record<DisputePhase, string> = {
  fraud: 'The bank suspects the payment to be fraudulent.',
  retrieval: 'The cardholder asks for information about the payment.',
  chargeback: 'The cardholder asks for the money back.',
  pre_arbitration: 'The cardholder challenges the decision.',
  arbitration: 'The card network decides.',
};

/** Returns what is left of a payment that a bank could still take back. */
export function disputableAmount({ disputes }: { disputes: Dispute[] }, payment: Payment): number {
  const taken = disputes
    .filter(({ paymentId, status }) => paymentId === payment.id && !['won', 'closed'].includes(status))
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, payment.amount - refundedAmount(payment) - taken);
}

type Opening = {
  amount?: number | undefined;
  phase?: DisputePhase | undefined;
  reason?: string | undefined;
  respondInDays?: number | undefined;
};

/** Lets the payer's bank dispute a payment, with all that is left of it without an amount. Throws Razorpay's error. */
export function openDispute(
  deps: SandboxDeps,
  payment: Payment,
  { amount, phase = 'chargeback', reason, respondInDays = usualDays }: Opening,
): { dispute: Dispute; told: Promise<unknown> } {
  const left = disputableAmount(deps.state.payments.razorpay, payment);
  if (payment.status !== 'captured' || left === 0)
    throw apiError('Nothing of the payment is left to dispute');
  if ((amount ?? left) > left)
    throw apiError('The dispute amount is greater than what is left of the payment', 'amount');
  const at = deps.now().getTime();
  const dispute: Dispute = {
    id: razorpayId(deps.random, 'disp'),
    paymentId: payment.id,
    amount: amount ?? left,
    amountDeducted: 0,
    reasonCode: reason ?? (phase === 'chargeback' ? 'chargeback' : phase),
    reasonDescription: reasonDescriptions[phase],
    respondBy: endOfDayInIndia(at + respondInDays * dayMs),
    status: 'open',
    phase,
    createdAt: at,
    evidence: { amount: amount ?? left, summary: null, documents: {}, submittedAt: null },
  };
  deps.state.payments.razorpay.disputes.push(dispute);
  return {
    dispute,
    told: tell(deps, [razorpayEvent(deps, 'payment.dispute.created', { dispute, payment })]),
  };
}

/**
 * Carries out one step of a dispute. A lost one takes its amount from the seller's account, which is in rupees; the payment itself
 * and its refunds stay as they are. Throws Razorpay's error in a state that does not allow it.
 */
export function moveDispute(deps: SandboxDeps, dispute: Dispute, step: DisputeStep): Promise<unknown> {
  const { from, to, event } = steps[step];
  if (!from.some((status) => status === dispute.status))
    throw apiError(`Action not allowed when dispute is in ${dispute.status} status`);
  if (step === 'close' && dispute.phase !== 'fraud')
    throw apiError('Only a dispute in fraud phase can be closed');
  const at = deps.now().getTime();
  const payment = deps.state.payments.razorpay.payments.find(({ id }) => id === dispute.paymentId);
  if (!payment) throw new Error(`The dispute ${dispute.id} has no payment.`);
  dispute.status = to;
  if (to === 'lost') dispute.amountDeducted = toRupees(dispute.amount, payment);
  if (step === 'contest') dispute.evidence.submittedAt = at;
  if (step === 'require-action') {
    dispute.evidence.submittedAt = null;
    dispute.respondBy = endOfDayInIndia(at + usualDays * dayMs);
  }
  return tell(deps, [razorpayEvent(deps, `payment.dispute.${event}`, { dispute, payment })]);
}

function endOfDayInIndia(at: number): number {
  return Math.ceil((at + indiaOffsetMs) / dayMs) * dayMs - indiaOffsetMs;
}
