import type { SandboxDeps } from '../deps.ts';
import { type Notice, tell } from '../payments/delivery.model.ts';
import { getPaymentFaults, paidInstead } from '../payments/payment-faults.ts';
import { razorpayId } from '../payments/random-text.ts';
import { leastAmount } from './currencies.ts';
import { callbackAddress, expireWhenDue, getOrder, isOpen } from './links.ts';
import { apiError, linkError } from './razorpay.errors.ts';
import { razorpayEvent } from './razorpay.events.ts';
import type { Order, Payment, PaymentLink } from './razorpay.model.ts';

/** What a payer does: pays what is left, pays the first part, or is refused by their bank. */
export type PayDecision = 'pay' | 'pay_part' | 'fail';

/** The person who pays where the app did not say who. */
const usualPayer = { email: 'buyer@personal.example', contact: '+15550100' };

/**
 * Carries out what the payer decided on the page. Returns where the browser goes next, or null when it stays: after a
 * failed payment, or without a callback address. A link that is paid is not paid again.
 */
export async function decideLink(
  deps: SandboxDeps,
  link: PaymentLink,
  decision: PayDecision,
): Promise<string | null> {
  expireWhenDue(deps, link);
  if (!isOpen(link)) return link.status === 'paid' ? callbackAddress(deps, link) : null;
  const payment = attempt(deps, getOrder(deps, link), { decision, link });
  const told = tell(deps, createNotices(deps, payment, link));
  const { events } = getPaymentFaults(deps, 'razorpay');
  if (events === 'before_return') await told;
  return payment.status === 'failed' ? null : callbackAddress(deps, link);
}

/** Pays an order of the seller's own, as Razorpay's checkout does. Throws Razorpay's error for one that is paid. */
export async function decideOrder(deps: SandboxDeps, order: Order, decision: PayDecision): Promise<void> {
  if (order.status === 'paid')
    throw apiError(
      'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
    );
  const payment = attempt(deps, order, { decision, link: null });
  await tell(deps, createNotices(deps, payment, null));
}

/** Captures a payment that its bank has authorized. Throws Razorpay's error. */
export function capturePayment(
  deps: SandboxDeps,
  payment: Payment,
  { amount, currency }: { amount: number; currency: string },
): void {
  if (payment.status === 'captured') throw apiError('This payment has already been captured');
  if (payment.status === 'failed')
    throw apiError('Only payments which have been authorized and not yet captured can be captured');
  if (amount !== payment.amount || currency !== payment.currency)
    throw apiError('Capture amount must be equal to the amount authorized', 'amount');
  const order = deps.state.payments.razorpay.orders.find(({ id }) => id === payment.orderId);
  payment.status = 'captured';
  if (order) addToOrder(order, payment, deps.now().getTime());
  void tell(deps, createNotices(deps, payment, null).slice(1));
}

/** Returns the least that may be paid first; null where only the whole is taken. An order of the seller's own takes the whole. */
export function findFirstPart(link: PaymentLink | null): number | null {
  if (!link?.acceptPartial) return null;
  return link.firstMinPartialAmount || leastAmount(link.currency);
}

/** Adds one try to pay an order. Throws Razorpay's error for a part of what is taken as a whole. */
function attempt(
  deps: SandboxDeps,
  order: Order,
  { decision, link }: { decision: PayDecision; link: PaymentLink | null },
): Payment {
  const at = deps.now().getTime();
  const { random, state } = deps;
  const left = order.amount - order.amountPaid;
  const part = decision === 'pay_part' ? findFirstPart(link) : left;
  if (part === null) throw linkError('partial payment is not accepted');
  const asked = { amount: Math.min(part, left), currency: order.currency };
  const done = order.isCapturedAtOnce ? 'captured' : 'authorized';
  const payment: Payment = {
    id: razorpayId(random, 'pay'),
    linkId: link?.id ?? null,
    orderId: order.id,
    ...paidInstead(getPaymentFaults(deps, 'razorpay'), asked),
    status: decision === 'fail' ? 'failed' : done,
    email: link?.customer.email ?? usualPayer.email,
    contact: link?.customer.contact ?? usualPayer.contact,
    description: link ? `#${link.id.replace('plink_', '')}` : null,
    notes: order.notes,
    cardId: razorpayId(random, 'card'),
    authCode: String(Math.floor(random() * 900_000) + 100_000),
    at,
    refunds: [],
  };
  state.payments.razorpay.payments.push(payment);
  Object.assign(order, { attempts: order.attempts + 1, status: 'attempted', updatedAt: at });
  if (payment.status === 'captured') {
    addToOrder(order, payment, at);
    if (link) addToLink(link, { payment, asked, at });
  }
  return payment;
}

function addToOrder(order: Order, { amount, currency }: Payment, at: number): void {
  // With the faults of the amount or the currency the whole order is another than was asked for.
  const isOther = amount > order.amount || currency !== order.currency;
  if (isOther) Object.assign(order, { amount, currency });
  order.amountPaid += amount;
  Object.assign(order, { status: order.amountPaid >= order.amount ? 'paid' : 'attempted', updatedAt: at });
}

type Paid = { payment: Payment; asked: { amount: number; currency: string }; at: number };

function addToLink(link: PaymentLink, { payment: { amount, currency }, asked, at }: Paid): void {
  // The faults change what the whole link was for, so that it says what was paid.
  const isOther = amount !== asked.amount || currency !== asked.currency;
  if (isOther) Object.assign(link, { amount, currency, amountPaid: 0 });
  link.amountPaid += amount;
  const status = link.amountPaid >= link.amount ? 'paid' : 'partially_paid';
  Object.assign(link, { status, updatedAt: at });
}

/** Returns what is told of a payment, in the order in which it happened. */
function createNotices(deps: SandboxDeps, payment: Payment, link: PaymentLink | null): Notice[] {
  const about = { payment, ...(link && { link }) };
  if (payment.status === 'failed') return [razorpayEvent(deps, 'payment.failed', about)];
  const order = deps.state.payments.razorpay.orders.find(({ id }) => id === payment.orderId);
  const whole = order && { ...about, order };
  return [
    razorpayEvent(deps, 'payment.authorized', { ...about, payment: { ...payment, status: 'authorized' } }),
    ...(payment.status === 'captured' ? [razorpayEvent(deps, 'payment.captured', about)] : []),
    ...(whole && order.status === 'paid' ? [razorpayEvent(deps, 'order.paid', whole)] : []),
    ...(whole && link && (link.status === 'paid' || link.status === 'partially_paid')
      ? [razorpayEvent(deps, `payment_link.${link.status}`, whole)]
      : []),
  ];
}
