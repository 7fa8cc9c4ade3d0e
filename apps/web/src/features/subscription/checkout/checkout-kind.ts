import type { CurrentSubscription, Plan, Quote } from '../../../api/subscription.queries.ts';
import { paidPlanOf } from '../standing.ts';

export type CheckoutKind = Quote['kind'];
export type PaymentMethod = Quote['paymentMethods'][number];

export const checkoutTitles: Record<CheckoutKind, string> = {
  first: 'Complete Your Subscription',
  upgrade: 'Upgrade Your Subscription',
  change: 'Change Your Subscription',
  renewal: 'Change Your Subscription',
};

/** Returns the probable kind of a checkout, until the server's quote arrives. */
export function likelyKind(plan: Plan, current: CurrentSubscription): CheckoutKind {
  const own = paidPlanOf(current);
  if (!own) return 'first';
  if (own.id === plan.id) return current.subscription?.canRenew ? 'renewal' : 'change';
  return plan.id > own.id ? 'upgrade' : 'change';
}

/** The initial choice of a checkout. */
export type Beginning = { method: PaymentMethod; coupon: string | null };

/** Returns the initial choice: that of an unfinished payment, else the present payment method, else PayPal. */
export function likelyBeginning(
  { id }: Plan,
  { pending, plan, subscription }: CurrentSubscription,
): Beginning {
  if (pending?.planId === id) return { method: pending.payment_provider, coupon: pending.couponCode };
  const isByLink = plan?.id === id && subscription?.payment_provider === 'razorpay';
  return { method: isByLink ? 'razorpay' : 'paypal', coupon: null };
}
