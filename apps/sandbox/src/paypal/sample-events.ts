import { createChanges } from '../changes.ts';
import type { SandboxDeps } from '../deps.ts';
import { noFaults } from '../faults/faults.ts';
import type { Notice } from '../payments/delivery.model.ts';
import { createState } from '../state/state.ts';
import { openDispute } from './decide-dispute.ts';
import { getPayer } from './decide-subscription.ts';
import {
  bareEvent,
  disputeEvent,
  type PlanEvent,
  planEvent,
  productEvent,
  refundEvent,
  type SubscriptionEvent,
  saleEvent,
  subscriptionEvent,
} from './paypal.events.ts';
import type { Refund, Sale } from './paypal.model.ts';
import { planSchema } from './plan.input.ts';
import { createPlan } from './plans.routes.ts';
import { createProduct } from './products.routes.ts';
import { refundSale } from './refund-sale.ts';
import { approveSubscription } from './subscription.billing.ts';
import { createSubscription, subscriptionSchema } from './subscription.terms.ts';

/** Returns an event about things that do not exist, as PayPal's simulator sends it. */
export function sampleEvent(deps: SandboxDeps, type: string): Notice {
  const make = Object.entries(makers).find(([start]) => type.startsWith(start));
  const end = make ? type.slice(make[0].length) : type;
  return make ? make[1](makeSamples(deps), end) : bareEvent(deps, type);
}

type Samples = ReturnType<typeof makeSamples>;

const makers: Record<string, (samples: Samples, end: string) => Notice> = {
  'CATALOG.PRODUCT.': ({ deps, product }, end) => productEvent(deps, end as 'CREATED' | 'UPDATED', product),
  'BILLING.PLAN.': ({ deps, plan }, end) => planEvent(deps, end as PlanEvent, plan),
  'BILLING.SUBSCRIPTION.': ({ deps, subscription }, end) =>
    subscriptionEvent(deps, end as SubscriptionEvent, subscription),
  'PAYMENT.SALE.REFUNDED': (samples) => takenBack(samples, 'refund', 'v1'),
  'PAYMENT.SALE.REVERSED': (samples) => takenBack(samples, 'reversal', 'v1'),
  'PAYMENT.CAPTURE.REFUNDED': (samples) => takenBack(samples, 'refund', 'v2'),
  'PAYMENT.CAPTURE.REVERSED': (samples) => takenBack(samples, 'reversal', 'v2'),
  'PAYMENT.SALE.': ({ deps, sale, subscription }, end) =>
    saleEvent(deps, { ...sale, state: end.toLowerCase() as Sale['state'] }, subscription),
  'CUSTOMER.DISPUTE.': ({ deps, sale, subscription }, end) => {
    const { dispute } = openDispute(deps, sale, { reason: 'UNAUTHORISED', stage: 'INQUIRY', text: '' });
    return disputeEvent(deps, end as 'CREATED' | 'UPDATED' | 'RESOLVED', { dispute, sale, subscription });
  },
};

function takenBack({ deps, sale }: Samples, kind: Refund['kind'], version: Refund['version']): Notice {
  return refundEvent(deps, refundSale(deps, sale, { kind, version }).refund, sale);
}

/** Sells something in a sandbox of its own that is told to nobody and forgotten. */
function makeSamples(real: SandboxDeps) {
  const deps: SandboxDeps = {
    ...real,
    state: createState(),
    changes: createChanges(),
    faults: { current: noFaults() },
    notify: async () => {},
  };
  const product = createProduct(deps, { name: 'A sample', type: 'SERVICE', category: 'SOFTWARE' });
  const price = { fixed_price: { currency_code: 'USD', value: '10.00' } };
  const frequency = { interval_unit: 'MONTH' };
  const cycle = { tenure_type: 'REGULAR', sequence: 1, total_cycles: 0, frequency, pricing_scheme: price };
  const plan = createPlan(
    deps,
    planSchema.parse({
      product_id: product.id,
      name: 'A sample',
      billing_cycles: [cycle],
      payment_preferences: {},
    }),
  );
  const subscription = createSubscription(deps, subscriptionSchema.parse({ plan_id: plan.id }));
  approveSubscription(deps, subscription, getPayer(subscription));
  const [sale] = deps.state.payments.paypal.sales;
  if (!sale) throw new Error('The sample of a subscription was not charged');
  return { deps, product, plan, subscription, sale };
}
