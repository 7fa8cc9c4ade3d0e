import { emptyBillingDetails, type PlanEffects } from '@picksync/contracts';
import type {
  BillingDetails,
  CurrentSubscription,
  PaidSubscription,
  Plan,
  Quote,
} from '../api/subscription.queries.ts';
import { connectedMember } from './people.ts';

function plan(
  given: Pick<Plan, 'id' | 'name' | 'tier' | 'price' | 'maxConfigurations'> & Partial<Plan>,
): Plan {
  return {
    description: '',
    currency: 'USD',
    billingCycle: 'monthly',
    billing_cycle: 'monthly',
    priceNote: null,
    features: [],
    isPopular: false,
    isSubscribed: false,
    ...given,
  };
}

const free = plan({
  id: 1,
  name: 'Free',
  tier: 'free',
  price: 0,
  maxConfigurations: 1,
  features: ['1 configuration', 'Basic sync'],
});
const basic = plan({
  id: 2,
  name: 'Basic',
  tier: 'basic',
  price: 6.99,
  maxConfigurations: 10,
  features: ['Real-time sync'],
  isPopular: true,
});
const premium = plan({ id: 3, name: 'Premium', tier: 'premium', price: 19.99, maxConfigurations: 100 });

export const somePlans = { free, basic, premium };
export const allPlans: Plan[] = [free, basic, premium];

/** Basic, paid with PayPal until December, but for what is given. */
export function paid(given: Partial<PaidSubscription> = {}): PaidSubscription {
  return {
    id: '0198f5a0-0000-7000-8000-000000000021',
    status: 'active',
    price: 6.99,
    currency: 'USD',
    current_period_start: '2026-11-21T12:00:00.000Z',
    current_period_end: '2026-12-21T12:00:00.000Z',
    cancel_at_period_end: false,
    payment_provider: 'paypal',
    payment_provider_subscription_id: 'I-BW452GLLEP1G',
    grantedFor: null,
    graceEndsAt: null,
    canResume: false,
    isOffered: true,
    canRenew: false,
    renewalAmount: null,
    movableTo: null,
    ...given,
  };
}

/** Somebody on Free with nothing else, but for what is given. */
export function onFree(given: Partial<CurrentSubscription> = {}): CurrentSubscription {
  return {
    hasSubscription: false,
    subscription: null,
    plan: { id: 1, name: 'Free' },
    configsUsed: 1,
    configsAvailable: 1,
    trial: { isActive: false, daysRemaining: 0, endsAt: null },
    pending: null,
    next: null,
    afterEnd: null,
    pausedByPlan: 0,
    lastPayment: null,
    ...given,
  };
}

export function onTrial(given: Partial<CurrentSubscription> = {}): CurrentSubscription {
  return onFree({
    plan: null,
    configsAvailable: 2,
    trial: { isActive: true, daysRemaining: 14, endsAt: '2026-12-05T12:00:00.000Z' },
    afterEnd: { limit: 1, willPause: 0 },
    ...given,
  });
}

export function onPlan(
  { id, name, maxConfigurations }: Plan,
  subscription: Partial<PaidSubscription> = {},
  given: Partial<CurrentSubscription> = {},
): CurrentSubscription {
  return onFree({
    hasSubscription: true,
    subscription: paid(subscription),
    plan: { id, name },
    configsUsed: 4,
    configsAvailable: maxConfigurations,
    ...given,
  });
}

/** Basic for the first time, with PayPal or Razorpay, but for what is given. */
export function quote(given: Partial<Quote> = {}): Quote {
  return {
    kind: 'first',
    planId: 2,
    lines: [{ kind: 'plan', label: 'Basic', amount: 6.99 }],
    total: 6.99,
    keptCredit: 0,
    startsAt: null,
    trialEndsAt: null,
    currency: 'USD',
    afterwards: { amount: 6.99, from: '2026-12-21T12:00:00.000Z', isAutomatic: true },
    tax: null,
    taxNote: null,
    missing: null,
    replaces: null,
    willPause: 0,
    paymentMethods: ['paypal', 'razorpay'],
    refusedMethods: [],
    ...given,
  };
}

export const noTaxNeeds = { country: false, state: false };

/** Billing details of which the tax needs nothing, but for what is given. */
export function billed(details: Partial<BillingDetails> = {}, needs = noTaxNeeds) {
  return { details: { ...emptyBillingDetails, ...details }, needs };
}

/** A plan that changes nothing for the automations, but for what is given. */
export function effects(given: Partial<PlanEffects> = {}): PlanEffects {
  return {
    limit: 10,
    active: 4,
    willPause: 0,
    willWait: 0,
    automations: [],
    apiKeys: 0,
    outgoingWebhooks: 0,
    losesRealTime: false,
    ...given,
  };
}

type Next = NonNullable<CurrentSubscription['next']>;

/** Basic, booked by PayPal for the end of December's period, but for what is given. */
export function booked(given: Partial<Next> = {}): Next {
  return {
    planId: 2,
    planName: 'Basic',
    startsAt: '2026-12-21T12:00:00.000Z',
    price: 6.99,
    firstAmount: 6.99,
    currency: 'USD',
    payment_provider: 'paypal',
    payment_provider_subscription_id: 'I-NEXT',
    isPaid: false,
    isOffered: true,
    canRenew: false,
    limit: 10,
    willPause: 0,
    willWait: 0,
    ...given,
  };
}

/** The answers behind the plans page. */
export function subscriptionApi(current: CurrentSubscription, price: Quote = quote()) {
  return {
    'GET /api/auth/status': { body: connectedMember },
    'GET /api/subscription/plans': { body: allPlans },
    'GET /api/subscription/current': { body: current },
    'GET /api/subscription/effects': { body: effects() },
    'GET /api/subscription/receipts': { body: [] },
    'GET /api/subscription/billing-details': { body: billed() },
    'POST /api/subscription/quote': { body: price },
  };
}
