import {
  type PaypalState,
  type Plan,
  type Sale,
  type Subscription,
  usualPreferences,
} from './paypal.model.ts';
import { wireMoney } from './wire.ts';

/** What earlier versions saved in another form. */
type Older = {
  cycle: { price?: number };
  plan: { failureThreshold?: number };
  subscription: { subscriberEmail?: string | null };
};

/** Returns a state that an older version wrote, with what it did not know yet. */
export function completePaypalState(saved: Partial<PaypalState> = {}): PaypalState {
  const state: PaypalState = {
    ...{ products: [], plans: [], subscriptions: [], sales: [], disputes: [], requestIds: [] },
    ...{ webhooks: [], lookups: [], revokedTokens: [] },
    ...saved,
  };
  const plans = state.plans.map(completePlan);
  return {
    ...state,
    products: state.products.map((product) => ({
      ...{ category: null, imageUrl: null, homeUrl: null, updatedAt: product.createdAt },
      ...product,
      description: product.description || null,
    })),
    plans,
    subscriptions: state.subscriptions.map((one) =>
      completeSubscription(
        one,
        plans.find(({ id }) => id === one.planId),
      ),
    ),
    sales: state.sales.map(completeSale),
    disputes: state.disputes.map((one) => ({ ...{ offer: null }, ...one })),
  };
}

function completeCycles(
  cycles: (Plan['cycles'][number] & Older['cycle'])[],
  { currency, createdAt: at }: { currency: string; createdAt: number },
): Plan['cycles'] {
  return cycles.map(({ price, ...cycle }) => {
    if (cycle.scheme !== undefined) return cycle;
    const fixedPrice = wireMoney(price ?? 0, currency);
    const scheme = { version: 1, fixedPrice, tiers: null, createdAt: at, updatedAt: at };
    return { ...cycle, scheme: price ? scheme : null };
  });
}

function completePlan({ failureThreshold = 0, ...plan }: Plan & Older['plan']): Plan {
  return {
    ...{ preferences: { ...usualPreferences, failureThreshold }, taxes: null, hasQuantity: false },
    ...plan,
    description: plan.description || null,
    cycles: completeCycles(plan.cycles, plan),
  };
}

function completeSubscription(
  { subscriberEmail, ...one }: Subscription & Older['subscription'],
  plan: Plan | undefined,
): Subscription {
  return {
    ...{
      preferences: plan?.preferences ?? usualPreferences,
      taxes: null,
      quantity: '1',
      shipping: null,
      subscriber: subscriberEmail ? { email_address: subscriberEmail } : {},
      applicationContext: null,
      activatedAt: null,
      calendarFrom: one.startAt,
      revision: null,
      outstanding: one.lastFailure?.amount ?? 0,
    },
    ...one,
    cycles: completeCycles(one.cycles, one),
  };
}

function completeSale(sale: Sale): Sale {
  const older = {
    version: 'v1' as const,
    state: 'completed' as const,
    invoiceId: null,
    customId: null,
    note: null,
  };
  return {
    ...{ tax: 0, shipping: 0 },
    ...sale,
    refunds: sale.refunds.map((refund) => ({ ...older, ...refund })),
  };
}
