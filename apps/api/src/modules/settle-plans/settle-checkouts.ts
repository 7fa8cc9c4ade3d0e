import type { Checkout, PrismaClient, Queue } from '@picksync/db';
import type { Logger } from 'pino';
import { findCheckout } from '../checkouts/checkouts.store.ts';
import { closeCheckout } from '../checkouts/close-checkout.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import { isPaymentProvider } from '../payments/payment-provider.ts';
import { type RefreshDeps, refreshSubscription } from '../subscriptions/refresh-subscription.ts';
import { findExpiredCheckouts } from './settle-plans.store.ts';

export type SettleCheckoutsDeps = RefreshDeps & {
  db: PrismaClient;
  queue: Pick<Queue, 'send'>;
  log: Logger;
  now: () => Date;
};

/** In one run; the rest is found an hour later. */
const mostCheckouts = 500;
/** After so long a page is closed although its provider could not be asked: what is paid after that is looked at again. */
const longestWaitMs = 24 * 60 * 60_000;

/**
 * Closes the payment pages that can no longer be paid, and gives their coupons back. Each provider is asked once more before: somebody
 * may have paid at the last moment. Returns how many were closed.
 */
export async function settleCheckouts(deps: SettleCheckoutsDeps): Promise<number> {
  const at = deps.now();
  let closed = 0;
  for (const checkout of await findExpiredCheckouts(deps.db, { at, limit: mostCheckouts })) {
    if (await settleCheckout({ checkout, at }, deps)) closed += 1;
  }
  return closed;
}

async function settleCheckout(
  { checkout, at }: { checkout: Checkout; at: Date },
  deps: SettleCheckoutsDeps,
): Promise<boolean> {
  const { id, userId, provider, providerReference: reference, expiresAt } = checkout;
  if (reference !== null && isPaymentProvider(provider)) {
    try {
      await refreshSubscription({ provider, reference }, deps);
    } catch (error) {
      deps.log.warn({ err: error, checkout: id }, 'a payment page that has expired could not be looked at');
      if (at.getTime() - expiresAt.getTime() < longestWaitMs) return false;
    }
  }
  return deps.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const found = await findCheckout(tx, id);
    if (found?.status !== 'open') return false;
    // The payer has agreed, and the money is on its way.
    if (found.approvedAt && at.getTime() - expiresAt.getTime() < longestWaitMs) return false;
    await closeCheckout(tx, { checkout: found, status: 'expired', at }, deps);
    return true;
  });
}
