import type { Tx } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import type { ProviderTruth } from '../../../base/payments/payment-provider.ts';
import type { CheckoutWithPlan } from '../../checkouts/checkouts.store.ts';
import { closeCheckout } from '../../checkouts/close-checkout.ts';
import { hasRedemption, holdCoupon } from '../../coupons/coupons.store.ts';
import { book } from '../activate.ts';
import { beginScheduled } from '../schedule-subscription.ts';
import { findCurrentSubscription, isDisabled } from '../subscriptions.store.ts';

/** How long after its start PayPal may take to charge for a plan that begins on a later day. */
const firstChargeTakesMs = 24 * 60 * 60_000;

type Approved = { checkout: CheckoutWithPlan; truth: ProviderTruth; now: Date };

/**
 * Books the plan of a checkout that begins on a later day, once its payer has approved. No money moves before that day. A
 * checkout that no longer fits is closed, and a job ends it at the provider. Returns the number of changes.
 * Call it under `lockUser`.
 */
export async function bookApproved(
  context: Context,
  tx: Tx,
  { checkout, truth, now }: Approved,
): Promise<number> {
  const { startsAt, kind, subscriptionId, status } = checkout;
  const hasAgreed = truth.status === 'approved' || truth.status === 'active';
  if (!startsAt || kind === 'renewal' || subscriptionId || !hasAgreed) return 0;
  if (status !== 'open' && status !== 'expired') return 0;
  if (!(await stillFits(context, tx, { checkout, startsAt, now }))) {
    // A payment made already is handled like any other.
    if (status !== 'open' || truth.payments.length > 0) return 0;
    await closeCheckout(context, tx, { checkout, status: 'cancelled', at: now });
    checkout.status = 'cancelled';
    return 1;
  }
  const endsAt = new Date(startsAt.getTime() + firstChargeTakesMs);
  const booking = { checkout, reference: truth.reference, startsAt, endsAt, isPaid: false, now };
  const { id } = await book(context, tx, booking);
  Object.assign(checkout, { subscriptionId: id, status: 'paid' });
  await beginScheduled(context, tx, { userId: checkout.userId, now });
  return 1;
}

/**
 * Returns whether a checkout still fits: the period before it ends on the same day as it did, or there is still no plan
 * before it; its coupon is still available, and its account is not disabled.
 */
async function stillFits(
  context: Context,
  tx: Tx,
  { checkout, startsAt, now }: { checkout: CheckoutWithPlan; startsAt: Date; now: Date },
): Promise<boolean> {
  const { id: checkoutId, userId, replacesId, couponId, discountCents } = checkout;
  if (await isDisabled(tx, userId)) return false;
  const current = await findCurrentSubscription(tx, userId);
  if ((current?.id ?? null) !== replacesId) return false;
  if (current && current.currentPeriodEnd?.getTime() !== startsAt.getTime()) return false;
  if (!couponId || (await hasRedemption(tx, checkoutId))) return true;
  return holdCoupon(tx, { id: context.newId(), couponId, userId, checkoutId, discountCents, at: now });
}
