import type { SandboxDeps } from '../deps.ts';
import type { Notice } from '../payments/delivery.model.ts';
import { upperText } from '../payments/random-text.ts';
import { disputeView } from './dispute.view.ts';
import { apiLink } from './links.ts';
import type { Dispute, Plan, Product, Refund, Sale, Subscription } from './paypal.model.ts';
import { planView } from './plan.view.ts';
import { productView } from './product.view.ts';
import { captureRefundView, reversalView, saleRefundView, saleView } from './sale.view.ts';
import { subscriptionView } from './subscription.view.ts';

export type SubscriptionEvent =
  | 'CREATED'
  | 'ACTIVATED'
  | 'UPDATED'
  | 'SUSPENDED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'PAYMENT.FAILED';

type About = {
  type: string;
  resourceType: string;
  /** Left out where PayPal sends none. */
  resourceVersion?: string;
  summary: string;
  resource: unknown;
  reference: string;
};

function event({ now, random, config }: SandboxDeps, about: About): Notice {
  const eventId = `WH-${upperText(random, 17)}-${upperText(random, 17)}`;
  const path = `/v1/notifications/webhooks-events/${eventId}`;
  const body = JSON.stringify({
    id: eventId,
    event_version: '1.0',
    create_time: now().toISOString(),
    resource_type: about.resourceType,
    ...(about.resourceVersion !== undefined && { resource_version: about.resourceVersion }),
    event_type: about.type,
    summary: about.summary,
    resource: about.resource,
    links: [apiLink(config, path, 'self'), apiLink(config, `${path}/resend`, 'resend', 'POST')],
  });
  return { provider: 'paypal', eventId, type: about.type, reference: about.reference, body };
}

/** Returns an event of a type that nothing here causes, about something that does not exist. */
export function bareEvent(deps: SandboxDeps, type: string): Notice {
  const resource = { id: upperText(deps.random, 17) };
  const resourceType = (type.split('.')[1] ?? 'event').toLowerCase();
  return event(deps, {
    type,
    resourceType,
    summary: `A sample of ${type}`,
    resource,
    reference: resource.id,
  });
}

export function productEvent(deps: SandboxDeps, type: 'CREATED' | 'UPDATED', product: Product): Notice {
  return event(deps, {
    type: `CATALOG.PRODUCT.${type}`,
    resourceType: 'product',
    resourceVersion: '2.0',
    summary: `A product was ${type.toLowerCase()}`,
    resource: productView(deps.config, product),
    reference: product.id,
  });
}

export type PlanEvent = 'CREATED' | 'UPDATED' | 'ACTIVATED' | 'DEACTIVATED' | 'PRICING-CHANGE.ACTIVATED';

export function planEvent(deps: SandboxDeps, type: PlanEvent, plan: Plan): Notice {
  const deed = type === 'PRICING-CHANGE.ACTIVATED' ? 'given new prices' : type.toLowerCase();
  return event(deps, {
    type: `BILLING.PLAN.${type}`,
    resourceType: 'plan',
    resourceVersion: '2.0',
    summary: `A billing plan was ${deed}`,
    resource: planView(deps.config, plan),
    reference: plan.id,
  });
}

const subscriptionSummaries: Record<SubscriptionEvent, string> = {
  CREATED: 'Subscription created',
  ACTIVATED: 'Subscription activated',
  UPDATED: 'Subscription updated',
  SUSPENDED: 'Subscription suspended',
  CANCELLED: 'Subscription cancelled',
  EXPIRED: 'Subscription expired',
  'PAYMENT.FAILED': 'Payment failed on subscription',
};

export function subscriptionEvent(
  deps: SandboxDeps,
  type: SubscriptionEvent,
  subscription: Subscription,
): Notice {
  return event(deps, {
    type: `BILLING.SUBSCRIPTION.${type}`,
    resourceType: 'subscription',
    resourceVersion: '2.0',
    summary: subscriptionSummaries[type],
    resource: subscriptionView(deps, subscription),
    reference: subscription.id,
  });
}

export function saleEvent(deps: SandboxDeps, sale: Sale, subscription: Subscription): Notice {
  const resource = saleView(deps.config, sale, subscription);
  const { total, currency } = resource.amount;
  return event(deps, {
    type: `PAYMENT.SALE.${sale.state.toUpperCase()}`,
    resourceType: 'sale',
    summary: `Payment ${sale.state} for $ ${total} ${currency}`,
    resource,
    reference: subscription.id,
  });
}

/**
 * Returns the event of money taken back. A refund names its payment in a member or a link, as the version of the API
 * has it. A reversal names neither payment nor subscription: only its link leads on, as in the event that PayPal signed
 * for its own simulator.
 */
export function refundEvent(deps: SandboxDeps, refund: Refund, sale: Sale): Notice {
  const { config } = deps;
  const { total, currency } = saleRefundView(config, refund, sale).amount;
  const isReversal = refund.kind === 'reversal';
  const deed = isReversal ? 'REVERSED' : 'REFUNDED';
  const reference = sale.subscriptionId;
  if (refund.version === 'v2') {
    const isDone = refund.state === 'completed';
    return event(deps, {
      type: isDone ? `PAYMENT.CAPTURE.${deed}` : `PAYMENT.REFUND.${refund.state.toUpperCase()}`,
      resourceType: 'refund',
      resourceVersion: '2.0',
      summary: `A $ ${total.replace('-', '')} ${currency} capture payment was ${deed.toLowerCase()}`,
      resource: captureRefundView(config, refund, sale),
      reference,
    });
  }
  return event(deps, {
    type: `PAYMENT.SALE.${deed}`,
    resourceType: isReversal ? 'sale' : 'refund',
    summary: `A $ ${total.replace('-', '')} ${currency} sale payment was ${deed.toLowerCase()}`,
    resource: isReversal ? reversalView(config, refund, sale) : saleRefundView(config, refund, sale),
    reference,
  });
}

export function disputeEvent(
  deps: SandboxDeps,
  deed: 'CREATED' | 'UPDATED' | 'RESOLVED',
  { dispute, sale, subscription }: { dispute: Dispute; sale: Sale; subscription: Subscription | undefined },
): Notice {
  const summaries = {
    CREATED: 'A new dispute opened',
    UPDATED: 'A dispute was updated',
    RESOLVED: 'A dispute was resolved',
  };
  return event(deps, {
    type: `CUSTOMER.DISPUTE.${deed}`,
    resourceType: 'dispute',
    summary: `${summaries[deed]} with case # ${dispute.id}`,
    resource: disputeView(deps, { dispute, sale, subscription }),
    reference: sale.subscriptionId,
  });
}
