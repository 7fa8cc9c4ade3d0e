import type { Checkout, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { releaseCoupon } from '../coupons/coupons.store.ts';
import { writeBillingStatus } from '../subscriptions/subscriptions.store.ts';
import { type Ending, endCheckout } from './checkouts.store.ts';

/**
 * Closes a checkout that was not paid: its coupon is released, and a job closes its page at the provider. A payment
 * that arrives nevertheless is dealt with then. Call it under `lockUser`.
 */
export async function closeCheckout(
  context: Context,
  tx: Tx,
  { checkout, ...ending }: Ending & { checkout: Checkout },
): Promise<void> {
  const { id, userId, provider, providerReference: reference, approvedAt } = checkout;
  if (!(await endCheckout(tx, { id, ...ending }))) return;
  await releaseCoupon(tx, id);
  if (approvedAt) await writeBillingStatus(tx, { userId, now: ending.at });
  if (reference && isPaymentProvider(provider)) {
    await context.queue.send(tx, 'refresh-subscription', { provider, reference });
  }
}
