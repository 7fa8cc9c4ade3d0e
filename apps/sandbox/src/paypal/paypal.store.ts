import type { State } from '../state/state.ts';
import { unknownResource } from './paypal.errors.ts';
import type { Dispute, Plan, Product, Refund, Sale, Subscription } from './paypal.model.ts';

type Stored = { state: State };

/** Returns what was found. Throws PayPal's 404 where it was not. */
function found<One>(one: One | undefined): One {
  if (one === undefined) throw unknownResource();
  return one;
}

export function findPlan({ state }: Stored, id: string | undefined): Plan | undefined {
  return state.payments.paypal.plans.find((one) => one.id === id);
}

export function findSubscription({ state }: Stored, id: string | undefined): Subscription | undefined {
  return state.payments.paypal.subscriptions.find((one) => one.id === id);
}

export function getProduct({ state }: Stored, id: string | undefined): Product {
  return found(state.payments.paypal.products.find((one) => one.id === id));
}

export function getPlan(stored: Stored, id: string | undefined): Plan {
  return found(findPlan(stored, id));
}

export function getSubscription(stored: Stored, id: string | undefined): Subscription {
  return found(findSubscription(stored, id));
}

export function getSale({ state }: Stored, id: string | undefined): Sale {
  return found(state.payments.paypal.sales.find((one) => one.id === id));
}

export function getDispute({ state }: Stored, id: string | undefined): Dispute {
  return found(state.payments.paypal.disputes.find((one) => one.id === id));
}

/** Returns the payments of a subscription, oldest first. */
export function findSales({ state }: Stored, { id }: Pick<Subscription, 'id'>): Sale[] {
  return state.payments.paypal.sales.filter(({ subscriptionId }) => subscriptionId === id);
}

/** Returns a refund that was made by this version of the payments API. Throws a 404 for those of the other. */
export function getRefund(
  { state }: Stored,
  id: string | undefined,
  version: Refund['version'],
): { refund: Refund; sale: Sale } {
  for (const sale of state.payments.paypal.sales) {
    const refund = sale.refunds.find((one) => one.id === id && one.version === version);
    if (refund) return { refund, sale };
  }
  throw unknownResource();
}
