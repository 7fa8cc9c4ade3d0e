import type { SandboxDeps } from '../deps.ts';
import { decideRevision, decideSubscription } from '../paypal/decide-subscription.ts';
import type { PaymentsVersion, Sale, Subscription } from '../paypal/paypal.model.ts';
import { refundSale, settleRefund } from '../paypal/refund-sale.ts';
import { leftToRefund } from '../paypal/sale.view.ts';
import { sampleEvent } from '../paypal/sample-events.ts';
import {
  chargeDuePeriod,
  failDuePeriod,
  letDaysPass as letDaysPassForSubscription,
  moveToDueDate,
  settleSale,
} from '../paypal/subscription.billing.ts';
import { disputableAmount, moveDispute, openDispute } from '../razorpay/disputes.ts';
import { letDaysPass as letDaysPassForLink } from '../razorpay/links.ts';
import { decideLink, decideOrder } from '../razorpay/pay.ts';
import type { Order, Payment, PaymentLink } from '../razorpay/razorpay.model.ts';
import { refundPayment } from '../razorpay/refunds.ts';
import type { Notice } from './delivery.model.ts';
import { RefusedAction, refusing } from './refused-action.ts';

export const decisions = ['approve', 'cancel', 'pay', 'pay_part', 'fail'] as const;
export type Decision = (typeof decisions)[number];

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

async function tell(deps: SandboxDeps, notices: Notice[]): Promise<void> {
  deps.changes.announce({ payments: true });
  await Promise.all(notices.map(deps.notify));
}

/** Charges the next period now. Its events have been sent once when this resolves. */
export async function renew(deps: SandboxDeps, id: string): Promise<void> {
  const subscription = billable(deps, id);
  moveToDueDate(deps, subscription);
  await tell(deps, chargeDuePeriod(deps, subscription));
}

/** Lets the next payment fail. */
export async function failRenewal(deps: SandboxDeps, id: string): Promise<void> {
  const subscription = billable(deps, id);
  moveToDueDate(deps, subscription);
  await tell(deps, failDuePeriod(deps, subscription));
}

/** Lets days pass for one subscription, with the renewals in them, or for one link. */
export async function advance(deps: SandboxDeps, id: string, days: number): Promise<void> {
  const found = findAgreement(deps, id);
  if (found.kind === 'order') throw new RefusedAction('An order does not end.');
  if (found.kind === 'link') letDaysPassForLink(deps, found.link, days);
  else await tell(deps, letDaysPassForSubscription(deps, found.subscription, days));
}

/** Decides as the payer does on the page, and returns where their browser would go, or null when it stays. */
export async function decide(deps: SandboxDeps, id: string, decision: Decision): Promise<string | null> {
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
  await refusing(() => decideOrder(deps, found.order, decision));
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
  await refusing(async () => {
    const sale = findSale(deps, id);
    if (sale) return void (await refundSale(deps, sale, { kind, version, amount }).told);
    const payment = paidAtRazorpay(deps, id);
    if (kind === 'refund') return void (await refundPayment(deps, payment, { amount }).told);
    const { dispute, told } = openDispute(deps, payment, { amount });
    await Promise.all([told, moveDispute(deps, dispute, 'lose')]);
  });
}

/** Lets a bank pay or deny the oldest payment or refund of an id that waits for it. */
export async function settle(deps: SandboxDeps, id: string, outcome: 'completed' | 'denied'): Promise<void> {
  const { sales } = deps.state.payments.paypal;
  const waiting = sales.find((one) => [one.id, one.subscriptionId].includes(id) && one.state === 'pending');
  if (waiting) return tell(deps, [settleSale(deps, waiting, outcome)]);
  const refunds = sales.flatMap((sale) => sale.refunds.map((refund) => ({ refund, sale })));
  const pending = refunds.find(
    ({ refund, sale }) =>
      [refund.id, sale.id, sale.subscriptionId].includes(id) && refund.state === 'pending',
  );
  if (!pending) throw new RefusedAction('No payment or refund of this id waits for a bank.');
  await settleRefund(deps, pending, outcome === 'completed' ? 'completed' : 'failed');
}

/** Sends an event of PayPal's about things that do not exist. */
export async function sendSample(deps: SandboxDeps, type: string): Promise<void> {
  await deps.notify(sampleEvent(deps, type));
}

/** Returns the newest payment at PayPal of an id, one with money left before one without. */
export function findSale({ state }: SandboxDeps, id: string): Sale | undefined {
  const paid = state.payments.paypal.sales.filter(
    (one) => [one.id, one.subscriptionId].includes(id) && one.state !== 'denied',
  );
  return paid.findLast((sale) => leftToRefund(sale) > 0) ?? paid.at(-1);
}

/** Returns the newest payment at Razorpay of an id, one with money left before one without. */
export function paidAtRazorpay({ state }: SandboxDeps, id: string): Payment {
  const { razorpay } = state.payments;
  const paid = razorpay.payments.filter(
    (one) => [one.id, one.linkId, one.orderId].includes(id) && one.status !== 'failed',
  );
  const found = paid.findLast((one) => disputableAmount(razorpay, one) > 0) ?? paid.at(-1);
  if (!found) throw new RefusedAction('Nothing was paid under this id.', 404);
  return found;
}
