import type { CurrentSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { findPaidPlan, toSubscriptionState } from '../subscription-state.ts';

/**
 * The action under a plan. `text` with `canChange`: a smaller plan, which can follow the present one; with `canStartNow`: a booked
 * one that may begin before the free days end.
 */
export type PlanOffer =
  | { is: 'current' | 'activating' | 'resume' | 'renew' }
  | { is: 'subscribe' | 'upgrade'; isBlocked: boolean; isMain: boolean }
  | { is: 'text'; text: string; canChange: boolean; canStartNow?: true };

/** Returns what the user can do with a plan now. Plans with a higher id include more. */
export function planOffer(plan: Plan, current: CurrentSubscription): PlanOffer {
  const state = toSubscriptionState(current);
  const own = findPaidPlan(current);
  const isBlocked = state.is === 'activating';
  if (isBlocked && plan.id === current.pending?.planId) return { is: 'activating' };
  if (plan.tier === 'free') return freeOffer(current);
  if (plan.id === current.next?.planId) return bookedOffer(current.next.startsAt, { isTrial: !own });
  const subscribe = { is: 'subscribe', isBlocked, isMain: plan.isPopular } as const;
  if (!own) return subscribe;
  const isCancelled = state.is === 'cancelled';
  if (plan.id > own.id) return { is: 'upgrade', isBlocked, isMain: !isCancelled };
  if (plan.id < own.id)
    return isCancelled ? { ...subscribe, isMain: false } : included(own.name, { canChange: !isBlocked });
  if (isCancelled && !state.paid.canResume && !state.paid.isOffered)
    return { is: 'text', text: 'No longer offered', canChange: false };
  if (isCancelled) return state.paid.canResume ? { is: 'resume' } : subscribe;
  return state.is === 'past_due' && state.paid.canRenew ? { is: 'renew' } : { is: 'current' };
}

function bookedOffer(startsAt: string, { isTrial }: { isTrial: boolean }): PlanOffer {
  return {
    is: 'text',
    text: `From ${formatDay(startsAt)}`,
    canChange: false,
    ...(isTrial && { canStartNow: true }),
  };
}

function included(plan: string, { canChange }: { canChange: boolean }): PlanOffer {
  return { is: 'text', text: `Included in your current ${plan} plan`, canChange };
}

function freeOffer(current: CurrentSubscription): PlanOffer {
  const own = findPaidPlan(current);
  const state = toSubscriptionState(current);
  if (!own && current.next)
    return { is: 'text', text: `${current.next.planName} follows your trial`, canChange: false };
  if (!own && current.trial.isActive) return { is: 'text', text: 'After your trial', canChange: false };
  if (!own) return { is: 'current' };
  if (state.is !== 'cancelled') return included(own.name, { canChange: false });
  return { is: 'text', text: `From ${formatDay(state.paid.current_period_end)}`, canChange: false };
}
