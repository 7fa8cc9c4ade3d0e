import type { Config } from '../config.ts';
import { approvalUrl } from '../paypal/links.ts';
import type { Subscription } from '../paypal/paypal.model.ts';
import { computeCharge, computePrice } from '../paypal/pricing.ts';
import { latestExpiry } from '../razorpay/link.input.ts';
import { payUrl } from '../razorpay/views.ts';
import type { State } from '../state/state.ts';
import type { Delivery } from './delivery.model.ts';
import type { ProviderName } from './payment-faults.ts';
import { browserUrl } from './urls.ts';

/** One movement of money. A refund or reversal names the payment it takes back in `of`. Amounts are smallest units. */
export type Movement = {
  provider: ProviderName;
  id: string;
  kind: 'payment' | 'refund' | 'reversal';
  /** `pending` waits for a bank. */
  status: 'paid' | 'failed' | 'pending';
  /** The subscription or link. */
  reference: string;
  of: string | null;
  amountCents: number;
  currency: string;
  at: string;
};

const movementStatuses = {
  completed: 'paid',
  denied: 'failed',
  failed: 'failed',
  pending: 'pending',
} as const;

/** Returns every movement of money at both providers, newest first. */
export function listMovements({ payments: { paypal, razorpay } }: State): Movement[] {
  const paid = [
    ...paypal.sales.map((sale) => ({
      ...sale,
      provider: 'paypal' as const,
      reference: sale.subscriptionId,
      status: movementStatuses[sale.state],
      refunds: sale.refunds.map((refund) => ({ ...refund, status: movementStatuses[refund.state] })),
    })),
    ...razorpay.payments.map((payment) => ({
      ...payment,
      provider: 'razorpay' as const,
      reference: payment.linkId ?? payment.orderId,
      status: payment.status === 'captured' ? ('paid' as const) : ('failed' as const),
      refunds: [
        ...payment.refunds.map((refund) => ({
          ...refund,
          kind: 'refund' as const,
          status: 'paid' as const,
        })),
        ...razorpay.disputes
          .filter(({ paymentId, status }) => paymentId === payment.id && status === 'lost')
          .map(({ id, amountDeducted, createdAt }) => ({
            id,
            kind: 'reversal' as const,
            status: 'paid' as const,
            amount: amountDeducted,
            at: createdAt,
          })),
      ],
    })),
  ];
  const movements = paid.flatMap(({ provider, reference, id, amount, currency, at, status, refunds }) => {
    const common = { provider, reference, currency };
    return [
      { ...common, id, kind: 'payment' as const, status, of: null, amount, at },
      ...refunds.map((one) => ({ ...common, ...one, of: id })),
    ];
  });
  return movements
    .sort((a, b) => a.at - b.at)
    .reverse()
    .map(
      ({ provider, id, kind, status, reference, of, amount, currency, at }): Movement => ({
        provider,
        id,
        kind,
        status,
        reference,
        of,
        amountCents: amount,
        currency,
        at: iso(at) ?? '',
      }),
    );
}

/** One dispute about a payment. `respondBy` is the provider's deadline for an answer. */
export type DisputeEntry = {
  provider: ProviderName;
  id: string;
  /** The subscription or link. */
  reference: string;
  payment: string;
  amountCents: number;
  currency: string;
  status: string;
  phase: string;
  reason: string;
  respondBy: string | null;
  createdAt: string;
};

/** Returns every dispute, newest first. */
function listDisputes({ payments: { paypal, razorpay } }: State): DisputeEntry[] {
  const atPaypal = paypal.disputes.flatMap((dispute): DisputeEntry[] => {
    const sale = paypal.sales.find(({ id }) => id === dispute.saleId);
    if (!sale) return [];
    return [
      {
        provider: 'paypal',
        id: dispute.id,
        reference: sale.subscriptionId,
        payment: sale.id,
        amountCents: dispute.amount,
        currency: sale.currency,
        status: dispute.outcome ?? dispute.status,
        phase: dispute.stage,
        reason: dispute.reason,
        respondBy: iso(dispute.sellerDueAt),
        createdAt: iso(dispute.createdAt) ?? '',
      },
    ];
  });
  const atRazorpay = razorpay.disputes.flatMap((dispute): DisputeEntry[] => {
    const payment = razorpay.payments.find(({ id }) => id === dispute.paymentId);
    if (!payment) return [];
    return [
      {
        provider: 'razorpay',
        id: dispute.id,
        reference: payment.linkId ?? payment.orderId,
        payment: payment.id,
        amountCents: dispute.amount,
        currency: payment.currency,
        status: dispute.status,
        phase: dispute.phase,
        reason: dispute.reasonCode,
        respondBy: iso(dispute.respondBy),
        createdAt: iso(dispute.createdAt) ?? '',
      },
    ];
  });
  return [...atPaypal, ...atRazorpay].sort((a, b) => a.createdAt.localeCompare(b.createdAt)).reverse();
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Returns what a period of a subscription costs: the first one, or the last one by a negative number. */
function periodCents(subscription: Subscription, n: 0 | -1): number {
  const cycle = subscription.cycles.at(n);
  return cycle ? computeCharge(subscription, cycle).amount : 0;
}

function deliveryView({ body: _, ...delivery }: Delivery) {
  return { ...delivery, createdAt: iso(delivery.createdAt), nextAt: iso(delivery.nextAt) };
}

/** Returns the books: what was sold, agreed and paid at both providers, and the events that told of it; newest first. */
export function toBooks(state: State, config: Config) {
  const { paypal, razorpay, deliveries } = state.payments;
  return {
    plans: paypal.plans.toReversed().map(({ id, productId, name, status, currency, cycles, createdAt }) => ({
      provider: 'paypal' as const,
      id,
      productId,
      name,
      status,
      currency,
      cycles: cycles.map(({ scheme, ...cycle }) => ({ ...cycle, priceCents: computePrice(scheme, 1) })),
      createdAt: iso(createdAt),
    })),
    subscriptions: paypal.subscriptions.toReversed().map((one) => ({
      provider: 'paypal' as const,
      id: one.id,
      checkoutId: one.customId,
      status: one.status,
      planId: one.planId,
      firstPeriodCents: periodCents(one, 0),
      regularCents: periodCents(one, -1),
      currency: one.currency,
      completedPeriods: one.completedPeriods,
      failedPayments: one.failedPayments,
      nextBillingAt: iso(one.nextBillingAt),
      payer: one.payer?.email ?? one.subscriber.email_address ?? null,
      payUrl: approvalUrl(config, one.approvalToken),
      createdAt: iso(one.createdAt),
    })),
    links: razorpay.links.toReversed().map((one) => ({
      provider: 'razorpay' as const,
      id: one.id,
      checkoutId: one.referenceId || null,
      status: one.status,
      amountCents: one.amount,
      paidCents: one.amountPaid,
      currency: one.currency,
      expiresAt: iso(one.expireBy ?? latestExpiry(one.createdAt)),
      payer: one.customer.email ?? null,
      payUrl: payUrl(one, browserUrl(config)),
      createdAt: iso(one.createdAt),
    })),
    movements: listMovements(state),
    disputes: listDisputes(state),
    deliveries: deliveries.toReversed().map(deliveryView),
  };
}
