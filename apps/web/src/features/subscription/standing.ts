import type { CurrentSubscription, PaidSubscription } from '../../api/subscription.queries.ts';

/** How it stands with a person's plan, of which every screen makes its own words. */
export type Standing =
  | { is: 'activating'; planName: string; reference: string | null }
  | { is: 'trial'; endsAt: string | null; daysRemaining: number }
  | { is: 'active' | 'past_due' | 'cancelled'; plan: NamedPlan; paid: PaidSubscription }
  | { is: 'free' };

export type NamedPlan = { id: number; name: string };

const ended = ['free', 'expired', 'trial'];

function paidStanding(paid: PaidSubscription): 'active' | 'past_due' | 'cancelled' {
  if (paid.status === 'past_due' || paid.graceEndsAt !== null) return 'past_due';
  return paid.status === 'cancelled' || paid.cancel_at_period_end ? 'cancelled' : 'active';
}

/** Returns what somebody has now. A payment that is agreed to and not active yet goes before all else. */
export function standingOf({ subscription, plan, pending, trial }: CurrentSubscription): Standing {
  if (pending?.isApproved)
    return { is: 'activating', planName: pending.planName, reference: pending.reference };
  if (subscription?.status === 'pending')
    return { is: 'activating', planName: plan?.name ?? 'Your plan', reference: null };
  if (subscription && plan && !ended.includes(subscription.status))
    return { is: paidStanding(subscription), plan, paid: subscription };
  if (trial.isActive) return { is: 'trial', endsAt: trial.endsAt, daysRemaining: trial.daysRemaining };
  return { is: 'free' };
}

/** The plan that is paid for; undefined for those who pay for none. */
export function paidPlanOf(current: CurrentSubscription): NamedPlan | undefined {
  const { subscription, plan } = current;
  const isPaid =
    subscription !== null && subscription.status !== 'pending' && !ended.includes(subscription.status);
  return isPaid && plan ? plan : undefined;
}

/** Whether the provider takes the next period by itself. */
export function renewsByItself({ payment_provider }: PaidSubscription): boolean {
  return payment_provider === 'paypal';
}
