import type { Config } from '../config.ts';
import { approvalUrl } from '../paypal/links.ts';
import type { Subscription } from '../paypal/paypal.model.ts';
import { computeCharge } from '../paypal/pricing.ts';
import { latestExpiry } from '../razorpay/link.input.ts';
import { payUrl } from '../razorpay/views.ts';
import type { State } from '../state/state.ts';
import { browserUrl } from '../urls.ts';
import type { Delivery } from './delivery.model.ts';
import type { ProviderName } from './payment-faults.ts';

const movementStatuses = {
  completed: 'paid',
  denied: 'failed',
  failed: 'failed',
  pending: 'pending',
} as const;

/** Money that a payment lost again: `kind` is a refund of the seller's, or a reversal of a bank's. */
type Refunded = {
  id: string;
  kind: 'refund' | 'reversal';
  status: 'paid' | 'failed' | 'pending';
  amount: number;
  at: number;
};

/** What both providers' payments have in common. `reference` is the subscription or link. */
type Payment = Omit<Refunded, 'kind'> & {
  provider: ProviderName;
  reference: string;
  currency: string;
  refunded: Refunded[];
};

function listPayments({ payments: { paypal, razorpay } }: State): Payment[] {
  const atPaypal = paypal.sales.map((sale) => ({
    ...sale,
    provider: 'paypal' as const,
    reference: sale.subscriptionId,
    status: movementStatuses[sale.state],
    refunded: sale.refunds.map((refund) => ({ ...refund, status: movementStatuses[refund.state] })),
  }));
  const atRazorpay = razorpay.payments.map((payment) => {
    const refunds = payment.refunds.map((one) => ({
      ...one,
      kind: 'refund' as const,
      status: 'paid' as const,
    }));
    const lost = razorpay.disputes.filter((one) => one.paymentId === payment.id && one.status === 'lost');
    const reversals = lost.map(({ id, amount, createdAt: at }) => ({
      id,
      kind: 'reversal' as const,
      status: 'paid' as const,
      amount,
      at,
    }));
    return {
      ...payment,
      provider: 'razorpay' as const,
      reference: payment.linkId ?? payment.orderId,
      status: payment.status === 'captured' ? ('paid' as const) : ('failed' as const),
      refunded: [...refunds, ...reversals],
    };
  });
  return [...atPaypal, ...atRazorpay];
}

/**
 * Returns every movement of money at both providers, newest first. A refund or reversal names the payment it takes back
 * in `of`; the status `pending` waits for a bank. Amounts are smallest units.
 */
function listMovements(payments: Payment[]) {
  return payments
    .flatMap((payment) => [
      { ...payment, payment, kind: 'payment' as const, of: null },
      ...payment.refunded.map((one) => ({ ...one, payment, of: payment.id })),
    ])
    .sort((a, b) => a.at - b.at)
    .reverse()
    .map(({ payment: { provider, reference, currency }, id, kind, status, of, amount, at }) => ({
      provider,
      id,
      kind,
      status,
      reference,
      of,
      amountCents: amount,
      currency,
      at: iso(at),
    }));
}

/** Returns every dispute about a payment, newest first. `respondBy` is the provider's deadline for an answer. */
function listDisputes({ payments: { paypal, razorpay } }: State, payments: Payment[]) {
  const atPaypal = paypal.disputes.map((dispute) => ({
    ...dispute,
    provider: 'paypal',
    payment: dispute.saleId,
    status: dispute.outcome ?? dispute.status,
    phase: dispute.stage,
    respondBy: dispute.sellerDueAt,
  }));
  const atRazorpay = razorpay.disputes.map((dispute) => ({
    ...dispute,
    provider: 'razorpay',
    payment: dispute.paymentId,
    reason: dispute.reasonCode,
  }));
  return [...atPaypal, ...atRazorpay]
    .flatMap(({ provider, id, payment, amount, status, phase, reason, respondBy, createdAt }) => {
      const paid = payments.find((one) => one.provider === provider && one.id === payment);
      if (!paid) return [];
      const { reference, currency } = paid;
      return {
        provider,
        id,
        reference,
        payment,
        amountCents: amount,
        currency,
        status,
        phase,
        reason,
        respondBy: iso(respondBy),
        createdAt: iso(createdAt),
      };
    })
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
    .reverse();
}

function iso(at: number): string;
function iso(at: number | null): string | null;
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
  const payments = listPayments(state);
  return {
    plans: paypal.plans.toReversed().map((plan) => ({ ...plan, provider: 'paypal' as const })),
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
    movements: listMovements(payments),
    disputes: listDisputes(state, payments),
    deliveries: deliveries.toReversed().map(deliveryView),
  };
}
