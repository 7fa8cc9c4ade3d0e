import type { Notice } from '../payments/delivery.model.ts';
import { upperText } from '../payments/random-text.ts';
import type { Random } from '../smartsheet/ids.ts';
import type { Refund, Sale, Subscription } from './paypal.model.ts';
import { refundView, saleView } from './sale.view.ts';
import { subscriptionView } from './subscription.view.ts';

type SubscriptionEvent = 'CREATED' | 'ACTIVATED' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED' | 'PAYMENT.FAILED';

type EventDeps = { now: () => Date; random: Random };

function event(
  { now, random }: EventDeps,
  about: { type: string; resourceType: string; resource: unknown; reference: string },
): Notice {
  const eventId = `WH-${upperText(random, 17)}-${upperText(random, 17)}`;
  const body = JSON.stringify({
    id: eventId,
    event_version: '1.0',
    create_time: now().toISOString(),
    resource_type: about.resourceType,
    resource_version: about.resourceType === 'subscription' ? '2.0' : '1.0',
    event_type: about.type,
    summary: `Event ${about.type}`,
    resource: about.resource,
    links: [],
  });
  return { provider: 'paypal', eventId, type: about.type, reference: about.reference, body };
}

/** Returns the event of a change of a subscription, with the subscription as it is now. */
export function subscriptionEvent(
  deps: EventDeps,
  type: SubscriptionEvent,
  { subscription, sales }: { subscription: Subscription; sales: Sale[] },
): Notice {
  return event(deps, {
    type: `BILLING.SUBSCRIPTION.${type}`,
    resourceType: 'subscription',
    resource: subscriptionView(subscription, { sales, fields: [] }),
    reference: subscription.id,
  });
}

/** Returns the event of a payment. */
export function saleEvent(deps: EventDeps, sale: Sale, subscription: Subscription): Notice {
  return event(deps, {
    type: sale.state === 'completed' ? 'PAYMENT.SALE.COMPLETED' : 'PAYMENT.SALE.DENIED',
    resourceType: 'sale',
    resource: saleView(sale, subscription),
    reference: subscription.id,
  });
}

/** Returns the event of money taken back. It names the sale, not the subscription. */
export function refundEvent(deps: EventDeps, refund: Refund, sale: Sale): Notice {
  return event(deps, {
    type: refund.kind === 'refund' ? 'PAYMENT.SALE.REFUNDED' : 'PAYMENT.SALE.REVERSED',
    resourceType: refund.kind === 'refund' ? 'refund' : 'sale',
    resource: refundView(refund, sale),
    reference: sale.subscriptionId,
  });
}
