import { canBeginLater } from '@picksync/contracts';
import type { CurrentSubscription, Plan, Quote } from '../../../api/subscription.queries.ts';
import { findPaidPlan } from '../subscription-state.ts';

export type CheckoutKind = Quote['kind'];
export type PaymentMethod = Quote['paymentMethods'][number];

/** Whether a plan that is bought in a trial begins today or when the free days end. */
export type Start = 'now' | 'later';

export const checkoutTitles: Record<CheckoutKind, string> = {
  first: 'Complete Your Subscription',
  upgrade: 'Upgrade Your Subscription',
  change: 'Change Your Subscription',
  renewal: 'Change Your Subscription',
};

/** Returns the probable kind of a checkout, until the server's quote arrives. */
export function likelyKind(plan: Plan, current: CurrentSubscription): CheckoutKind {
  const own = findPaidPlan(current);
  if (!own) return 'first';
  const { canRenew, movableTo } = current.subscription ?? {};
  if (own.id === plan.id) return canRenew || movableTo === 'razorpay' ? 'renewal' : 'change';
  return plan.id > own.id ? 'upgrade' : 'change';
}

/** The initial choice of a checkout. */
export type Beginning = { method: PaymentMethod; coupon: string | null; start: Start };

/**
 * Returns the initial choice: that of an unfinished payment, else the other payment method for the plan that runs, else the present
 * one, else PayPal. What is booked to follow
 * the free days can only be bought for today.
 */
export function likelyBeginning(
  { id }: Plan,
  { pending, plan, subscription, next }: CurrentSubscription,
): Beginning {
  const start = next?.planId === id && !subscription ? 'now' : 'later';
  if (pending?.planId === id) return { method: pending.payment_provider, coupon: pending.couponCode, start };
  const movableTo = plan?.id === id ? subscription?.movableTo : null;
  if (movableTo) return { method: movableTo, coupon: null, start };
  const isPaidByLink = subscription !== null && subscription.payment_provider !== 'paypal';
  const isLower = plan !== null && subscription !== null && id < plan.id;
  const isSame = plan?.id === id && subscription?.payment_provider === 'razorpay';
  const isByLink = isSame || (isLower && isPaidByLink) || (next?.planId === id && next.canRenew);
  return { method: isByLink ? 'razorpay' : 'paypal', coupon: null, start };
}

/** Returns whether a plan is a lower one that begins when the paid period ends, and is not booked yet. */
export function isChangeLater({ id }: Plan, current: CurrentSubscription, now: Date): boolean {
  const own = findPaidPlan(current);
  const end = current.subscription?.current_period_end;
  if (!own || !end || id >= own.id || current.next?.planId === id) return false;
  return canBeginLater(new Date(end), now);
}

type WirePurchase = { planId: number; coupon: string | null; start?: Start };

/** Returns a purchase as the API takes it. Without `start`, each payment method has its own, and none is refused for that. */
export function toWirePurchase({ planId, coupon, start }: WirePurchase) {
  return {
    plan_id: planId,
    ...(start === 'now' && { start }),
    ...(coupon !== null && { coupon_code: coupon }),
  };
}
