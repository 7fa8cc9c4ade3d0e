import type { Checkout, PaymentProvider } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { findCheckout } from '../checkouts/checkouts.store.ts';
import { closeCheckout } from '../checkouts/close-checkout.ts';
import { refreshSubscription } from '../subscriptions/from-provider/refresh-subscription.ts';
import { collectFailures } from './collect-failures.ts';
import { findExpiredCheckouts } from './settle-plans.store.ts';

/** How many are closed in one run; the next run finds the others. */
const mostCheckouts = 500;
/**
 * How often a provider may not answer before it is left for the next run: each silence takes as long as its timeout.
 */
const mostSilences = 3;
/** When a page is closed although its provider could not be reached. What is paid after that is looked at again. */
const longestWaitMs = 24 * 60 * 60_000;

/**
 * Closes the payment pages that can no longer be paid, and gives their coupons back. The provider is asked once more
 * first: the user may have paid at the last moment. Returns how many were closed. A failure does not stop the others; it
 * is thrown after all of them.
 */
export async function settleCheckouts(context: Context): Promise<number> {
  const at = context.now();
  let closed = 0;
  const silences = new Map<PaymentProvider, number>();
  const failures = collectFailures(context.log);
  for (const checkout of await findExpiredCheckouts(context.db, { at, limit: mostCheckouts })) {
    closed += await failures.attempt({ checkout: checkout.id }, async () =>
      Number(await settleCheckout(context, { checkout, at, silences })),
    );
  }
  failures.throwAll();
  return closed;
}

async function settleCheckout(
  context: Context,
  { checkout, at, silences }: { checkout: Checkout; at: Date; silences: Map<PaymentProvider, number> },
): Promise<boolean> {
  const { id, userId, provider, providerReference: reference, expiresAt } = checkout;
  if (reference !== null && isPaymentProvider(provider)) {
    const isYoung = at.getTime() - expiresAt.getTime() < longestWaitMs;
    const silent = silences.get(provider) ?? 0;
    if (silent >= mostSilences && isYoung) return false;
    try {
      if (silent < mostSilences) await refreshSubscription(context, { provider, reference });
    } catch (error) {
      silences.set(provider, silent + 1);
      context.log.warn(
        { err: error, checkout: id },
        'a payment page that has expired could not be looked at',
      );
      if (isYoung) return false;
    }
  }
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const found = await findCheckout(tx, id);
    if (found?.status !== 'open') return false;
    // The payer has agreed, and the money is under way.
    if (found.approvedAt && at.getTime() - expiresAt.getTime() < longestWaitMs) return false;
    await closeCheckout(context, tx, { checkout: found, status: 'expired', at });
    return true;
  });
}
