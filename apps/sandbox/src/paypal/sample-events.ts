import type { SandboxDeps } from '../deps.ts';
import type { Notice } from '../payments/delivery.model.ts';
import { upperText } from '../payments/random-text.ts';
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
import {
  type Dispute,
  newSubscription,
  type Plan,
  type Product,
  type Refund,
  type Sale,
  type Subscription,
} from './paypal.model.ts';
import { wireTime } from './wire.ts';

const currency = 'USD';

/** Returns an event about things that do not exist, as PayPal's simulator sends it. */
export function sampleEvent(deps: SandboxDeps, type: string): Notice {
  const make = Object.entries(makers).find(([start]) => type.startsWith(start));
  const end = make ? type.slice(make[0].length) : type;
  return make ? make[1](deps, end) : bareEvent(deps, type);
}

const makers: Record<string, (deps: SandboxDeps, end: string) => Notice> = {
  'CATALOG.PRODUCT.': (deps, end) => productEvent(deps, end as 'CREATED' | 'UPDATED', sampleProduct(deps)),
  'BILLING.PLAN.': (deps, end) => planEvent(deps, end as PlanEvent, samplePlan(deps)),
  'BILLING.SUBSCRIPTION.': (deps, end) =>
    subscriptionEvent(deps, end as SubscriptionEvent, sampleSubscription(deps)),
  'PAYMENT.SALE.RE': (deps, end) => refundEvent(deps, sampleRefund(deps, `RE${end}`, 'v1'), sampleSale(deps)),
  'PAYMENT.CAPTURE.RE': (deps, end) =>
    refundEvent(deps, sampleRefund(deps, `RE${end}`, 'v2'), sampleSale(deps)),
  'PAYMENT.SALE.': (deps, end) => {
    const sale: Sale = { ...sampleSale(deps), state: end.toLowerCase() as Sale['state'] };
    return saleEvent(deps, sale, sampleSubscription(deps));
  },
  'CUSTOMER.DISPUTE.': (deps, end) => {
    const sale = sampleSale(deps);
    const about = { dispute: sampleDispute(deps, sale), sale, subscription: undefined };
    return disputeEvent(deps, end as 'CREATED' | 'UPDATED' | 'RESOLVED', about);
  },
};

function sampleTimes({ now }: SandboxDeps) {
  const at = wireTime(now().getTime());
  return { create_time: at, update_time: at };
}

function sampleProduct(deps: SandboxDeps): Product {
  const id = 'PROD-SAMPLE0000000001';
  return { id, name: 'A sample', type: 'SERVICE', category: 'SOFTWARE', ...sampleTimes(deps) };
}

function samplePlan(deps: SandboxDeps): Plan {
  const price = { currency_code: currency, value: '10.00' };
  return {
    id: 'P-SAMPLE000000000000000001',
    product_id: 'PROD-SAMPLE0000000001',
    name: 'A sample',
    status: 'ACTIVE',
    currency,
    billing_cycles: [
      {
        tenure_type: 'REGULAR',
        sequence: 1,
        total_cycles: 0,
        frequency: { interval_unit: 'MONTH', interval_count: 1 },
        pricing_scheme: { version: 1, fixed_price: price, ...sampleTimes(deps) },
      },
    ],
    payment_preferences: {
      auto_bill_outstanding: true,
      setup_fee_failure_action: 'CANCEL',
      payment_failure_threshold: 0,
    },
    quantity_supported: false,
    ...sampleTimes(deps),
  };
}

function sampleSubscription(deps: SandboxDeps): Subscription {
  const at = deps.now().getTime();
  const { id: planId, billing_cycles: cycles, payment_preferences: preferences } = samplePlan(deps);
  return {
    ...newSubscription(at),
    id: `I-${upperText(deps.random, 12)}`,
    approvalToken: 'BA-SAMPLE00000000001',
    planId,
    currency,
    cycles,
    preferences,
    isOverridden: false,
    quantity: '1',
    shipping: null,
    customId: null,
    status: 'ACTIVE',
    subscriber: {},
    payer: { payerId: 'SAMPLEPAYER22', email: 'payer@sample.example', givenName: 'Sam', surname: 'Payer' },
    brand: 'A sample',
    applicationContext: null,
    returnUrl: null,
    cancelUrl: null,
    isActivatedOnApproval: true,
    startAt: at,
    activatedAt: at,
    calendarFrom: at,
    nextBillingAt: at,
  };
}

function sampleSale(deps: SandboxDeps): Sale {
  return {
    id: upperText(deps.random, 17),
    subscriptionId: 'I-SAMPLE000001',
    amount: 49,
    tax: 0,
    shipping: 0,
    currency,
    state: 'completed',
    at: deps.now().getTime(),
    refunds: [],
  };
}

function sampleRefund({ now, random }: SandboxDeps, deed: string, version: Refund['version']): Refund {
  return {
    id: upperText(random, 17),
    kind: deed === 'REVERSED' ? 'reversal' : 'refund',
    version,
    state: 'completed',
    amount: 49,
    at: now().getTime(),
    invoiceId: null,
    customId: null,
    note: null,
  };
}

function sampleDispute({ now, random }: SandboxDeps, { id: saleId, amount }: Sale): Dispute {
  const at = now().getTime();
  return {
    id: `PP-D-${upperText(random, 8)}`,
    saleId,
    reason: 'UNAUTHORISED',
    amount,
    stage: 'INQUIRY',
    status: 'OPEN',
    outcome: null,
    refundedAmount: 0,
    sellerDueAt: null,
    offer: null,
    messages: [],
    createdAt: at,
    updatedAt: at,
  };
}
