import { createHmac } from 'node:crypto';
import type { SandboxDeps } from '../deps.ts';
import { addDays } from '../payments/billing-date.ts';
import type { Notice } from '../payments/delivery.model.ts';
import { paidInstead, paymentFaultsOf } from '../payments/payment-faults.ts';
import { razorpayId } from '../payments/random-text.ts';
import { withParams } from '../payments/urls.ts';
import { latestExpiry } from './create-link.ts';
import { refundedAmount } from './link.view.ts';
import { RazorpayError } from './razorpay.errors.ts';
import { razorpayEvent } from './razorpay.events.ts';
import type { Payment, PaymentLink, Refund } from './razorpay.model.ts';

type LinkDeps = Pick<SandboxDeps, 'state' | 'now' | 'random' | 'config' | 'faults' | 'notify' | 'changes'>;

/** The person who pays where the app did not say who. */
const usualPayer = { email: 'buyer@personal.example', contact: '+15550100' };

function tell({ notify, changes }: LinkDeps, notices: Notice[]): Promise<unknown> {
  changes.announce({ payments: true });
  return Promise.all(notices.map(notify));
}

/** Ends a link whose time is over, and tells of it. Razorpay does so by itself; here it happens when someone looks. */
export function expireWhenDue(deps: LinkDeps, link: PaymentLink): void {
  const at = deps.now().getTime();
  const end = link.expireBy ?? latestExpiry(link.createdAt);
  if (link.status !== 'created' || at + link.aheadMs < end) return;
  Object.assign(link, { status: 'expired', expiredAt: at, updatedAt: at });
  void tell(deps, [razorpayEvent(deps, 'payment_link.expired', { link })]);
}

/** Lets days pass on the link's own calendar. */
export function letDaysPass(deps: LinkDeps, link: PaymentLink, days: number): void {
  link.aheadMs = addDays(link.aheadMs, days);
  expireWhenDue(deps, link);
  deps.changes.announce({ payments: true });
}

/** Throws Razorpay's error unless the link still waits for its payment. */
export function cancelLink(deps: LinkDeps, link: PaymentLink): void {
  if (link.status !== 'created')
    throw new RazorpayError({ description: `A payment link that is ${link.status} cannot be cancelled` });
  const at = deps.now().getTime();
  Object.assign(link, { status: 'cancelled', cancelledAt: at, updatedAt: at });
  void tell(deps, [razorpayEvent(deps, 'payment_link.cancelled', { link })]);
}

/**
 * Carries out what the payer decided on the page. Returns where the browser goes next, or null when it stays: after a
 * failed payment, or without a callback address. A link that is paid is not paid again.
 */
export async function decideLink(
  deps: LinkDeps,
  link: PaymentLink,
  decision: 'pay' | 'fail',
): Promise<string | null> {
  expireWhenDue(deps, link);
  if (link.status === 'created') {
    const payment = recordPayment(deps, link, decision === 'pay' ? 'captured' : 'failed');
    const told = tell(deps, eventsOf(deps, link, payment));
    const { events } = paymentFaultsOf(deps.faults.current.payments, 'razorpay');
    if (events === 'before_return') await told;
  }
  return link.status === 'paid' ? callbackAddress(deps, link) : null;
}

function eventsOf(deps: LinkDeps, link: PaymentLink, payment: Payment): Notice[] {
  if (payment.status === 'failed') return [razorpayEvent(deps, 'payment.failed', { link, payment })];
  return ['payment.captured', 'payment_link.paid'].map((type) =>
    razorpayEvent(deps, type, { link, payment }),
  );
}

function recordPayment(deps: LinkDeps, link: PaymentLink, status: Payment['status']): Payment {
  const at = deps.now().getTime();
  const faults = paymentFaultsOf(deps.faults.current.payments, 'razorpay');
  const payment: Payment = {
    id: razorpayId(deps.random, 'pay'),
    linkId: link.id,
    orderId: link.orderId,
    ...paidInstead(faults, link),
    status,
    email: link.customer.email ?? usualPayer.email,
    contact: link.customer.contact ?? usualPayer.contact,
    at,
    refunds: [],
  };
  deps.state.payments.razorpay.payments.push(payment);
  if (status === 'captured') {
    // With the faults of the amount or the currency the whole link is another than was asked for.
    const { amount, currency } = payment;
    Object.assign(link, { status: 'paid', amount, amountPaid: amount, currency, updatedAt: at });
  }
  return payment;
}

/** Returns the callback address with the five parameters and the signature of four of them. */
export function callbackAddress({ state, config }: LinkDeps, link: PaymentLink): string | null {
  const paid = state.payments.razorpay.payments.find(
    ({ linkId, status }) => linkId === link.id && status === 'captured',
  );
  if (link.callbackUrl === '' || !paid) return null;
  const signed = [link.id, link.referenceId, link.status, paid.id].join('|');
  return withParams(link.callbackUrl, {
    razorpay_payment_id: paid.id,
    razorpay_payment_link_id: link.id,
    razorpay_payment_link_reference_id: link.referenceId,
    razorpay_payment_link_status: link.status,
    razorpay_signature: createHmac('sha256', config.RAZORPAY_KEY_SECRET).update(signed).digest('hex'),
  });
}

/** Takes money of a payment back, all that is left of it without an amount. Throws Razorpay's error. */
export function refundPayment(
  deps: LinkDeps,
  payment: Payment,
  {
    kind,
    amount,
    ...given
  }: Pick<Refund, 'kind'> & { amount?: number | undefined } & Partial<Pick<Refund, 'notes' | 'receipt'>>,
): { refund: Refund; told: Promise<unknown> } {
  const link = deps.state.payments.razorpay.links.find(({ id }) => id === payment.linkId);
  const reversed = payment.refunds.filter((one) => one.kind === 'reversal');
  const left =
    payment.status === 'captured' && reversed.length === 0 ? payment.amount - refundedAmount(payment) : 0;
  if (left === 0 || !link)
    throw new RazorpayError({ description: 'The payment has been fully refunded already' });
  if ((amount ?? left) > left)
    throw new RazorpayError({
      description: 'The refund amount is greater than what is left',
      field: 'amount',
    });
  const refund: Refund = {
    id: razorpayId(deps.random, kind === 'refund' ? 'rfnd' : 'disp'),
    kind,
    amount: amount ?? left,
    notes: given.notes ?? {},
    receipt: given.receipt ?? null,
    at: deps.now().getTime(),
  };
  payment.refunds.push(refund);
  const types =
    kind === 'refund'
      ? ['refund.created', 'refund.processed']
      : ['payment.dispute.created', 'payment.dispute.lost'];
  const notices = types.map((type) => razorpayEvent(deps, type, { link, payment, refund }));
  return { refund, told: tell(deps, notices) };
}
