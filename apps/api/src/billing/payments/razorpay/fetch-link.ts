import type Razorpay from 'razorpay';
import type { ProviderPayment, ProviderState, Traced } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { nullIfGone } from '../provider-transport.ts';
import { listLostDisputes } from './list-disputes.ts';
import {
  type Dispute,
  type Link,
  linkShape,
  linksShape,
  type Payment,
  paymentShape,
  type RazorpayClient,
  type Refund,
  refundsShape,
} from './razorpay-client.ts';

const statuses = {
  created: 'waiting',
  partially_paid: 'waiting',
  paid: 'active',
  expired: 'lapsed',
  cancelled: 'lapsed',
} as const satisfies Record<Link['status'], ProviderState['status']>;

const paymentStatuses = {
  created: 'pending',
  authorized: 'pending',
  captured: 'paid',
  refunded: 'paid',
  failed: 'failed',
} as const satisfies Record<Payment['status'], ProviderPayment['status']>;

const refundStatuses = { pending: 'pending', processed: 'paid', failed: 'failed' } as const;

/** Razorpay's largest page. A payment has few refunds, since each is a part of one price. */
const maxRefunds = 100;
/** A link without part payments has one payment; several only in a race of two browsers. */
const maxPayments = 20;

/** Returns what is true of a payment link, with its payments and refunds. */
export async function fetchLink(id: string, client: RazorpayClient): Promise<ProviderState | null> {
  const link = await readLink(id, client);
  if (!link) return null;
  if (link.id !== id) throw unknown('OTHER_ID');
  const paymentIds = (link.payments ?? []).map(({ payment_id: paymentId }) => paymentId);
  // A paid link without a payment is a contradiction: no plan may start because of it.
  if (link.status === 'paid' && (paymentIds.length === 0 || link.amount_paid < link.amount))
    throw unknown('NO_PAYMENT');
  if (paymentIds.length > maxPayments) throw unknown('TOO_MANY');
  const payments: Payment[] = [];
  for (const paymentId of paymentIds) {
    payments.push(await client.ask('fetch payment', paymentShape, (sdk) => sdk.payments.fetch(paymentId)));
  }
  payments.sort((a, b) => a.created_at - b.created_at);
  const movements: ProviderPayment[] = [];
  for (const payment of payments) movements.push(...(await findMovements(payment, client)));
  const payer = payments.at(-1);
  return {
    reference: link.id,
    status: statuses[link.status],
    rawStatus: link.status,
    checkoutId: link.reference_id || null,
    providerPlanId: null,
    currency: link.currency,
    firstPeriodCents: link.amount,
    regularCents: null,
    nextBillingAt: null,
    payer: {
      id: payer?.customer_id || null,
      email: payer?.email || link.customer?.email || null,
      name: link.customer?.name || null,
    },
    payments: movements,
    lastPayment: null,
  };
}

/** Returns a payment link; null when Razorpay does not know it. */
export function readLink(id: string, client: RazorpayClient): Promise<Link | null> {
  return nullIfGone(() => client.ask('fetch', linkShape, (sdk) => sdk.paymentLink.fetch(id)));
}

/** Returns the link of a payment, which an event has named; null when Razorpay does not know it or it was paid without a link. */
export async function tracePayment(paymentId: string, client: RazorpayClient): Promise<Traced | null> {
  // The types of the SDK do not know this filter.
  const search: { count: number; payment_id: string } = { count: 10, payment_id: paymentId };
  const list = (sdk: Razorpay) => sdk.paymentLink.all(search);
  const { payment_links: links } = await client.ask('trace payment', linksShape, list);
  const link = links.find(({ payments }) => payments?.some(({ payment_id: id }) => id === paymentId));
  return link ? { paymentId, reference: link.id, checkoutId: link.reference_id || null } : null;
}

export async function listRefunds(paymentId: string, client: RazorpayClient): Promise<Refund[]> {
  const list = (sdk: Razorpay) => sdk.payments.fetchMultipleRefund(paymentId, { count: maxRefunds });
  const { items } = await client.ask('list refunds', refundsShape, list);
  if (items.length >= maxRefunds) throw unknown('TOO_MANY');
  return items.filter((refund) => refund.payment_id === paymentId);
}

async function findMovements(payment: Payment, client: RazorpayClient): Promise<ProviderPayment[]> {
  const { id, amount, currency, status } = payment;
  const hasPaid = paymentStatuses[status] === 'paid';
  const disputes = hasPaid ? await listLostDisputes(payment, client) : [];
  const lost = disputes.reduce((sum, dispute) => sum + getLostCents(dispute, payment), 0);
  const refunded = (payment.amount_refunded ?? 0) + lost;
  const isRefunded = refunded > 0 || status === 'refunded';
  const whole = status === 'refunded' || refunded >= amount ? 'all' : 'part';
  // Also when nothing was refunded: one that we have recorded as pending may have failed since.
  const refunds = hasPaid ? await listRefunds(id, client) : [];
  return [
    {
      id,
      kind: 'payment',
      status: paymentStatuses[status],
      amountCents: amount,
      currency,
      at: new Date(payment.created_at * 1000),
      of: null,
      refunded: isRefunded ? whole : 'nothing',
    },
    ...refunds.map((one) => toRefund(one, refundStatuses[one.status], one.amount)),
    ...disputes.map((one) => toRefund(one, 'paid', getLostCents(one, payment))),
  ];
}

function toRefund(
  { id, payment_id: of, currency, created_at: time }: Refund | Dispute,
  status: ProviderPayment['status'],
  amountCents: number,
): ProviderPayment {
  const at = new Date(time * 1000);
  return { id, kind: 'refund', status, amountCents, currency, at, of, refunded: 'nothing' };
}

/**
 * Returns what the payer's bank took back with a lost dispute, in the currency of the payment. What was deducted is in the currency of
 * the seller's account, at the rate of the day: for a payment in another one, it says nothing about the payer.
 */
function getLostCents(
  { amount, amount_deducted: deducted }: Dispute,
  { currency, base_currency: accountCurrency }: Payment,
): number {
  const isConverted = accountCurrency != null && accountCurrency !== currency;
  return isConverted || !deducted ? amount : Math.min(deducted, amount);
}

function unknown(code: string): ProviderError {
  return new ProviderError({ provider: 'razorpay', call: 'fetch', kind: 'unknown', code });
}
