import type { CurrentSubscription, Plan, Quote } from '../../../api/subscription.queries.ts';
import { paidPlanOf, standingOf } from '../standing.ts';

export type CheckoutKind = Quote['kind'];

export const checkoutTitles: Record<CheckoutKind, string> = {
  first: 'Complete Your Subscription',
  upgrade: 'Upgrade Your Subscription',
  change: 'Change Your Subscription',
  renewal: 'Change Your Subscription',
};

/** Returns what a checkout is likely to be, for the moment before the server has said it. */
export function likelyKind(plan: Plan, current: CurrentSubscription): CheckoutKind {
  const own = paidPlanOf(current);
  if (!own) return 'first';
  if (own.id === plan.id) return 'renewal';
  return plan.id > own.id && standingOf(current).is !== 'cancelled' ? 'upgrade' : 'change';
}
