import type { SandboxDeps } from '../deps.ts';
import { unknownResource } from './paypal.errors.ts';
import type { Dispute, Plan, Product, Refund, Sale, Subscription } from './paypal.model.ts';

/** Returns what was found. Throws PayPal's 404 where it was not. */
function found<One>(one: One | undefined): One {
  if (one === undefined) throw unknownResource();
  return one;
}

export function findPlan({ state }: SandboxDeps, id: string | undefined): Plan | undefined {
  return state.payments.paypal.plans.find((one) => one.id === id);
}

export function findSubscription({ state }: SandboxDeps, id: string | undefined): Subscription | undefined {
  return state.payments.paypal.subscriptions.find((one) => one.id === id);
}

export function getProduct({ state }: SandboxDeps, id: string | undefined): Product {
  return found(state.payments.paypal.products.find((one) => one.id === id));
}

export function getPlan(stored: SandboxDeps, id: string | undefined): Plan {
  return found(findPlan(stored, id));
}

export function getSubscription(stored: SandboxDeps, id: string | undefined): Subscription {
  return found(findSubscription(stored, id));
}

export function getSale({ state }: SandboxDeps, id: string | undefined): Sale {
  return found(state.payments.paypal.sales.find((one) => one.id === id));
}

export function getDispute({ state }: SandboxDeps, id: string | undefined): Dispute {
  return found(state.payments.paypal.disputes.find((one) => one.id === id));
}

/** Returns the payments of a subscription, oldest first. */
export function findSales({ state }: SandboxDeps, { id }: Pick<Subscription, 'id'>): Sale[] {
  return state.payments.paypal.sales.filter(({ subscriptionId }) => subscriptionId === id);
}

/** Returns a refund that was made by this version of the payments API. Throws a 404 for those of the other. */
export function getRefund(
  { state }: SandboxDeps,
  id: string | undefined,
  version: Refund['version'],
): { refund: Refund; sale: Sale } {
  for (const sale of state.payments.paypal.sales) {
    const refund = sale.refunds.find((one) => one.id === id && one.version === version);
    if (refund) return { refund, sale };
  }
  throw unknownResource();
}
