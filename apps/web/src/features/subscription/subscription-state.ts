import type { CurrentSubscription, PaidSubscription } from '../../api/subscription.queries.ts';

/** The state of a user's plan, from which every screen makes its own texts. */
type SubscriptionState =
  | { is: 'activating'; planName: string; reference: string | null }
  | { is: 'trial'; endsAt: string | null; daysRemaining: number }
  | { is: 'active' | 'past_due' | 'cancelled'; plan: NamedPlan; paid: PaidSubscription }
  | { is: 'free' };

type NamedPlan = { id: number; name: string };

const ended = ['free', 'expired', 'trial'];

function toPaidState(paid: PaidSubscription): 'active' | 'past_due' | 'cancelled' {
  if (paid.status === 'past_due' || paid.graceEndsAt !== null) return 'past_due';
  return paid.status === 'cancelled' || paid.cancel_at_period_end ? 'cancelled' : 'active';
}

/**
 * Returns the state of a user's plan. A payment that is approved and not active yet comes first. A plan that another one is
 * booked to follow is active until then, even where it was cancelled before.
 */
export function toSubscriptionState({
  subscription,
  plan,
  pending,
  trial,
  next,
}: CurrentSubscription): SubscriptionState {
  if (pending?.isApproved)
    return { is: 'activating', planName: pending.planName, reference: pending.reference };
  if (subscription?.status === 'pending')
    return { is: 'activating', planName: plan?.name ?? 'Your plan', reference: null };
  if (subscription && plan && !ended.includes(subscription.status))
    return { is: next ? 'active' : toPaidState(subscription), plan, paid: subscription };
  if (trial.isActive) return { is: 'trial', endsAt: trial.endsAt, daysRemaining: trial.daysRemaining };
  return { is: 'free' };
}

/** Returns the paid plan; undefined for a user without one. */
export function findPaidPlan(current: CurrentSubscription): NamedPlan | undefined {
  const { subscription, plan } = current;
  const isPaid =
    subscription !== null && subscription.status !== 'pending' && !ended.includes(subscription.status);
  return isPaid && plan ? plan : undefined;
}

/** Returns whether the provider charges the next period by itself. */
export function renewsByItself({ payment_provider }: PaidSubscription): boolean {
  return payment_provider === 'paypal';
}

/** How often and how many times to poll whether a payment has become active: about 80 seconds in all. */
export const activationPoll = { everyMs: 3000, most: 26 };

/** Returns what a smaller plan pauses, as in `the 3 newest automations are paused`. */
export function newestPaused(count: number): string {
  return count === 1 ? 'the newest automation is paused' : `the ${count} newest automations are paused`;
}
