import { createPaypalState, type PaypalState, type Preferences } from './paypal.model.ts';
import { wireMoney } from './wire.ts';

/** What earlier versions saved in another form. */
type Older = {
  cycle: { price?: number };
  plan: { failureThreshold?: number };
  subscription: { subscriberEmail?: string | null };
};

type Saved = Partial<PaypalState>;
type Plan = PaypalState['plans'][number];
type Subscription = PaypalState['subscriptions'][number];
type Sale = PaypalState['sales'][number];

const usualPreferences: Preferences = {
  autoBill: true,
  setupFee: null,
  setupFeeFailureAction: 'CANCEL',
  failureThreshold: 0,
};

/** Returns a state that an older version wrote, with what it did not know yet. */
export function completePaypalState(saved: Saved = {}): PaypalState {
  const state = { ...createPaypalState(), ...saved };
  const plans = state.plans.map(completePlan);
  return {
    ...state,
    products: state.products.map((product) => ({
      ...product,
      description: product.description || null,
      category: product.category ?? null,
      imageUrl: product.imageUrl ?? null,
      homeUrl: product.homeUrl ?? null,
      updatedAt: product.updatedAt ?? product.createdAt,
    })),
    plans,
    subscriptions: state.subscriptions.map((one) =>
      completeSubscription(
        one,
        plans.find(({ id }) => id === one.planId),
      ),
    ),
    sales: state.sales.map(completeSale),
    disputes: state.disputes.map((one) => ({ ...one, offer: one.offer ?? null })),
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
    ...plan,
    description: plan.description || null,
    cycles: completeCycles(plan.cycles, plan),
    preferences: plan.preferences ?? { ...usualPreferences, failureThreshold },
    taxes: plan.taxes ?? null,
    hasQuantity: plan.hasQuantity ?? false,
  };
}

function completeSubscription(
  { subscriberEmail, ...one }: Subscription & Older['subscription'],
  plan: Plan | undefined,
): Subscription {
  return {
    ...one,
    cycles: completeCycles(one.cycles, one),
    preferences: one.preferences ?? plan?.preferences ?? usualPreferences,
    taxes: one.taxes ?? null,
    quantity: one.quantity ?? '1',
    shipping: one.shipping ?? null,
    subscriber: one.subscriber ?? (subscriberEmail ? { email_address: subscriberEmail } : {}),
    applicationContext: one.applicationContext ?? null,
    activatedAt: one.activatedAt ?? null,
    calendarFrom: one.calendarFrom ?? one.startAt,
    revision: one.revision ?? null,
    outstanding: one.outstanding ?? one.lastFailure?.amount ?? 0,
  };
}

function completeSale(sale: Sale): Sale {
  return {
    ...sale,
    tax: sale.tax ?? 0,
    shipping: sale.shipping ?? 0,
    refunds: sale.refunds.map((refund) => ({
      ...refund,
      version: refund.version ?? 'v1',
      state: refund.state ?? 'completed',
      invoiceId: refund.invoiceId ?? null,
      customId: refund.customId ?? null,
      note: refund.note ?? null,
    })),
  };
}
