import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import * as paypalDisputes from '../paypal/decide-dispute.ts';
import { decideRevision, decideSubscription } from '../paypal/decide-subscription.ts';
import { PaypalError } from '../paypal/paypal.errors.ts';
import {
  disputeReasons,
  disputeStages,
  openDisputeStatuses,
  type PaymentsVersion,
  type Sale,
  type Subscription,
} from '../paypal/paypal.model.ts';
import { refundSale, settleRefund } from '../paypal/refund-sale.ts';
import { leftToRefund } from '../paypal/sale.view.ts';
import {
  chargeDuePeriod,
  failDuePeriod,
  letDaysPass as letDaysPassForSubscription,
  moveToDueDate,
  settleSale,
} from '../paypal/subscription.billing.ts';
import * as razorpayDisputes from '../razorpay/disputes.ts';
import { letDaysPass as letDaysPassForLink } from '../razorpay/links.ts';
import { decideLink, decideOrder } from '../razorpay/pay.ts';
import { RazorpayError } from '../razorpay/razorpay.errors.ts';
import { disputePhases, type Order, type Payment, type PaymentLink } from '../razorpay/razorpay.model.ts';
import { refundPayment } from '../razorpay/refunds.ts';
import { tell } from './delivery.model.ts';

const amountCents = z.number().int().min(1).optional();

const paypalOpening = z.strictObject({
  amountCents,
  reason: z.enum(disputeReasons).default('UNAUTHORISED'),
  phase: z.enum(disputeStages).default('INQUIRY'),
  status: z.enum(openDisputeStatuses).optional(),
  /** Null: PayPal names no date. */
  respondInDays: z.number().int().min(0).max(365).nullable().optional(),
  text: z.string().max(2000).default('I do not know this payment.'),
});
const paypalStep = z.strictObject({
  step: z.enum(paypalDisputes.disputeSteps),
  respondInDays: z.number().int().min(0).max(365).nullable().optional(),
});
const razorpayOpening = z.strictObject({
  amountCents,
  phase: z.enum(disputePhases).optional(),
  reason: z.string().min(1).max(100).optional(),
  respondInDays: z.number().int().min(1).max(60).optional(),
});
const razorpayStep = z.strictObject({ step: z.enum(razorpayDisputes.disputeSteps) });

export const decisions = ['approve', 'cancel', 'pay', 'pay_part', 'fail'] as const;

/** What a person or a test asked for that the payment's state does not allow. `message` says why. */
export class RefusedAction extends Error {
  readonly status: 404 | 409;

  constructor(message: string, status: 404 | 409 = 409) {
    super(message);
    this.status = status;
  }
}

/** Returns a refused action, also for what a provider's rules refuse, in the same words; null for another error. */
export function toRefusedAction(error: unknown): RefusedAction | null {
  if (error instanceof RefusedAction) return error;
  if (error instanceof RazorpayError) return new RefusedAction(`${error.message}.`);
  if (!(error instanceof PaypalError)) return null;
  const reason = error.details[0]?.description ?? error.message;
  return new RefusedAction(reason.replace(/\.?$/, '.'));
}

type Agreement =
  | { kind: 'subscription'; subscription: Subscription }
  | { kind: 'link'; link: PaymentLink }
  | { kind: 'order'; order: Order };

/** Returns the subscription, link or order of this id. Throws a `RefusedAction` when there is none. */
function findAgreement({ state }: SandboxDeps, id: string): Agreement {
  const subscription = state.payments.paypal.subscriptions.find((one) => one.id === id);
  if (subscription) return { kind: 'subscription', subscription };
  const link = state.payments.razorpay.links.find((one) => one.id === id);
  if (link) return { kind: 'link', link };
  const order = state.payments.razorpay.orders.find((one) => one.id === id && one.linkId === null);
  if (order) return { kind: 'order', order };
  throw new RefusedAction('There is no subscription or link of this id.', 404);
}

function billable(deps: SandboxDeps, id: string): Subscription {
  const found = findAgreement(deps, id);
  if (found.kind !== 'subscription') throw new RefusedAction('A payment link has no renewals.');
  const { subscription } = found;
  if (subscription.status === 'ACTIVE' && subscription.nextBillingAt !== null) return subscription;
  throw new RefusedAction(`Nothing is charged while the subscription is ${subscription.status}.`);
}

/** Charges the next period now, or lets its payment fail. The events have been sent once when this resolves. */
export async function renew(deps: SandboxDeps, id: string, outcome: 'paid' | 'failed'): Promise<void> {
  const subscription = billable(deps, id);
  moveToDueDate(deps, subscription);
  const charge = outcome === 'paid' ? chargeDuePeriod : failDuePeriod;
  await tell(deps, charge(deps, subscription));
}

/** Lets days pass for one subscription, with the renewals in them, or for one link. */
export async function advance(deps: SandboxDeps, id: string, days: number): Promise<void> {
  const found = findAgreement(deps, id);
  if (found.kind === 'order') throw new RefusedAction('An order does not end.');
  if (found.kind === 'link') letDaysPassForLink(deps, found.link, days);
  else await tell(deps, letDaysPassForSubscription(deps, found.subscription, days));
}

