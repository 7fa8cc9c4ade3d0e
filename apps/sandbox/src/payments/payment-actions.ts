import type { SandboxDeps } from '../deps.ts';
import { decideSubscription } from '../paypal/decide-subscription.ts';
import { PaypalError } from '../paypal/paypal.errors.ts';
import type { Sale, Subscription } from '../paypal/paypal.model.ts';
import { refundSale } from '../paypal/refund-sale.ts';
import {
  chargeDuePeriod,
  failDuePeriod,
  letDaysPass as letDaysPassForSubscription,
  moveToDueDate,
} from '../paypal/subscription.billing.ts';
import { decideLink, letDaysPass as letDaysPassForLink, refundPayment } from '../razorpay/pay-link.ts';
import { RazorpayError } from '../razorpay/razorpay.errors.ts';
import type { Payment, PaymentLink } from '../razorpay/razorpay.model.ts';
import type { Notice } from './delivery.model.ts';
import { RefusedAction } from './refused-action.ts';

export type Decision = 'approve' | 'cancel' | 'pay' | 'fail';

type Agreement = { kind: 'subscription'; subscription: Subscription } | { kind: 'link'; link: PaymentLink };

/** Returns the subscription or link of this id. Throws a `RefusedAction` when there is none. */
function findAgreement({ state }: SandboxDeps, id: string): Agreement {
  const subscription = state.payments.paypal.subscriptions.find((one) => one.id === id);
  if (subscription) return { kind: 'subscription', subscription };
  const link = state.payments.razorpay.links.find((one) => one.id === id);
  if (link) return { kind: 'link', link };
  throw new RefusedAction('There is no subscription or link of this id.', 404);
}

function billable(deps: SandboxDeps, id: string): Subscription {
  const found = findAgreement(deps, id);
  if (found.kind === 'link') throw new RefusedAction('A payment link has no renewals.');
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
  if (found.kind === 'link') letDaysPassForLink(deps, found.link, days);
  else await tell(deps, letDaysPassForSubscription(deps, found.subscription, days));
}

/** Decides as the payer does on the page, and returns where their browser would go, or null when it stays. */
export async function decide(deps: SandboxDeps, id: string, decision: Decision): Promise<string | null> {
  const found = findAgreement(deps, id);
  if (found.kind === 'subscription') {
    if (decision !== 'approve' && decision !== 'cancel')
      throw new RefusedAction('A subscription is approved or cancelled.');
    return decideSubscription(deps, found.subscription, decision);
  }
  if (decision !== 'pay' && decision !== 'fail') throw new RefusedAction('A link is paid, or fails.');
  return decideLink(deps, found.link, decision);
}

/**
 * Takes money back: of the payment with this id, or of the last one of a subscription or link that has some left. All
 * that is left of it without an amount.
 */
export async function takeBack(
  deps: SandboxDeps,
  id: string,
  { kind, amountCents }: { kind: 'refund' | 'reversal'; amountCents?: number | undefined },
): Promise<void> {
  const taken = { kind, amount: amountCents };
  try {
    const sale = findPaid(deps.state.payments.paypal.sales, (one) => [one.id, one.subscriptionId], id);
    if (sale) return void (await refundSale(deps, sale, taken).told);
    const payment = findPaid(deps.state.payments.razorpay.payments, (one) => [one.id, one.linkId], id);
    if (payment) return void (await refundPayment(deps, payment, taken).told);
  } catch (error) {
    if (error instanceof PaypalError) throw new RefusedAction(error.details[0]?.description ?? error.message);
    if (error instanceof RazorpayError) throw new RefusedAction(`${error.message}.`);
    throw error;
  }
  throw new RefusedAction('Nothing was paid under this id.', 404);
}

/** Returns the newest payment of an id, one with money left before one without. */
function findPaid<One extends Sale | Payment>(
  all: One[],
  idsOf: (one: One) => string[],
  id: string,
): One | undefined {
  const paid = all.filter(
    (one) => idsOf(one).includes(id) && !('state' in one ? one.state === 'denied' : one.status === 'failed'),
  );
  const hasLeft = ({ amount, refunds }: One) =>
    refunds.reduce((sum, refund) => sum + refund.amount, 0) < amount;
  return paid.findLast(hasLeft) ?? paid.at(-1);
}
