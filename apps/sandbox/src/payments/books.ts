import { approvalUrl } from '../paypal/subscription.view.ts';
import { latestExpiry } from '../razorpay/create-link.ts';
import { payUrl } from '../razorpay/link.view.ts';
import type { State } from '../state/state.ts';
import type { Delivery } from './delivery.model.ts';
import type { ProviderName } from './payment-faults.ts';

/** One movement of money. A refund or reversal names the payment it takes back in `of`. Amounts are smallest units. */
export type Movement = {
  provider: ProviderName;
  id: string;
  kind: 'payment' | 'refund' | 'reversal';
  status: 'paid' | 'failed';
  /** The subscription or link. */
  reference: string;
  of: string | null;
  amountCents: number;
  currency: string;
  at: string;
};

/** Returns every movement of money at both providers, newest first. */
export function listMovements({ payments: { paypal, razorpay } }: State): Movement[] {
  const paid = [
    ...paypal.sales.map((sale) => ({
      ...sale,
      provider: 'paypal' as const,
      reference: sale.subscriptionId,
      isPaid: sale.state === 'completed',
    })),
    ...razorpay.payments.map((payment) => ({
      ...payment,
      provider: 'razorpay' as const,
      reference: payment.linkId,
      isPaid: payment.status === 'captured',
    })),
  ];
  const movements = paid.flatMap(({ provider, reference, id, amount, currency, at, isPaid, refunds }) => {
    const common = { provider, reference, currency };
    return [
      { ...common, id, kind: 'payment' as const, status: isPaid ? 'paid' : 'failed', of: null, amount, at },
      ...refunds.map((one) => ({ ...common, ...one, status: 'paid', of: id })),
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
        status: status === 'paid' ? 'paid' : 'failed',
        reference,
        of,
        amountCents: amount,
        currency,
        at: iso(at) ?? '',
      }),
    );
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function deliveryView({ body: _, ...delivery }: Delivery) {
  return { ...delivery, createdAt: iso(delivery.createdAt), nextAt: iso(delivery.nextAt) };
}

/** Returns the books: what was sold, agreed and paid at both providers, and the events that told of it; newest first. */
export function booksOf(state: State, browserUrl: string) {
  const { paypal, razorpay, deliveries } = state.payments;
  return {
    plans: paypal.plans.toReversed().map(({ id, productId, name, status, currency, cycles, createdAt }) => ({
      provider: 'paypal' as const,
      id,
      productId,
      name,
      status,
      currency,
      cycles: cycles.map(({ price, ...cycle }) => ({ ...cycle, priceCents: price })),
      createdAt: iso(createdAt),
    })),
    subscriptions: paypal.subscriptions.toReversed().map((one) => ({
      provider: 'paypal' as const,
      id: one.id,
      checkoutId: one.customId,
      status: one.status,
      planId: one.planId,
      firstPeriodCents: one.cycles[0]?.price ?? 0,
      regularCents: one.cycles.at(-1)?.price ?? 0,
      currency: one.currency,
      completedPeriods: one.completedPeriods,
      failedPayments: one.failedPayments,
      nextBillingAt: iso(one.nextBillingAt),
      payer: one.payer?.email ?? one.subscriberEmail,
      payUrl: approvalUrl(browserUrl, one.approvalToken),
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
      payUrl: payUrl(one, browserUrl),
      createdAt: iso(one.createdAt),
    })),
    movements: listMovements(state),
    deliveries: deliveries.toReversed().map(deliveryView),
  };
}