/** Decides as the payer does on the page, and returns where their browser would go, or null when it stays. */
export async function decide(
  deps: SandboxDeps,
  id: string,
  decision: (typeof decisions)[number],
): Promise<string | null> {
  const found = findAgreement(deps, id);
  if (found.kind === 'subscription') {
    if (decision !== 'approve' && decision !== 'cancel')
      throw new RefusedAction('A subscription is approved or cancelled.');
    const { subscription } = found;
    const { revision } = subscription;
    if (revision) return decideRevision(deps, { subscription, revision }, decision);
    return decideSubscription(deps, subscription, decision);
  }
  if (decision === 'approve' || decision === 'cancel') throw new RefusedAction('A link is paid, or fails.');
  if (found.kind === 'link') return decideLink(deps, found.link, decision);
  await decideOrder(deps, found.order, decision);
  return null;
}

/**
 * Takes money back: of the payment with this id, or of the last one of a subscription or link that has some left. All
 * that is left of it without an amount. At Razorpay a bank takes money back by a dispute that the seller loses; at PayPal
 * `version` says which of its payments APIs tells of it, of a sale or of a capture.
 */
export async function takeBack(
  deps: SandboxDeps,
  id: string,
  {
    kind,
    amountCents: amount,
    version,
  }: { kind: 'refund' | 'reversal'; amountCents?: number | undefined; version: PaymentsVersion },
): Promise<void> {
  const sale = findSale(deps, id);
  if (sale) return void (await refundSale(deps, sale, { kind, version, amount }).told);
  const payment = paidAtRazorpay(deps, id);
  if (kind === 'refund') return void (await refundPayment(deps, payment, { amount }).told);
  const { dispute, told } = razorpayDisputes.openDispute(deps, payment, { amount });
  await Promise.all([told, razorpayDisputes.moveDispute(deps, dispute, 'lose')]);
}

/** Lets a bank pay or deny the oldest payment or refund of an id that waits for it. */
export async function settle(deps: SandboxDeps, id: string, outcome: 'completed' | 'denied'): Promise<void> {
  const { sales } = deps.state.payments.paypal;
  const waiting = sales.find((one) => [one.id, one.subscriptionId].includes(id) && one.state === 'pending');
  if (waiting) return void (await tell(deps, [settleSale(deps, waiting, outcome)]));
  const refunds = sales.flatMap((sale) => sale.refunds.map((refund) => ({ refund, sale })));
  const pending = refunds.find(
    ({ refund, sale }) =>
      [refund.id, sale.id, sale.subscriptionId].includes(id) && refund.state === 'pending',
  );
  if (!pending) throw new RefusedAction('No payment or refund of this id waits for a bank.');
  await settleRefund(deps, pending, outcome === 'completed' ? 'completed' : 'failed');
}

/** Lets the payer or their bank dispute a payment, named as for taking it back. What may be said differs by provider. */
export async function openDispute(deps: SandboxDeps, id: string, body: unknown): Promise<void> {
  const sale = findSale(deps, id);
  if (sale) {
    const { amountCents: amount, phase: stage, ...given } = paypalOpening.parse(body);
    await paypalDisputes.openDispute(deps, sale, { ...given, stage, amount }).told;
    return;
  }
  const { amountCents: amount, ...given } = razorpayOpening.parse(body);
  await razorpayDisputes.openDispute(deps, paidAtRazorpay(deps, id), { ...given, amount }).told;
}

/** Moves a dispute on, as the seller, the payer or the provider does. */
export async function decideDispute(deps: SandboxDeps, id: string, body: unknown): Promise<void> {
  const { paypal, razorpay } = deps.state.payments;
  const atPaypal = paypal.disputes.find((one) => one.id === id);
  if (atPaypal) return paypalDisputes.takeDisputeStep(deps, atPaypal, paypalStep.parse(body));
  const atRazorpay = razorpay.disputes.find((one) => one.id === id);
  if (!atRazorpay) throw new RefusedAction('There is no dispute of this id.', 404);
  await razorpayDisputes.moveDispute(deps, atRazorpay, razorpayStep.parse(body).step);
}

/** Returns the newest payment at PayPal of an id, one with money left before one without. */
function findSale({ state }: SandboxDeps, id: string): Sale | undefined {
  const paid = state.payments.paypal.sales.filter(
    (one) => [one.id, one.subscriptionId].includes(id) && one.state !== 'denied',
  );
  return paid.findLast((sale) => leftToRefund(sale) > 0) ?? paid.at(-1);
}

/** Returns the newest payment at Razorpay of an id, one with money left before one without. */
function paidAtRazorpay({ state }: SandboxDeps, id: string): Payment {
  const { razorpay } = state.payments;
  const paid = razorpay.payments.filter(
    (one) => [one.id, one.linkId, one.orderId].includes(id) && one.status !== 'failed',
  );
  const found = paid.findLast((one) => razorpayDisputes.disputableAmount(razorpay, one) > 0) ?? paid.at(-1);
  if (!found) throw new RefusedAction('Nothing was paid under this id.', 404);
  return found;
}
